package dev.csmem.testing

import java.io.File
import org.jetbrains.kotlin.abi.tools.AbiFilters
import org.jetbrains.kotlin.abi.tools.AbiTools
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource

/** The public API is a committed file: a change of it is a visible line in a diff. `make api-dump` rewrites the files. */
class ApiDumpTest {
    private val root = File(System.getProperty("csmem.root"))

    @ParameterizedTest
    @ValueSource(strings = ["cs-mem", "cs-mem-testing"])
    fun `the public API is the committed one`(artifact: String) {
        val dump = dump(artifact)
        val committed = File(root, "bindings/kotlin/api/$artifact.api")
        if (System.getProperty("csmem.api.update").toBoolean()) committed.writeText(dump)
        assertEquals(committed.readText(), dump, "the API has changed; if that is meant, run `make api-dump` and commit the file")
    }

    @ParameterizedTest
    @ValueSource(strings = ["FfiConverter", "Uniffi", "RustBuffer", "ForeignBytes", "com/sun/jna", "Disposable", "UInt", "ULong"])
    fun `no helper of the call layer and no unsigned number is API`(name: String) {
        assertFalse(name in dump("cs-mem"))
    }

    private fun dump(artifact: String): String = dumps.getOrPut(artifact) {
        val classes = File(root, "target/kotlin/$artifact/classes").walk().filter { it.extension == "class" }.sortedBy { it.path }
        StringBuilder().also { AbiTools.getInstance().printJvmDump(it, classes.asIterable(), AbiFilters.EMPTY) }.toString()
    }

    private companion object {
        val dumps = mutableMapOf<String, String>()
    }
}
