/** What the generator cannot give to events: a [Flow]. */
@file:JvmName("MemoryEvents")

package dev.csmem

import kotlinx.coroutines.channels.BufferOverflow
import kotlinx.coroutines.channels.awaitClose
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.flow.callbackFlow

/**
 * What happens in the memory, as it happens. Each collector has its own listener, which goes when the collection ends.
 *
 * The library never waits for a collector: one that falls more than [capacity] events behind loses the oldest.
 */
@JvmOverloads
public fun MemoryEngine.events(capacity: Int = 256): Flow<MemoryEvent> = callbackFlow {
    val id = addListener(
        object : EventListener {
            override fun onEvent(event: MemoryEvent) {
                trySend(event)
            }
        },
    )
    awaitClose {
        // A closed engine has let its listeners go already.
        if (!isClosed) removeListener(id)
    }
}.buffer(capacity, BufferOverflow.DROP_OLDEST)
