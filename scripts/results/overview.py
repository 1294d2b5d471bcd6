"""The short tables of README.md and docs/performance.md."""

from .operations import gmp_of, power_of_ten, series
from .products import against
from .report import duration, medians, origin, rows

PRODUCT_BITS = (16, 20, 24, 28, 32)
POWER_BITS = (2048, 3072, 4096)
PRIME_BITS = 1024
TEXT_DIGITS = 10**6
TEXT = {"to_text": "decimal text of", "from_text": "number from the text of"}

COMPUTATIONS = (("pi", 10**8, "10^8 decimals of pi, as text"), ("pi", 10**9, "10^9 decimals of pi, as text"),
                ("pi", 10**10, "10^10 decimals of pi, as text"),
                ("batch_gcd", 10**6, "common factors among 10^6 RSA moduli of 2048 bits"))
CURVES = 2 * 16896


def figure(value):
    """Formats with three digits and without an exponent."""
    return f"{value:.3g}" if value < 1000 else f"{float(f'{value:.3g}'):,.0f}"


def ratio(theirs, ours):
    return figure(theirs / ours)


def origins(reports):
    """One line for several benches of a device: the device's name and the newest of the measured commits."""
    newest = max(reports, key=lambda report: report["context"]["date"])
    is_only = len({report["context"]["commit"] for report in reports}) == 1
    return origin(newest) if is_only else origin(newest).replace("commit", "measured up to commit", 1)


def headline(reports):
    """Products at five sizes, batched powers of RSA's sizes and text, of one device's reports by bench."""
    used, lines = [], []
    if "multiply" in reports:
        used.append(reports["multiply"])
        times = medians(reports["multiply"], r"product/(automatic|gmp)/(\d+)")
        for n in PRODUCT_BITS:
            ours, gmp = times.get(("automatic", str(n))), times.get(("gmp", str(n)))
            if ours:
                lines.append([f"product of two numbers of 2^{n} bits", duration(ours["median"]),
                              f"{ratio(gmp['median'], ours['median'])} times GMP, one thread" if gmp else ""])
    if "batch" in reports:
        used.append(reports["batch"])
        entries = series(reports["batch"])
        for bits in POWER_BITS:
            ours, gmp = entries.get(("pow_mod", False, bits)), gmp_of(entries, "pow_mod", bits)
            if ours:
                threads = reports["batch"]["context"].get("num_cpus", "all")
                rate = ours["items_per_second"]
                lines.append([f"modular powers of {bits} bits, many at once", f"{figure(rate)} a second",
                              f"{ratio(rate, gmp['items_per_second'])} times GMP, {threads} threads" if gmp else ""])
        if primes := entries.get(("random_primes", False, PRIME_BITS)):
            lines.append([f"random primes of {PRIME_BITS} bits, many at once", f"{figure(primes['items_per_second'])} a second", ""])
    if "text" in reports:
        used.append(reports["text"])
        entries = series(reports["text"])
        for name, title in TEXT.items():
            ours, gmp = entries.get((name, False, TEXT_DIGITS)), gmp_of(entries, name, TEXT_DIGITS)
            if ours:
                lines.append([f"{title} {power_of_ten(TEXT_DIGITS)} digits", duration(ours["median"]),
                              f"{ratio(gmp['median'], ours['median'])} times GMP, one thread" if gmp else ""])
    if "computations" in reports:
        used.append(reports["computations"])
        times = medians(reports["computations"], r"(pi|batch_gcd|curves)/(\d+)")
        for name, size, title in COMPUTATIONS:
            if ours := times.get((name, str(size))):
                lines.append([title, duration(ours["median"]), ""])
        if curves := times.get(("curves", str(CURVES))):
            lines.append(["elliptic curves modulo 1024 bits, stage 1, b1 = 10^5", f"{figure(curves['items_per_second'])} a second", ""])
    if not lines:
        return None
    return f"{origins(used)}:\n\n{rows(['operation', 'time or rate', 'speed'], *lines)}"


def products(report):
    """Products and squares against GMP and cuFFT, and the route of each."""
    times = medians(report, r"((?:product|square)/\w+)/(\d+)")
    lines = []
    for n in sorted(int(n) for found, n in times if found == "product/automatic"):
        ours, square, *theirs = (times.get((name, str(n))) for name in
                                 ("product/automatic", "square/automatic", "product/gmp", "product/cufft", "product/cufft_bytes"))
        lines.append([f"2^{n}", *(duration(t["median"]) if t else "" for t in (ours, square)),
                      *(against(t, ours, figure) for t in theirs), ours.get("label", "")])
    header = ["bits", "product", "square", "GMP / product", "cuFFT / product", "cuFFT, 8 bits / product", "route"]
    return f"{origins([report])}:\n\n{rows(header, *lines)}"
