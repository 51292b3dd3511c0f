package dev.csmem.testing

import dev.csmem.Capture
import dev.csmem.Delivery
import dev.csmem.DriverAction
import dev.csmem.EngineConfig
import dev.csmem.EpisodeRequest
import dev.csmem.EventListener
import dev.csmem.HandBackKind
import dev.csmem.MemoryEngine
import dev.csmem.MemoryEvent
import dev.csmem.MemoryException
import dev.csmem.OverlayState
import dev.csmem.ReplayRequest
import dev.csmem.ScreenInput
import dev.csmem.Sent
import dev.csmem.UiDriver
import dev.csmem.code
import dev.csmem.events
import dev.csmem.isRetryable
import dev.csmem.parseToolCall
import dev.csmem.sentence
import dev.csmem.testing.World.Companion.story
import java.nio.file.Path
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.CountDownLatch
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Assertions.fail
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.junit.jupiter.api.io.TempDir

/** Nothing that goes wrong crosses the border as a crash: it is a hand-back or an exception with a sentence and a code. */
@Timeout(60)
class FailureTest {
    @TempDir
    lateinit var folder: Path

    @Test
    fun `a driver that throws hands back, and nobody knows whether it was sent`() = story(folder) {
        teachPrint("HELLO")
        phone.restart()
        phone.failNext(1)
        val handBack = replay("print X").handBack()
        assertEquals(HandBackKind.INPUT_FAILED, handBack.kind)
        assertEquals(Sent.UNKNOWN, handBack.sent)
        assertTrue(phone.sent.isEmpty())
    }

    @Test
    fun `so does one that throws what no program should catch`() = story(folder) {
        teachPrint("HELLO")
        phone.restart()
        val unfinished = object : UiDriver by phone {
            override suspend fun perform(action: DriverAction): Delivery = TODO("not written yet")
        }
        assertEquals(HandBackKind.INPUT_FAILED, replay("print X", unfinished).handBack().kind)
    }

    @Test
    fun `and one that cannot read the screen, with nothing sent`() = story(folder) {
        teachPrint("HELLO")
        phone.restart()
        val blind = object : UiDriver by phone {
            override suspend fun readScreen(): ScreenInput = throw IllegalStateException("the service was unbound")
        }
        val handBack = replay("print X", blind).handBack()
        assertEquals(HandBackKind.INPUT_FAILED to Sent.NOTHING, handBack.kind to handBack.sent)
        assertTrue(phone.sent.isEmpty())
    }

    @Test
    fun `a listener that throws is called again, and the memory goes on`() = story(folder) {
        val seen = CopyOnWriteArrayList<MemoryEvent>()
        val twice = CountDownLatch(2)
        val id = engine.addListener(
            object : EventListener {
                override fun onEvent(event: MemoryEvent) {
                    seen += event
                    twice.countDown()
                    throw AssertionError("a careless listener")
                }
            },
        )
        teachPrint("HELLO")
        withContext(Dispatchers.IO) { twice.await() }
        assertTrue(seen.first() is MemoryEvent.EpisodeStarted, "$seen")
        assertTrue(engine.removeListener(id))
        assertFalse(engine.removeListener(id))
    }

    @Test
    fun `events are a flow`() = story(folder) {
        coroutineScope {
            val finished = async(start = CoroutineStart.UNDISPATCHED) { engine.events().first { it is MemoryEvent.EpisodeFinished } }
            val learned = teachPrint("HELLO")
            assertEquals(MemoryEvent.EpisodeFinished(learned.episode, learned.macroId), finished.await())
        }
    }

    @Test
    fun `malformed input is an exception with a sentence and a code`() = story(folder) {
        engine.beginEpisode(EpisodeRequest("anything")).use { session ->
            for (text in listOf("", "<hierarchy", "ERROR: could not get idle state.\n", "\u0000\u0001", "[".repeat(100_000))) {
                val capture = Capture(at = 0, overlay = OverlayState.UNKNOWN)
                val error = failure { session.recordScreen(ScreenInput.Dump(text.toByteArray(), capture)) }
                assertTrue(error.code.matches(Regex("[a-z]+(\\.[a-z_]+)+")), "code of ${error.message}")
                assertTrue(error.sentence.length > 10 && "[" !in error.sentence, error.sentence)
                assertEquals("${error.sentence} [${error.code}${if (error.isRetryable) ", retry" else ""}]", error.message)
            }
        }
        assertEquals("capture.not_idle" to true, retry { dump("ERROR: could not get idle state.\n") })
        assertEquals("episode.empty_goal" to false, retry { engine.beginEpisode(EpisodeRequest("  ")) })
        assertThrows(MemoryException.InvalidInput::class.java) { parseToolCall("tap(") }
    }

    private suspend fun World.dump(text: String) {
        val capture = Capture(at = 0, overlay = OverlayState.UNKNOWN)
        engine.describeScreen(ScreenInput.Dump(text.toByteArray(), capture))
    }

    private suspend fun retry(call: suspend () -> Unit): Pair<String, Boolean> = failure(call).run { code to isRetryable }

    private suspend fun failure(call: suspend () -> Unit): MemoryException {
        try {
            call()
        } catch (error: MemoryException) {
            return error
        }
        fail<Nothing>("it should have thrown")
        error("not reached")
    }

    @Test
    fun `cancelling the coroutine stops a replay before its next action and loses nothing`() = story(folder) {
        val learned = teachPrint("HELLO")
        phone.restart()
        val tapped = CompletableDeferred<Unit>()
        val slow = object : UiDriver by phone {
            override suspend fun settle(millis: Long) {
                if (phone.sent.isEmpty()) return phone.settle(millis)
                tapped.complete(Unit)
                awaitCancellation()
            }
        }
        coroutineScope {
            val job = launch { engine.startReplay(ReplayRequest("print X")).use { it.drive(slow) } }
            tapped.await()
            job.cancelAndJoin()
        }
        engine.flush()
        assertEquals(listOf("Labels"), hits(), "nothing was sent after the cancellation")

        // The memory is as it was, and goes on.
        phone.restart()
        assertEquals(3, replay("print Y").done().actions)
        engine.macros().use { assertEquals(learned.macroId, it.list().single().id) }
    }

    @Test
    fun `a closed engine says so`(): Unit = runBlocking {
        val engine = MemoryEngine.open(EngineConfig(path = folder.resolve("memory.db").toString()), ManualClock())
        engine.shutdown()
        assertEquals("engine.closed", failure { engine.beginEpisode(EpisodeRequest("anything")) }.code)
        engine.close()
        assertTrue(engine.isClosed)
    }
}
