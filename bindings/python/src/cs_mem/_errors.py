"""What the generator cannot give to errors: the sentence, the stable code, and whether trying again helps.

The text of an error reads ``the database is busy: try again [store.busy, retry]``.
"""

from ._generated import CsMemError


def sentence(error: CsMemError) -> str:
    """What was wrong and what to do."""
    return str(error).rpartition(" [")[0]


def code(error: CsMemError) -> str:
    """The stable code of the error, e.g. ``store.busy``: for programs and support, never for users."""
    return _tag(error).partition(",")[0]


def is_retryable(error: CsMemError) -> bool:
    """Whether the same call may succeed a little later."""
    return _tag(error).endswith(", retry")


def _tag(error: CsMemError) -> str:
    return str(error).rpartition("[")[2].removesuffix("]")
