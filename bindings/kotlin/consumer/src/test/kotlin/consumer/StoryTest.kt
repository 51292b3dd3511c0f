package consumer

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

/** A plain JVM test of an app that uses the library: nothing is set up. */
class StoryTest {
    @Test
    fun `the library runs in a plain unit test`() {
        assertEquals(listOf("milk", "bread"), story())
    }
}
