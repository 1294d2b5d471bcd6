#!/usr/bin/env python3
"""Times of short operations on int, gmpy2's mpz and Int in nanoseconds, as a table. Needs the package and gmpy2.

    taskset -c 1 python3 bench/python/operations.py [bits ...]
"""

import math
import sys
import timeit

import gmpy2
import gpu_bigint

OPERATIONS = ["a + b", "a - b", "a * b", "a // c", "a % b", "a < b", "a == b", "a + 1", "-a", "a & b", "a >> 3", "T(7)", "gcd(a, b)",
              "str(a)"]
TYPES = [(int, math.gcd), (gmpy2.mpz, gmpy2.gcd), (gpu_bigint.Int, gpu_bigint.gcd)]
CALLS, TRIES = 5000, 40


def nanoseconds(operation: str, bits: int) -> list[float]:
    """The least time of each type. The types take turns, so that a slow moment of the machine meets all of them."""
    timers = []
    for number, gcd in TYPES:
        values = {"a": number(3**bits >> bits * 585 // 1000), "b": number(5**bits >> bits * 1322 // 1000), "c": number(12345)}
        timers.append(timeit.Timer(operation, globals={**values, "T": number, "gcd": gcd}))
    rounds = [[timer.timeit(CALLS) for timer in timers] for _ in range(TRIES)]
    return [min(times) / CALLS * 1e9 for times in zip(*rounds)]


def main() -> None:
    for bits in [int(argument) for argument in sys.argv[1:]] or [20, 200]:
        print(f"\n| {bits} bits | int | gmpy2 | Int | of gmpy2 |\n| --- | --- | --- | --- | --- |")
        for operation in OPERATIONS:
            ours, theirs, mine = nanoseconds(operation, bits)
            print(f"| `{operation}` | {ours:.0f} | {theirs:.0f} | {mine:.0f} | {mine / theirs:.2f} |")


if __name__ == "__main__":
    main()
