"""Int against int: every operator and method, on values and on errors."""

import copy
import decimal
import fractions
import math
import numbers
import operator
import pickle
import random
import sys
import warnings

import gmpy2
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import gpu_bigint
from gpu_bigint import Int
from numbers_ import EDGES, any_integer, natural

pytestmark = pytest.mark.usefixtures("place")

BINARY = [operator.add, operator.sub, operator.mul, operator.and_, operator.or_, operator.xor]
DIVISIONS = [operator.floordiv, operator.mod, divmod, operator.truediv]
COMPARISONS = [operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge]
UNARY = [operator.neg, operator.pos, abs, operator.invert, bool, int, hash, str, operator.index, math.trunc,
         math.floor, math.ceil, round]


def outcome(function, *arguments):
    """The result, or the type of the exception."""
    try:
        return function(*arguments)
    except Exception as error:
        return type(error)


def same(ours, theirs):
    """Equal, and an Int wherever int has an int."""
    if isinstance(theirs, tuple):
        return isinstance(ours, tuple) and all(map(same, ours, theirs))
    if type(theirs) is int:
        return type(ours) is Int and ours == theirs and int(ours) == theirs
    if isinstance(theirs, type):
        return isinstance(ours, type) and issubclass(ours, theirs)
    if isinstance(theirs, float) and math.isnan(theirs):
        return math.isnan(ours)
    return type(ours) is type(theirs) and ours == theirs and repr(ours) == repr(theirs)


def check_binary(function, a, b):
    theirs = outcome(function, a, b)
    for x, y in ((Int(a), Int(b)), (Int(a), b), (a, Int(b))):
        ours = outcome(function, x, y)
        assert same(ours, theirs), (function, type(x), type(y), a, b, ours, theirs)


@pytest.mark.parametrize("function", BINARY + DIVISIONS, ids=lambda f: f.__name__)
def test_operators_on_edges(function):
    for a in EDGES:
        for b in EDGES:
            check_binary(function, a, b)


@pytest.mark.parametrize("function", BINARY + DIVISIONS, ids=lambda f: f.__name__)
@given(a=any_integer, b=any_integer)
def test_operators(function, a, b):
    check_binary(function, a, b)


@pytest.mark.parametrize("function", COMPARISONS, ids=lambda f: f.__name__)
@given(a=any_integer, b=any_integer, difference=st.integers(-1, 1))
def test_comparisons(function, a, b, difference):
    for c in (b, a + difference):
        expected = function(a, c)
        assert function(Int(a), Int(c)) is expected
        assert function(Int(a), c) is expected
        assert function(a, Int(c)) is expected


@pytest.mark.parametrize("function", COMPARISONS, ids=lambda f: f.__name__)
@given(a=any_integer, b=st.floats())
def test_comparisons_with_floats(function, a, b):
    assert function(Int(a), b) is function(a, b)
    assert function(b, Int(a)) is function(b, a)
    if abs(a) < 2**900:
        near = float(a)
        assert function(Int(a), near) is function(a, near)


@pytest.mark.parametrize("function", UNARY, ids=lambda f: f.__name__)
@given(a=any_integer)
def test_unary(function, a):
    theirs = function(a)
    ours = function(Int(a))
    if function in (int, operator.index, hash):
        assert type(ours) is int and ours == theirs
    else:
        assert same(ours, theirs)


@pytest.mark.parametrize("function", [operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv,
                                      operator.mod, divmod, operator.pow], ids=lambda f: f.__name__)
@given(a=any_integer, b=st.floats(-1e6, 1e6))
def test_arithmetic_with_floats(function, a, b):
    assert same(outcome(function, Int(a), b), outcome(function, a, b))
    assert same(outcome(function, b, Int(a)), outcome(function, b, a))


def test_arithmetic_with_other_numbers():
    for a in (0, 5, -7, 2**100):
        for b in (1 + 2j, fractions.Fraction(22, 7), decimal.Decimal("2.5"), True, False):
            for function in (operator.add, operator.sub, operator.mul, operator.truediv, operator.eq, operator.ne):
                assert outcome(function, Int(a), b) == outcome(function, a, b), (function, a, b)
                # Decimal compares with other types than int by the numerator, which it wants to be an int.
                if not (isinstance(b, decimal.Decimal) and function in (operator.eq, operator.ne)):
                    assert outcome(function, b, Int(a)) == outcome(function, b, a), (function, a, b)
        assert Int(a) == fractions.Fraction(a) and Int(a) == decimal.Decimal(a) and Int(a) == complex(a)
        assert fractions.Fraction(Int(a), 3) == fractions.Fraction(a, 3)
        assert Int(a) < fractions.Fraction(2 * abs(a) + 1, 1)
    assert Int(1) != 1j and not Int(1) == 1j


