package dev.csmem.sample

import dev.csmem.DeviceCondition
import dev.csmem.DeviceState
import dev.csmem.EngineConfig
import dev.csmem.HandBackKind
import dev.csmem.MacroId
import dev.csmem.MemoryEngine
import dev.csmem.ReplayOutcome
import dev.csmem.ReplayRequest
import dev.csmem.Sent
import dev.csmem.sample.ScriptedPlanner.Companion.BOTH_SIDES
import dev.csmem.testing.ManualClock
import dev.csmem.testing.ScriptedPhone
import java.nio.file.Path
import kotlin.io.path.writeText

/**
 * Seven lines: what a memory is good for, each one played on a scripted phone and checked.
 *
 * The phone's log names the element that every action really hit, so a wrong tap would show.
 */
internal class Demo private constructor(private val memory: MemoryEngine, clock: ManualClock) {
    private val app = PrinterApp()
    private val phone = ScriptedPhone(app, clock)
    private val planner = ScriptedPlanner()
    private val stage = Stage(phone, planner, clock)
    private val agent = Agent(memory, phone, planner, clock, stage::say)
    private var printMacro: MacroId? = null

    private suspend fun play() {
        stage.line(1, "The task is new: the planner does it, the memory learns it") { firstRun() }
        stage.line(2, "The same again: the memory does it alone") {
            expectReplayed(stage.run("second run") { agent.perform("print HELLO") }, "HELLO")
        }
        stage.line(3, "Another value: what was typed is a slot") {
            expectReplayed(stage.run("other value") { agent.perform("print WORLD") }, "WORLD")
        }
        stage.line(4, "The clock ticked, a row came in above the target, the list is scrolled") {
            app.minutes += 61
            app.rows.add(2, "Banners")
            app.scrolledBy = 2
            expectReplayed(stage.run("changed screen") { agent.perform("print AGAIN") }, "AGAIN")
        }
        stage.line(5, "A dialog that nobody has seen covers the target") { surprise() }
        stage.line(6, "The app is upgraded: ids renamed, a label reworded, the layout moved") { upgrade() }
        stage.line(7, "A switch that is already on is not pressed") { switch() }
    }

    private suspend fun firstRun() {
        val run = stage.run("first run") { agent.perform("print HELLO") }
        val learned = run.task.learned
        printMacro = learned?.macroId
        learned?.macroId?.let { id ->
            val macro = memory.macros().use { it.inspect(id) }
            stage.say("memory:  learned \"${macro.goal}\", ${macro.steps.size} steps")
        }
        stage.expect(printMacro != null) { "a macro is learned, but: ${learned?.notLearned}" }
        stage.expect(learned?.slots?.size == 1) { "the typed value became a slot" }
        stage.expect(run.plannerCalls == 4) { "the planner is asked before each of 3 steps and once at the end" }
        stage.expect(run.hits == PRINT_STEPS) { "row, field and button are hit, not ${run.hits}" }
    }

    private suspend fun surprise() {
        app.asksForRating = true
        val run = stage.run("surprise dialog") { agent.perform("print SURPRISE") }
        val replay = run.task.replay as? ReplayOutcome.HandedBack
        stage.expect(replay != null) { "the replay hands back" }
        stage.expect(replay?.handBack?.kind in SURPRISES) { "the reason is the dialog, not ${replay?.handBack?.kind}" }
        stage.expect(replay?.handBack?.sent == Sent.NOTHING && replay.actions == 0) { "the memory says that it sent nothing" }
        stage.expect(run.hits == listOf("ratinglater") + PRINT_STEPS) { "the dialog is closed, then the task done, not ${run.hits}" }
        // One call per action and one at the end: so every action in the phone's log is the planner's.
        stage.expect(run.plannerCalls == run.hits.size + 1) { "the phone's log holds the planner's actions only" }
        stage.expect(app.printed.last() == "SURPRISE") { "the planner finishes the task" }
    }

    private suspend fun upgrade() {
        app.upgrade()
        val early = stage.run("before a dream") { agent.tryReplay(ReplayRequest("print EARLY", macroId = printMacro)) }
        stage.expect(early.hits == PRINT_STEPS.take(early.hits.size)) { "no wrong element is hit: ${early.hits}" }
        stage.say("the planner uses ${app.version} once, so that the memory has seen its screens; nothing is learned from it")
        stage.run("seen in ${app.version}") { agent.lookAround("print TEST") }
        memory.lifecycle().use { lifecycle ->
            val dream = lifecycle.dream(AtRest)
            dream.notes.forEach { stage.say("dream: $it") }
            stage.expect(dream.notes.any { "→v${app.version}" in it }) { "the dream tells what it migrated" }
            val scores = lifecycle.aliases().map { it.score }
            stage.expect(scores.isNotEmpty() && scores.all { it >= 0.7 }) { "there are aliases, each scored 0.7 or more: $scores" }
        }
        val run = stage.run("after the upgrade") { agent.tryReplay(ReplayRequest("print UPGRADED", macroId = printMacro)) }
        expectReplayed(run, "UPGRADED")
    }

    private suspend fun switch() {
        val first = stage.run("switch is off") { agent.perform(BOTH_SIDES) }
        stage.expect(first.task.learned?.macroId != null) { "a macro is learned, but: ${first.task.learned?.notLearned}" }
        stage.expect(app.bothSides) { "the planner turns the switch on" }
        val run = stage.run("switch is on") { agent.perform(BOTH_SIDES) }
        stage.expect(run.task.replay is ReplayOutcome.Done && run.plannerCalls == 0) { "it is done without the planner" }
        stage.expect(run.hits == listOf("settings") && app.bothSides) { "only the settings are opened, not ${run.hits}" }
    }

    /** Replayed to the end without the planner, as many actions as steps, each on the element it was learned on. */
    private fun expectReplayed(run: Run, printed: String) {
        val replay = run.task.replay as? ReplayOutcome.Done
        stage.expect(replay != null) { "the memory does it to the end, but: ${run.task.handBack?.sentence}" }
        stage.expect(run.plannerCalls == 0) { "the planner is not asked" }
        stage.expect(replay?.actions == PRINT_STEPS.size && replay.steps == PRINT_STEPS.size) { "there is one action per step" }
        stage.expect(run.hits == PRINT_STEPS) { "row, field and button are hit, not ${run.hits}" }
        stage.expect(app.printed.last() == printed) { "\"$printed\" is printed" }
    }

    /** A phone that lies on its charger at night. */
    private object AtRest : DeviceState {
        override fun condition() = DeviceCondition(screenOff = true, charging = true, unmetered = true, batteryPercent = 90)
    }

    companion object {
        private val PRINT_STEPS = listOf("labels", "labeltext", "printbutton")
        private val SURPRISES = setOf(HandBackKind.WRONG_SCREEN, HandBackKind.TARGET_COVERED)

        /** Plays all lines with a new memory in [folder], and writes the memory screen there as `report.html`. */
        suspend fun play(folder: Path): Results {
            // Begins now and moves only when the story says so.
            val clock = ManualClock(System.currentTimeMillis())
            return MemoryEngine.open(EngineConfig(path = "$folder/memory.db"), clock).use { memory ->
                val demo = Demo(memory, clock)
                demo.play()
                folder.resolve("report.html").writeText(memory.reportHtml())
                demo.stage.results
            }
        }
    }
}
