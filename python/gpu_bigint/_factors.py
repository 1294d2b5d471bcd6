"""Factors, with progress."""

from typing import NamedTuple, SupportsIndex

from ._core import EcmSearch, Int, _factor, _pminus1
from ._progress import Stages


class FactorAttempt(NamedTuple):
    """A search that found nothing, with b2 = 100 * b1: by this many curves, or by P - 1 if they are 0."""

    b1: int
    curves: int


class Factor(NamedTuple):
    """A part of a number. `kind` is "prime" (proven, up to 2**64), "probable prime" or "composite", and then `tried` lists
    the searches that found nothing."""

    value: Int
    times: int
    kind: str
    tried: tuple[FactorAttempt, ...]


class EcmFactor(NamedTuple):
    """A factor, and the curve and the stage that found it."""

    factor: Int
    sigma: int
    stage: int


class PMinus1Factor(NamedTuple):
    """A factor, and the stage that found it."""

    factor: Int
    stage: int


def factor(n: SupportsIndex, b1: SupportsIndex = 1_000_000, progress: bool = False) -> list[Factor]:
    """The factors of abs(n) in ascending order. Divides by primes up to 2**16, then searches composite parts of up to 8192
    bits with pminus1() and ecm() and growing bounds, up to b1. Can be interrupted."""
    with Stages(progress) as watch:
        return [Factor(value, times, kind, tuple(FactorAttempt(*attempt) for attempt in tried))
                for value, times, kind, tried in _factor(n, b1, watch)]


def ecm(n: SupportsIndex, b1: SupportsIndex = 50_000, b2: SupportsIndex = 0, curves: SupportsIndex = 100,
        sigma: SupportsIndex = 0, progress: bool = False) -> list[EcmFactor]:
    """Factors of an odd n, found by elliptic curves with GMP-ECM's parametrisation 3, all at once. b2 = 0 stands for
    100 * b1, sigma = 0 for random curves. A GPU is busy from thousands of curves on. Can be interrupted."""
    search = EcmSearch(n, b1, b2, curves, sigma)
    with Stages(progress) as watch:
        while not search.is_done:
            search.step(watch)
    return [EcmFactor(*found) for found in search.factors]


def pminus1(n: SupportsIndex, b1: SupportsIndex = 1_000_000, b2: SupportsIndex = 0, base: SupportsIndex = 3,
            progress: bool = False) -> PMinus1Factor | None:
    """A factor of an odd n by powers of a base: a prime p if p - 1 has only prime powers up to b1 and at most one prime up
    to b2. b2 = 0 stands for 100 * b1. Can be interrupted."""
    with Stages(progress) as watch:
        found = _pminus1(n, b1, b2, base, watch)
    return None if found is None else PMinus1Factor(*found)
