package dev.csmem.sample

import dev.csmem.libraryVersion
import java.nio.file.Path
import kotlin.io.path.Path
import kotlin.io.path.createDirectories
import kotlin.io.path.deleteIfExists
import kotlin.io.path.isDirectory
import kotlin.io.path.listDirectoryEntries
import kotlin.io.path.writeText
import kotlin.system.exitProcess
import kotlinx.coroutines.runBlocking

/**
 * `make demo` plays the seven lines of [Demo]; with a folder as argument, [Dumps] reads the recorded dumps in it.
 *
 * Results go to `target/demo` of the project, or to the folder that `CS_MEM_DEMO` names. The exit code is 1 when a line is not
 * right, and 2 when the call is wrong.
 */
fun main(arguments: Array<String>) {
    val target = Path(System.getenv("CS_MEM_DEMO") ?: "target/demo").createDirectories()
    // Databases of the last run, their logs and backups.
    target.listDirectoryEntries("{memory,dumps}*").forEach { it.deleteIfExists() }
    val right = when (arguments.size) {
        0 -> demo(target)
        1 -> dumps(Path(arguments[0]), target)
        else -> wrongCall("give no argument for the demo, or one folder of dumps")
    }
    exitProcess(if (right) 0 else 1)
}

private fun demo(target: Path): Boolean {
    println("cs-mem ${libraryVersion()}: a small agent, a scripted phone, and a planner that stands in for a model")
    val results = runBlocking { Demo.play(target) }
    target.resolve("summary.json").writeText(results.json())
    println("\n${results.table()}\n")
    println("report: ${target.resolve("report.html")}   summary: ${target.resolve("summary.json")}")
    results.findings.forEach { println("line ${it.line} is not right: ${it.words}") }
    if (results.findings.isEmpty()) println("all seven lines are right")
    return results.findings.isEmpty()
}

private fun dumps(folder: Path, target: Path): Boolean {
    if (!folder.isDirectory()) wrongCall("there is no folder $folder")
    println("cs-mem ${libraryVersion()}: recorded dumps of $folder, in the order of their names")
    return runBlocking { Dumps.feed(folder, target) } || wrongCall("the folder $folder holds no files")
}

private fun wrongCall(words: String): Nothing {
    System.err.println("$words: make demo [DUMPS=folder]")
    exitProcess(2)
}
