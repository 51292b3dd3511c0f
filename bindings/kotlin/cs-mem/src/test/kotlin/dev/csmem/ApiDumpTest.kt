package dev.csmem

import java.io.File
import org.jetbrains.kotlin.abi.tools.AbiFilters
import org.jetbrains.kotlin.abi.tools.AbiTools
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

/** The public API is a committed file: a change of it is a visible line in a diff. `make api-dump` rewrites the file. */
class ApiDumpTest {
    @Test
    fun `the public API is the committed one`() {
        val classes = File(MemoryEngine::class.java.protectionDomain.codeSource.location.toURI())
        val files = classes.walk().filter { it.extension == "class" }.sortedBy { it.path }.asIterable()
        val dump = StringBuilder().also { AbiTools.getInstance().printJvmDump(it, files, AbiFilters.EMPTY) }.toString()

        val committed = File(System.getProperty("csmem.root"), "bindings/kotlin/api/cs-mem.api")
        if (System.getProperty("csmem.api.update").toBoolean()) committed.writeText(dump)
        assertEquals(committed.readText(), dump, "the API has changed; if that is meant, run `make api-dump` and commit the file")
    }
}
