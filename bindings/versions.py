"""Every artefact carries the crate's version.

    python3 bindings/versions.py <version>
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main(version: str) -> None:
    poms = sorted({*ROOT.glob("bindings/kotlin/**/pom.xml"), ROOT / "kotlin-sample/pom.xml"})
    wrong = []
    for pom in poms:
        for group, artifact, found in re.findall(
            r"<groupId>(dev\.csmem[\w.]*)</groupId>\s*<artifactId>([\w-]+)</artifactId>\s*<version>([^<]+)</version>", pom.read_text()
        ):
            # The consumer outside the tree is told the version from outside.
            if found not in (version, "${project.version}", "${version}"):
                wrong.append(f"{pom.relative_to(ROOT)}: {group}:{artifact} is {found}, the crate is {version}")
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{version} in the crate and {len(poms)} poms")


if __name__ == "__main__":
    main(sys.argv[1])
