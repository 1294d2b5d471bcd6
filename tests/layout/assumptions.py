#!/usr/bin/env python3
"""Checks that every assumption of the proof in docs/rounding.md is named beside the code that keeps it, and that code
names no other.

    assumptions.py <project root>
    assumptions.py --self-test

The document lists them in tables whose first column is the name in bold type. Code names them in a comment that ends with
"rounding.md: <name>".
"""

import re
from pathlib import Path

import checker

LISTED = re.compile(r"^\| \*\*([a-z0-9 -]+)\*\* \|", re.MULTILINE)
NAMED = re.compile(r"//.*\brounding\.md: ([a-z0-9 -]+?)\.?$", re.MULTILINE)
MENTION = re.compile(r"rounding\.md:")


def complaints_about(document, sources):
    """`sources` maps a file's name to its text."""
    listed, named = LISTED.findall(document), {}
    complaints = [f"listed twice: {name}" for name in set(listed) if listed.count(name) > 1]
    for file, text in sorted(sources.items()):
        found = NAMED.findall(text)
        if len(found) != len(MENTION.findall(text)):
            complaints.append(f"{file}: a comment names an assumption, but not at its end")
        for name in found:
            named.setdefault(name, file)
    complaints += [f"no code names it: {name}" for name in sorted(set(listed) - set(named))]
    complaints += [f"{named[name]}: docs/rounding.md has no assumption '{name}'" for name in sorted(set(named) - set(listed))]
    return complaints if listed else complaints + ["docs/rounding.md lists no assumptions"]


def check(root):
    sources = {str(file.relative_to(root)): file.read_text(encoding="utf-8")
               for folder in ["kernels", "src"] for file in (root / folder).rglob("*.[ch]*") if file.is_file()}
    document = (root / "docs/rounding.md").read_text(encoding="utf-8")
    complaints = complaints_about(document, sources)
    print("\n".join(complaints))
    print(f"{len(LISTED.findall(document))} assumptions, {len(complaints)} complaints")
    return 1 if complaints else 0


def self_test():
    """Checks that complaints come when they should, and only then."""
    document = "| **root entries** | they are near |\n| **one sum** | it is rounded |\n"
    right = "// Each is rounded once. rounding.md: root entries\nx = 1;\n  /// rounding.md: one sum.\n"
    failures = [f"wrongly refused: {line}" for line in complaints_about(document, {"a": right})]
    wrong = [(document, right.replace("one sum", "two sums")), (document, right.replace("one sum.", "one sum. More")),
             (document, right.split("\n", maxsplit=1)[0]), (document + "| **one sum** | again |\n", right), ("", ""),
             (document, right + "y; // rounding.md: a third\n"), (document, right.replace("rounding.md: root", "root"))]
    failures += [f"not noticed: {text}" for text, code in wrong if not complaints_about(text, {"a": code})]
    return checker.report(failures, len(wrong) + 1)


if __name__ == "__main__":
    checker.run(__doc__, check, self_test)
