package dev.csmem.sample

import dev.csmem.HandBackKind
import dev.csmem.MemoryException
import dev.csmem.ReplayOutcome
import dev.csmem.testing.ManualClock
import dev.csmem.testing.ScriptedPhone

/** A run with what it cost and what its actions really hit, in lower case. */
internal class Run(val task: TaskResult, val plannerCalls: Int, val hits: List<String>)

/** Where the demo plays: it counts, times and checks, and says what is going on. */
internal class Stage(private val phone: ScriptedPhone, private val planner: ScriptedPlanner, private val clock: ManualClock) {
    val results = Results()
    private var line = 0

    /** Plays one line; what is not right in it is a finding, and the next line is played all the same. */
    suspend fun line(number: Int, title: String, tell: suspend () -> Unit) {
        line = number
        println("\n$number  $title")
        val before = results.findings.size
        try {
            tell()
        } catch (error: MemoryException) {
            finding("the memory refused: ${error.message}")
        }
        val wrong = results.findings.drop(before)
        if (wrong.isEmpty()) say("-> right") else wrong.forEach { say("-> NOT RIGHT: ${it.words}") }
    }

    /** Starts the app anew, lets [work] happen, and writes a row of the table. */
    suspend fun run(name: String, work: suspend () -> TaskResult): Run {
        phone.restart()
        clock.advance(60_000)
        val callsBefore = planner.calls
        val began = System.nanoTime()
        val task = work()
        val millis = (System.nanoTime() - began) / 1e6
        val hits = phone.sent.map { it.element?.lowercase() ?: "nothing" }
        val run = Run(task, planner.calls - callsBefore, hits)
        results.rows += Row(line, name, run.plannerCalls, hits.size, outcome(task), millis)
        return run
    }

    /** Notes that something is not right, unless it [holds]. */
    fun expect(holds: Boolean, words: () -> String) {
        if (!holds) finding("expected that ${words()}")
    }

    fun say(words: String): Unit = println("   $words")

    private fun finding(words: String) {
        results.findings += Finding(line, words)
    }

    private fun outcome(task: TaskResult): String = when (val replay = task.replay) {
        is ReplayOutcome.Done -> "done, ${replay.steps} steps verified"
        is ReplayOutcome.HandedBack -> "${replay.handBack.kind.words()}, ${if (task.done) "planner finished" else "not done"}"
        null -> when {
            task.learned?.macroId != null -> "learned, ${task.learned.macroSteps} steps"
            task.done -> "seen, not learned"
            else -> "not done"
        }
    }

    private fun HandBackKind.words(): String = name.lowercase().replace('_', ' ')
}
