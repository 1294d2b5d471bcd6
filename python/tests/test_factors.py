"""Factors: what is found, what was tried, and searches that are saved and continued."""

import math

import pytest

import gpu_bigint
from gpu_bigint import EcmFactor, EcmSearch, FactorAttempt, Int

F7 = 2**128 + 1
P, Q = 59649589127497217, 5704689200685129054721


def test_factor(place):
    parts = gpu_bigint.factor(-360 * F7)
    assert [(part.value, part.times, part.kind) for part in parts] == [
        (2, 3, "prime"), (3, 2, "prime"), (5, 1, "prime"), (P, 1, "prime"), (Q, 1, "probable prime")]
    assert all(isinstance(part.value, Int) and part.tried == () for part in parts)
    assert gpu_bigint.factor(1) == [] and gpu_bigint.factor(Int(49), progress=True)[0][:3] == (7, 2, "prime")
    with pytest.raises(ValueError):
        gpu_bigint.factor(0)


def test_what_was_tried(place):
    hard = (2**127 - 1) * (2**107 - 1)
    (part,) = gpu_bigint.factor(hard, b1=200)
    assert (part.value, part.kind) == (hard, "composite")
    assert part.tried == (FactorAttempt(b1=2000, curves=0), FactorAttempt(b1=200, curves=8))


def test_ecm(place):
    assert gpu_bigint.ecm(F7, b1=2000, curves=2, sigma=1147, progress=True) == [EcmFactor(P, 1147, 2)]
    assert gpu_bigint.ecm(2**127 - 1, b1=100, curves=3) == []
    for wrong in ({"b1": 2}, {"curves": 0}, {"sigma": 2**32}, {"sigma": -1}, {"b2": 2**60}):
        with pytest.raises(ValueError):
            gpu_bigint.ecm(F7, **wrong)
    with pytest.raises(ValueError):
        gpu_bigint.ecm(F7 + 1)
    with pytest.raises(OverflowError):
        gpu_bigint.ecm(2**8192 + 1)


def test_saved_search(place):
    search, seen = EcmSearch(F7, b1=2000, curves=2, sigma=1147), []
    while not search.is_done:
        before = search.progress
        search = EcmSearch.load(search.save())
        assert search.progress == before
        search.step(lambda stage, done: seen.append((stage, done)))
    assert search.factors == [(P, 1147, 2)] and search.progress == (2, 1)
    assert (search.n, search.b1, search.b2, search.curves) == (F7, 2000, 200_000, 2)
    assert seen[-1] == (2, 1)
    for damaged in (b"", search.save()[:-1], search.save() + b"\0"):
        with pytest.raises(gpu_bigint.DataError):
            EcmSearch.load(damaged)


def test_pminus1(place):
    p = 67872792749091946529  # p - 1 = 2^5 11 17 19 43 149 8467 11004397
    n = p * (2**521 - 1)
    assert gpu_bigint.pminus1(n, b1=8467, b2=11_004_397, base=7) == (p, 2)
    assert gpu_bigint.pminus1(n, b1=1000, b2=5000, progress=True) is None
    assert math.gcd(int(gpu_bigint.pminus1(101 * n, b1=100).factor), 101) == 101
    with pytest.raises(ValueError):
        gpu_bigint.pminus1(n, base=1)


def test_errors_of_a_watch(place):
    def stop(stage, done):
        raise LookupError(stage)
    search = EcmSearch(2**1279 - 1, b1=200, curves=1, sigma=5)
    with pytest.raises(LookupError):
        while not search.is_done:
            search.step(stop)
    while not search.is_done:
        search.step()
    assert search.factors == []
