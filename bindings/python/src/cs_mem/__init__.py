"""Cognitive memory for agents that operate a phone: learns a task once, replays it verified, or stops.

Everything is reached from :class:`MemoryEngine`.
"""

from . import _generated
from ._errors import code, is_retryable, sentence
from ._events import events
from ._generated import *  # noqa: F403  (its __all__ is the API)

__all__ = [name for name in _generated.__all__ if not name.endswith("Impl")] + ["code", "events", "is_retryable", "sentence"]
