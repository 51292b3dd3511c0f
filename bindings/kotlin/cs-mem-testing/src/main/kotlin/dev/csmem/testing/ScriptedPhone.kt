package dev.csmem.testing

import dev.csmem.Capture
import dev.csmem.Delivery
import dev.csmem.Display
import dev.csmem.DriverAction
import dev.csmem.Foreground
import dev.csmem.HostException
import dev.csmem.OverlayState
import dev.csmem.Rect
import dev.csmem.ScreenInput
import dev.csmem.Snapshot
import dev.csmem.UiDriver
import dev.csmem.Window
import dev.csmem.WindowKind

/** An app on the scripted phone: its state is in its fields, its screens follow from them. */
public interface ScriptedApp {
    /** Its package. */
    public val packageName: String

    /** Its version. */
    public val version: String

    /** Draws the screen that the state asks for. */
    public fun draw(screen: ScriptedScreen)

    /** The back key. */
    public fun back() {}

    /** The app is started, or brought to its first screen. */
    public fun launch() {}
}

/** An action that reached the phone, and the name of the element it hit; `null` is a miss. */
public data class SentAction(public val action: DriverAction, public val element: String?)

/**
 * A phone with one app, for tests: no device, no time, no chance. Its log says what every action really hit, so that a wrong tap
 * shows.
 *
 * Small on purpose: one display, no animations, no keyboard, no gestures; a scroll is logged and moves nothing.
 */
public class ScriptedPhone @JvmOverloads constructor(
    private val app: ScriptedApp,
    private val clock: ManualClock = ManualClock(),
    private val display: Display = Display(width = 1080, height = 2000),
) : UiDriver {
    private val log = mutableListOf<SentAction>()
    private var elements: List<ScriptedScreen.Element> = emptyList()
    private var failures = 0

    /** What was sent, in order. */
    public val sent: List<SentAction>
        get() = synchronized(this) { log.toList() }

    /** Forgets what was sent and starts the app anew. */
    @Synchronized
    public fun restart() {
        log.clear()
        app.launch()
    }

    /** Makes the next [times] actions throw, as if the cable had fallen out. */
    @Synchronized
    public fun failNext(times: Int) {
        failures = times
    }

    /** The screen as it is now. */
    @Synchronized
    public fun screen(): ScreenInput.Nodes {
        val drawn = ScriptedScreen(app.packageName, display.width, display.height)
        app.draw(drawn)
        elements = drawn.elements
        val bounds = Rect(0, 0, display.width, display.height)
        val capture = Capture(
            at = clock.now(),
            channel = "scripted",
            foreground = Foreground(packageName = app.packageName, version = app.version),
            display = display,
            overlay = OverlayState.NONE,
        )
        val window = Window(kind = WindowKind.APPLICATION, layer = 1, packageName = app.packageName, bounds = bounds, focused = true)
        return ScreenInput.Nodes(Snapshot(nodes = drawn.nodes, windows = listOf(window), capture = capture))
    }

    /** Index of the node of this name on the screen drawn last. */
    @Synchronized
    public fun indexOf(element: String): Int {
        val index = elements.indexOfFirst { it.name == element }
        require(index >= 0) { "there is no element \"$element\" on this screen; there are ${elements.mapNotNull { it.name }.distinct()}" }
        return index
    }

    /** Acts like a finger. */
    @Synchronized
    public fun act(action: DriverAction): Delivery {
        if (failures > 0) {
            failures--
            throw HostException.Failed("the cable fell out")
        }
        val hit = action.node?.let { elements.getOrNull(it) }
        log += SentAction(action, hit?.name)
        clock.advance(40)
        when (action) {
            is DriverAction.Tap -> hit?.onTap?.invoke()
            is DriverAction.InputText -> hit?.onText?.invoke(action.text)
            is DriverAction.Back -> app.back()
            is DriverAction.Launch -> if (action.packageName == app.packageName) app.launch() else return Delivery.REFUSED
            is DriverAction.LongPress, is DriverAction.Scroll, is DriverAction.PressKey, is DriverAction.Home -> Unit
        }
        return Delivery.DELIVERED
    }

    override suspend fun readScreen(): ScreenInput = screen()

    override suspend fun perform(action: DriverAction): Delivery = act(action)

    override suspend fun settle(millis: Long) {
        clock.advance(millis)
    }

    private val DriverAction.node: Int?
        get() = when (this) {
            is DriverAction.Tap -> node
            is DriverAction.LongPress -> node
            is DriverAction.Scroll -> node
            is DriverAction.InputText -> node
            is DriverAction.PressKey, is DriverAction.Back, is DriverAction.Home, is DriverAction.Launch -> null
        }
}
