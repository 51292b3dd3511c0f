package dev.csmem.testing

/** A small label printer: the app that all stories here are told on. */
class PrinterApp : ScriptedApp {
    override val packageName = "com.example.printer"
    override var version = "1.2"

    val rows = mutableListOf("Invoices", "Labels", "Settings")
    val printed = mutableListOf<String>()
    var minutes = 600
    var dialog = false
    var duplex = false
    private var page = Page.HOME
    private var text = ""

    private enum class Page { HOME, EDITOR, PRINTED, SETTINGS }

    override fun launch() {
        page = Page.HOME
        text = ""
    }

    override fun back() {
        page = Page.HOME
    }

    override fun draw(screen: ScriptedScreen): Unit = with(screen) {
        text("clock", "%02d:%02d".format(minutes / 60 % 24, minutes % 60), height = 60)
        when (page) {
            Page.HOME -> {
                text("toolbar_title", "Printer", height = 140)
                list("list") {
                    for (label in rows) row(label) { open(label) }
                }
            }
            Page.EDITOR -> {
                text("toolbar_title", "New label", height = 140)
                field("text", text, hint = "Text on the label") { text = it }
                button("print", "Print") {
                    printed += text
                    page = Page.PRINTED
                }
            }
            Page.PRINTED -> {
                text("toolbar_title", "Printed", height = 140)
                text("result", "Sent to the printer: ${printed.last()}")
            }
            Page.SETTINGS -> {
                text("toolbar_title", "Printer settings", height = 140)
                switch("duplex", "Print on both sides", duplex) { duplex = it }
            }
        }
        if (dialog) {
            dialog {
                text("message", "Rate this app", height = 900)
                button("later", "Later") { dialog = false }
            }
        }
    }

    private fun open(row: String) {
        when (row) {
            "Labels" -> page = Page.EDITOR
            "Settings" -> page = Page.SETTINGS
        }
    }
}
