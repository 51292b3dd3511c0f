package dev.csmem.sample

import dev.csmem.Action
import dev.csmem.ActionResult
import dev.csmem.Clock
import dev.csmem.Delivery
import dev.csmem.DriverAction
import dev.csmem.EpisodeOutcome
import dev.csmem.EpisodeRequest
import dev.csmem.EpisodeSession
import dev.csmem.FinishReport
import dev.csmem.HandBack
import dev.csmem.MemoryEngine
import dev.csmem.Rect
import dev.csmem.ReplayOutcome
import dev.csmem.ReplayRequest
import dev.csmem.ReplayRun
import dev.csmem.ScreenInput
import dev.csmem.Snapshot
import dev.csmem.Target
import dev.csmem.UiDriver

/** How a task went. */
internal data class TaskResult(
    /** Whether the task is done, by memory or planner. */
    val done: Boolean,
    /** What the memory replayed; none when it knew nothing. */
    val replay: ReplayOutcome?,
    /** What the memory learned from the planner's work; none when the planner was not needed. */
    val learned: FinishReport?,
) {
    /** What the replay handed back, when it stopped. */
    val handBack: HandBack? get() = (replay as? ReplayOutcome.HandedBack)?.handBack
}

/**
 * A phone agent with a memory. This file is what an app has to write.
 *
 * It asks the memory first. What the memory knows it does by itself, without the planner; where it stops, the planner goes on
 * from there; what it does not know, the planner does while the memory watches.
 */
internal class Agent(
    private val memory: MemoryEngine,
    private val phone: UiDriver,
    private val planner: Planner,
    private val clock: Clock,
    private val say: (String) -> Unit,
) {
    /** Does a task. */
    suspend fun perform(goal: String): TaskResult {
        val known = memory.macros().use { library -> library.find(goal) }
        return if (known.isEmpty()) learn(goal) else replay(ReplayRequest(goal, macroId = known.first().id))
    }

    /** Nothing is known: the planner does it, the memory records every step and learns from a good end. */
    private suspend fun learn(goal: String): TaskResult =
        memory.beginEpisode(EpisodeRequest(goal)).use { session -> work(session, goal, replay = null) }

    /** The memory does it, each step located and verified; where it stops, the planner goes on. */
    private suspend fun replay(request: ReplayRequest): TaskResult =
        memory.startReplay(request).use { run ->
            when (val outcome = drive(run)) {
                is ReplayOutcome.Done -> TaskResult(done = true, outcome, learned = null)
                is ReplayOutcome.HandedBack -> run.takeOver().use { session -> work(session, request.goal, outcome) }
            }
        }

    /** Only what the memory can do by itself. */
    suspend fun tryReplay(request: ReplayRequest): TaskResult =
        memory.startReplay(request).use { run ->
            val outcome = drive(run)
            TaskResult(done = outcome is ReplayOutcome.Done, outcome, learned = null)
        }

    private suspend fun drive(run: ReplayRun): ReplayOutcome {
        val outcome = run.drive(Told(phone, say))
        if (outcome is ReplayOutcome.HandedBack) say("memory:  handed back: ${outcome.handBack.sentence}")
        return outcome
    }

    /** Lets the planner work until the task is done. */
    private suspend fun work(session: EpisodeSession, goal: String, replay: ReplayOutcome?): TaskResult {
        val done = follow(session, goal)
        val learned = session.finish(if (done) EpisodeOutcome.SUCCEEDED else EpisodeOutcome.FAILED)
        return TaskResult(done, replay, learned)
    }

    /** Looks at the app while it does [goal], so that the memory sees its screens; nothing is learned as a task. */
    suspend fun lookAround(goal: String): TaskResult =
        memory.beginEpisode(EpisodeRequest("look around")).use { session ->
            val done = follow(session, goal)
            session.finish(EpisodeOutcome.CANCELLED)
            TaskResult(done, replay = null, learned = null)
        }

    private suspend fun follow(session: EpisodeSession, goal: String): Boolean {
        var input = phone.readScreen()
        session.recordScreen(input)
        repeat(MOST_STEPS) {
            session.recordThought()
            when (val decision = planner.decide(goal, input.snapshot)) {
                Decision.Done -> return true
                Decision.Stuck -> return false
                is Decision.Act -> {
                    say("planner: ${decision.words}")
                    val sentAt = clock.now()
                    val delivery = phone.perform(decision.action.on(input.snapshot))
                    phone.settle(SETTLE_MILLIS)
                    input = phone.readScreen()
                    val result = if (delivery == Delivery.DELIVERED) ActionResult.OK else ActionResult.FAILED
                    session.recordStep(decision.action, result, after = input, actedAt = sentAt)
                }
            }
        }
        return false
    }

    private companion object {
        const val MOST_STEPS = 20
        const val SETTLE_MILLIS = 300L
    }
}

/** The phone while the memory drives it: says what is done to it. */
private class Told(private val phone: UiDriver, private val say: (String) -> Unit) : UiDriver by phone {
    private var screen: Snapshot? = null

    override suspend fun readScreen(): ScreenInput = phone.readScreen().also { screen = it.snapshot }

    override suspend fun perform(action: DriverAction): Delivery {
        say("memory:  " + when (action) {
            is DriverAction.Tap -> "tap \"${label(action.node)}\""
            is DriverAction.InputText -> "type \"${action.text}\""
            else -> action.javaClass.simpleName.lowercase()
        })
        return phone.perform(action)
    }

    /** What the node says, or the first one in it that says something. */
    private fun label(node: Int): String {
        val nodes = screen?.nodes.orEmpty()
        fun isIn(index: Int) = generateSequence(index) { nodes[it].parent }.contains(node)
        return nodes.indices.firstOrNull { nodes[it].text.isNotEmpty() && isIn(it) }?.let { nodes[it].text }.orEmpty()
    }
}

/** The screen as nodes. An app that has raw dumps calls `readSnapshot` here. */
private val ScreenInput.snapshot: Snapshot
    get() = when (this) {
        is ScreenInput.Nodes -> snapshot
        is ScreenInput.Dump -> dev.csmem.readSnapshot(this)
    }

/** The planner's action for the driver. */
private fun Action.on(screen: Snapshot): DriverAction {
    fun node(target: Target): Pair<Int, Rect> = when (target) {
        is Target.Node -> target.index to screen.nodes[target.index].bounds
        is Target.At -> throw IllegalArgumentException("this planner aims at elements, not at points")
    }
    return when (this) {
        is Action.Tap -> node(target).let { (node, bounds) -> DriverAction.Tap(node, bounds) }
        is Action.InputText -> node(requireNotNull(target)).let { (node, bounds) -> DriverAction.InputText(node, bounds, text) }
        is Action.Back -> DriverAction.Back
        else -> throw IllegalArgumentException("this planner taps, types and goes back")
    }
}
