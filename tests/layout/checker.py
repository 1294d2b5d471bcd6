"""What the checkers of this folder share: how they are called, and how they say what they found."""

import sys
from pathlib import Path


def report(failures, cases):
    """Ends a self-test of so many cases."""
    print("\n".join(failures) or f"{cases} cases")
    return 1 if failures else 0


def run(usage, check, self_test):
    """Ends the program: check(project root), or the self-test if that is what it was asked for."""
    if len(sys.argv) != 2:
        sys.exit(usage)
    sys.exit(self_test() if sys.argv[1] == "--self-test" else check(Path(sys.argv[1])))
