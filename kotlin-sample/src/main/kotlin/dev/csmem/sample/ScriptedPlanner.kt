package dev.csmem.sample

import dev.csmem.Action
import dev.csmem.Snapshot
import dev.csmem.Target
import dev.csmem.UiNode

/** What a planner answers when it is shown a screen. */
internal sealed interface Decision {
    /** Do this, then show me the screen again. [words] say it to people. */
    data class Act(val action: Action, val words: String) : Decision

    /** The task is done. */
    data object Done : Decision

    /** I do not know what to do here. */
    data object Stuck : Decision
}

/** Decides the next action from the goal and the screen, as a large model would. */
internal fun interface Planner {
    suspend fun decide(goal: String, screen: Snapshot): Decision
}

/**
 * The stand-in for a model: a few rules about printers. Like a model it sees only what is on the screen, so it copes with rows,
 * dialogs and versions it was not told about; like a model it is asked once per action. [calls] counts that.
 */
internal class ScriptedPlanner : Planner {
    var calls = 0
        private set

    override suspend fun decide(goal: String, screen: Snapshot): Decision {
        calls++
        val nodes = screen.nodes
        val later = nodes.labelled("Later")
        return when {
            later != null -> tap(nodes, later)
            goal == BOTH_SIDES -> switchOn(nodes)
            goal.startsWith(PRINT) -> print(nodes, goal.removePrefix(PRINT))
            else -> Decision.Stuck
        }
    }

    private fun switchOn(nodes: List<UiNode>): Decision {
        val switch = nodes.labelled("Print on both sides") ?: return open(nodes, "Settings")
        return if (nodes[switch].checked) Decision.Done else tap(nodes, switch)
    }

    private fun print(nodes: List<UiNode>, text: String): Decision {
        if (nodes.any { it.text == "Sent to the printer: $text" }) return Decision.Done
        val field = nodes.indexOfFirst { it.editable && !it.password }
        if (field < 0) return open(nodes, "Labels")
        if (nodes[field].text != text) {
            val action = Action.InputText(Target.Node(field), text, secret = false)
            return Decision.Act(action, "type \"$text\"")
        }
        val button = nodes.indexOfFirst { it.clickable && it.text.startsWith("Print") }
        return if (button < 0) Decision.Stuck else tap(nodes, button)
    }

    private fun open(nodes: List<UiNode>, row: String): Decision {
        val label = nodes.labelled(row) ?: return Decision.Stuck
        return tap(nodes, label)
    }

    /** Taps the element that reacts: the node itself, or the nearest one around it that does. */
    private fun tap(nodes: List<UiNode>, index: Int): Decision {
        val clickable = generateSequence(index) { nodes[it].parent }.firstOrNull { nodes[it].clickable }
        return if (clickable == null) Decision.Stuck else Decision.Act(Action.Tap(Target.Node(clickable)), "tap \"${nodes[index].text}\"")
    }

    private fun List<UiNode>.labelled(text: String): Int? = indexOfFirst { it.text == text }.takeIf { it >= 0 }

    companion object {
        /** A goal that begins like this ends with what is to be printed. */
        const val PRINT = "print "
        const val BOTH_SIDES = "turn on printing on both sides"
    }
}
