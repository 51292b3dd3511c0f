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
import dev.csmem.sentence
import dev.csmem.testing.ManualClock
import java.nio.file.Path
import kotlin.io.path.isHidden
import kotlin.io.path.isRegularFile
import kotlin.io.path.listDirectoryEntries
import kotlin.io.path.name
import kotlin.io.path.readBytes

/** Feeds a folder of recorded uiautomator dumps to a new memory, in the order of their names, and shows what is kept of each. */
internal class Dumps private constructor(private val memory: MemoryEngine, private val clock: ManualClock) {
    private var rawBytes = 0L
    private var keptBytes = 0L

    private suspend fun feed(files: List<Path>) {
        var emptyBytes = 0L
        memory.beginEpisode(EpisodeRequest("look at recorded dumps")).use { session ->
            emptyBytes = storedBytes()
            val rows = files.map { file -> row(session, file).also { println("   ${it.joinToString("  ")}") } }
            session.finish(EpisodeOutcome.CANCELLED)
            println("\n" + table(HEADER, rows, right = setOf(1, 2, 3, 5)))
        }
        val stats = memory.stats()
        println("\n${files.size} dumps of $rawBytes bytes: ${stats.screens} screens, ${stats.nodes} nodes, ${stats.edges} edges in $keptBytes bytes")
        println("(the empty database is $emptyBytes bytes; it grows by pages of 4096)")
    }

    private suspend fun row(session: EpisodeSession, file: Path): List<String> {
        val bytes = file.readBytes()
        val before = storedBytes()
        clock.advance(1_000)
        // A dump does not say when it was taken, nor whether another app's window lay over it.
        val capture = Capture(at = clock.now(), channel = "uiautomator", overlay = OverlayState.UNKNOWN)
        val cells = try {
            cells(session.recordScreen(ScreenInput.Dump(bytes, capture)))
        } catch (error: MemoryException) {
            listOf("-", "-", error.sentence)
        }
        val grown = storedBytes() - before
        rawBytes += bytes.size
        keptBytes += grown
        return listOf(file.name, "${bytes.size}") + cells + "$grown"
    }

    private fun cells(seen: ScreenReceipt): List<String> {
        val delta = when {
            seen.screen == null -> "not kept: ${seen.verdict.reasons.joinToString { it.code }}"
            seen.unchanged -> "same"
            else -> "+${seen.added} -${seen.removed} ~${seen.moved}/${seen.relabelled}" + if (seen.pageTransition) " page" else ""
        }
        return listOf("${seen.rawNodes}", "${seen.nodes}", delta)
    }

    private suspend fun storedBytes(): Long {
        memory.flush()
        return memory.stats().bytes
    }

    companion object {
        private val HEADER = listOf("dump", "raw bytes", "nodes", "semantic", "delta (+new -gone ~moved/relabelled)", "stored")

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
