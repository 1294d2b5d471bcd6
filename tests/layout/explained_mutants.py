#!/usr/bin/env python3
"""Checks tests/mutants/explained.json: every mutant has one reason, and names a line of code that exists.

    explained_mutants.py <project root>
    explained_mutants.py --self-test
"""

import json
import re

import checker

NAME = re.compile(r"(?P<file>[\w./]+): (?P<change>\S+ (?:->|\+) \S+(?: \(\d+\))?): (?P<code>.+)")


def complaints_about(entries, text_of):
    """text_of(file) is the text of a file, or None."""
    complaints, seen = [], set()
    for entry in entries:
        if not entry.get("why", "").endswith("."):
            complaints.append(f"no sentence says why: {entry['mutants'][:1]}")
        for name in entry["mutants"]:
            parts = NAME.fullmatch(name)
            if not parts:
                complaints.append(f"not FILE: CHANGE: CODE: {name}")
            elif parts["code"] not in map(str.strip, (text_of(parts["file"]) or "").split("\n")):
                complaints.append(f"no such line: {name}")
            if name in seen:
                complaints.append(f"explained twice: {name}")
            seen.add(name)
    return complaints


def check(root):
    def text_of(file):
        return (root / file).read_text(encoding="utf-8") if (root / file).is_file() else None

    entries = json.loads((root / "tests" / "mutants" / "explained.json").read_text(encoding="utf-8"))
    complaints = complaints_about(entries, text_of)
    print("\n".join(complaints))
    print(f"{sum(len(entry['mutants']) for entry in entries)} mutants, {len(complaints)} complaints")
    return 1 if complaints else 0


def self_test():
    """Checks that complaints come when they should, and only then."""
    def complaints(*names, why="It only costs time."):
        return complaints_about([{"why": why, "mutants": list(names)}], {"a.cpp": "{\n  if (b < 1)\n    c = 1 + 1;\n"}.get)

    right = [complaints("a.cpp: < -> <=: if (b < 1)", "a.cpp: 1 + 1 (2): c = 1 + 1;")]
    wrong = [complaints("a.cpp: < -> <=: if (b < 2)"), complaints("b.cpp: < -> <=: if (b < 1)"), complaints("a.cpp: if (b < 1)"),
             complaints("a.cpp: < -> <=: if (b < 1)", why=""), complaints(*["a.cpp: < -> <=: if (b < 1)"] * 2)]
    failures = [f"wrongly refused: {case}" for case in right if case] + [f"not noticed: case {i}" for i, case in enumerate(wrong) if not case]
    return checker.report(failures, len(right) + len(wrong))


if __name__ == "__main__":
    checker.run(__doc__, check, self_test)
