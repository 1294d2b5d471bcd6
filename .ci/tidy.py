#!/usr/bin/env python3
"""Runs clang-tidy on the sources below src, tools and examples, generated ones included:  .ci/tidy.py BUILD/FOLDER

clang-tidy spends most of its time on headers, 4 seconds for every source. So the sources of a folder are first checked
together. Where that finds anything, which may be names that collide, each of them is checked alone.
"""
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST_TOGETHER = 12
# What clang does not know, and what changes no finding. Everything is checked as C++20: clang-tidy 14 crashes on the standard
# library's headers for C++23.
IGNORED = re.compile(r" ((-o|-c|-M[TF]) \S+|-MD|-O\d|-std=c\+\+2b|-f(visibility|no-|ira-|PI)\S+|--param=\S+|-Winvalid-pch"
                     r"|-include \S+cmake_pch\.hxx)")


def commands(build):
    """The folder and the compile command of each source, without the source."""
    tops = [ROOT / "src", ROOT / "tools", ROOT / "examples", *(build / "generated").glob("gpu_bigint_*_kernels")]
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = pathlib.Path(entry["directory"], entry["file"])
        if source.suffix == ".cpp" and any(source.is_relative_to(top) for top in tops):
            found.setdefault(source, (entry["directory"], IGNORED.sub("", entry["command"])))
    return found


def findings(sources, command, work):
    """What clang-tidy says of the sources, as one unit."""
    with tempfile.TemporaryDirectory(dir=work) as folder:
        unit = sources[0]
        if len(sources) > 1:
            unit = pathlib.Path(folder, "unit.cpp")
            unit.write_text("".join(f'#include "{source}"\n' for source in sources))
        directory, flags = command
        entry = {"directory": directory, "file": str(unit), "command": f"{flags} -c {unit}"}
        pathlib.Path(folder, "compile_commands.json").write_text(json.dumps([entry]))
        # This check searches the whole unit for every parameter passed by value. CLI11, which programs include, has so
        # many that the check takes half of the time.
        less = [] if sources[0].is_relative_to(ROOT / "src") else ["-performance-unnecessary-value-param"]
        # The unit of several sources includes .cpp files, which a source must not.
        less += ["-bugprone-suspicious-include"] if len(sources) > 1 else []
        done = subprocess.run(["clang-tidy", "-quiet", f"--config-file={ROOT}/.clang-tidy", f"--checks={','.join(less)}",
                               "-p", folder, str(unit)], capture_output=True, text=True)
        if done.returncode == 0:
            return ""
        return done.stdout + done.stderr if len(sources) == 1 else "".join(findings([s], command, work) for s in sources)


def units_of(found):
    """Sources of one folder with the same options, at most MOST_TOGETHER at a time. Programs stay alone: each has a main()."""
    alike = collections.defaultdict(list)
    for source, command in sorted(found.items()):
        alone = source if re.search(r"\bmain\(", source.read_text()) else None
        alike[command, source.parent, alone].append(source)
    return [(sources[i:i + MOST_TOGETHER], command) for (command, _, _), sources in alike.items()
            for i in range(0, len(sources), MOST_TOGETHER)]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    units = units_of(commands(pathlib.Path(sys.argv[1]).resolve()))
    if not units:
        sys.exit(f"{sys.argv[1]} compiles nothing below src and examples")
    units.sort(key=lambda unit: -len(unit[0]))  # so that all workers finish at about the same time
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        said = list(pool.map(lambda unit: findings(*unit, work), units))
    print("".join(said), end="")
    sys.exit(1 if any(said) else 0)


if __name__ == "__main__":
    main()
