package dev.csmem.testing

import dev.csmem.Clock
import dev.csmem.Timestamp
import java.util.concurrent.atomic.AtomicLong

/** A clock that stands still until it is moved. Give it to `MemoryEngine.open`, and every test repeats. */
public class ManualClock @JvmOverloads constructor(start: Timestamp = 1_800_000_000_000) : Clock {
    private val millis = AtomicLong(start)

    override fun now(): Timestamp = millis.get()

    /** Lets [by] milliseconds pass. */
    public fun advance(by: Long) {
        millis.addAndGet(by)
    }
}
