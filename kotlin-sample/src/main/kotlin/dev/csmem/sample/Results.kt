package dev.csmem.sample

import java.util.Locale

/** A row of the table. */
internal data class Row(
    val line: Int,
    val run: String,
    val plannerCalls: Int,
    val actionsSent: Int,
    val outcome: String,
    val millis: Double,
)

/** What was not right in a line, in words. */
internal data class Finding(val line: Int, val words: String)

/** What the demo found out. */
internal class Results {
    val rows = mutableListOf<Row>()
    val findings = mutableListOf<Finding>()

    /** The table, aligned, numbers to the right. */
    fun table(): String {
        val header = listOf("run", "planner calls", "actions sent", "outcome", "time")
        val cells = rows.map {
            listOf("${it.line}  ${it.run}", "${it.plannerCalls}", "${it.actionsSent}", it.outcome, "%.0f ms".format(Locale.ROOT, it.millis))
        }
        val columns = Columns(header, cells, right = setOf(1, 2, 4))
        return (listOf(columns.head()) + cells.map(columns::line)).joinToString("\n")
    }

    /** The same for programs. */
    fun json(): String {
        val runs = rows.joinToString(",\n") {
            "    {\"line\": ${it.line}, \"run\": ${quoted(it.run)}, \"planner_calls\": ${it.plannerCalls}, " +
                "\"actions_sent\": ${it.actionsSent}, \"outcome\": ${quoted(it.outcome)}, " +
                "\"millis\": ${"%.3f".format(Locale.ROOT, it.millis)}}"
        }
        val wrong = findings.joinToString(", ") { "{\"line\": ${it.line}, \"what\": ${quoted(it.words)}}" }
        return "{\n  \"ok\": ${findings.isEmpty()},\n  \"wrong\": [$wrong],\n  \"runs\": [\n$runs\n  ]\n}\n"
    }
}

/** Aligned columns: those in [right] to the right, text that is too long cut. */
internal class Columns(private val header: List<String>, rows: List<List<String>>, private val right: Set<Int>) {
    private val widths = header.indices.map { column -> (rows + listOf(header)).maxOf { it[column].length } }

    fun head(): String = line(header) + "\n" + widths.joinToString("  ") { "-".repeat(it) }

    fun line(cells: List<String>): String = cells.withIndex().joinToString("  ") { (column, cell) ->
        val width = widths[column]
        val cut = if (cell.length > width) cell.take(width - 1) + "…" else cell
        if (column in right) cut.padStart(width) else cut.padEnd(width)
    }.trimEnd()
}

/** A JSON string. */
internal fun quoted(text: String): String = buildString {
    append('"')
    for (c in text) {
        when {
            c == '"' || c == '\\' -> append('\\').append(c)
            c < ' ' -> append("\\u%04x".format(c.code))
            else -> append(c)
        }
    }
    append('"')
}
