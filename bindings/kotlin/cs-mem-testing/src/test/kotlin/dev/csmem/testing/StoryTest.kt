package dev.csmem.testing

import dev.csmem.EpisodeOutcome
import dev.csmem.HandBackKind
import dev.csmem.ReplayRequest
import dev.csmem.Sent
import dev.csmem.Standing
import dev.csmem.testing.World.Companion.story
import java.nio.file.Path
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir

/** The whole story from Kotlin, as tests/pipeline.rs tells it in Rust. */
class StoryTest {
    @TempDir
    lateinit var folder: Path

    @Test
    fun `a task learned once is replayed`() = story(folder) {
        val learned = teachPrint("HELLO")
        assertNull(learned.notLearned)
        assertEquals(3, learned.macroSteps)
        assertEquals(1, learned.slots.size, "the typed value is a slot")
        assertEquals(Standing.DRAFT, learned.standing)

        // The same again: no planner, as many actions as steps.
        phone.restart()
        assertEquals(3, replay("print HELLO").done().actions)
        assertEquals(listOf("Labels", "text", "print"), hits())

        // Another value.
        phone.restart()
        replay("print WORLD").done()
        assertEquals("WORLD", app.printed.last())

        // The clock ticked, rows were inserted above the target.
        phone.restart()
        app.minutes += 61
        app.rows.addAll(0, listOf("Photos", "Envelopes"))
        replay("print AGAIN").done()
        assertEquals(listOf("Labels", "text", "print"), hits())

        engine.macros().use { library ->
            val view = library.list().single()
            assertEquals(Standing.TRUSTED, view.standing)
            assertEquals(4L to 0L, view.successes to view.failures)
        }
    }

    @Test
    fun `a surprise stops it before anything is sent, and the agent goes on`() = story(folder) {
        teachPrint("HELLO")
        phone.restart()
        app.dialog = true
        engine.startReplay(ReplayRequest("print X")).use { run ->
            val handBack = run.drive(phone).handBack()
            assertTrue(phone.sent.isEmpty(), "nothing was sent after the dialog appeared")
            assertEquals(Sent.NOTHING, handBack.sent)
            assertTrue(handBack.kind == HandBackKind.WRONG_SCREEN || handBack.kind == HandBackKind.TARGET_COVERED, "${handBack.kind}")
            assertTrue(handBack.sentence.isNotBlank())
            assertEquals(3, handBack.left.size)

            run.takeOver().use { session ->
                session.recordScreen(phone.screen())
                step(session, "later")
                step(session, "Labels")
                step(session, "text", "X")
                step(session, "print")
                assertNull(session.finish(EpisodeOutcome.SUCCEEDED).notLearned)
            }
            assertEquals(listOf("X"), app.printed.takeLast(1))
        }
    }

    @Test
    fun `a switch that is already on is not pressed`() = story(folder) {
        teach("print on both sides", "Settings" to null, "duplex" to null)
        phone.restart()
        assertEquals(1, replay("print on both sides").done().actions)
        assertTrue(app.duplex, "still on from the first run")

        phone.restart()
        app.duplex = false
        assertEquals(2, replay("print on both sides").done().actions)
        assertTrue(app.duplex)
    }

    @Test
    fun `what was learned is there after a restart of the app`() {
        story(folder) { teachPrint("HELLO") }
        story(folder) {
            replay("print LATER").done()
            assertEquals(listOf("LATER"), app.printed)
        }
    }
}
