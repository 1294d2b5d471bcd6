"""mpmath with Int as its type of integers, in processes of their own because mpmath chooses when it is imported."""

import os
import subprocess
import sys

import pytest

from gpu_bigint._core import _mpmath_create, _mpmath_normalize
from hypothesis import given
from hypothesis import strategies as st
from numbers_ import natural

PROGRAM = """
from mpmath import mp, mpf, mpi, iv
import mpmath.libmp.backend as backend
mp.dps = {digits}
print(backend.BACKEND, backend.MPZ.__name__)
print(+mp.pi)
print(mp.sqrt(2), mp.exp(1), mp.log(3) if {digits} < 20000 else "")
mp.dps = 50
print(mp.sin(mpf(10) ** 20), mp.gamma(mpf(1) / 3), mp.zeta(3), mp.quad(lambda x: mp.exp(-x * x), [0, 1]))
print(mp.mpf("1e-400") * 3, mp.nstr(mp.mpc(1, 2) ** mp.mpf("0.5"), 30), mp.factorial(30), mp.fib(200))
print(mp.findroot(mp.cos, 1.5), mp.matrix([[1, 2], [3, 4]]) ** -1, mp.polyroots([1, 0, -2]), hash(mpf(2) ** 100))
print(int(mp.floor(mp.e * 10 ** 30)), mp.mpf(1) / 3 == mpf(1) / 3, round(mpf("2.5")), float(mp.pi), mp.isprime(97))
"""


def run(arguments, text, environment=()):
    return subprocess.run([sys.executable, *arguments], input=text, capture_output=True, text=True, timeout=120,
                          env={**os.environ, **dict(environment)})


@pytest.mark.parametrize("digits", [1000, 20000])
def test_same_output(digits, tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.format(digits=digits))
    plain = run([str(program)], "", {"MPMATH_NOGMPY": "1", "PYTHONINTMAXSTRDIGITS": "0"})
    assert plain.returncode == 0, plain.stderr
    ours = run(["-m", "gpu_bigint.mpmath", str(program)], "", {"MPMATH_NOGMPY": "1"})
    assert ours.returncode == 0 and not ours.stderr, ours.stderr
    assert plain.stdout.splitlines()[0] == "python int" and ours.stdout.splitlines()[0] == "gmpy Int"
    assert ours.stdout.splitlines()[1:] == plain.stdout.splitlines()[1:]


def test_install_is_for_the_first_import():
    late = run(["-c", "import mpmath, gpu_bigint.mpmath as g\ng.install()"], "")
    assert "RuntimeError" in late.stderr
    twice = run(["-c", "import gpu_bigint.mpmath as g, sys\ng.install(); g.install(); import mpmath\n"
                       "print('gmpy2' in sys.modules, mpmath.libmp.MPZ)"], "")
    assert twice.stdout == "False <class 'gpu_bigint._core.Int'>\n", twice.stderr
    kept = run(["-c", "import gmpy2, gpu_bigint.mpmath as g\ng.install(); import gmpy2 as again\nprint(again is gmpy2)"], "")
    assert kept.stdout == "True\n", kept.stderr


@given(mantissa=natural, exponent=st.integers(-(10**12), 10**12), precision=st.integers(1, 400),
       rounding=st.sampled_from("nfcdu"), sign=st.integers(0, 1))
def test_normalization(mantissa, exponent, precision, rounding, sign):
    from fractions import Fraction

    result = _mpmath_normalize(sign, mantissa, exponent, mantissa.bit_length(), precision, rounding)
    s, man, exp, bits = result
    assert result == _mpmath_create(-mantissa if sign else mantissa, exponent, precision, rounding)
    assert bits == man.bit_length() <= precision
    if not mantissa:
        assert tuple(result) == (0, 0, 0, 0)
        return
    assert man % 2 == 1 and s == sign
    exact, shift = (-mantissa if sign else mantissa), exp - exponent
    value = Fraction(int(-man if s else man)) * Fraction(2) ** shift
    unit = Fraction(2) ** max(0, mantissa.bit_length() - precision)
    error = value - exact
    assert abs(error) < unit
    if rounding == "n":
        assert abs(error) <= unit / 2
        if abs(error) == unit / 2:
            assert value / unit % 2 == 0
    elif rounding == "f":
        assert error <= 0
    elif rounding == "c":
        assert error >= 0
    elif rounding == "d":
        assert abs(value) <= mantissa
    else:
        assert abs(value) >= mantissa


@pytest.mark.parametrize("rounding", [0xDEAD, "x", "", "nn", b"n"])
def test_wrong_rounding(rounding):
    for call in (lambda: _mpmath_normalize(0, 5, 0, 3, 2, rounding), lambda: _mpmath_create(5, 0, 2, rounding)):
        with pytest.raises(ValueError, match="rounding mode"):
            call()
