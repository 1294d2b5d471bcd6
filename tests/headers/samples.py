#!/usr/bin/env python3
"""Checks that every sample in the headers' comments is compiled: each \\code block must be in samples.cpp, word for word.

    samples.py <project root>
    samples.py --self-test
"""

import re
import sys
import textwrap
from pathlib import Path

BLOCK = re.compile(r"^ */// \\code\{\.cpp\}\n(.*?)^ */// \\endcode$", re.MULTILINE | re.DOTALL)


def samples_of(header):
    """The samples of a header's comments, as lines of code."""
    return [[re.sub(r"^ */// ?", "", line) for line in match.group(1).splitlines()] for match in BLOCK.finditer(header)]


def contains(source, sample):
    """Whether the lines of the sample are neighbours in the source, all indented alike."""
    lines = source.splitlines()
    for start in range(len(lines) - len(sample) + 1):
        block = textwrap.dedent("\n".join(lines[start:start + len(sample)]))
        if block.splitlines() == sample:
            return True
    return False


def check(root):
    source = (root / "tests/headers/samples.cpp").read_text(encoding="utf-8")
    count, complaints = 0, 0
    for header in sorted((root / "include").rglob("*.hpp")):
        for sample in samples_of(header.read_text(encoding="utf-8")):
            count += 1
            if not contains(source, sample):
                complaints += 1
                print(f"{header.relative_to(root)}: not in tests/headers/samples.cpp:\n" + "\n".join(sample))
    print(f"{count} samples, {complaints} complaints")
    return 1 if complaints or count == 0 else 0


def self_test():
    header = "/// Text.\n/// \\code{.cpp}\n/// f(a);\n///   g(b);\n/// \\endcode\nvoid f(int);\n"
    assert samples_of(header) == [["f(a);", "  g(b);"]]
    assert samples_of("  /// \\code{.cpp}\n  /// h();\n  /// \\endcode\n") == [["h();"]]
    assert contains("int main() {\n  f(a);\n    g(b);\n}\n", ["f(a);", "  g(b);"])
    assert not contains("int main() {\n  f(a);\n  g(b);\n}\n", ["f(a);", "  g(b);"])
    assert not contains("  f(a);\n  h();\n    g(b);\n", ["f(a);", "  g(b);"])
    print("5 cases")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(self_test() if sys.argv[1] == "--self-test" else check(Path(sys.argv[1])))
