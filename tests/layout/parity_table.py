#!/usr/bin/env python3
"""Checks docs/parity.md against tests/parity: a function has a row with its equivalent here if and only if a
test has a line for it. Functions without an equivalent come last, with a reason, and have no line.

    parity_table.py <project root>
    parity_table.py --self-test
"""

import re
from pathlib import Path

import checker

ROW = re.compile(r"^\| `(mpz_\w+)` \| (.*) \| (.*?) \|$", re.MULTILINE)
WITHOUT_EQUAL = "## Without an equal"
REASON = re.compile(r"^\| ((?:`mpz_\w+`(?:, )?)+) \| (.*) \|$", re.MULTILINE)
LINE = re.compile(r'^\s*\{"(mpz_\w+)", \[', re.MULTILINE)


def rows_of(table):
    """Names and table entries of the functions with an equivalent, and of those without."""
    here, _, missing = table.partition(WITHOUT_EQUAL)
    reasons = [(name, why) for names, why in REASON.findall(missing) for name in re.findall(r"mpz_\w+", names)]
    return [(name, ours) for name, ours, _ in ROW.findall(here)], reasons


def complaints_about(table, tests):
    """The errors in the text of the table, given the text of all tests."""
    here, missing = rows_of(table)
    names, tested = [name for name, _ in here + missing], LINE.findall(tests)
    listed = [name for line in table.splitlines() if line.startswith("|")
              for name in re.findall(r"mpz_\w+", line.split(" | ")[0])]
    found = [f"{name}: its row is not understood" for name in listed if name not in names]
    found += [f"{name}: twice in the table" for name in sorted(set(names)) if names.count(name) > 1]
    found += [f"{name}: twice in the tests" for name in sorted(set(tested)) if tested.count(name) > 1]
    found += [f"{name}: the row says nothing" for name, said in here + missing if not said.strip()]
    done = {name for name, _ in here}
    found += [f"{name}: in the table, but no line in tests/parity" for name in sorted(done - set(tested))]
    found += [f"{name}: a line in tests/parity, but no row" for name in sorted(set(tested) - done)]
    return found


def check(root):
    table = (root / "docs/parity.md").read_text(encoding="utf-8")
    tests = "\n".join(file.read_text(encoding="utf-8") for file in sorted((root / "tests/parity").glob("*.cpp")))
    complaints = complaints_about(table, tests)
    print("\n".join(complaints))
    here, missing = rows_of(table)
    print(f"{len(here)} functions compared, {len(missing)} without an equal, {len(complaints)} complaints")
    return 1 if complaints or len(here) < 100 else 0


def self_test():
    """Checks that complaints come when they should, and only then."""
    right = (f"| `mpz_add` | `a + b` |  |\n{WITHOUT_EQUAL}\n| `mpz_random`, `mpz_init2` | obsolete |", '  {"mpz_add", [](')
    wrong = [
        (right[0], ""),
        (right[0], right[1] + '\n  {"mpz_random", []('),
        (right[0], right[1] + '\n  {"mpz_gcd", []('),
        (right[0], right[1] + "\n" + right[1]),
        ("| `mpz_add` | `a + b` |  |\n" + right[0], right[1]),
        (right[0] + "\n| `mpz_add` | obsolete |", right[1]),
        (right[0].replace("`a + b`", " "), right[1]),
        (right[0].replace("obsolete", " "), right[1]),
        ("| `mpz_gcd` | a row without notes |\n" + right[0], right[1]),
    ]
    failures = [f"not noticed: {case}" for case in wrong if not complaints_about(*case)]
    failures += [f"wrongly refused: {line}" for line in complaints_about(*right)]
    return checker.report(failures, len(wrong) + 1)


if __name__ == "__main__":
    checker.run(__doc__, check, self_test)
