#!/usr/bin/env python3
"""Checks docs/parity.md against tests/parity: a row has the status "yes" if and only if it has its line in a test.

    table.py <project root>
    table.py --self-test
"""

import re
import sys
from pathlib import Path

ROW = re.compile(r"^\| `(mpz_\w+)` \| (.*) \| (.*?) \|$", re.MULTILINE)
LINE = re.compile(r'^\s*\{"(mpz_\w+)", \[', re.MULTILINE)
STATUSES = {"yes", "in work", "no"}


def complaints_about(table, tests):
    """What is wrong with the text of the table, given the text of all tests."""
    rows = ROW.findall(table)
    names, tested = [name for name, _, _ in rows], LINE.findall(tests)
    found = [f"{name}: twice in the table" for name in sorted(set(names)) if names.count(name) > 1]
    found += [f"{name}: twice in the tests" for name in sorted(set(tested)) if tested.count(name) > 1]
    found += [f"{name}: the status is {status!r}" for name, _, status in rows if status not in STATUSES]
    found += [f"{name}: the row says nothing" for name, ours, _ in rows if not ours.strip()]
    done = {name for name, _, status in rows if status == "yes"}
    found += [f"{name}: yes in the table, but no line in tests/parity" for name in sorted(done - set(tested))]
    found += [f"{name}: a line in tests/parity, but not yes in the table" for name in sorted(set(tested) - done)]
    return found


def check(root):
    table = (root / "docs/parity.md").read_text(encoding="utf-8")
    tests = "\n".join(file.read_text(encoding="utf-8") for file in sorted((root / "tests/parity").glob("*.cpp")))
    complaints = complaints_about(table, tests)
    print("\n".join(complaints))
    rows = len(ROW.findall(table))
    print(f"{rows} rows, {len(LINE.findall(tests))} of them tested, {len(complaints)} complaints")
    return 1 if complaints or rows < 100 else 0


def self_test():
    """The check complains when it should, and only then."""
    right = ("| `mpz_add` | `a + b` | yes |\n| `mpz_gcd` | `gcd(a, b)` | in work |", '  {"mpz_add", [](')
    wrong = [
        (right[0], ""),
        (right[0], right[1] + '\n  {"mpz_gcd", []('),
        (right[0], right[1] + "\n" + right[1]),
        (right[0] + "\n| `mpz_add` | `a + b` | yes |", right[1]),
        (right[0].replace("in work", "soon"), right[1]),
        (right[0].replace("`gcd(a, b)`", " "), right[1]),
    ]
    failures = [f"not noticed: {case}" for case in wrong if not complaints_about(*case)]
    failures += [f"wrongly refused: {line}" for line in complaints_about(*right)]
    print("\n".join(failures) or f"{len(wrong) + 1} cases")
    return 1 if failures else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(self_test() if sys.argv[1] == "--self-test" else check(Path(sys.argv[1])))
