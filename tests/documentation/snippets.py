#!/usr/bin/env python3
"""Checks that what the documentation shows is what is compiled and run. Every block of C++, C, Rust, Julia, CMake and Python in docs/ and
README.md must stand, line by line, in a source of tests/documentation, tests/headers, tests/consumer or examples. In a table
with the columns gmpxx and gpu_bigint, both entries of a row must stand in one call of `both` in tests/documentation.

    snippets.py <project root>
    snippets.py --self-test
"""

import re
import sys
import textwrap
from pathlib import Path

BLOCK = re.compile(r"^( *)```(cpp|c|rust|julia|cmake|python)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
ENDINGS = {"cpp": (".cpp", ".cu", ".hpp"), "c": (".c",), "rust": (".rs",), "julia": (".jl",), "cmake": ("CMakeLists.txt",), "python": (".py",)}
ROW = re.compile(r"^\| `(.+?)` \| `(.+?)` \|", re.MULTILINE)
PAIRS = "| gmpxx | gpu_bigint |"
SOURCES = ["tests/documentation", "tests/headers", "tests/consumer", "tests/packages", "examples", "python"]


def lines_of(text):
    return [line.rstrip() for line in textwrap.dedent(text).strip("\n").splitlines()]


def stands_in(snippet, source):
    """Whether the lines of a snippet follow each other in a source, at any depth."""
    wanted, lines = lines_of(snippet), source.splitlines()
    return any(lines[start].strip() == wanted[0].strip() and lines_of("\n".join(lines[start:start + len(wanted)])) == wanted
               for start in range(len(lines) - len(wanted) + 1))


def complaints_about(name, text, sources):
    """The samples of a document that no source has; `sources` are texts by name."""
    found = []
    for _, language, snippet in BLOCK.findall(text):
        if not any(source.endswith(ENDINGS[language]) and stands_in(snippet, content) for source, content in sources.items()):
            found.append(f"{name}: no source has this {language}:\n{textwrap.indent(snippet, '    ')}")
    if PAIRS in text:
        calls = [" ".join(call.split()) for content in sources.values() for call in content.split("both(")[1:]]
        for row in ROW.findall(text):
            theirs, ours = (" ".join(entry.replace("\\|", "|").split()) for entry in row)
            if not any(theirs in call and ours in call for call in calls):
                found.append(f"{name}: no call of both() has {theirs} and {ours}")
    return found


def check(root):
    sources = {str(path.relative_to(root)): path.read_text(encoding="utf-8") for folder in SOURCES
               for path in sorted((root / folder).rglob("*"))
               if path.is_file() and path.name.endswith(sum(ENDINGS.values(), ()))}
    documents = [root / "README.md", *(path for path in sorted((root / "docs").rglob("*.md")) if path.parent.name != "decisions")]
    texts = {str(path.relative_to(root)): path.read_text(encoding="utf-8") for path in documents}
    complaints = [line for name, text in texts.items() for line in complaints_about(name, text, sources)]
    print("\n".join(complaints))
    samples = sum(len(BLOCK.findall(text)) + (len(ROW.findall(text)) if PAIRS in text else 0) for text in texts.values())
    print(f"{samples} samples in {len(texts)} documents, {len(complaints)} complaints")
    return 1 if complaints or samples == 0 else 0


def self_test():
    """Checks that complaints come when they should, and only then."""
    sources = {"a.c": "g(2);\n", "a.cpp": "int main() {\n  f(1);\n  if (x)\n    g();\n  both(\"a + b\", [] { return a | b; });\n}\n",
               "CMakeLists.txt": "project(x)\n"}
    table = f"{PAIRS}\n| --- | --- |\n"
    right = ["```cpp\nf(1);\nif (x)\n  g();\n```\n", "```cmake\nproject(x)\n```", "```sh\nanything\n```",
             "```c\ng(2);\n```\n", "- item\n  ```cpp\n  f(1);\n  ```\n", table + "| `a + b` | `a \\| b` |\n"]
    wrong = ["```cpp\nf(2);\n```\n", "```c\nf(1);\n```\n", "```cpp\nif (x)\ng();\n```\n", "```cmake\nf(1);\n```", "```python\nf(1)\n```",
             table + "| `a + b` | `a & b` |\n"]
    failures = [f"not noticed: {text}" for text in wrong if not complaints_about("d.md", text, sources)]
    failures += [f"wrongly refused: {text}" for text in right if complaints_about("d.md", text, sources)]
    print("\n".join(failures) or f"{len(right) + len(wrong)} cases")
    return 1 if failures else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(self_test() if sys.argv[1] == "--self-test" else check(Path(sys.argv[1]).resolve()))
