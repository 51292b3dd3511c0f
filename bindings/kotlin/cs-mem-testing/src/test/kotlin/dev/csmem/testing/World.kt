package dev.csmem.testing

import dev.csmem.Action
import dev.csmem.ActionResult
import dev.csmem.DriverAction
import dev.csmem.EngineConfig
import dev.csmem.EpisodeOutcome
import dev.csmem.EpisodeRequest
import dev.csmem.EpisodeSession
import dev.csmem.FinishReport
import dev.csmem.HandBack
import dev.csmem.MemoryEngine
import dev.csmem.Rect
import dev.csmem.ReplayOutcome
import dev.csmem.ReplayRequest
import dev.csmem.Target
import dev.csmem.UiDriver
import dev.csmem.VerdictKind
import java.nio.file.Path
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Assertions.fail

/** A phone, an engine that remembers in [folder], and an agent's way to act on both. */
class World(val folder: Path, val engine: MemoryEngine, private val clock: ManualClock) : AutoCloseable {
    val app = PrinterApp()
    val phone = ScriptedPhone(app, clock)

    /** One step as an agent takes it: perform it on the phone, record it in the memory. */
    suspend fun step(session: EpisodeSession, element: String, text: String? = null) {
        val node = phone.indexOf(element)
        val target = Target.Node(node)
        val action = if (text == null) Action.Tap(target) else Action.InputText(target, text, secret = false)
        session.recordThought()
        phone.act(if (text == null) DriverAction.Tap(node, BOUNDS) else DriverAction.InputText(node, BOUNDS, text))
        clock.advance(300)
        val receipt = session.recordStep(action, ActionResult.OK, phone.screen())
        assertEquals(VerdictKind.ADMIT, receipt.verdict.kind, receipt.verdict.toString())
        assertTrue(receipt.targetFound, "the target of \"$element\" is on the screen before")
    }

    /** Does a task as an agent would, and lets the memory learn it. */
    suspend fun teach(goal: String, vararg steps: Pair<String, String?>): FinishReport {
        phone.restart()
        engine.beginEpisode(EpisodeRequest(goal)).use { session ->
            session.recordScreen(phone.screen())
            for ((element, text) in steps) step(session, element, text)
            return session.finish(EpisodeOutcome.SUCCEEDED)
        }
    }

    suspend fun teachPrint(text: String): FinishReport = teach("print $text", "Labels" to null, "text" to text, "print" to null)

    suspend fun replay(goal: String, driver: UiDriver = phone): ReplayOutcome =
        engine.startReplay(ReplayRequest(goal)).use { it.drive(driver) }

    /** The names of the elements that actions hit, in order. */
    fun hits(): List<String?> = phone.sent.map { it.element }

    override fun close() = engine.close()

    companion object {
        private val BOUNDS = Rect(0, 0, 0, 0)

        /** Tells a story in a world of its own. */
        fun story(folder: Path, tell: suspend World.() -> Unit): Unit = runBlocking {
            val clock = ManualClock()
            val engine = MemoryEngine.open(EngineConfig(path = folder.resolve("memory.db").toString()), clock)
            World(folder, engine, clock).use { it.tell() }
        }
    }
}

fun ReplayOutcome.done(): ReplayOutcome.Done = when (this) {
    is ReplayOutcome.Done -> this
    is ReplayOutcome.HandedBack -> fail("handed back: ${handBack.kind}, ${handBack.sentence}")
}

fun ReplayOutcome.handBack(): HandBack = when (this) {
    is ReplayOutcome.Done -> fail("the replay should have stopped")
    is ReplayOutcome.HandedBack -> handBack
}
