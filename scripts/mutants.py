#!/usr/bin/python3
"""Plants mutants in the sources, and counts those that the tests kill.

A mutant changes one operator or adds one to a constant. All of them are compiled beside the original expressions, in
a copy of the sources, and an environment variable chooses one (tests/mutants/mutant.hpp). So a single build serves
thousands. The first run of each test program notes which mutants each test reaches. A mutant is then run by the tests
that reach it, the fastest first, until one fails, crashes or takes ten times as long. Those of the mutant's own room
come first, then those of others, then the rest of its room, because a table that is made once is reached by one test only.
The record names every mutant that survives, or that no test reaches. `--again` runs only those of a record, after tests
were added; `--into` writes the rooms that ran into a record that has others, too.

tests/mutants/explained.json says why a mutant cannot be killed; it is then counted as explained.

Needs python3-clang, and what the tests need. The tests of the host executor run; numbers in host words and the
tests without an executor, too."""

import argparse
import collections
import concurrent.futures
import datetime
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import time

from mutants import candidates, explained

ROOT = candidates.ROOT
# The test programs of each room of sources.
ROOMS = {
    "src/words": ["words", "process"], "src/plan": ["plan"], "src/process": ["process", "context"], "src/faults": ["verification", "multiply"],
    "src/cache": ["cache", "fft"], "src/context": ["context"], "src/exec/host": ["kernels", "context"],
    "src/exec/grids": ["kernels", "arithmetic"], "src/number": ["arithmetic", "context"],
    "src/blocks": ["scan", "normalize", "fft"], "src/operation": ["arithmetic", "verification"],
    "src/multiply": ["multiply"], "src/arithmetic": ["arithmetic"], "src/number_theory": ["number_theory"],
    "src/text": ["text", "serialize"], "src/batch": ["batch"], "src/factor": ["factor"], "src/distribute": ["distribute"],
    "kernels/model": ["kernels"], "kernels/word": ["kernels", "words"], "kernels/scan": ["kernels", "scan", "device"],
    "kernels/normalize": ["kernels", "normalize", "multiply"], "kernels/fft": ["kernels", "fft", "multiply"],
    "kernels/convolution": ["kernels", "multiply"], "kernels/verify": ["verification", "multiply"],
    "kernels/fermat": ["kernels", "multiply"], "kernels/division": ["arithmetic"], "kernels/arithmetic": ["kernels", "arithmetic"],
    "kernels/radix": ["text"], "kernels/modular": ["batch", "number_theory", "factor"], "kernels/rns": ["batch"], "kernels/batch": ["batch"],
    "kernels/bytes": ["batch", "number_theory"], "kernels/number_theory": ["number_theory"], "kernels/mersenne": ["number_theory"],
    "kernels/distribute": ["kernels", "distribute"],
}


def room_of(file):
    return max((room for room in ROOMS if file.startswith(room + "/")), key=len)


def ordered(mutants, seed):
    """By a hash, so that a sample stays the same when other lines change."""
    return sorted(mutants, key=lambda m: hashlib.sha256(f"{seed} {m.name()}".encode()).digest())


def choose(rooms, seed, kept, options):
    """Those that are kept, by name, and a sample of each of the rooms, which come with its size. Returns both, without any
    that overlap."""
    chosen, sample = [], []
    for room in sorted({room_of(name) for name in kept} | set(rooms)):
        offered, used, own = candidates.in_room(room, options), collections.defaultdict(list), []

        def take(mutant):
            free = all(mutant.end <= other.begin or other.end <= mutant.begin for other in used[mutant.file])
            if free:
                used[mutant.file].append(mutant)
            return free

        chosen += [mutant for mutant in offered if mutant.name() in kept and take(mutant)]
        for mutant in ordered(offered, seed) if room in rooms else []:
            if len(own) == rooms[room]:
                break
            if mutant in chosen or take(mutant):
                own.append(mutant)
        chosen += [mutant for mutant in own if mutant not in chosen]
        sample += own
        print(f"{room}: {len(own)} of {len(offered)}", flush=True)
    taken = set()
    for mutant in chosen:  # a number does not depend on other mutants, so few sources are compiled again
        mutant.number = int(hashlib.sha256(mutant.name().encode()).hexdigest()[:4], 16) or 1
        while mutant.number in taken:
            mutant.number = mutant.number % 65535 + 1
        taken.add(mutant.number)
    return chosen, sample


def source_files():
    """Those that git knows, and whether they are in a room."""
    for file in subprocess.run(["git", "-C", ROOT, "ls-files"], capture_output=True, text=True, check=True).stdout.split("\n"):
        if file and (ROOT / file).is_file():
            yield file, file.endswith((".hpp", ".cpp")) and any(file.startswith(room + "/") for room in ROOMS)


