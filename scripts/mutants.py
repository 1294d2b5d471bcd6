#!/usr/bin/python3
"""Plants mutants in the sources, and counts those that the tests kill.

A mutant changes one operator or adds one to a constant. All of them are compiled beside the original expressions, in
a copy of the sources, and an environment variable chooses one (tests/mutants/mutant.hpp). So a single build serves
thousands. The first run of each test program notes which mutants each test reaches. A mutant is then run by the tests
that reach it, the fastest first, until one fails, crashes or takes ten times as long. The record names every mutant
that survives, or that no test reaches.

Needs python3-clang, and what the tests need. The tests of the host executor run; numbers in host words and the
tests without an executor, too."""

import argparse
import collections
import concurrent.futures
import datetime
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import time

import clang.cindex

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The test programs of each room of sources.
ROOMS = {
    "src/words": ["words"], "src/plan": ["plan"],
    "kernels/word": ["kernels", "words"], "kernels/scan": ["kernels", "scan"],
    "kernels/normalize": ["kernels", "normalize", "multiply"], "kernels/fft": ["kernels", "fft", "multiply"],
    "kernels/convolution": ["kernels", "multiply"], "kernels/verify": ["verification", "multiply"],
    "kernels/division": ["arithmetic"], "kernels/arithmetic": ["arithmetic"], "kernels/modular": ["batch"],
    "kernels/rns": ["batch"], "kernels/batch": ["batch"], "src/multiply": ["multiply"], "src/arithmetic": ["arithmetic"],
}
BINARY = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "|",
          "&&": "||", "||": "&&", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ASSIGNED = {op + "=": other + "=" for op, other in BINARY.items() if op in ("+", "-", "*", "<<", ">>", "&", "|", "^")}
KIND = clang.cindex.CursorKind


class Mutant:
    def __init__(self, file, begin, end, line, change, text):
        self.file, self.begin, self.end, self.line, self.change, self.text = file, begin, end, line, change, text
        self.number = 0

    def name(self):
        return f"{self.file}:{self.line}: {self.change}"


def kind_of(node):
    try:
        return node.kind
    except ValueError:  # libclang has kinds that its Python module does not know
        return None


def is_constant(node, kind):
    """Whether everything inside is evaluated by the compiler."""
    if kind in (KIND.STATIC_ASSERT, KIND.ENUM_DECL, KIND.CASE_STMT):
        return True
    if kind not in (KIND.VAR_DECL, KIND.DECL_STMT, KIND.FIELD_DECL, KIND.IF_STMT):
        return False
    words = [token.spelling for token, _ in zip(node.get_tokens(), range(6))]
    return words[:2] == ["if", "constexpr"] if kind == KIND.IF_STMT else "constexpr" in words


def candidates(file, source, options):
    unit = clang.cindex.Index.create().parse(str(ROOT / file), args=options)
    own, found = str(ROOT / file), []

    def offer(node, change, text):
        found.append(Mutant(file, node.extent.start.offset, node.extent.end.offset, node.extent.start.line, change, text))

    def text_of(node):
        return source[node.extent.start.offset:node.extent.end.offset].decode()

    def visit(node, in_function):
        for child in node.get_children():
            place = child.location.file
            kind = kind_of(child)
            if place is None or place.name != own:
                continue
            if is_constant(child, kind):
                if kind == KIND.IF_STMT:  # its branches are not constant
                    for branch in list(child.get_children())[1:]:
                        visit(branch, in_function)
                continue
            inside = in_function or kind == KIND.COMPOUND_STMT
            if in_function and kind in (KIND.BINARY_OPERATOR, KIND.COMPOUND_ASSIGNMENT_OPERATOR):
                parts = list(child.get_children())
                if len(parts) == 2:
                    left, right = text_of(parts[0]), text_of(parts[1])
                    between = source[parts[0].extent.end.offset:parts[1].extent.start.offset].decode().strip()
                    other = (BINARY if kind == KIND.BINARY_OPERATOR else ASSIGNED).get(between)
                    if other and left and right:
                        offer(child, f"{between} -> {other}", (left, other, right))
            elif in_function and kind == KIND.INTEGER_LITERAL and (literal := text_of(child)):
                offer(child, f"{literal} + 1", (literal, "+", "1"))
            visit(child, inside)

    visit(unit.cursor, False)
    return found


