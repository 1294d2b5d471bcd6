#!/usr/bin/env python3
"""Runs clang-tidy on the sources below src, tools and examples, generated ones included:  .ci/tidy.py BUILD/FOLDER

clang-tidy spends most of its time on headers, 5 seconds for every source. So sources with the same options are joined into
one file and checked as one unit. Joining sources changes the findings: names collide, more calls are followed. Sources that
a finding names are therefore checked again without the others, and in the end each alone.
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
# Most characters in a unit. There are enough units to keep the cores busy, but so few that headers are seldom read
# again.
MOST = 120_000


def commands(build):
    """The compile command of each source, as a list of arguments without the names of the source and its object."""
    tops = (ROOT / "src", ROOT / "tools", ROOT / "examples", build / "generated/gpu_bigint_host_rooms")
    result = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = pathlib.Path(entry["directory"], entry["file"])
        if source.suffix == ".cpp":
            # clang knows neither these options of g++ nor its precompiled headers. Optimisation changes no finding. Everything
            # is checked as C++20: clang-tidy 14 crashes on the standard library's headers for C++23.
            flags = re.sub(r" ((-o|-c) \S+|-O\d|-std=c\+\+2b|-f(visibility|no-|PI)\S+|--param=\S+|-Wno-subobject-linkage|-Wshadow=local|-Winvalid-pch|-include \S+cmake_pch\.hxx)", "", entry["command"])
            for part in parts_of(source):
                if any(part.is_relative_to(top) for top in tops):
                    result.setdefault(part, (entry["directory"], flags))
    return result


def parts_of(source):
    """The sources that are compiled together in this one (cmake/units.cmake), or the source itself."""
    parts = [ROOT / name for name in re.findall(r'^#include "(.+\.cpp)"$', source.read_text(), re.M)]
    return parts or [source]


def program_of(source):
    """The folder of a program's sources, because names of several programs collide; one for the whole library, and one for
    its arithmetic in words, which has the same names."""
    if source.is_relative_to(ROOT / "src"):
        return ROOT / "src/words" if source.is_relative_to(ROOT / "src/words") else ROOT / "src"
    return source.with_suffix("") if source.with_suffix("").is_dir() else source.parent


def unit_of(sources):
    """The lines of the sources, each with its source, without includes that an earlier source has already."""
    lines, before = [], set()
    for source in sources:
        own = set()
        lines.append((f"#define main main_of_{source.stem}", source))  # several programs can be one unit
        for line in source.read_text().splitlines():
            include = line.startswith("#include")
            if not include or line not in before:
                lines.append((line, source))
            if include:
                own.add(line)
        lines.append(("#undef main", source))
        before |= own
    return lines


def check(sources, command, work):
    """The findings of clang-tidy for the unit of these sources, and those sources that they name."""
    with tempfile.TemporaryDirectory(dir=work) as folder:
        unit, lines = sources[0], []
        if len(sources) > 1:
            unit = pathlib.Path(folder, "unit.cpp")
            lines = unit_of(sources)
            unit.write_text("".join(f"{text}\n" for text, _ in lines))
        directory, flags = command
        entry = {"directory": directory, "file": str(unit), "command": f"{flags} -c {unit}"}
        pathlib.Path(folder, "compile_commands.json").write_text(json.dumps([entry]))
        # This check searches the whole unit for every parameter passed by value. CLI11, which programs include, has so
        # many that the check takes half of the time.
        less = [] if sources[0].is_relative_to(ROOT / "src") else ["--checks=-performance-unnecessary-value-param"]
        done = subprocess.run(["clang-tidy", "-quiet", f"--config-file={ROOT}/.clang-tidy", *less, "-p", folder, str(unit)],
                              capture_output=True, text=True)
        if done.returncode == 0:
            return "", []
        places = re.findall(r"unit\.cpp:(\d+):\d+: (\w+)", done.stdout)
        errors = [place for place in places if place[1] == "error"] or places
        named = {lines[int(number) - 1][1] for number, _ in errors if int(number) <= len(lines)}
        return done.stdout + done.stderr, [source for source in sources if source in named]


def judge(sources, command, work):
    """The findings of clang-tidy for the sources that do not pass alone."""
    said, named = check(sources, command, work)
    if not said or len(sources) == 1:
        return said
    if not 0 < len(named) < len(sources):
        named = sources[len(sources) // 2:]
    others = [source for source in sources if source not in named]
    return judge(others, command, work) + judge(named, command, work)


def units_of(sources):
    """Cuts a list of sources into units."""
    units, size = [], MOST
    for source in sources:
        size += source.stat().st_size
        if size > MOST:
            units.append([])
            size = source.stat().st_size
        units[-1].append(source)
    return units


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    alike = collections.defaultdict(list)
    for source, command in sorted(commands(pathlib.Path(sys.argv[1]).resolve()).items()):
        alike[command, program_of(source)].append(source)
    if not alike:
        sys.exit(f"{sys.argv[1]} compiles nothing below src and examples")
    units = [(unit, command) for (command, _), sources in alike.items() for unit in units_of(sources)]
    # Largest unit first, so that all workers finish at about the same time.
    units.sort(key=lambda unit: -sum(source.stat().st_size for source in unit[0]))
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        said = list(pool.map(lambda unit: judge(*unit, work), units))
    print("".join(said), end="")
    sys.exit(1 if any(said) else 0)


if __name__ == "__main__":
    main()
