#!/usr/bin/env python3
"""Runs the programs of GMP's tests/mpz and tests/cxx on this library and prints a table.

    gmp.py BUILD SOURCE   a build of this library with its tests, and GMP's sources, configured and built in SOURCE/build

GMP's programs are compiled from its sources as they are. In their objects the names of GMP's functions are then replaced
by those of gmp_arithmetic.cpp and gmp_values.cpp. The reference arithmetic of the tests remains GMP's. GMP's variables
GMP_CHECK_RANDOMIZE (a seed) and GMP_CHECK_REPFACTOR choose other operands and more of them; with GPU_BIGINT_WORD_LIMIT=0
kernels compute everything.
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

NOT_APPLICABLE = {
    "mpz": {
        "t-inp_str": "mpz_inp_str: the library reads C++ streams and strings, not a FILE",
        "t-limbs": "mpz_limbs_write, mpz_limbs_modify: numbers do not change",
        "t-lucm": "mpz_lucas_mod is internal to GMP",
        "t-oddeven": "macros of gmp.h that read limbs",
        "t-set_f": "mpz_set_f: there are no floating-point numbers of arbitrary precision",
        "t-sizeinbase": "the test is switched off in GMP's sources",
    },
    "cxx": {
        "t-cast": "casts in gmpxx.h",
        "t-do-exceptions-work-at-all-with-this-compiler": "the compiler",
        "t-headers": "the headers compile",
        "t-iostream": "operators of libgmpxx for streams",
        "t-istream": "operators of libgmpxx for streams",
        "t-locale": "floating-point numbers",
        "t-ops2f": "floating-point numbers",
        "t-ops2qf": "rationals and floating-point numbers",
        "t-ostream": "operators of libgmpxx for streams",
        "t-prec": "floating-point numbers",
        "t-rand": "GMP's random numbers",
    },
}


def command(*arguments):
    subprocess.run([str(argument) for argument in arguments], check=True)


def symbols(kind, path):
    """The names of a kind, as nm prints them."""
    listed = subprocess.run(["nm", path], stdout=subprocess.PIPE, text=True, check=True).stdout
    return set(re.findall(rf" {kind} (\w+)$", listed, re.MULTILINE))


class Suite:
    """One of GMP's folders of tests."""

    def __init__(self, name, build, source, work):
        self.name, self.source, self.work = name, source, work
        self.gmp = source / "build"
        self.stand_in = build / "tests/libgpu_bigint_gmp_stand_in.a"
        self.ours = {n for n in symbols("T", self.stand_in) if n.startswith("gbi_mpz_")}
        self.renames = work / "renames"
        self.renames.write_text("".join(f"{n.replace('gbi_mpz_', '__gmpz_')} {n}\n" for n in sorted(self.ours)))
        cache = (build / "CMakeCache.txt").read_text()
        runtime = re.search(r"^CUDA_cudart_static_LIBRARY:FILEPATH=(/.+)$", cache, re.MULTILINE)
        self.libraries = [self.stand_in, build / "src/libgpu_bigint.a", self.gmp / "tests/.libs/libtests.a",
                          self.gmp / ".libs/libgmpxx.a", self.gmp / ".libs/libgmp.a",
                          *([runtime[1]] if runtime else []), "-lpthread", "-ldl", "-lrt"]

    def programs(self):
        sources = sorted((self.source / "tests" / self.name).glob("*.c*"))
        return [path for path in sources if "\nmain (" in path.read_text(errors="replace")]

    def outcome(self, path):
        """A program's outcome, a line that explains it, and our functions that it calls."""
        name = path.stem
        if name in NOT_APPLICABLE[self.name]:
            return "not applicable", NOT_APPLICABLE[self.name][name], set()
        folder = self.work / self.name / name  # for the files that it writes
        folder.mkdir(parents=True)
        program = folder / name
        # Without optimisation the inline functions of gmp.h are calls, too.
        command("g++" if path.suffix == ".cc" else "gcc", "-O0", "-w", "-DHAVE_CONFIG_H", f"-I{self.gmp}", f"-I{self.source}",
                f"-I{self.source}/tests", "-c", path, "-o", f"{program}.o")
        command("objcopy", f"--redefine-syms={self.renames}", f"{program}.o")
        called = symbols("U", f"{program}.o") & self.ours
        if not called:
            return "not applicable", "calls no function of integers", called
        command("g++", f"{program}.o", *self.libraries, "-o", program)
        try:
            done = subprocess.run([program], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=1800)
        except subprocess.TimeoutExpired:
            return "failed", "takes more than half an hour", called
        said = done.stdout.decode(errors="replace").strip().splitlines()
        return "failed" if done.returncode else "passed", said[-1] if said else f"exit status {done.returncode}", called


def main():
    build, source = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    reasons = []
    print("| suite | passed | failed | not applicable | functions called |\n| --- | --- | --- | --- | --- |")
    for name in NOT_APPLICABLE:
        with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            suite = Suite(name, build, source, pathlib.Path(work))
            programs = suite.programs()
            outcomes = list(pool.map(suite.outcome, programs))
            called = set().union(*(functions for _, _, functions in outcomes))
        count = [sum(outcome == kind for outcome, _, _ in outcomes) for kind in ("passed", "failed", "not applicable")]
        print(f"| GMP, tests/{name} | {count[0]} | {count[1]} | {count[2]} | {len(called)} of {len(suite.ours)} |", flush=True)
        reasons += [f"{name}/{path.stem} {outcome}: {why}" for path, (outcome, why, _) in zip(programs, outcomes)
                    if outcome != "passed"]
    print("", *reasons, sep="\n")
    return any(" failed: " in reason for reason in reasons)


if __name__ == "__main__":
    sys.exit(main())
