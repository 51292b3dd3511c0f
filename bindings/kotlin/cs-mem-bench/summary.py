"""Adds the JMH results to the summary of `make bench` and prints them.

    python3 summary.py <jmh.json> <summary.json>
"""

import json
import sys
from pathlib import Path


def main(measured: Path, summary: Path) -> None:
    score = {}
    for run in json.loads(measured.read_text()):
        score[run["benchmark"].rpartition(".")[2]] = run["primaryMetric"]["score"]
        size = run["params"]["nodes"]

    rows = [row for row in (json.loads(summary.read_text()) if summary.exists() else []) if not row["name"].startswith("call/")]
    for ours, reference in (("nodes", "empty"), ("nodes", "dump")):
        rows.append(
            {
                "name": f"call/{size} nodes there and back, beside {'an empty call' if reference == 'empty' else 'their dump'}",
                "ours": round(score[ours], 2),
                "reference": round(score[reference], 2),
                "ratio": round(score[ours] / score[reference], 2),
                "unit": "us",
            }
        )
        print("{name}: {ours} {unit} / {reference} {unit} = {ratio}".format(**rows[-1]))
    summary.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
