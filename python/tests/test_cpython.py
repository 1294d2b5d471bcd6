"""CPython's own tests of int, with Int in its place.

The interpreter's module test.test_long is read, every integer literal becomes an Int and every `int` becomes `Int`. Its
test methods then run as they are. Those that look at CPython itself are listed with the reason.
"""

import ast
import contextlib
import importlib.util
import math
import pathlib
import random
import sys
import types
import unittest

import pytest

from gpu_bigint import Int

pytestmark = pytest.mark.usefixtures("place")

FOUND = None
with contextlib.suppress(ImportError):  # Debian has the tests in a package of their own
    FOUND = importlib.util.find_spec("test.test_long")

CACHE = "CPython keeps small integers as single objects"
NOT_OURS = {
    "test_as_integer_ratio": "asks a bool, too",
    "test_divmod_uses_cached_small_ints": CACHE,
    "test_from_bytes": "a class derived from Int makes Ints",
    "test_from_bytes_small": CACHE,
    "test_logs": "math.log takes numbers above 2**1024 from int alone",
    "test_pow_uses_cached_small_ints": CACHE,
    "test_small_ints": CACHE,
    "test_small_ints_in_huge_calculation": CACHE,
}


class OnInt(ast.NodeTransformer):
    """Makes integers of a program Ints."""

    def visit_Constant(self, node):
        if type(node.value) is not int:
            return node
        return ast.copy_location(ast.Call(ast.Name("Int", ast.Load()), [node], []), node)

    def visit_Name(self, node):
        return ast.copy_location(ast.Name("Int", node.ctx), node) if node.id == "int" else node


def cases():
    """The test case of CPython, compiled for Int."""
    tree = ast.fix_missing_locations(OnInt().visit(ast.parse(pathlib.Path(FOUND.origin).read_text())))
    names = {"Int": Int, "__name__": "test_long_of_int", "repr": str}  # repr() of an Int says what it is
    exec(compile(tree, FOUND.origin, "exec"), names)
    # What the tests compute with takes int and makes int.
    names["math"] = replaced(math, ldexp=lambda x, n: math.ldexp(x, int(n)))
    names["random"] = replaced(random, randrange=lambda *limits: Int(random.randrange(*limits)))
    names["sys"] = replaced(sys, maxsize=Int(sys.maxsize))
    found = names["LongTest"]
    found.__test__ = False  # its methods are parameters of a test
    return found


def replaced(module, **members):
    """The module with other members."""
    return types.SimpleNamespace(**vars(module) | members)


CASES = cases() if FOUND else None


@pytest.mark.skipif(not FOUND, reason="this interpreter comes without its tests")
@pytest.mark.parametrize("name", unittest.TestLoader().getTestCaseNames(CASES) if FOUND else [])
def test_long(name):
    if name in NOT_OURS:
        pytest.skip(NOT_OURS[name])
    result = unittest.TestResult()
    CASES(name).run(result)
    for _, text in result.errors + result.failures:
        pytest.fail(text, pytrace=False)
