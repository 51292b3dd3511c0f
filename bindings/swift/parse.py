"""Reads every Swift file with the real grammar, where there is no Swift compiler: a file that does not parse fails.

    python parse.py <folder>...
"""

import sys
from pathlib import Path

import tree_sitter_swift
from tree_sitter import Language, Node, Parser


def first_error(root: Node) -> Node | None:
    """The first node in the text that the grammar could not place."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.is_error or node.is_missing:
            return node
        # Only subtrees that hold an error are worth a look.
        waiting.extend(child for child in reversed(node.children) if child.has_error or child.is_missing)
    return None


def main(folders: list[str]) -> None:
    parser = Parser(Language(tree_sitter_swift.language()))
    # The grammar has to be able to say no, or its yes means nothing.
    assert first_error(parser.parse(b"func broken( { let }").root_node) is not None

    files = sorted(file for folder in folders for file in Path(folder).rglob("*.swift"))
    failed = 0
    for file in files:
        error = first_error(parser.parse(file.read_bytes()).root_node)
        if error is not None:
            row, column = error.start_point
            print(f"{file}:{row + 1}:{column + 1}: {error.type} {(error.text or b'').decode(errors='replace')[:80]!r}")
            failed += 1
    print("no swiftc here: the sources are parsed, not compiled")
    print(f"swift: {len(files) - failed} passed, {failed} failed")
    if failed or not files:
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
