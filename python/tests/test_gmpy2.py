"""Programs written for gmpy2 give the same output with `import gpu_bigint as gmpy2`."""

import contextlib
import importlib.util
import io
from pathlib import Path

import gmpy2
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gpu_bigint
from numbers_ import any_integer, natural, positive

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))


def output(path, module):
    specification = importlib.util.spec_from_file_location(path.stem, path)
    program = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(program)
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        program.main(module)
    return text.getvalue().splitlines()


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_program(path, place):
    expected = output(path, gmpy2)
    assert expected
    for ours, theirs in zip(output(path, gpu_bigint), expected, strict=True):
        assert ours == theirs


@given(a=any_integer, b=any_integer, c=any_integer, k=st.integers(0, 200))
def test_functions(place, a, b, c, k):
    for name in ("gcd", "lcm", "gcdext", "add", "sub", "mul", "cmp", "cmp_abs", "kronecker"):
        assert getattr(gpu_bigint, name)(a, b) == getattr(gmpy2, name)(a, b), name
    for name in ("square", "sign", "bit_length", "popcount", "is_square", "is_even", "num_digits"):
        if name == "num_digits":
            assert gpu_bigint.num_digits(a) in (gmpy2.num_digits(a), gmpy2.num_digits(a) - 1)
        else:
            assert getattr(gpu_bigint, name)(a) == getattr(gmpy2, name)(a), name
    for name in ("bit_test", "bit_set", "bit_clear", "bit_flip", "bit_scan0", "bit_scan1", "c_div_2exp", "t_mod_2exp"):
        assert getattr(gpu_bigint, name)(a, k) == getattr(gmpy2, name)(a, k), name
    assert gpu_bigint.fma(a, b, c) == a * b + c and gpu_bigint.fms(a, b, c) == a * b - c
    assert gpu_bigint.to_binary(a) == gmpy2.to_binary(gmpy2.mpz(a))
    assert gpu_bigint.from_binary(gmpy2.to_binary(gmpy2.mpz(a))) == a


@given(a=natural, k=st.integers(1, 20))
def test_roots(place, a, k):
    assert gpu_bigint.isqrt_rem(a) == gmpy2.isqrt_rem(a)
    assert gpu_bigint.iroot(a, k) == gmpy2.iroot(a, k)
    assert gpu_bigint.iroot_rem(a, k) == gmpy2.iroot_rem(a, k)
    assert gpu_bigint.is_power(a**k) == gmpy2.is_power(a**k)


@given(values=st.lists(natural, min_size=0, max_size=30), bits=st.integers(1, 80))
def test_pack(values, bits):
    digits = [value % (1 << bits) for value in values]
    packed = gpu_bigint.pack(digits, bits)
    assert packed == gmpy2.pack(digits, bits)
    assert gpu_bigint.unpack(packed, bits) == gmpy2.unpack(gmpy2.mpz(packed), bits)


@given(bases=st.lists(any_integer, max_size=40), exponent=st.integers(0, 2**40), modulus=positive)
def test_lists_of_powers(place, bases, exponent, modulus):
    modulus = modulus % 2**2000 + 1
    expected = [pow(base, exponent, modulus) for base in bases]
    assert gpu_bigint.powmod_base_list(bases, exponent, modulus) == expected
    exponents = [abs(base) % 1000 for base in bases]
    expected = [pow(exponent, e, modulus) for e in exponents]
    assert gpu_bigint.powmod_exp_list(exponent, exponents, modulus) == expected
    assert gpu_bigint.powmod_list(bases, exponents, modulus) == [pow(b, e, modulus) for b, e in zip(bases, exponents)]


def test_long_lists_of_powers(place):
    modulus = 2**2203 - 1
    bases = list(range(2, 700))
    powers = gpu_bigint.powmod_base_list(bases, 65537, modulus)
    assert powers == [pow(b, 65537, modulus) for b in bases] and all(type(p) is gpu_bigint.Int for p in powers)


@given(residues=st.lists(natural, min_size=1, max_size=10), factors=st.lists(any_integer, max_size=20))
def test_trees(place, residues, factors):
    product = 1
    for factor in factors:
        product *= factor
    assert gpu_bigint.product(factors) == product
    moduli = [2**61 - 1, 2**89 - 1, 10**9 + 7, 3, 4, 5, 7, 11, 13, 17][: len(residues)]
    value = gpu_bigint.crt(residues, moduli)
    assert gpu_bigint.mod_each(value, moduli) == [r % m for r, m in zip(residues, moduli)]