def write(file, text, copy):
    """Writes what is new, so that nothing else is compiled again."""
    target = copy / file
    if not target.exists() or target.read_bytes() != text:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text)
        shutil.copymode(ROOT / file, target)


def plant(mutants, copy):
    for file, in_room in source_files():
        text = source = (ROOT / file).read_bytes()
        for mutant in sorted((m for m in mutants if m.file == file), key=lambda m: -m.begin):
            original = text[mutant.begin:mutant.end].decode()
            left, op, right = mutant.parts
            text = (text[:mutant.begin] + f"(::gbi::mutants::is({mutant.number}) ? (({left}) {op} ({right})) : ({original}))".encode()
                    + text[mutant.end:])
        if text is not source:
            at = text.index(b"#pragma once") + len(b"#pragma once") if b"#pragma once" in text else 0
            text = text[:at] + b'\n#include "tests/mutants/mutant.hpp"\n#line ' + str(source[:at].count(b"\n") + 2).encode() + b"\n" + text[at:].lstrip(b"\n")
        if in_room:
            write(file, text, copy)


def build(mutants, copy, folder, programs, jobs):
    """Plants, and builds until everything compiles. Returns the mutants that do not compile."""
    broken = []
    targets = [f"{program}_test" for program in programs]
    while True:
        plant([m for m in mutants if m not in broken], copy)
        done = subprocess.run(["ninja", "-C", folder, f"-j{jobs}", "-k0", *targets], capture_output=True, text=True)
        if done.returncode == 0:
            return broken
        places = {(os.path.relpath(folder / match[1], copy), int(match[2]))  # ccache may have made the names relative
                  for match in re.finditer(r"^([^\s:]+):(\d+):\d+: error:", done.stdout, re.M)}
        bad = [m for m in mutants if m not in broken and any(m.file == file and abs(m.line - line) <= 2 for file, line in places)]
        if not bad:
            raise SystemExit(done.stdout[-3000:])
        print(f"{len(bad)} do not compile", flush=True)
        broken += bad


def run(folder, program, tests, environment, limit, options=()):
    """Returns whether they pass."""
    try:
        done = subprocess.run([folder / "tests" / f"{program}_test", "--gtest_brief=1", f"--gtest_filter={tests}", *options],
                              env={**os.environ, "GPU_BIGINT_TEST_SEED": "1", "GPU_BIGINT_THREADS": "1", **environment},
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=limit)
        return done.returncode in (0, 77)
    except subprocess.TimeoutExpired:
        return False


def reach(folder, programs, jobs):
    """For each mutant, the tests that reach it: (milliseconds, program, test). Number 0 has all tests."""
    tests = collections.defaultdict(list)

    def note(program):
        log = folder / f"reached-{program}"
        log.unlink(missing_ok=True)
        run(folder, program, "-*/shuffled:*/cuda*:*/mixed", {"GPU_BIGINT_MUTANTS_REACHED": str(log)}, 3600)
        return program, log.read_text().splitlines()

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for program, lines in pool.map(note, programs):
            for line in lines:
                name, milliseconds, passed, numbers = line.split("\t")
                if passed == "1":
                    for number in ["0", *numbers.split()]:
                        tests[int(number)].append((int(milliseconds), program, name))
    return tests


def groups_of(tests, others, room, seconds):
    """Tests of one program that together take two seconds, the fastest first: the room's own, those of other rooms, and what is
    left of its own. Tests of each kind may take so many seconds."""
    own = [test for test in tests if test[1] in ROOMS[room]]
    rest = {test for test in others if test[1] in ROOMS[room]} - set(own)
    for some in (own, set(tests) - set(own), rest):
        left, group, total = 1000 * seconds, [], 0
        for milliseconds, program, name in sorted(some):
            if (left := left - milliseconds) < 0:
                break
            if group and (group[0][0] != program or total > 2000):
                yield group, total
                group, total = [], 0
            group.append((program, name))
            total += milliseconds
        if group:
            yield group, total


def is_killed(folder, mutant, tests, others, seconds):
    environment = {"GPU_BIGINT_MUTANT": str(mutant.number)}
    return not all(run(folder, group[0][0], ":".join(name for _, name in group), environment, 5 + total / 100, ["--gtest_fail_fast"])
                   for group, total in groups_of(tests, others, room_of(mutant.file), seconds))


