"""CPython's own tests of int, with Int in its place.

The interpreter's modules test.test_int and test.test_long are read, every integer literal becomes an Int and every `int`
becomes `Int`. Their test methods then run as they are. Those that look at CPython itself are listed with the reason.
"""

import ast
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

CACHE = "CPython keeps small integers as single objects"
BASES = "an Int has bases up to 62"
NO_LIMIT = "an Int of any length becomes text, and the other way round"
RESULT_OF_INT = "the interpreter wants an int from __int__"
NOT_OURS = {
    "test___sizeof__": "asks for the digits of CPython",
    "test_as_integer_ratio": "asks a bool, too",
    "test_divmod_uses_cached_small_ints": CACHE,
    "test_from_bytes_small": CACHE,
    "test_int_base_indexable": BASES,
    "test_int_base_limits": BASES,
    "test_int_from_other_bases": NO_LIMIT,
    "test_int_returns_int_subclass": RESULT_OF_INT,
    "test_int_subclass_with_int": RESULT_OF_INT,
    "test_intconversion": RESULT_OF_INT,
    "test_logs": "math.log takes numbers above 2**1024 from int alone",
    "test_max_str_digits": NO_LIMIT,
    "test_pow_uses_cached_small_ints": CACHE,
    "test_pylong_misbehavior_error_path_from_str": "CPython's module _pylong",
    "test_pylong_misbehavior_error_path_to_str": "CPython's module _pylong",
    "test_small_ints": CACHE,
    "test_small_ints_in_huge_calculation": CACHE,
    "test_underscores_ignored": NO_LIMIT,
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
    """The test methods of CPython, compiled for Int. Debian has the tests in a package of their own."""
    for module in ("test.test_int", "test.test_long") if importlib.util.find_spec("test") else ():
        found = importlib.util.find_spec(module)
        if found is None:
            continue
        tree = ast.fix_missing_locations(OnInt().visit(ast.parse(pathlib.Path(found.origin).read_text(encoding="utf-8"))))
        names = {"Int": Int, "__name__": f"{module}_of_int", "repr": str}  # repr() of an Int says what it is
        exec(compile(tree, found.origin, "exec"), names)
        # What the tests compute with takes int and makes int.
        names["math"] = replaced(math, ldexp=lambda x, n: math.ldexp(x, int(n)))
        names["random"] = replaced(random, randrange=lambda *limits: Int(random.randrange(*limits)))
        names["sys"] = replaced(sys, maxsize=Int(sys.maxsize))
        for kind in list(names.values()):
            if isinstance(kind, type) and issubclass(kind, unittest.TestCase) and kind.__module__ == names["__name__"]:
                yield from map(kind, unittest.TestLoader().getTestCaseNames(kind))


def replaced(module, **members):
    """The module with other members."""
    return types.SimpleNamespace(**vars(module) | members)


CASES = list(cases())


@pytest.mark.skipif(not CASES, reason="this interpreter comes without its tests")
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{type(case).__name__}.{case._testMethodName}")
def test_of_cpython(case):
    if case._testMethodName in NOT_OURS:
        pytest.skip(NOT_OURS[case._testMethodName])
    result = unittest.TestResult()
    case.run(result)
    for _, text in result.errors + result.failures:
        pytest.fail(text, pytrace=False)
    for _, reason in result.skipped:
        pytest.skip(reason)
