#!/usr/bin/env python3
"""Records the times of short operations on int, gmpy2's mpz and Int in nanoseconds. Needs the package and gmpy2.

    taskset -c 1 python3 bench/python/operations.py bench/results/python-host.json
"""

import datetime
import json
import math
import os
import pathlib
import platform
import subprocess
import sys
import timeit

import gmpy2
import gpu_bigint

OPERATIONS = ["a + b", "a - b", "a * b", "a // c", "a % b", "a < b", "a == b", "a + 1", "-a", "a & b", "a >> 3", "T(7)", "gcd(a, b)",
              "str(a)"]
TYPES = [(int, math.gcd), (gmpy2.mpz, gmpy2.gcd), (gpu_bigint.Int, gpu_bigint.gcd)]
SIZES, CALLS, TRIES = [20, 200, 2000], 5000, 40


def nanoseconds(operation: str, bits: int) -> list[float]:
    """The least time of each type. The types take turns, so that a slow moment of the machine meets all of them."""
    timers = []
    for number, gcd in TYPES:
        values = {"a": number(3**bits >> bits * 585 // 1000), "b": number(5**bits >> bits * 1322 // 1000), "c": number(12345)}
        timers.append(timeit.Timer(operation, globals={**values, "T": number, "gcd": gcd}))
    rounds = [[timer.timeit(CALLS) for timer in timers] for _ in range(TRIES)]
    return [min(times) / CALLS * 1e9 for times in zip(*rounds)]


def context() -> dict:
    git = ["git", "-C", str(pathlib.Path(__file__).parent), "rev-parse", "--short=8", "HEAD"]
    return {"device": f"one core, Python {platform.python_version()}, gmpy2 {gmpy2.version()}",
            "commit": subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip(),
            "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"), "load_avg": os.getloadavg()}


def main() -> None:
    report = {"context": context(), "benchmarks": []}
    for bits in SIZES:
        for operation in OPERATIONS:
            times = dict(zip(("int", "gmpy2", "Int"), (round(time, 1) for time in nanoseconds(operation, bits))))
            print(bits, operation, times)
            report["benchmarks"].append({"name": f"{operation}/{bits}", **times, "unit": "ns"})
    entries = ",\n    ".join(map(json.dumps, report["benchmarks"]))
    pathlib.Path(sys.argv[1]).write_text(
        f'{{\n  "context": {json.dumps(report["context"])},\n  "benchmarks": [\n    {entries}\n  ]\n}}\n')


if __name__ == "__main__":
    main()