def test_random_numbers(place):
    state = gpu_bigint.random_state(42)
    draws = [gpu_bigint.mpz_urandomb(state, 100) for _ in range(50)] + [gpu_bigint.mpz_random(state, 1000)]
    again = gpu_bigint.random_state(42)
    assert draws == [gpu_bigint.mpz_urandomb(again, 100) for _ in range(50)] + [gpu_bigint.mpz_random(again, 1000)]
    assert len(set(draws)) == 51 and all(0 <= x < 2**100 for x in draws[:50]) and 0 <= draws[50] < 1000
    assert gpu_bigint.random_state().seed == 0 and gpu_bigint.random_state(-1).seed == 2**64 - 1


def test_names_of_gmpy2():
    """The functions of gmpy2 on integers that gpu_bigint lacks are these."""
    without = {"powmod_sec", "mpz_rrandomb", "mpz_from_old_binary", "mpz", "xmpz", "is_bpsw_prp",
               "is_extra_strong_lucas_prp", "is_integer", "xbit_mask"}
    integer_names = [name for name in dir(gmpy2) if name.startswith(("mpz", "is_", "bit_", "powmod", "lucas", "fib"))]
    numbers_only = {"is_finite", "is_infinite", "is_lessgreater", "is_nan", "is_regular", "is_signed", "is_unordered",
                    "is_zero"}
    missing = {name for name in integer_names if not hasattr(gpu_bigint, name)}
    assert missing <= without | numbers_only


def test_errors(place):
    for call, error in ((lambda: gpu_bigint.isqrt(-1), ValueError), (lambda: gpu_bigint.iroot(8, 0), ValueError),
                        (lambda: gpu_bigint.invert(2, 4), ZeroDivisionError),
                        (lambda: gpu_bigint.invert(3, 0), ZeroDivisionError),
                        (lambda: gpu_bigint.f_div(1, 0), ZeroDivisionError),
                        (lambda: gpu_bigint.powmod(2, 3, 0), ValueError),
                        (lambda: gpu_bigint.powmod(2, -1, 4), ValueError),
                        (lambda: gpu_bigint.remove(12, 1), ValueError), (lambda: gpu_bigint.jacobi(3, 4), ValueError),
                        (lambda: gpu_bigint.fac(-1), ValueError), (lambda: gpu_bigint.fac(2**70), OverflowError),
                        (lambda: gpu_bigint.fac(2**50), OverflowError), (lambda: gpu_bigint.prev_prime(2), ValueError),
                        (lambda: gpu_bigint.gcd(4, 2.0), TypeError), (lambda: gpu_bigint.isqrt("4"), TypeError),
                        (lambda: gpu_bigint.digits(5, 63), ValueError), (lambda: gpu_bigint.bit_test(5, -1), ValueError),
                        (lambda: gpu_bigint.crt([1, 2], [4, 6]), ValueError),
                        (lambda: gpu_bigint.from_binary(b"\x02\x01"), ValueError),
                        (lambda: gpu_bigint.mpz(5, 10), TypeError), (lambda: gpu_bigint.mpz(None), TypeError)):
        with pytest.raises(error):
            call()


def test_negative_counts(place):
    """int has ValueError for some and gmpy2 has OverflowError: programs may expect either."""
    x = gpu_bigint.Int(12)
    for call in (lambda: gpu_bigint.fac(-1), lambda: gpu_bigint.fib(-1), lambda: gpu_bigint.primorial(-1),
                 lambda: gpu_bigint.bit_test(5, -1), lambda: x.bit_set(-1), lambda: gpu_bigint.bit_mask(-1),
                 lambda: gpu_bigint.c_div_2exp(x, -1), lambda: gpu_bigint.bincoef(5, -1), lambda: x << -1, lambda: x >> -1,
                 lambda: gpu_bigint.IntArray([1]) << -1, lambda: gpu_bigint.lucasu(1, -1, -3), lambda: x.to_bytes(-1),
                 lambda: gpu_bigint.mpz_urandomb(gpu_bigint.random_state(), -1)):
        for error in (ValueError, OverflowError, gpu_bigint.NegativeCountError):
            with pytest.raises(error):
                call()
