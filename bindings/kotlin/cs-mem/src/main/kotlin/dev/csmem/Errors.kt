/** What the generator cannot give to errors: a stable code, and whether trying again helps. */
@file:JvmName("MemoryErrors")

package dev.csmem

// A message reads "the database is busy: try again [store.busy, retry]".

/** What was wrong and what to do, without the code. */
public val MemoryException.sentence: String
    get() = text.substringBeforeLast(" [")

/** The stable code of this error, e.g. `store.busy`: for programs and support, never for users. */
public val MemoryException.code: String
    get() = tag.substringBefore(',')

/** Whether the same call may succeed a little later. */
public val MemoryException.isRetryable: Boolean
    get() = tag.endsWith(", retry")

private val MemoryException.text: String
    get() = message.orEmpty()

private val MemoryException.tag: String
    get() = text.substringAfterLast('[', "").removeSuffix("]")
