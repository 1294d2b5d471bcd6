#!/usr/bin/env python3
"""Runs clang-tidy on the sources below src, tools and examples, generated ones included:  .ci/tidy.py BUILD/FOLDER

clang-tidy spends nearly all of its time on the standard library's headers, once for every source. So the sources of a
folder are joined into one file and checked as one unit. Joining sources changes the findings (names collide, more calls
are followed). A unit with findings is therefore split into halves, and in the end each source is checked alone.
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
# Most sources in a unit. Common headers are read once per unit. Sources that do not pass together are checked again.
MOST = 10


def commands(build):
    """The compile command of each source, as a list of arguments without the names of the source and its object."""
    tops = (ROOT / "src", ROOT / "tools", ROOT / "examples", build / "generated/gpu_bigint_host_rooms")
    result = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = pathlib.Path(entry["directory"], entry["file"])
        if source.suffix == ".cpp" and any(source.is_relative_to(top) for top in tops):
            # clang knows neither these options of g++ nor its precompiled headers.
            flags = re.sub(r" ((-o|-c) \S+|-fno-tree-pre|-Wno-subobject-linkage|-Wshadow=local|-Winvalid-pch|-include \S+cmake_pch\.hxx)", "", entry["command"])
            for part in parts_of(source):
                if any(part.is_relative_to(top) for top in tops):
                    result.setdefault(part, (entry["directory"], flags))
    return result


def parts_of(source):
    """The sources that are compiled together in this one (cmake/units.cmake), or the source itself."""
    parts = [ROOT / name for name in re.findall(r'^#include "(.+\.cpp)"$', source.read_text(), re.M)]
    return parts or [source]


def unit_of(sources):
    """The text of the sources, without includes that an earlier source has already."""
    lines, before = [], set()
    for source in sources:
        own = set()
        for line in source.read_text().splitlines():
            include = line.startswith("#include")
            if not include or line not in before:
                lines.append(line)
            if include:
                own.add(line)
        before |= own
    return "\n".join(lines) + "\n"


def passes(sources, command, work):
    """Tells whether the unit of these sources passes clang-tidy, and returns the findings."""
    with tempfile.TemporaryDirectory(dir=work) as folder:
        unit = sources[0]
        if len(sources) > 1:
            unit = pathlib.Path(folder, "unit.cpp")
            unit.write_text(unit_of(sources))
        directory, flags = command
        entry = {"directory": directory, "file": str(unit), "command": f"{flags} -c {unit}"}
        pathlib.Path(folder, "compile_commands.json").write_text(json.dumps([entry]))
        done = subprocess.run(["clang-tidy", "-quiet", f"--config-file={ROOT}/.clang-tidy", "-p", folder, str(unit)],
                              capture_output=True, text=True)
        return done.returncode == 0, done.stdout + done.stderr


def judge(sources, command, work):
    """The findings of clang-tidy for the sources that do not pass alone."""
    passed, said = passes(sources, command, work)
    if passed:
        return ""
    if len(sources) == 1:
        return said
    middle = len(sources) // 2
    return judge(sources[:middle], command, work) + judge(sources[middle:], command, work)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    alike = collections.defaultdict(list)
    for source, command in sorted(commands(pathlib.Path(sys.argv[1]).resolve()).items()):
        program = source if "\nint main(" in source.read_text() else None  # two programs cannot be one unit
        alike[source.parent, command, program].append(source)
    if not alike:
        sys.exit(f"{sys.argv[1]} compiles nothing below src and examples")
    units = [(sources[i:i + MOST], command) for (_, command, _), sources in alike.items()
             for i in range(0, len(sources), MOST)]
    # Largest unit first, so that all workers finish at about the same time.
    units.sort(key=lambda unit: -sum(source.stat().st_size for source in unit[0]))
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        said = list(pool.map(lambda unit: judge(*unit, work), units))
    print("".join(said), end="")
    sys.exit(1 if any(said) else 0)


if __name__ == "__main__":
    main()
