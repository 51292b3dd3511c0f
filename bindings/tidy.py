"""Turns the generator's raw output into what we ship.

UniFFI writes one file per language in which the helpers of the call layer are as public as the API. In Kotlin this
makes them `internal`, so that neither auto-complete, the documentation nor the API dump shows them, and puts panics
into the library's own error tree, so that one `catch (e: MemoryException)` is enough.

Every rule must match: a generator that writes something else stops the build instead of leaking helpers.

    python3 bindings/tidy.py <folder with kotlin/, python/ and swift/>
"""

import re
import sys
from pathlib import Path

HEADER = "Generated from the Rust sources by `make bindings`; edit those instead."

# (what it is for, pattern, replacement)
KOTLIN = [
    ("converters are not API", r"^public (object|interface|abstract class|typealias) FfiConverter", r"internal \1 FfiConverter"),
    ("nor are buffers", r"^open class RustBuffer\b", "internal open class RustBuffer"),
    ("nor the error lifting", r"^interface UniffiRustCallStatusErrorHandler", "internal interface UniffiRustCallStatusErrorHandler"),
    ("nor its null case", r"^object UniffiNullRustCallStatusErrorHandler", "internal object UniffiNullRustCallStatusErrorHandler"),
    ("nor its companions", r"^    companion object ErrorHandler", "    internal companion object ErrorHandler"),
    ("nor the cleaner", r"^interface UniffiCleaner", "internal interface UniffiCleaner"),
    ("objects keep their cleaner to themselves", r"^    protected val cleanable: UniffiCleaner", "    internal val cleanable: UniffiCleaner"),
    ("and their handle", r"^    protected val handle: Long", "    internal val handle: Long"),
    ("raw handles are not for hosts", r"^    constructor\(withHandle: UniffiWithHandle", "    internal constructor(withHandle: UniffiWithHandle"),
    ("nor their marker", r"^object UniffiWithHandle", "internal object UniffiWithHandle"),
    ("nor cloning them", r"^    fun uniffiCloneHandle", "    internal fun uniffiCloneHandle"),
    ("a call that any other call makes", r"^public fun uniffiEnsureInitialized", "internal fun uniffiEnsureInitialized"),
    ("hosts say closed", r"\buniffiIsDestroyed\b", "isClosed"),
    ("and what it tells them", r"Whether the current object has been destroyed and its reference is gone in the Rust side\.", "Whether `close()` was called."),
    ("a counter for leak tests", r"^public fun uniffiForeignFutureHandleCount", "internal fun uniffiForeignFutureHandleCount"),
    ("the standard library's `use` serves", r"^inline fun <T : Disposable\?, R> T\.use", "internal inline fun <T : Disposable?, R> T.use"),
    ("Rust's side of host traits", r"^open class (\w+)Impl: Disposable", r"internal open class \1Impl: Disposable"),
    ("empty companions are noise", r"(?<!: UniffiCleaner\.Cleanable\n\n)^ *companion object\n", ""),
    ("top-level functions in Java: CsMem.toolSpecs()", r'^@file:Suppress\("NAME_SHADOWING"\)$', '@file:Suppress("NAME_SHADOWING")\n@file:JvmName("CsMem")'),
    ("AutoCloseable says it all", r"^((?:internal )?open class \w+: )Disposable, AutoCloseable", r"\1AutoCloseable"),
    ("so this is not API", r"^interface Disposable", "internal interface Disposable"),
    (
        "and says so",
        r"^    @Synchronized\n    override fun close\(\)",
        "    /** Lets go of what it holds on the native side. Closing twice is harmless; using it afterwards throws. */\n"
        "    @Synchronized\n    override fun close()",
    ),
    ("`close` is the one way", r"^    override fun destroy\(\)", "    internal fun destroy()"),
    (
        "one error tree, panics included",
        r"^class InternalException\(message: String\) : kotlin\.Exception\(message\)",
        "/**\n"
        " * The library failed in a way it does not expect. This is a bug in it: please report the sentence.\n"
        " */\n"
        "public class InternalException internal constructor(message: String) : MemoryException(\n"
        '    "the library failed unexpectedly, please report this: $message [internal]"\n'
        ")",
    ),
    (
        "which the library never takes back: host traits have an error of their own",
        r"(is MemoryException\.\w+ -> \{\n\s+buf\.putInt\(\d+\)\n\s+Unit\n\s+\}\n)(\s+)(\}\.let)",
        r'\1\2    is InternalException -> error("not an answer of a host")\n\2\3',
    ),
    ("an Error thrown by the host must arrive too, or the call would hang", r"\} catch\(e: kotlin\.Exception\) \{", "} catch(e: kotlin.Throwable) {"),
]

SWIFT = [
    (
        "the package asks for Swift 5.9 anyway",
        r"^#if swift\(>=5\.8\)\n( *@_documentation\(visibility: private\)\n)#endif\n",
        r"\1",
    ),
    ("the same closure, so that the grammar can read it", r"let writeReturn = \{ \(\) \}", "let writeReturn = { Void() }"),
]

PYTHON = [
    (
        "drivers are called from the library's threads: they run on the loop that last awaited the library",
        r"^    if _UNIFFI_GLOBAL_EVENT_LOOP is not None:\n        return _UNIFFI_GLOBAL_EVENT_LOOP\n    else:\n        return asyncio\.get_running_loop\(\)",
        "    global _last_loop\n"
        "    if _UNIFFI_GLOBAL_EVENT_LOOP is not None:\n"
        "        return _UNIFFI_GLOBAL_EVENT_LOOP\n"
        "    try:\n"
        "        _last_loop = asyncio.get_running_loop()\n"
        "    except RuntimeError:\n"
        "        if _last_loop is None:\n"
        "            raise\n"
        "    return _last_loop\n"
        "\n"
        "_last_loop = None",
    ),
    (
        "a dropped call is told from the library's thread, too",
        r"^    eventloop\.call_soon\(_uniffi_cancel_task, task\)",
        "    eventloop.call_soon_threadsafe(_uniffi_cancel_task, task)",
    ),
]

HEADERS = {
    "kotlin": ("its header", r"\A// This file was autogenerated.*\n// .*\n", f"// {HEADER}\n"),
    "swift": ("its header", r"\A// This file was autogenerated.*\n// .*\n", f"// {HEADER}\n"),
    "python": ("its header", r"\A(?:#.*\n|\s*\n)*?# This file was autogenerated.*\n# .*\n", f"# {HEADER}\n"),
}


def sub(text: str, why: str, pattern: str, replacement: str, name: str) -> str:
    text, hits = re.subn(pattern, replacement, text, flags=re.MULTILINE)
    if hits == 0:
        sys.exit(f"{name}: nothing matches {pattern!r} ({why}); has the generator changed? See bindings/tidy.py")
    return text


def main(folder: Path) -> None:
    for language, suffix, rules in (("kotlin", "kt", KOTLIN), ("swift", "swift", SWIFT), ("python", "py", PYTHON)):
        files = sorted((folder / language).rglob(f"*.{suffix}"))
        if not files:
            sys.exit(f"{folder / language}: no generated .{suffix} file")
        for file in files:
            text = file.read_text()
            for why, pattern, replacement in [HEADERS[language], *rules]:
                text = sub(text, why, pattern, replacement, file.name)
            file.write_text(text)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