def choose(rooms, count, seed, options):
    """Mutants of each room that do not overlap, numbered from 1 on."""
    chosen, sources = [], {}
    generator = random.Random(seed)
    for room in rooms:
        files = sorted(str(path.relative_to(ROOT)) for path in (ROOT / room).rglob("*") if path.suffix in (".hpp", ".cpp"))
        offered = []
        for file in files:
            sources[file] = (ROOT / file).read_bytes()
            offered += candidates(file, sources[file], options)
        generator.shuffle(offered)
        taken = collections.defaultdict(list)
        for mutant in offered:
            if sum(map(len, taken.values())) == count:
                break
            if all(mutant.end <= other.begin or other.end <= mutant.begin for other in taken[mutant.file]):
                taken[mutant.file].append(mutant)
        chosen += [mutant for mutants in taken.values() for mutant in mutants]
        print(f"{room}: {sum(map(len, taken.values()))} of {len(offered)}", flush=True)
    for number, mutant in enumerate(chosen, 1):
        mutant.number = number
    return chosen, sources


def plant(mutants, sources, to):
    for file, source in sources.items():
        text = source
        for mutant in sorted((m for m in mutants if m.file == file), key=lambda m: -m.begin):
            original = text[mutant.begin:mutant.end].decode()
            left, op, right = mutant.text
            text = (text[:mutant.begin] + f"(::gbi::mutants::is({mutant.number}) ? ({left} {op} {right}) : ({original}))".encode()
                    + text[mutant.end:])
        if text is not source:
            at = text.index(b"#pragma once") + len(b"#pragma once") if b"#pragma once" in text else 0
            text = text[:at] + b'\n#include "tests/mutants/mutant.hpp"\n#line ' + str(source[:at].count(b"\n") + 2).encode() + b"\n" + text[at:].lstrip(b"\n")
        target = to / file
        if not target.exists() or target.read_bytes() != text:
            target.write_bytes(text)


def build(mutants, sources, copy, folder, programs, jobs):
    """Plants, and builds until everything compiles. Returns the mutants that do not compile."""
    broken = []
    targets = [f"{program}_test" for program in programs]
    while True:
        plant([m for m in mutants if m not in broken], sources, copy)
        done = subprocess.run(["ninja", "-C", folder, f"-j{jobs}", "-k0", *targets], capture_output=True, text=True)
        if done.returncode == 0:
            return broken
        places = {(os.path.relpath(match[1], copy), int(match[2]))
                  for match in re.finditer(r"^(/[^:\n]+):(\d+):\d+:", done.stdout, re.M)}
        bad = [m for m in mutants if m not in broken and any(m.file == file and abs(m.line - line) <= 2 for file, line in places)]
        if not bad:
            raise SystemExit(done.stdout[-3000:])
        print(f"{len(bad)} do not compile", flush=True)
        broken += bad


def run(folder, program, tests, environment, limit):
    """Returns whether they pass."""
    try:
        done = subprocess.run([folder / "tests" / f"{program}_test", "--gtest_fail_fast", "--gtest_brief=1", f"--gtest_filter={tests}"],
                              env={**os.environ, "GPU_BIGINT_TEST_SEED": "1", "GPU_BIGINT_THREADS": "1", **environment},
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=limit)
        return done.returncode in (0, 77)
    except subprocess.TimeoutExpired:
        return False


def reach(folder, programs):
    """For each mutant, the tests that reach it: (milliseconds, program, test)."""
    tests = collections.defaultdict(list)
    for program in programs:
        log = folder / f"reached-{program}"
        log.unlink(missing_ok=True)
        run(folder, program, "-*/shuffled:*/cuda*:*/mixed", {"GPU_BIGINT_MUTANTS_REACHED": str(log)}, 3600)
        for line in log.read_text().splitlines():
            name, milliseconds, passed, numbers = line.split("\t")
            if passed == "1":
                for number in numbers.split():
                    tests[int(number)].append((int(milliseconds), program, name))
    return tests


