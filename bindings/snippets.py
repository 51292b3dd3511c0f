"""Takes the Kotlin snippets out of the README, so that the build compiles them: a snippet that does not compile fails.

A snippet is a ```kotlin block; the comment line before it may name it: <!-- compiled by bindings/kotlin: snippet NAME -->

    python3 bindings/snippets.py README.md target/snippets
"""

import re
import sys
from pathlib import Path

BLOCK = re.compile(r"(?:<!-- .*snippet (?P<name>\w+) -->\n)?```kotlin\n(?P<code>.*?)^```$", re.DOTALL | re.MULTILINE)


def main(source: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.kt"):
        old.unlink()
    blocks = list(BLOCK.finditer(source.read_text()))
    if not blocks:
        sys.exit(f"{source}: no Kotlin snippet; the README promises that its example is compiled")
    for number, block in enumerate(blocks, 1):
        name = block["name"] or f"snippet{number}"
        (folder / f"{name}.kt").write_text(f"package snippets.{name}\n\n{block['code']}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
