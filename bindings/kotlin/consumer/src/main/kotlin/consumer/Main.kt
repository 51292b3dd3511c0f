package consumer

import dev.csmem.Action
import dev.csmem.ActionResult
import dev.csmem.DriverAction
import dev.csmem.EngineConfig
import dev.csmem.EpisodeOutcome
import dev.csmem.EpisodeRequest
import dev.csmem.EpisodeSession
import dev.csmem.MemoryEngine
import dev.csmem.MemoryException
import dev.csmem.Rect
import dev.csmem.ReplayOutcome
import dev.csmem.ReplayRequest
import dev.csmem.Target
import dev.csmem.code
import dev.csmem.parseToolCall
import dev.csmem.testing.ScriptedApp
import dev.csmem.testing.ScriptedPhone
import dev.csmem.testing.ScriptedScreen
import java.nio.file.Files
import kotlinx.coroutines.runBlocking

/** Two pages: a note to write, and the notes that are kept. */
private class NotesApp : ScriptedApp {
    override val packageName = "com.example.notes"
    override val version = "1.0"
    val kept = mutableListOf<String>()
    private var writing = false
    private var text = ""

    override fun launch() {
        writing = false
        text = ""
    }

    override fun draw(screen: ScriptedScreen): Unit = with(screen) {
        if (writing) {
            text("title", "New note")
            field("body", text, hint = "Your note") { text = it }
            button("keep", "Keep") {
                kept += text
                launch()
            }
        } else {
            text("title", "Notes")
            button("new", "Write a note") { writing = true }
        }
    }
}

private suspend fun ScriptedPhone.step(session: EpisodeSession, element: String, text: String? = null) {
    val node = indexOf(element)
    val nowhere = Rect(0, 0, 0, 0)
    act(if (text == null) DriverAction.Tap(node, nowhere) else DriverAction.InputText(node, nowhere, text))
    val target = Target.Node(node)
    session.recordStep(if (text == null) Action.Tap(target) else Action.InputText(target, text, false), ActionResult.OK, screen())
}

/** Learns a task, replays it with another value, and gets an error with a code: everything that crosses the border, both ways. */
fun story(): List<String> = runBlocking {
    val app = NotesApp()
    val phone = ScriptedPhone(app)
    val file = Files.createTempDirectory("consumer").resolve("memory.db")
    MemoryEngine.open(EngineConfig(file.toString())).use { memory ->
        memory.beginEpisode(EpisodeRequest("note milk")).use { session ->
            session.recordScreen(phone.screen())
            phone.step(session, "new")
            phone.step(session, "body", "milk")
            phone.step(session, "keep")
            val report = session.finish(EpisodeOutcome.SUCCEEDED)
            check(report.macroId != null) { report.notLearned ?: "not learned" }
        }
        phone.restart()
        val outcome = memory.startReplay(ReplayRequest("note bread")).use { it.drive(phone) }
        check(outcome is ReplayOutcome.Done) { "$outcome" }
    }
    try {
        parseToolCall("tap(")
        error("a malformed call was taken")
    } catch (error: MemoryException) {
        check(error.code.isNotEmpty())
    }
    app.kept
}

fun main() {
    val kept = story()
    check(kept == listOf("milk", "bread")) { "$kept" }
    println("the story went well: $kept")
}
