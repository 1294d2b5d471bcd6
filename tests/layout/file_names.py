#!/usr/bin/env python3
"""Checks that a file name says one thing: the same name, whatever its ending, stands in at most three rooms. A room is a
folder of a folder, such as src/text or kernels/fft. Every room of kernels has its `arguments`, every program its `main`, and
the files of src/exec/grids are named after the rooms of kernels.

    file_names.py <project root>
    file_names.py --self-test
"""

from pathlib import PurePath

import checker

FOLDERS = ["include", "kernels", "src", "tests", "bench", "examples", "tools", "python"]
ENDINGS = {".hpp", ".cpp", ".cu", ".cuh", ".h", ".c"}
EVERYWHERE = {"arguments", "main"}
MOST_ROOMS = 3


def room_of(file):
    return "/".join(PurePath(file).parent.parts[:2])


def complaints_about(files):
    rooms = {}
    for file in files:
        name = PurePath(file).name.split(".")[0]
        if name not in EVERYWHERE and not file.startswith("src/exec/grids/"):
            rooms.setdefault(name, set()).add(room_of(file))
    return [f"{name}: in {len(found)} rooms, {', '.join(sorted(found))}" for name, found in sorted(rooms.items())
            if len(found) > MOST_ROOMS]


def check(root):
    files = [file.relative_to(root).as_posix() for folder in FOLDERS for file in sorted((root / folder).rglob("*"))
             if file.suffix in ENDINGS]
    complaints = complaints_about(files)
    print("\n".join(complaints))
    print(f"{len(files)} files, {len(complaints)} complaints")
    return 1 if complaints else 0


def self_test():
    """Checks that complaints come when they should, and only then."""
    rooms = ["src/a", "src/b", "kernels/a", "tests/a"]
    wrong = [[f"{room}/x.hpp" for room in rooms], ["src/a/x.hpp", "src/b/c/x.cpp", "kernels/a/x.cu", "examples/x.h"],
             ["include/gpu_bigint/x.hpp", "src/exec/x.hpp", "src/a/x.hpp", "tools/gbi/x.cpp"]]
    right = [[f"{room}/x.hpp" for room in rooms[:3]], [f"{room}/arguments.hpp" for room in rooms], [f"{room}/main.cpp" for room in rooms],
             ["src/a/x.hpp", "src/a/x.cpp", "src/a/b/x.hpp", "src/a/c/x.hpp"],
             ["src/exec/grids/x.hpp", "src/a/x.hpp", "src/b/x.hpp", "kernels/a/x.hpp"]]
    failures = [f"wrongly refused: {case}" for case in right if complaints_about(case)]
    failures += [f"not noticed: {case}" for case in wrong if not complaints_about(case)]
    return checker.report(failures, len(right) + len(wrong))


if __name__ == "__main__":
    checker.run(__doc__, check, self_test)
