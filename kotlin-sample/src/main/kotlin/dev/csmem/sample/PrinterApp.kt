package dev.csmem.sample

import dev.csmem.testing.ScriptedApp
import dev.csmem.testing.ScriptedScreen

/**
 * The app that the agent works with: a label printer.
 *
 * Its screens follow from its fields, so a story changes the app by setting them: the clock, the rows of the list and how far it
 * is scrolled, a dialog in front, the switch, the version.
 */
internal class PrinterApp : ScriptedApp {
    override val packageName = "com.example.printer"
    override var version = "1.2"
        private set

    /** Rows of the first screen. */
    val rows = mutableListOf("Invoices", "Envelopes", "Labels", "Photos", "Posters", "Receipts", "Settings")

    /** Rows that have scrolled out at the top. */
    var scrolledBy = 0

    /** Minutes since midnight, shown at the top of every screen. */
    var minutes = 9 * 60 + 41

    /** Whether the app asks for a rating, in front of everything. */
    var asksForRating = false

    /** Whether paper is printed on both sides. */
    var bothSides = false

    /** What came out of the printer. */
    val printed = mutableListOf<String>()

    private enum class Page { HOME, EDITOR, PRINTED, SETTINGS }

    private var page = Page.HOME
    private var text = ""

    /** A new version comes from the store: ids renamed, a label reworded, the layout moved. */
    fun upgrade() {
        version = "1.3"
    }

    override fun launch() {
        page = Page.HOME
        text = ""
    }

    override fun back() = launch()

    override fun draw(screen: ScriptedScreen): Unit = with(screen) {
        text("clock", "%02d:%02d".format(minutes / 60 % 24, minutes % 60), height = 60)
        if (version == "1.3") gap(90)
        when (page) {
            Page.HOME -> home()
            Page.EDITOR -> editor()
            Page.PRINTED -> {
                text(id("screenTitle"), "Printed", height = 140)
                text(id("printResult"), "Sent to the printer: ${printed.last()}")
            }
            Page.SETTINGS -> {
                text(id("screenTitle"), "Printer settings", height = 140)
                switch(id("bothSides"), "Print on both sides", bothSides) { bothSides = it }
            }
        }
        if (asksForRating) {
            dialog("ratingDialog") {
                text("ratingQuestion", "Do you like this app?", height = 900)
                button("ratingLater", "Later") { asksForRating = false }
            }
        }
    }

    private fun ScriptedScreen.home() {
        text(id("screenTitle"), "Printer", height = 140)
        list(id("paperList")) {
            for (label in rows.drop(scrolledBy)) row(label, id("paperRow")) { open(label) }
        }
    }

    private fun ScriptedScreen.editor() {
        text(id("screenTitle"), "New label", height = 140)
        val field = { field(id("labelText"), text, hint = "Text on the label") { text = it } }
        val button = {
            button(id("printButton"), if (version == "1.3") "Print now" else "Print") {
                printed += text
                page = Page.PRINTED
            }
        }
        // 1.3 has the button above the field
        if (version == "1.3") { button(); field() } else { field(); button() }
    }

    private fun open(row: String) {
        when (row) {
            "Labels" -> page = Page.EDITOR
            "Settings" -> page = Page.SETTINGS
        }
    }

    /** 1.3 writes its ids in lower case, as many apps do when they change their tools. */
    private fun id(name: String): String = if (version == "1.3") name.lowercase() else name
}