def is_killed(folder, mutant, tests, rooms):
    own = sorted(test for test in tests[mutant.number] if test[1] in rooms[room_of(mutant)])
    begin = 0
    while begin < len(own):
        program, group, total = own[begin][1], [], 0
        while begin < len(own) and own[begin][1] == program and (not group or total + own[begin][0] < 2000):
            group.append(own[begin][2])
            total += own[begin][0]
            begin += 1
        if not run(folder, program, ":".join(group), {"GPU_BIGINT_MUTANT": str(mutant.number)}, 10 + total / 100):
            return True
    return False


def room_of(mutant):
    return max((room for room in ROOMS if mutant.file.startswith(room + "/")), key=len)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=f"of {', '.join(ROOMS)}; all by default")
    parser.add_argument("--count", type=int, default=140, help="mutants of each room")
    parser.add_argument("--seed", type=int, default=1, help="of the choice")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build" / "mutants")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--minutes", type=float, default=1e9, help="for the runs; what did not run is not counted")
    parser.add_argument("--commit", default=None)
    given = parser.parse_args()
    rooms = given.rooms or list(ROOMS)
    if unknown := [room for room in rooms if room not in ROOMS]:
        parser.error(f"no such room: {', '.join(unknown)}")
    commit = given.commit or subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty"], capture_output=True, text=True).stdout.strip()
    copy, folder = given.folder / "src", given.folder / "build"
    for file in subprocess.run(["git", "-C", ROOT, "ls-files"], capture_output=True, text=True, check=True).stdout.split("\n"):
        if file and (ROOT / file).is_file() and (not (copy / file).exists() or (copy / file).read_bytes() != (ROOT / file).read_bytes()):
            (copy / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / file, copy / file)
    main_file = copy / "tests/support/main.cpp"
    if b"mutants" not in main_file.read_bytes():
        main_file.write_bytes(b'#include "tests/mutants/watch.hpp"\n' + main_file.read_bytes())
    subprocess.run(["cmake", "-S", copy, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DGPU_BIGINT_BUILD_TESTS=ON",
                    "-DGPU_BIGINT_CUDA=OFF", "-DGPU_BIGINT_TEST_SHUFFLED=OFF", "-DGPU_BIGINT_HOST_ARCH=native", "-DGPU_BIGINT_BUILD_EXAMPLES=OFF",
                    "-DCMAKE_CXX_FLAGS=-w"], check=True, stdout=subprocess.DEVNULL)
    options = ["-x", "c++", "-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include", f"-I{folder}/generated"]
    mutants, sources = choose(rooms, given.count, given.seed, options)
    programs = sorted({program for room in rooms for program in ROOMS[room]})
    broken = build(mutants, sources, copy, folder, programs, given.jobs)
    print("built", flush=True)
    tests = reach(folder, programs)
    fate = {}
    end = time.time() + 60 * given.minutes

    def decide(mutant):
        if time.time() < end:
            fate[mutant] = "unreached" if not tests[mutant.number] else "killed" if is_killed(folder, mutant, tests, ROOMS) else "survived"

    order = [m for m in mutants if m not in broken]
    random.Random(given.seed).shuffle(order)
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        list(pool.map(decide, order))
    record = {"context": {"date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"), "commit": commit,
                          "seed": given.seed}, "rooms": []}
    for room in rooms:
        own = {m: f for m, f in fate.items() if room_of(m) == room}
        record["rooms"].append({"room": room, "killed": sum(f == "killed" for f in own.values()),
                                "not_compiled": sum(room_of(m) == room for m in broken),
                                "survived": sorted(m.name() for m, f in own.items() if f == "survived"),
                                "unreached": sorted(m.name() for m, f in own.items() if f == "unreached")})
        last = record["rooms"][-1]
        print(f"{room}: {last['killed']} killed, {len(last['survived'])} survived, {len(last['unreached'])} unreached, "
              f"{last['not_compiled']} do not compile", flush=True)
    (given.folder / "record.json").write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
