"""gpu_bigint as the integer type of mpmath.

mpmath chooses its integers when it is imported. install() imports it with those of gpu_bigint:

    import gpu_bigint.mpmath
    gpu_bigint.mpmath.install()

    from mpmath import mp
    mp.dps = 10**6
    print(+mp.pi)

A program that is not changed takes `python -m gpu_bigint.mpmath program.py`.
"""

import fractions
import importlib
import os
import runpy
import sys
import types

import gpu_bigint
from gpu_bigint import _core

# What mpmath takes from gmpy2.
_NAMES = ("bit_length", "digits", "isqrt", "isqrt_rem", "gcd", "fac", "double_fac", "fib", "is_prime")


def install() -> None:
    """Imports mpmath with Int as its type of integers.

    Raises RuntimeError if mpmath was imported before with other integers.
    """
    loaded = sys.modules.get("mpmath.libmp.backend")
    if loaded is not None:
        if loaded.MPZ is gpu_bigint.Int:
            return
        raise RuntimeError("mpmath was imported before gpu_bigint.mpmath.install()")
    standin = types.ModuleType("gmpy2", "gpu_bigint under the name that mpmath imports")
    for name in _NAMES:
        setattr(standin, name, getattr(gpu_bigint, name))
    # mpmath compares types, so it gets the type itself. Its rationals are short.
    standin.__dict__.update(
        mpz=gpu_bigint.Int,
        mpq=fractions.Fraction,
        version=lambda: "2.2.0",  # the version of gmpy2 whose functions these are
        _mpmath_normalize=_core._mpmath_normalize,
        _mpmath_create=_core._mpmath_create,
    )
    original = sys.modules.get("gmpy2")
    refusal = os.environ.pop("MPMATH_NOGMPY", None)
    sys.modules["gmpy2"] = standin
    try:
        importlib.import_module("mpmath")
    finally:
        if original is None:
            del sys.modules["gmpy2"]
        else:
            sys.modules["gmpy2"] = original
        if refusal is not None:
            os.environ["MPMATH_NOGMPY"] = refusal


def _run() -> None:
    if len(sys.argv) < 2:
        sys.exit("usage: python -m gpu_bigint.mpmath program.py [argument ...]")
    install()
    del sys.argv[0]
    sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    _run()
