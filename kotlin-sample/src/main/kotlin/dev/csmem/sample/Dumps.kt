package dev.csmem.sample

import dev.csmem.Capture
import dev.csmem.EngineConfig
import dev.csmem.EpisodeOutcome
import dev.csmem.EpisodeRequest
import dev.csmem.EpisodeSession
import dev.csmem.MemoryEngine
import dev.csmem.MemoryException
import dev.csmem.OverlayState
import dev.csmem.ScreenInput
import dev.csmem.ScreenReceipt
import dev.csmem.Stats
import dev.csmem.code
import dev.csmem.testing.ManualClock
import java.nio.file.Path
import kotlin.io.path.fileSize
import kotlin.io.path.isHidden
import kotlin.io.path.isRegularFile
import kotlin.io.path.listDirectoryEntries
import kotlin.io.path.name
import kotlin.io.path.readBytes

/** Feeds a folder of recorded uiautomator dumps to a new memory, in the order of their names, and shows what is kept of each. */
internal class Dumps private constructor(private val memory: MemoryEngine, private val clock: ManualClock) {
    private suspend fun feed(files: List<Path>) {
        val longest = files.maxOf { it.name.length }.coerceAtMost(48)
        // As wide as they get: rows are shown as they come.
        val widest = listOf("x".repeat(longest), "9999999", "99999", "9999", "x".repeat(34), "999999", "9999999")
        val columns = Columns(HEADER, listOf(widest), right = setOf(1, 2, 3, 5, 6))
        println("delta: + new, - gone, ~ moved/relabelled, page: another page; stored: the screen itself; database: growth, in pages\n")
        println(columns.head())
        val first = stats()
        memory.beginEpisode(EpisodeRequest("look at recorded dumps")).use { session ->
            for (file in files) println(columns.line(row(session, file)))
            session.finish(EpisodeOutcome.CANCELLED)
        }
        val last = stats()
        println("\n${files.size} dumps, ${files.sumOf { it.fileSize() }} bytes: ${last.screens} screens, ${last.nodes} nodes, ${last.edges} edges")
        println("${last.screenBytes} bytes of screens in a database that grew by ${last.bytes - first.bytes} bytes, indexes and all")
    }

    private suspend fun row(session: EpisodeSession, file: Path): List<String> {
        val before = stats()
        clock.advance(1_000)
        // A dump does not say when it was taken, nor whether another app's window lay over it.
        val capture = Capture(at = clock.now(), channel = "uiautomator", overlay = OverlayState.UNKNOWN)
        val cells = try {
            cells(session.recordScreen(ScreenInput.Dump(file.readBytes(), capture)))
        } catch (error: MemoryException) {
            listOf("-", "-", "not read: ${error.code}")
        }
        val after = stats()
        return listOf(file.name, "${file.fileSize()}") + cells +
            listOf("${after.screenBytes - before.screenBytes}", "${after.bytes - before.bytes}")
    }

    private suspend fun stats(): Stats {
        memory.flush()
        return memory.stats()
    }

    private fun cells(seen: ScreenReceipt): List<String> {
        val delta = when {
            seen.screen == null -> "not kept: ${seen.verdict.reasons.joinToString { it.code }}"
            seen.unchanged -> "same"
            else -> "+${seen.added} -${seen.removed} ~${seen.moved}/${seen.relabelled}" + if (seen.pageTransition) " page" else ""
        }
        return listOf("${seen.rawNodes}", "${seen.nodes}", delta)
    }

    companion object {
        private val HEADER = listOf("dump", "raw bytes", "nodes", "semantic", "delta", "stored", "database")

        /** Feeds the dumps of [folder] to a new memory in [work]. Whether there were any. */
        suspend fun feed(folder: Path, work: Path): Boolean {
            val files = folder.listDirectoryEntries().filter { it.isRegularFile() && !it.isHidden() }.sortedBy { it.name }
            if (files.isEmpty()) return false
            val clock = ManualClock()
            MemoryEngine.open(EngineConfig(path = "$work/dumps.db"), clock).use { Dumps(it, clock).feed(files) }
            return true
        }
    }
}
