/** What the generator cannot give to errors: a stable code, and whether trying again helps. */
@file:JvmName("MemoryErrors")

package dev.csmem

/**
 * The stable code of this error, e.g. `store.busy`: for `when`, metrics and support, never for users.
 *
 * `message` is a sentence that ends with it, in brackets.
 */
public val MemoryException.code: String
    get() = text.substringAfterLast('[', "").removeSuffix("]")

/** What was wrong and what to do, without the code. */
public val MemoryException.sentence: String
    get() = text.substringBeforeLast('[').trimEnd()

private val MemoryException.text: String
    get() = message.orEmpty()
