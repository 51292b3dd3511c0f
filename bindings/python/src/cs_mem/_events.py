"""What the generator cannot give to events: an asynchronous iterator."""

import asyncio
from collections.abc import AsyncIterator

from ._generated import EventListener, MemoryEngine, MemoryEvent


class _Queue(EventListener):
    def __init__(self, capacity: int) -> None:
        self.loop = asyncio.get_running_loop()
        self.queue: asyncio.Queue[MemoryEvent] = asyncio.Queue(capacity)

    def on_event(self, event: MemoryEvent) -> None:
        # Called on a thread of the library's, which must not wait.
        self.loop.call_soon_threadsafe(self._put, event)

    def _put(self, event: MemoryEvent) -> None:
        if self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(event)


async def events(engine: MemoryEngine, capacity: int = 256) -> AsyncIterator[MemoryEvent]:
    """What happens in the memory, as it happens. One that falls more than ``capacity`` events behind loses the oldest."""
    listener = _Queue(capacity)
    number = engine.add_listener(listener)
    try:
        while True:
            yield await listener.queue.get()
    finally:
        engine.remove_listener(number)