def test_other_types_are_refused():
    for function in BINARY + DIVISIONS + [operator.lshift, operator.pow]:
        for other in ("1", None, [1], object()):
            if function is operator.mul and isinstance(other, (str, list)):
                assert function(Int(3), other) == 3 * other
                continue
            with pytest.raises(TypeError):
                function(Int(3), other)
            with pytest.raises(TypeError):
                function(other, Int(3)) if function is not operator.mod or other != "1" else function(None, Int(3))
    for function in (operator.and_, operator.lshift):
        with pytest.raises(TypeError):
            function(Int(3), 1.0)
    for function in (operator.lt, operator.ge):
        with pytest.raises(TypeError):
            function(Int(3), "3")
    assert Int(3) != "3" and not Int(3) == None  # noqa: E711


@given(a=any_integer, count=st.integers(0, 5000))
def test_shifts(a, count):
    check_binary(operator.lshift, a, count)
    check_binary(operator.rshift, a, count)


def test_shifts_beyond_words():
    for a in (0, 1, -1, 12345, -(2**200)):
        check_binary(operator.rshift, a, 2**70)
        check_binary(operator.rshift, a, -1)
        check_binary(operator.lshift, a, -1)
    assert Int(0) << 2**70 == 0
    with pytest.raises(OverflowError):
        Int(1) << 2**70


@given(a=st.integers(-(10**6), 10**6), b=st.integers(-50, 200))
def test_power(a, b):
    check_binary(operator.pow, a, b)


def test_power_of_units():
    for base in (0, 1, -1):
        for exponent in (0, 1, 2, 2**70, 2**70 + 1):
            check_binary(operator.pow, base, exponent)
    with pytest.raises(OverflowError):
        Int(2) ** 2**70


@given(a=any_integer, b=st.integers(-300, 3000), m=any_integer)
def test_power_modulo(a, b, m):
    theirs = outcome(pow, a, b, m)
    for x, y, n in ((Int(a), b, m), (a, Int(b), m), (a, b, Int(m)), (Int(a), Int(b), Int(m))):
        ours = outcome(pow, x, y, n)
        assert same(ours, theirs), (a, b, m, ours, theirs)


@given(a=any_integer, places=st.integers(-40, 5))
def test_round(a, places):
    assert same(round(Int(a), places), round(a, places))
    assert round(Int(a), -10**20) == 0 == round(a, -10**5)


@given(a=any_integer)
def test_float(a):
    assert same(outcome(float, Int(a)), outcome(float, a))
    assert outcome(complex, Int(a)) == outcome(complex, a)


def test_float_ties():
    for base in (2**53, 2**60, 2**1000, 2**1023):
        step = base >> 52
        for k in range(0, 9):
            value = base + k * step // 4
            assert float(Int(value)) == float(value)
    largest = 2**1024 - 2**970
    assert outcome(float, Int(largest)) == outcome(float, largest)
    assert float(Int(largest - 1)) == float(largest - 1)


def test_true_division_is_rounded_once():
    for a, b in ((2**5000 + 1, 2**4990), (-(3**4000), 7**2000), (1, 2**1074), (3, 2**1075), (2**6000, 2**4900),
                 (2**6000 - 1, 2**7000 + 1), (2**6000 + 1, 2**7060 + 3), (5**3000, 2**8040), (2**8000, -(2**100)),
                 (0, 2**5000)):
        check_binary(operator.truediv, a, b)


@given(value=any_integer)
def test_conversions(value):
    a = Int(value)
    assert int(a) == value and Int(int(a)) == a
    assert a.bit_length() == value.bit_length()
    assert a.bit_count() == bin(value).count("1")
    assert a.as_integer_ratio() == (value, 1)
    assert (a.real, a.imag, a.numerator, a.denominator, a.conjugate()) == (value, 0, value, 1, value)
    assert a.is_integer()
    assert f"{a}" == f"{value}" and repr(a) == f"Int({value})"
    assert Int(str(value)) == a and Int(str(value).encode()) == a
    for base in (2, 8, 16, 36):
        assert Int(a.digits(base), base) == value
    assert Int(hex(value), 0) == value == Int(a.digits(62), 62)


