#!/usr/bin/env python3
"""Checks documents. Relative links in Markdown files, and source paths between backticks, must exist. A decision has at most
60 lines and no section that only reports another look at the question: a later measurement replaces figures. The changelog has
at most 30 lines while its newest version is unreleased. The version is the same in all files that name it.

    documents.py <project root>
    documents.py --self-test
"""

import re
from pathlib import Path

import checker

LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)\s]*)?\)")
PATH = re.compile(r"`((?:src|include|kernels|tests|bench|examples|scripts|docs|cmake|proofs)/[\w./-]*\w)`")
DECISION = re.compile(r"docs/decisions/\d{4}-[\w-]+\.md")
LOOK = re.compile(r"^#+ .*\blook\b(?!-).*$", re.MULTILINE | re.IGNORECASE)
VERSION = {"CMakeLists.txt": r"project\(gpu_bigint VERSION ([\d.]+)", "CITATION.cff": r"^version: ([\d.]+)",
           "include/gpu_bigint/version.hpp": r'version_string = "([\d.]+)', "packaging/conda/recipe.yaml": r'^  version: "([\d.]+)',
           "packaging/vcpkg/gpu-bigint/vcpkg.json": r'"version": "([\d.]+)'}
FENCE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)


def complaints_about_shape(name, text):
    """What a decision or the changelog has too much of."""
    lines, decision = len(text.splitlines()), DECISION.fullmatch(name)
    longest = 60 if decision else 30 if name == "CHANGELOG.md" and "(unreleased)" in text else lines
    found = [f"{name}: {lines} lines, {longest} are allowed"] if lines > longest else []
    return found + [f"{name}: a heading like '{heading}'" for heading in LOOK.findall(text) if decision]


def complaints_about(name, text, exists):
    """The missing files that a document names; `exists` takes a path from the project's root."""
    folder, prose = Path(name).parent, FENCE.sub("", text)
    found = [f"{name}: no {link} to link to" for link in LINK.findall(prose) if not exists(folder / link)]
    found += [f"{name}: there is no {path}" for path in PATH.findall(prose) if not exists(Path(path))]
    return found + complaints_about_shape(name, text)


def complaints_about_versions(text_of):
    """Files with another version than the first one; `text_of` takes a path from the project's root."""
    found = {name: re.findall(pattern, text_of(name), re.MULTILINE) for name, pattern in VERSION.items()}
    right = found["CMakeLists.txt"]
    return [f"{name}: version {version}, not {right}" for name, version in found.items() if version != right or len(version) != 1]


def documents(root):
    folders = ["docs", "bench", "examples", "kernels", "tests"]
    return sorted([*root.glob("*.md"), *(file for folder in folders for file in (root / folder).rglob("*.md"))])


def check(root):
    complaints = [line for file in documents(root) for line in complaints_about(
        str(file.relative_to(root)), file.read_text(encoding="utf-8"), lambda path: (root / path).exists())]
    complaints += complaints_about_versions(lambda name: (root / name).read_text(encoding="utf-8"))
    print("\n".join(complaints))
    print(f"{len(documents(root))} documents, {len(complaints)} complaints")
    return 1 if complaints else 0


def self_test():
    """Checks that complaints come when they should, and only then."""
    files = {Path("docs/a.md"), Path("src/plan/route.cpp"), Path("docs/../README.md"), Path("src/plan")}
    right = ["[a](a.md), [b](a.md#part), [c](../README.md), [d](https://example.org/x)", "`src/plan/route.cpp`, `src/plan`",
             "```\n`src/none.cpp`\n```\n", "`plan/none.cpp`, `src/plan/`"]
    wrong = ["[a](b.md)", "`src/none.cpp`", "[a](../a.md)", "`kernels/none`"]
    failures = [f"not noticed: {text}" for text in wrong if not complaints_about("docs/b.md", text, files.__contains__)]
    failures += [f"wrongly refused: {text}" for text in right if complaints_about("docs/b.md", text, files.__contains__)]
    page, changes = "docs/decisions/0001-a.md", "CHANGELOG.md"
    shapes = [(page, "\n" * 60, 0), (page, "\n" * 61, 1), (page, "## Second look: a\n", 1), (page, "# Looks\n", 0),
              ("docs/decisions/README.md", "\n" * 61, 0), (changes, "## 0.1.0 (unreleased)\n" + "\n" * 29, 0),
              (changes, "## 0.1.0 (unreleased)\n" + "\n" * 30, 1), (changes, "## 0.1.0\n" + "\n" * 30, 0)]
    failures += [f"{name} with {text.strip()!r}: not {count} complaints" for name, text, count in shapes
                 if len(complaints_about_shape(name, text)) != count]
    texts = {name: re.sub(r"\\(.)|\^", r"\1", pattern.replace(r"([\d.]+)", "1.2.3")) for name, pattern in VERSION.items()}
    failures += complaints_about_versions(texts.__getitem__)
    for name in VERSION:
        if not complaints_about_versions((texts | {name: texts[name].replace("1.2.3", "1.2.4")}).__getitem__):
            failures.append(f"another version in {name} is not noticed")
    return checker.report(failures, len(right) + len(wrong) + len(shapes))


if __name__ == "__main__":
    checker.run(__doc__, check, self_test)
