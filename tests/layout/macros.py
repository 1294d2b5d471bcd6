#!/usr/bin/env python3
"""Checks that code defines no macros except the attributes of kernels, GBI_API and GBI_VERSION. Tests may wrap macros of
Google Test.

    macros.py <project root>
    macros.py --self-test
"""

import re
from pathlib import PurePath

import checker

FOLDERS = ["include", "kernels", "src", "bench", "examples", "tools", "python", "packaging", "tests"]
ENDINGS = {".hpp", ".cpp", ".cu", ".cuh", ".h", ".c", ".in"}
DEFINITION = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)((?:.*\\\n)*.*)$", re.MULTILINE)
ALLOWED = {"include/gpu_bigint/export.hpp": r"GBI_API", "include/gpu_bigint/version.hpp": r"GBI_VERSION",
           "kernels/model/attributes.hpp": r"GBI_\w+"}
WRAPPED = re.compile(r"\b(INSTANTIATE_TEST_SUITE_P|GPU_BIGINT_ON_[A-Z]+)\b")


def complaints_about(file, text):
    of_tests = PurePath(file).parts[0] == "tests"
    return [f"{file}: defines the macro {name}" for name, body in DEFINITION.findall(text)
            if not re.fullmatch(ALLOWED.get(file, ""), name) and not (of_tests and WRAPPED.search(body))]


def check(root):
    files = [file for folder in FOLDERS for file in sorted((root / folder).rglob("*")) if file.suffix in ENDINGS]
    complaints = [complaint for file in files
                  for complaint in complaints_about(file.relative_to(root).as_posix(), file.read_text(encoding="utf-8"))]
    print("\n".join(complaints))
    print(f"{len(files)} files, {len(complaints)} complaints")
    return 1 if complaints else 0


def self_test():
    """Checks that complaints come when they should, and only then."""
    right = [("include/gpu_bigint/export.hpp", "#define GBI_API"), ("kernels/model/attributes.hpp", "# define GBI_DEVICE x"),
             ("src/a.cpp", "// #define A\n#if defined(B)\n"),
             ("tests/a.hpp", "#define ON(s) \\\n  INSTANTIATE_TEST_SUITE_P(, s, x)\n")]
    wrong = [("src/a.cpp", "int a;\n  #  define B 1\n"), ("include/gpu_bigint/export.hpp", "#define GBI_VERSION 1"),
             ("kernels/model/attributes.hpp", "#define DEVICE"), ("tests/a.cpp", "#define A 1\nINSTANTIATE_TEST_SUITE_P(b);"),
             ("bench/a.cpp", "#define ON(s) INSTANTIATE_TEST_SUITE_P(s)")]
    failures = [f"wrongly refused: {case}" for case in right if complaints_about(*case)]
    failures += [f"not noticed: {case}" for case in wrong if not complaints_about(*case)]
    return checker.report(failures, len(right) + len(wrong))


if __name__ == "__main__":
    checker.run(__doc__, check, self_test)
