package dev.csmem.testing

import dev.csmem.Rect
import dev.csmem.UiNode

/**
 * Draws one screen, from top to bottom.
 *
 * Every element has a name: the phone's log says by it what an action really hit.
 */
public class ScriptedScreen internal constructor(private val packageName: String, private val width: Int, private val height: Int) {
    internal class Element(val name: String?, val onTap: (() -> Unit)?, val onText: ((String) -> Unit)?)

    internal val nodes = mutableListOf<UiNode>()
    internal val elements = mutableListOf<Element>()
    private var parent: Int? = null
    private var y = 0

    init {
        parent = add(node("FrameLayout", "", Rect(0, 0, width, height)), Element(null, null, null))
    }

    /** Leaves [pixels] free. */
    public fun gap(pixels: Int) {
        y += pixels
    }

    /** A line of text. */
    @JvmOverloads
    public fun text(id: String, text: String, height: Int = 80) {
        put(node("TextView", id, line(height)).copy(text = text), Element(id, null, null))
    }

    /** A button that does [onTap]. */
    @JvmOverloads
    public fun button(id: String, label: String, enabled: Boolean = true, onTap: () -> Unit) {
        put(node("Button", id, line(160)).copy(text = label, clickable = true, enabled = enabled), Element(id, onTap.takeIf { enabled }, null))
    }

    /** An input that shows [value] and hands typed text to [onText]. */
    @JvmOverloads
    public fun field(id: String, value: String, hint: String = "", password: Boolean = false, onText: (String) -> Unit) {
        val shown = if (password) "•".repeat(value.length) else value
        val node = node("EditText", id, line(160)).copy(
            text = shown, hint = hint, clickable = true, focusable = true, editable = true, password = password,
        )
        put(node, Element(id, {}, onText))
    }

    /** A switch that hands its new state to [onChange]. */
    public fun switch(id: String, label: String, checked: Boolean, onChange: (Boolean) -> Unit) {
        val node = node("Switch", id, line(160)).copy(text = label, clickable = true, checkable = true, checked = checked)
        put(node, Element(id, { onChange(!checked) }, null))
    }

    /** A scrollable list whose rows [draw] puts. */
    public fun list(id: String, draw: ScriptedScreen.() -> Unit) {
        inside(node("ListView", id, Rect(0, y, width, height)).copy(scrollable = true), Element(id, null, null), draw)
    }

    /** A row of a list: a clickable layout with the label in a child, as most apps have it. Its name is [label]. */
    @JvmOverloads
    public fun row(label: String, id: String = "row", onTap: () -> Unit) {
        val bounds = line(160)
        val element = Element(label, onTap, null)
        inside(node("LinearLayout", id, bounds).copy(clickable = true), element) {
            put(node("TextView", "${id}_title", bounds).copy(text = label), element)
        }
    }

    /** A dialog in front of the rest. */
    @JvmOverloads
    public fun dialog(id: String = "dialog", draw: ScriptedScreen.() -> Unit) {
        val before = y
        y = height / 10
        inside(node("FrameLayout", id, Rect(width / 12, y, width - width / 12, height - height / 4)), Element(id, null, null), draw)
        y = before
    }

    private fun node(type: String, id: String, bounds: Rect) = UiNode(
        className = "android.widget.$type",
        resourceId = if (id.isEmpty()) "" else "$packageName:id/$id",
        packageName = packageName,
        bounds = bounds,
        parent = parent,
    )

    private fun line(height: Int) = Rect(0, y, width, y + height).also { y += height }

    private fun put(node: UiNode, element: Element) {
        add(node, element)
    }

    private fun inside(node: UiNode, element: Element, draw: ScriptedScreen.() -> Unit) {
        val outer = parent
        parent = add(node, element)
        draw()
        parent = outer
    }

    private fun add(node: UiNode, element: Element): Int {
        nodes += node
        elements += element
        return nodes.lastIndex
    }
}
