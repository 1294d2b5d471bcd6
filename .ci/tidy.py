#!/usr/bin/env python3
"""Runs clang-tidy on the sources below src, tools and examples, generated ones included:  .ci/tidy.py BUILD/FOLDER"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# What clang does not know, and what changes no finding. Everything is checked as C++20: clang-tidy 14 crashes on the standard
# library's headers for C++23.
IGNORED = re.compile(r" ((-o|-c|-M[TF]) \S+|-MD|-O\d|-std=c\+\+2b|-f(visibility|no-|PI)\S+|--param=\S+|-Winvalid-pch"
                     r"|-include \S+cmake_pch\.hxx)")


def commands(build):
    """The compile command of each source."""
    tops = [ROOT / "src", ROOT / "tools", ROOT / "examples", *(build / "generated").glob("gpu_bigint_*_kernels")]
    entries = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = pathlib.Path(entry["directory"], entry["file"])
        if source.suffix == ".cpp" and any(source.is_relative_to(top) for top in tops):
            entries.setdefault(str(source), entry | {"command": IGNORED.sub("", entry["command"]) + f" -c {source}"})
    return list(entries.values())


def findings(source, folder):
    # This check searches the whole source for every parameter passed by value. CLI11, which programs include, has so many
    # that the check takes half of the time.
    less = [] if f"{ROOT}/src" in source else ["--checks=-performance-unnecessary-value-param"]
    done = subprocess.run(["clang-tidy", "-quiet", f"--config-file={ROOT}/.clang-tidy", *less, "-p", folder, source],
                          capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode else ""


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    entries = commands(pathlib.Path(sys.argv[1]).resolve())
    if not entries:
        sys.exit(f"{sys.argv[1]} compiles nothing below src and examples")
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        pathlib.Path(folder, "compile_commands.json").write_text(json.dumps(entries))
        said = list(pool.map(lambda entry: findings(entry["file"], folder), entries))
    print("".join(said), end="")
    sys.exit(1 if any(said) else 0)


if __name__ == "__main__":
    main()
