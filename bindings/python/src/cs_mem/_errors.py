"""What the generator cannot give to errors: the stable code, and the sentence without it."""

from ._generated import CsMemError


def code(error: CsMemError) -> str:
    """The stable code of the error, e.g. ``store.busy``: for programs and support, never for users."""
    return str(error).rpartition("[")[2].removesuffix("]")


def sentence(error: CsMemError) -> str:
    """What was wrong and what to do."""
    return str(error).rpartition("[")[0].rstrip()