@given(value=any_integer, length=st.integers(0, 60), order=st.sampled_from(["little", "big"]), signed=st.booleans())
def test_bytes(value, length, order, signed):
    for size in (length, (value.bit_length() + 7) // 8, value.bit_length() // 8 + 1):
        if (value, size, signed) == (-1, 0, True):
            continue  # CPython before 3.13 finds room for -1 in no bytes
        theirs = outcome(lambda: value.to_bytes(size, order, signed=signed))
        assert outcome(lambda: Int(value).to_bytes(size, order, signed=signed)) == theirs
        if isinstance(theirs, bytes):
            assert Int.from_bytes(theirs, order, signed=signed) == int.from_bytes(theirs, order, signed=signed)
    assert Int.from_bytes([1, 2, 3], "little") == int.from_bytes([1, 2, 3], "little")
    assert outcome(lambda: Int(1).to_bytes(1, "middle")) is ValueError
    assert Int(5).to_bytes() == b"\x05" and Int.from_bytes(b"\x01\x02") == 258


TEXTS = ["", " ", "0", "-0", "+5", "- 5", "--5", "5 ", "\t7\n", "1_000", "1__0", "_1", "1_", "0x1f", "0b11", "0o17",
         "0x_f", "0b", "007", "00", "1e5", "1.0", "zz", "0b12", "9", "٣", "\u00a05", "5\x00"]


@pytest.mark.parametrize("base", [None, 0, 2, 8, 10, 16, 36, 1, 63, -1, 37])
@pytest.mark.parametrize("padding", ["", "0" * 2000, "1" * 2000], ids=["short", "zeros", "ones"])
def test_text(base, padding):
    for text in TEXTS:
        if padding and (not text.isascii() or base in (1, 63, -1, 37)):
            continue
        if base == 37 and not padding:
            continue
        text = text + padding
        arguments = (text,) if base is None else (text, base)
        ours, theirs = outcome(Int, *arguments), outcome(int, *arguments)
        assert same(ours, theirs), (text[:20], base, ours, theirs)


def test_constructor():
    assert Int() == 0 and Int(True) == 1 and Int(3.99) == 3 and Int(-3.99) == -3
    assert Int(fractions.Fraction(7, 2)) == 3 and Int(decimal.Decimal("1e20")) == 10**20
    assert Int(np.int32(-5)) == -5 and Int(np.uint64(2**64 - 1)) == 2**64 - 1
    assert Int(bytearray(b"12")) == 12 and Int(float(2**200)) == 2**200
    for wrong, error in ((float("nan"), ValueError), (float("inf"), OverflowError), (None, TypeError),
                         ([], TypeError), (1j, TypeError), ("x", ValueError)):
        with pytest.raises(error):
            Int(wrong)
    with pytest.raises(TypeError):
        Int(5, 10)
    with pytest.raises(TypeError, match="missing string"):
        Int(base=10)
    assert Int.__new__(Int) == 0 and Int("ff", base=16) == 255


def test_numbers_of_other_packages():
    class Convertible:
        def __mpz__(self):
            return gmpy2.mpz(12)

    class Half(Convertible):
        def __mpq__(self):
            return gmpy2.mpq(25, 2)

    class Ratio(numbers.Rational):
        def __init__(self, numerator, denominator):
            self.parts = numerator, denominator

        numerator = property(lambda self: self.parts[0])
        denominator = property(lambda self: self.parts[1])

    Ratio.__abstractmethods__ = frozenset()
    for make in (Int, gpu_bigint.mpz):
        assert make(Convertible()) == 12
        for number, expected in ((Ratio(7, 2), 3), (Ratio(-7, 2), -3), (Ratio(Int(7**200), 5), 7**200 // 5),
                                 (fractions.Fraction(-(10**30), 7), -(10**30 // 7))):
            assert make(number) == expected
    assert Int(5) + Convertible() == 17 == Convertible() + Int(5) and Int(12) == Convertible()
    assert gpu_bigint.gcd(Convertible(), 18) == 6
    assert Int(Half()) == 12 and Int(12) != Half()
    with pytest.raises(TypeError, match="'object'"):
        gpu_bigint.gcd(object())


def test_values_do_not_change():
    a = b = Int(5)
    a += 1
    assert (a, b) == (6, 5)
    with warnings.catch_warnings(action="error"):
        b.__init__(7)
    assert b == 5


def test_deleted_numbers_are_used_again():
    """Numbers take the memory of deleted ones, whatever their length and class."""
    source = random.Random(3)
    kept = {}
    for step in range(3000):
        bits = source.choice([1, 64, 320, 400, 5000])
        value = source.getrandbits(bits)
        kept[source.randrange(300)] = (value, (Int if step % 3 else Named)(value))
        if step % 500 == 499:
            assert all(number == value for value, number in kept.values())
            kept = {key: pair for key, pair in kept.items() if key % 2}


@given(value=any_integer)
def test_copies(value):
    a = Int(value)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        loaded = pickle.loads(pickle.dumps(a, protocol))
        assert type(loaded) is Int and loaded == value
    assert copy.copy(a) is a and copy.deepcopy(a) is a
    assert copy.deepcopy([a]) == [value]


class Named(Int):
    pass


def test_subclasses():
    a = Named(12)
    a.name = "twelve"
    assert a + 1 == 13 and type(a + 1) is Int
    loaded = pickle.loads(pickle.dumps(a))
    assert type(loaded) is Named and loaded == 12 and loaded.name == "twelve"


def test_registered():
    assert isinstance(Int(1), numbers.Integral)
    assert len({Int(5), 5, 5.0, Int(2**70), 2**70}) == 2
    assert {5: "five"}[Int(5)] == "five"
    assert [10, 20, 30][Int(1)] == 20 and "abc"[Int(-1)] == "c" and list(range(Int(3))) == [0, 1, 2]
    assert sum([Int(1), Int(2)]) == 3 and max(Int(3), 2) == 3 and sorted([Int(3), 1, Int(2)]) == [1, 2, 3]
    assert math.gcd(Int(12), 18) == 6 and math.isqrt(Int(17)) == 4
    assert "%d %x" % (Int(255), Int(255)) == "255 ff"
    assert sys.getsizeof(Int(2**100000)) > 12000


@given(a=st.integers(-(2**31), 2**31 - 1), b=any_integer)
def test_numpy_scalars(a, b):
    for kind in (np.int32, np.int64):
        for function in (operator.add, operator.sub, operator.mul):
            for ours in (function(Int(b), kind(a)), function(kind(a), Int(b))):
                assert isinstance(ours, Int)
            assert function(Int(b), kind(a)) == function(b, a)
            assert function(kind(a), Int(b)) == function(a, b)
        assert (Int(b) < kind(a)) == (b < a)
        assert (Int(a) == kind(a)) and (kind(a) == Int(a))
    objects = np.array([1, 2, 3], dtype=object) * Int(b)
    assert list(objects) == [b, 2 * b, 3 * b]
    assert list(Int(2) * np.arange(3)) == [0, 2, 4]


SPECIFICATIONS = ["", "d", "+d", " d", "-d", "x", "X", "#x", "#X", "b", "#b", "o", "#o", "n", ",", "_", "_x", "_b", "20",
                  "<20", ">20", "^20", "=20", "020", "*^30", "+020,", "#040_x", "024,d", "030_b", "x<10", "0<30d", "=+30",
                  "<030d", "e", ".3e", "f", ".0f", "g", "%", "10c", "s", ".3", ",x", ",n", "#d", "z", "025,", "026,",
                  "027,", "028,", "0128_x", "0129_x"]


@given(value=st.one_of(st.integers(), st.sampled_from(EDGES)))
def test_format(value):
    from gpu_bigint._format import format_digits

    for specification in SPECIFICATIONS:
        theirs = outcome(format, value, specification)
        assert outcome(format, Int(value), specification) == theirs, specification
        if not isinstance(theirs, type) and not specification.endswith("c"):
            assert format_digits(Int(value), specification) == theirs, specification


def test_format_of_long_numbers():
    value = -(7**2000)
    text = value.__format__("x")
    for specification in SPECIFICATIONS:
        is_float = specification.endswith(tuple("efg%"))
        theirs = format_of_float(value, specification) if is_float else outcome(format, value, specification)
        assert outcome(format, Int(value), specification) == theirs, specification
    assert f"{Int(value):x}" == text


def format_of_float(value, specification):
    """What a float would show that does not overflow."""
    with gmpy2.context(precision=53):
        number = gmpy2.mpfr(value)
        if specification == "%":
            return f"{100 * number:.6f}%"
        usual = {"g": ".5e", "e": ".6e", "f": ".6f"}
        text = format(number, usual.get(specification, specification))
        return text.removesuffix(".0") if specification == ".0f" else text


@given(bits=st.integers(1000, 1023), seed=st.integers(0, 2**32), precision=st.integers(0, 400),
       kind=st.sampled_from("eEfFgG%"), flags=st.sampled_from(["", "+", "#", "0400", "*^500", "0500,", "_"]))
def test_format_as_a_long_float(bits, seed, precision, kind, flags):
    """A number that a float just holds looks the same with and without one."""
    value = random.Random(seed).getrandbits(bits) | 1 << (bits - 1)
    specification = f"{flags}.{precision}{kind}"
    expected = format(value, specification)
    assert "inf" in expected or format(Int(value), specification) == expected


@given(value=st.integers(10**309, 10**400), precision=st.integers(1, 50))
def test_format_beyond_floats(value, precision):
    for number in (value, -value):
        for kind in "ef":
            specification = f".{precision}{kind}"
            assert format(Int(number), specification) == format_of_float(number, specification)
    for almost, text in ((10**400 - 1, "1e+400"), (10**5000, "1e+5000"), (2**1024 - 1, "1.79769e+308")):
        assert f"{Int(almost):g}" == text and f"{Int(-almost):G}" == "-" + text.upper()


def test_text_has_no_limit():
    value = Int(10) ** 50000
    text = str(value)
    assert text == "1" + "0" * 50000 and Int(text) == value
    assert len(f"{value:,}") == 50001 + 50000 // 3


def test_text_does_not_follow_the_limit_of_int():
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        for digits in (639, 640, 641, 1023, 1024, 5000):
            assert Int("7" * digits) == 7 * (Int(10) ** digits - 1) // 9
    finally:
        sys.set_int_max_str_digits(before)


@pytest.fixture
def limit_of_input():
    yield gpu_bigint.set_max_bits
    gpu_bigint.set_max_bits(None)


def test_limit_of_input(limit_of_input):
    assert gpu_bigint.max_bits() is None
    for bits in (0, 1, 63, 64, 65, 100, 4000, 20000):
        value = (1 << bits) - 1
        over = value + 1
        pickled = {number: pickle.dumps(Int(number)) for number in (value, over, -over)}
        limit_of_input(bits)
        assert gpu_bigint.max_bits() == bits
        for text, base in [(f"{value:x}", 16), (f"-0x{value:_x}", 0), (f"{value:b}", 2)]:
            assert abs(Int(text, base)) == value
        assert pickle.loads(pickled[value]) == value
        assert Int.from_bytes(value.to_bytes(bits // 8 + 9, "big")) == value
        for text, base in [(f"{over:x}", 16), (f"-0x{over:_x}", 0), (f" {over:b} ", 2)]:
            with pytest.raises(ValueError, match="limit"):
                Int(text, base)
        for number in (over, -over):
            with pytest.raises(ValueError, match="limit"):
                pickle.loads(pickled[number])
            with pytest.raises(ValueError, match="limit"):
                Int.from_bytes(number.to_bytes(bits // 8 + 2, "little", signed=True), "little", signed=True)
        assert Int(value) + 1 == over  # results are not limited
        limit_of_input(None)
        assert Int(f"{over:x}", 16) == over
    for wrong in (-1, 2**70):
        with pytest.raises((ValueError, OverflowError)):
            limit_of_input(wrong)


@given(value=natural, index=st.integers(0, 300))
def test_bits_of_mpz(value, index):
    a = Int(value)
    assert a.bit_test(index) == bool(value >> index & 1)
    assert a.bit_set(index) == value | 1 << index
    assert a.bit_clear(index) == value & ~(1 << index)
    assert a.bit_flip(index) == value ^ 1 << index
    assert a.is_even() != a.is_odd()
    assume(value)
    assert a.num_digits() == len(str(value))


def test_num_digits_at_powers():
    for base in (2, 3, 10, 16, 62):
        for exponent in (1, 2, 17, 64, 1000):
            power = Int(base) ** exponent
            assert [x.num_digits(base) for x in (power - 1, power, power + 1, -power)] == [
                exponent, exponent + 1, exponent + 1, exponent + 1]
    assert Int(0).num_digits() == 1
