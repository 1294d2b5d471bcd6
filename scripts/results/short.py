"""Tables and panels of short numbers, timed by the clock."""

import math

from .operations import against_gmp, grid, series
from .report import length, medians, origin, rows, short_duration

# Series of the bench and their names in the tables; sizes of the tables, in bits or digits.
OPERATIONS = {
    "add": "`a + b`",
    "subtract": "`a - b`",
    "multiply": "`a * b`",
    "divide": "`a / b`, a of 2 n bits",
    "remainder": "`a % b`, a of 2 n bits",
    "equal": "`a == b`",
    "less": "`a < b`",
    "shift_left": "`a << 37`",
    "shift_right": "`a >> 37`",
    "gcd": "`gcd`",
    "powm": "`powm`",
    "next_prime": "`next_prime`",
}
TEXT = {"to_text": "`to_string(a)`", "from_text": "`gpu_bigint(text)`"}
PROGRAMS = {
    "collatz": "Collatz iteration from 3^100 to 1",
    "fibonacci": "Fibonacci numbers up to 10,000 bits, by additions",
    "sum": "sum of a million words",
    "remainders": "Chinese remainders, a thousand primes of 64 bits",
    "miller_rabin": "Miller-Rabin test by hand, 2048 bits",
}
BITS = (64, 256, 1024, 4096, 16384)
DIGITS = (10, 100, 1000)


def short(report):
    def table(names, sizes, head, size_text):
        entries = {key: entry for key, entry in series(report).items() if key[0] in names and key[2] in sizes}
        ratio = against_gmp(entries)
        cell = lambda name, size, ours: ", ".join(filter(None, [short_duration(ours["median"]), ratio(name, size, ours)]))
        return grid(entries, names, cell, head, size_text) if entries else ""

    return "\n\n".join(filter(None, [f"{origin(report)}, time, GMP's time / ours:",
                                     table(OPERATIONS, BITS, "n, bits", length), table(TEXT, DIGITS, "digits", str)]))


def programs(report):
    times = {(name, gmp is not None): entry["median"] for (name, gmp), entry in
             medians(report, r"program/(\w+)(/gmp)?/\d+").items()}
    lines = []
    for name, title in PROGRAMS.items():
        ours, theirs = times.get((name, False)), times.get((name, True))
        if ours:
            against = [short_duration(theirs), f"{theirs / ours:.3g}"] if theirs else ["", ""]
            lines.append([title, short_duration(ours), *against])
    if not lines:  # the run did not measure them
        return None
    return f"{origin(report)}:\n\n{rows(['program', 'ours', 'GMP', 'GMP / ours'], *lines)}"


def python(report):
    """Times of Int, with those of gmpy2 and int in relation to them."""
    entries = {}
    for entry in report["benchmarks"]:
        operation, bits = entry["name"].rsplit("/", 1)
        entries.setdefault(operation, {})[int(bits)] = entry
    sizes = sorted({bits for times in entries.values() for bits in times})
    cell = lambda entry: "{Int:.0f} ns, {0:.2f}, {1:.2f}".format(entry["gmpy2"] / entry["Int"], entry["int"] / entry["Int"], **entry)
    lines = [[f"`{operation}`", *(cell(times[bits]) if bits in times else "" for bits in sizes)]
             for operation, times in entries.items()]
    return (f"{origin(report)}, time of `Int`, gmpy2's / ours, `int`'s / ours:\n\n"
            + rows(["", *(f"{bits} bits" for bits in sizes)], *lines))


def panels(reports):
    """Title, our points and GMP's points of each measured panel, in bits and seconds. `reports` are by bench."""
    entries = series(reports["short"])
    drawn = []
    for name, title in {**OPERATIONS, **TEXT}.items():
        bits = (lambda digits: digits * math.log2(10)) if name in TEXT else float
        points = [[[bits(size), entries[name, gmp, size]["median"] / 1e9] for size in
                   sorted(size for series_name, theirs, size in entries if (series_name, theirs) == (name, gmp))]
                  for gmp in (False, True)]
        if points[0]:
            drawn.append([title.replace("`", "").split(",")[0], *points])
    return drawn
