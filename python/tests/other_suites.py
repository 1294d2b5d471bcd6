#!/usr/bin/env python3
"""Runs the tests of CPython's int, of gmpy2 and of mpmath on this package and prints a table.

    other_suites.py <folder with the source packages of gmpy2 and mpmath>

A test is not applicable if it is skipped, as by test_cpython.py, if it needs a part of gmpy2 that does not exist here, or if
it fails where the package is different on purpose.
A test of gmpy2 has many assertions about several types. Each is counted for itself.
"""

import ast
import builtins
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import types

import pytest

HERE = pathlib.Path(__file__).resolve().parent
SUITES = ["CPython", "gmpy2", "mpmath"]
# Tests of gmpy2 with assertions of what is different here on purpose.
DIFFERENT = {
    "test_abs": "results are new objects",
    "test_add": "operands that are not integers",
    "test_digits": "operands that are not integers",
    "test_fused": "operands that are not integers",
    "test_iroot": "degrees of 64 bits",
    "test_issue_686": "the module's name",
    "test_misc": "gmpy2's version and license",
    "test_mpz_abs": "results are new objects",
    "test_mpz_array": "long double, to which numpy converts as int does",
    "test_mpz_cmp": "operands that are not integers",
    "test_mpz_create": "literals are those of int",
    "test_mpz_format": "texts are those of int, and repr() names Int",
    "test_mpz_is_prime": "a negative number of rounds, which means none more, as in GMP",
    "test_mpz_is_probab_prime": "a negative number of rounds, which means none more, as in GMP",
    "test_mpz_len": "numbers are no sequences of bits",
    "test_mpz_num_digits": "which exception refuses a base of 34 digits",
    "test_mpz_random": "GMP's random numbers",
    "test_mpz_seq": "numbers are no sequences of bits",
    "test_mpz_to_bytes": "-1 in no bytes, which int takes before Python 3.13",
    "test_mpz_urandomb": "GMP's random numbers",
}


class Missing(type):
    """The type of the parts of gmpy2 that do not exist here: whoever uses one is skipped."""

    def __call__(cls, *arguments, **named):
        pytest.skip(f"needs gmpy2.{cls.__name__}")

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Missing(f"{cls.__name__}.{name}", (), {})


class StandIn(types.ModuleType):
    """gpu_bigint under the name of gmpy2."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Missing(name, (), {})


class Assertions(ast.NodeTransformer):
    """Makes a test go on after an assertion that fails, and count it."""

    def visit_FunctionDef(self, node):
        # What hypothesis runs many times stays one test.
        is_test = node.name.startswith("test_") and "given" not in "".join(map(ast.unparse, node.decorator_list))
        return self.generic_visit(node) if is_test else node

    def visit_Assert(self, node):
        return ast.Try([node], ast.parse("try: pass\nexcept BaseException as error: note_assertion(error)").body[0].handlers,
                       ast.parse("note_assertion(None)").body, [])

    def visit_With(self, node):
        return self.visit_Assert(node) if "raises(" in ast.unparse(node.items[0]) else self.generic_visit(node)


class Tally:
    """Counts outcomes, one for each test or assertion."""

    def __init__(self, suite):
        self.suite = suite
        self.outcomes = collections.Counter()
        self.reasons = collections.Counter()
        self.assertions = 0  # of the test that runs

    def pytest_runtest_logreport(self, report):
        if report.outcome != "passed":
            self.count(report.outcome, report.nodeid, report.longrepr)
        elif report.when == "call" and not self.assertions:
            self.outcomes["passed"] += 1
        if report.when == "call":
            self.assertions = 0

    def note_assertion(self, error):
        self.assertions += 1
        if error is None:
            self.outcomes["passed"] += 1
        elif isinstance(error, pytest.skip.Exception):
            self.count("skipped", "", ("", 0, str(error)))
        else:
            self.count("failed", os.environ["PYTEST_CURRENT_TEST"], f"line {error.__traceback__.tb_lineno}: {error!r}")

    def pytest_collectreport(self, report):
        if report.outcome != "passed":
            self.count(report.outcome, report.nodeid, report.longrepr)

    def count(self, outcome, test, why):
        name = test.rpartition("::")[2].partition(" ")[0]
        if outcome == "failed" and self.suite == "gmpy2" and name in DIFFERENT:
            outcome, why = "skipped", ("", 0, DIFFERENT[name])
        self.outcomes[outcome] += 1
        if outcome == "failed":
            print(test, str(why).strip().splitlines()[-1], file=sys.stderr)
        elif isinstance(why, tuple):
            self.reasons[why[2].removeprefix("Skipped: ")] += 1


def source_of(package, folder):
    """The source folder of a package, whatever its version."""
    return next(pathlib.Path(folder).glob(f"{package}-*/"))


def run(suite, sources, folder):
    """The outcomes of one suite, in a process of its own: mpmath chooses its integers when it is imported."""
    import gpu_bigint
    import gpu_bigint.mpmath

    if suite == "CPython":
        arguments = [str(HERE / "test_cpython.py"), "-m", "not cuda"]
    elif suite == "gmpy2":
        standin = StandIn("gmpy2")
        standin.__dict__.update({name: getattr(gpu_bigint, name) for name in gpu_bigint.__all__})
        sys.modules["gmpy2"] = sys.modules["gmpy2.gmpy2"] = standin
        for path in (source_of("gmpy2", sources) / "test").glob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            if path.name.startswith("test_"):
                tree = ast.fix_missing_locations(Assertions().visit(tree))
            pathlib.Path(folder, path.name).write_text(ast.unparse(tree), encoding="utf-8")
        arguments = [folder, "--noconftest"]  # its fixture sets a context of floating-point numbers
    else:
        gpu_bigint.mpmath.install()
        # It sets the precision before each test.
        shutil.copy(source_of("mpmath", sources) / "conftest.py", os.path.join(folder, "conftest_of_mpmath.py"))
        sys.path.insert(0, folder)
        # The tests of its command line and its demos start programs that do not know of Int.
        arguments = ["--pyargs", "mpmath", "-p", "conftest_of_mpmath", "-k", "not test_cli and not test_demos"]
    tally = Tally(suite)
    builtins.note_assertion = tally.note_assertion
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        output, sys.stdout = sys.stdout, nowhere
        try:
            pytest.main([*arguments, "-q", "-s", "-p", "no:cacheprovider"], plugins=[tally])
        finally:
            sys.stdout = output
    json.dump([tally.outcomes, tally.reasons.most_common(6)], sys.stdout)


def main():
    if len(sys.argv) == 3:
        with tempfile.TemporaryDirectory() as folder:
            run(sys.argv[2], sys.argv[1], folder)
        return
    print("| suite | passed | failed | not applicable | most frequent reasons |\n| --- | --- | --- | --- | --- |")
    for suite in SUITES:
        done = subprocess.run([sys.executable, __file__, sys.argv[1], suite], stdout=subprocess.PIPE, check=True)
        outcomes, reasons = json.loads(done.stdout)
        why = "; ".join(f"{reason} ({count})" for reason, count in reasons)
        print(f"| {suite} | {outcomes.get('passed', 0)} | {outcomes.get('failed', 0)} | {outcomes.get('skipped', 0)} | {why} |",
              flush=True)


if __name__ == "__main__":
    main()