def prepare(given):
    """Copies the sources and configures. Returns the copy, the folder of the build and the options of the compiler."""
    copy, folder = given.folder / "src", given.folder / "build"
    for file, in_room in source_files():
        if not in_room or not (copy / file).exists():  # plant() writes the rooms
            text = (ROOT / file).read_bytes()
            if file == "tests/support/main.cpp":
                text = b'#include "tests/mutants/watch.hpp"\n' + text
            write(file, text.replace(b"-O3", b"-O1") if file.endswith(".cmake") else text, copy)
    subprocess.run(["cmake", "-S", copy, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DGPU_BIGINT_BUILD_TESTS=ON",
                    "-DGPU_BIGINT_CUDA=OFF", "-DGPU_BIGINT_TEST_SHUFFLED=OFF", "-DGPU_BIGINT_HOST_ARCH=native", "-DGPU_BIGINT_BUILD_EXAMPLES=OFF",
                    "-DCMAKE_CXX_FLAGS=-w -DGBI_COMPILE_FAST -DGPU_BIGINT_TEST_DISTANT", "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG"], check=True, stdout=subprocess.DEVNULL)
    return copy, folder, ["-x", "c++", "-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include", f"-I{folder}/generated"]


def decide(folder, mutants, tests, given):
    """What becomes of each mutant: killed, survived or unreached. Those for which time is short are left out."""
    end = time.time() + 60 * given.minutes

    def fate(mutant):
        if time.time() > end:
            return None
        own = tests[mutant.number]
        killed = own and is_killed(folder, mutant, own, tests[0], given.seconds)
        found = "killed" if killed else "survived" if own else "unreached"
        print(f"{found}: {mutant.name()}", flush=True)
        return found

    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        return {mutant.name(): found for mutant, found in zip(mutants, pool.map(fate, mutants)) if found}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("rooms", nargs="*", metavar="ROOM[=COUNT]", help=f"of {', '.join(ROOMS)}, and how many mutants of it")
    parser.add_argument("--count", type=int, default=140, help="mutants of each other room")
    parser.add_argument("--seed", type=int, default=1, help="of the choice")
    parser.add_argument("--again", type=pathlib.Path, help="a record, whose open mutants in other rooms run again")
    parser.add_argument("--into", type=pathlib.Path, help="a record, whose rooms of the same names are replaced")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build" / "mutants")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=float, default=30, help="of tests of each kind for a mutant")
    parser.add_argument("--minutes", type=float, default=1e9, help="for the runs; what did not run is not counted")
    given = parser.parse_args()
    given.rooms = {room: int(count or given.count) for room, _, count in (each.partition("=") for each in given.rooms)}
    if unknown := [room for room in given.rooms if room not in ROOMS]:
        parser.error(f"no such room: {', '.join(unknown)}")
    commit = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty"], capture_output=True, text=True).stdout.strip()
    known = [room for room in json.loads(given.again.read_text())["rooms"] if room["room"] not in given.rooms] if given.again else []
    reasons = explained.reasons()
    wanted = [name for room in known for name in room["survived"] + room["unreached"] if name not in reasons]
    copy, folder, options = prepare(given)
    planted = folder / "planted.json"  # what was planted stays, so that few sources are compiled again
    kept = set(wanted) | set(json.loads(planted.read_text()) if planted.exists() else [])
    mutants, sample = choose(given.rooms, given.seed, kept, options)
    programs = sorted({program for mutant in mutants for program in ROOMS[room_of(mutant.file)]})
    broken = build(mutants, copy, folder, programs, given.jobs)
    planted.write_text(json.dumps([mutant.name() for mutant in mutants if mutant not in broken], indent=1))
    print("built", flush=True)
    tests = reach(folder, programs, given.jobs)
    print("reached", flush=True)
    names = {mutant.name() for mutant in sample} | set(wanted)
    order = [mutant for mutant in ordered(mutants, given.seed) if mutant.name() in names and mutant not in broken]
    fate = decide(folder, order, tests, given)
    sampled = {room: [m.name() for m in sample if room_of(m.file) == room and m not in broken] for room in given.rooms}
    # Those that are explained did not run. A test looks for their lines.
    present = {mutant.name() for mutant in mutants} | reasons.keys()
    rooms = explained.merged(known, sampled, fate, present, commit)
    record = {"context": {"date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"), "commit": commit,
                          "seed": given.seed}, "rooms": rooms}
    (given.folder / "record.json").write_text(json.dumps(record, indent=1) + "\n")
    if given.into:
        explained.write_into(given.into, record)
    for room in rooms:
        print(f"{room['room']}: {room['killed']} killed, {len(room['survived'])} survived, {len(room['unreached'])} unreached", flush=True)


if __name__ == "__main__":
    main()
