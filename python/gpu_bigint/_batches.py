"""Modular powers of whole lists, and tests that take long, with progress."""

from collections.abc import Sequence
from typing import SupportsIndex

from ._core import Int, IntArray, LucasLehmer, MersennePRP, OddModuli, current_device, powmod
from ._progress import in_pieces

# Shorter lists, and those with numbers that no batch holds, are computed one by one.
_SHORTEST_BATCH = {"host": 8, "cuda": 32}
_LONGEST_MODULUS = 65536


def _integers(values: Sequence[SupportsIndex]) -> list[Int]:
    return [value if isinstance(value, Int) else Int(value) for value in values]


def powmod_list(
    bases: Sequence[SupportsIndex] | SupportsIndex,
    exponents: Sequence[SupportsIndex] | SupportsIndex,
    modulus: SupportsIndex,
    progress: bool = False,
) -> list[Int]:
    """[pow(b, e, modulus)] for all bases and exponents. One of the two may be a single number."""
    n = Int(modulus)
    many_bases = isinstance(bases, Sequence)
    many_exponents = isinstance(exponents, Sequence)
    if not many_bases and not many_exponents:
        raise TypeError("powmod_list() needs a list of bases or of exponents")
    base_list = _integers(bases) if isinstance(bases, Sequence) else [Int(bases)]
    exponent_list = _integers(exponents) if isinstance(exponents, Sequence) else [Int(exponents)]
    count = max(len(base_list), len(exponent_list)) if base_list and exponent_list else 0
    if many_bases and many_exponents and len(base_list) != len(exponent_list):
        raise ValueError(f"powmod_list(): {len(base_list)} bases and {len(exponent_list)} exponents")
    place = current_device().partition(":")[0]
    together = (
        count >= _SHORTEST_BATCH[place]
        and n > 2
        and n.is_odd()
        and n.bit_length() <= _LONGEST_MODULUS
        and all(0 <= e and e.bit_length() <= _LONGEST_MODULUS for e in exponent_list)
    )
    moduli = OddModuli(n) if together else None
    common_exponent = exponent_list[0] if not many_exponents and exponent_list else None
    result: list[Int] = []
    for start, stop in in_pieces(count, _SHORTEST_BATCH[place] if together else 1, "powers", progress):
        b = base_list[start:stop] if many_bases else base_list * (stop - start)
        e = exponent_list[start:stop] if many_exponents else exponent_list * (stop - start)
        if moduli is None:
            result.extend(powmod(x, y, n) for x, y in zip(b, e))
        else:
            reduced = IntArray([x if 0 <= x < n else x % n for x in b], moduli.bits)
            powers = reduced.pow_mod(common_exponent if common_exponent is not None else IntArray(e), moduli)
            result.extend(map(Int, powers.tolist()))
    return result


def powmod_base_list(base_lst: Sequence[SupportsIndex], exp: SupportsIndex, mod: SupportsIndex) -> list[Int]:
    """[pow(b, exp, mod) for b in base_lst]"""
    return powmod_list(base_lst, exp, mod)


def powmod_exp_list(base: SupportsIndex, exp_lst: Sequence[SupportsIndex], mod: SupportsIndex) -> list[Int]:
    """[pow(base, e, mod) for e in exp_lst]"""
    return powmod_list(base, exp_lst, mod)


def _take_steps(test: LucasLehmer | MersennePRP, progress: bool) -> None:
    for start, stop in in_pieces(test.steps_left, 1, "steps", progress):
        test.step(stop - start)
        # Waits for the steps.
        test.largest_error()


def lucas_lehmer(p: SupportsIndex, progress: bool = False) -> bool:
    """Whether 2**p - 1 is a prime, for a prime p from 67 to 2**32. Can be interrupted."""
    test = LucasLehmer(p)
    _take_steps(test, progress)
    return test.is_prime()


def mersenne_prp(p: SupportsIndex, progress: bool = False) -> bool:
    """Whether 2**p - 1 is a probable prime to base 3, for a prime p from 67 to 2**32. Errors of the hardware are found
    and put right. Can be interrupted."""
    test = MersennePRP(p)
    _take_steps(test, progress)
    return test.is_probable_prime()
