"""Checks that tables show what made-up results contain."""

import pathlib
import tempfile

from . import mutants, operations, overview, plots, products, record, sanitizers, short, torture


def report(times, **extra):
    """A recorded result with these milliseconds by name. None stands for a size that was left out."""
    entries = [{"name": name, "median": time, "unit": "ms", **extra} if time is not None else
               {"name": name, "error": "left out: long"} for name, time in times.items()]
    return {"context": {"device": "a device", "commit": "c0ffee", "date": "2026-01-02T03:04"}, "benchmarks": entries}


def cells(table, title):
    """The cells of all lines that start with this title."""
    return [[cell.strip() for cell in line.strip("|").split("|")][1:] for line in table.splitlines()
            if line.startswith(f"| {title} |")]


def benchmark_report():
    """A report as Google Benchmark writes it: a size that was repeated, one that was not, and one that was left out."""
    of = lambda size, repeats: {"run_name": f"sum/{size}/min_time:0.010/repeats:{repeats}/manual_time", "threads": 1,
                                "cpu_time": 9, "time_unit": "us"}
    aggregates = [{**of(1, 3), "aggregate_name": name, "real_time": time, "label": "a route", "items_per_second": 2e6}
                  for name, time in (("mean", 6.5), ("median", 6.25), ("stddev", 0.5), ("cv", 0.0768123))]
    failed = {**of(3, 3), "real_time": 0, "error_occurred": True, "error_message": "left out: long"}
    context = {"date": "2026-01-02T03:04", "host_name": "a host", "num_cpus": 16, "commit": "c0ffee", "device": "a device",
               "load_avg": [0.5, 2, 3], "gmp": "6.2.1"}
    return {"context": context, "benchmarks": [*aggregates, {**of(2, 1), "real_time": 7.5, "variation": 0.01234}, failed, failed]}


def of_processor(milliseconds):
    """A report of GMP's time for one size."""
    return {"benchmarks": [{"run_name": "sum/gmp/1/iterations:1", "real_time": milliseconds, "time_unit": "ms"}]}


def sanitized():
    """The record of two parts: one without errors, and one with an error and a kernel that no part launched."""
    files = {
        "about": '{"context": {"device": "a device", "commit": "c0ffee", "date": "2026-01-02T03:04"}, "kernels": ["gbi::a"]}',
        "symbols": "0 t void gbi::exec::cuda::repair_entry<gbi::b<1> >(gbi::b<1>::arguments, unsigned int, unsigned int)\n"
                   "1 t void gbi::exec::cuda::entry<gbi::a>(gbi::a::arguments, unsigned int) [clone .cold]\n",
        "version": "NVIDIA (R) Compute Sanitizer\nCopyright (c) 2020-2024\nVersion 2024.3.0.0 (build 1)\n",
        "racecheck-0.status": "0 5", "racecheck-0.reached": "gbi::a\ngbi::b<1> repair\n",
        "racecheck-0.log": "========= COMPUTE-SANITIZER\n========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)\n",
        "memcheck-0.status": "99 7", "memcheck-0.reached": "gbi::a\n",
        "memcheck-0.log": "========= COMPUTE-SANITIZER\n========= Invalid write\n=========     at b\n========= ERROR SUMMARY: 2 errors\n",
    }
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            (pathlib.Path(folder) / name).write_text(text)
        return sanitizers.record(pathlib.Path(folder), 12)


def mutated():
    """The record of two rooms."""
    return {"context": {"commit": "c0ffee", "date": "2026-01-02T03:04", "seed": 1},
            "rooms": [{"room": "a", "killed": 1, "survived": [], "unreached": ["a:1", "a:2"]},
                      {"room": "b", "killed": 3, "survived": ["b:1"], "unreached": []}]}


def failures():
    """Pairs of found and expected values, and the number of comparisons."""
    division = report({"product/10": 0.5, "product/12": 2, "division/10": 1, "division/12": 7, "division/14": None,
                       "product/gmp/12": 6, "division/gmp/12": 70, "divider/12": 4, "sqrt/gmp/12": 1})
    table = operations.division(division)
    linear = operations.linear(report({"copy/10": 1, "add/10": 2, "add/gmp/10": 1}, bytes_per_second=5e12))
    text = operations.text(report({"product/1000": 1, "to_text/1000": 4, "to_pieces/1000": 3, "to_text/gmp/1000": 2,
                                   "from_text/1000": 5}))
    theory = operations.number_theory(report({"gcd/8": 0.5, "gcd/gmp/8": 1, "half_gcd_leaf/24/16": 3}))
    leaves = operations.half_gcd_leaves(report({"gcd/8": 0.5, "half_gcd_leaf/24/16": 3}))
    sequences = operations.sequences(report({"factorial/10000": 2, "factorial/gmp/10000": 3, "lucas_lehmer/1000": 1,
                                             "lucas_lehmer/gmp/1000": 5}, label="50 digits"))
    batches = operations.batches(report({"product/256": 1, "product/gmp/256": 1}, items_per_second=4e6))
    verified = operations.verification(report({"sum_off/14": 2, "sum_residue/14": 2.2, "sum_all/14": 3, "sum_off/20": 4,
                                               "sum_residue/20": 3.9, "powm_off/14": None}))
    rsa = operations.rsa(report({"rsa/private/2048": 1, "rsa/private/gmp/2048": 1}, items_per_second=4e6))
    scans = products.scans_of_ranks(report({"scan/ranks/24": 1, "scan/one/24": 1, "scan/nccl/26": 1}, bytes_per_second=5e12))
    computations = operations.computations(report(
        {"pi/1000": 8, "pi/gmp/1000": 4, "batch_gcd/100": 3, "curves/16896": 2}, items_per_second=8448,
        **dict.fromkeys(operations.PHASES, 0.002)))
    product_batches = products.batches(report({"batch/fft/10": 1, "batch/cufft/12": 1}, items_per_second=5e9))
    stages = products.stages(report({"product/20/0_rows": 0.01, "product/20/1_second_columns_back": 1,
                                     "product/20/together": 1}, bytes=3e6, of_copy=0.5))
    brief_products = overview.products(report({"product/automatic/12": 1, "product/gmp/12": 4}, label="a route"))
    rounded = overview.products(report({"product/automatic/12": 1, "product/cufft/12": 3}, label="digits, wrong"))
    older = report({})
    older["context"] |= {"commit": "abc", "date": "2026-01-01T23:59"}
    headline = overview.headline({
        "multiply": report({"product/automatic/16": 1, "product/gmp/16": 4, "product/automatic/32": 7}),
        "batch": report({"pow_mod/2048": 1, "pow_mod/gmp/2048": 1, "random_primes/1024": 1}, items_per_second=1234567),
        "computations": report({"curves/33792": 15}, items_per_second=2253),
        "text": report({"to_text/1000000": 2, "to_text/gmp/1000000": 3})})
    shorts = report({"add/64": 12, "add/gmp/64": 6, "add/128": 13, "add/1024": None, "add/4096": 2500, "to_text/100": 40,
                     "to_text/gmp/100": 60, "program/sum/1000": 4e6, "program/sum/gmp/1000": 6e6, "program/collatz/9": 500})
    python = {"context": shorts["context"],
              "benchmarks": [{"name": "a + b/20", "int": 30, "gmpy2": 40, "Int": 40},
                             {"name": "a // c/200", "int": 60, "gmpy2": 40, "Int": 50}]}
    short_table, programs = short.short(shorts), short.programs(shorts)
    drawn_shorts = short.panels({"short": shorts})
    effects = {"harmless": 5, "repaired": 4, "reported": 3, "at_rest": 2, "silent": 1, "crashed": 0}
    flips = torture.flips(report({}) | {
        "seed": 7, "operations": [{"operation": "sum", "verification": "off", **effects}],
        "changed_products": {"flips": 9, "changed": 6, "repaired": 3, "reported": 2, "silent": 1}})
    soak = torture.soak(report({}) | {
        "seed": 7, "seconds": 90, "most_bits": 1024, "operations": 12, "kinds": {"sum": 12}, "mismatches": 0, "failures": 1,
        "without_memory": 2, "resident_bytes": [2**20, 2**21]})
    drawn = plots.panels({"division": division})
    later = plots.panels({"division": report({"product/10": 0.6})})
    recorded = """{
  "context": {"device": "a device", "commit": "c0ffee", "date": "2026-01-02T03:04", "num_cpus": 16, "load_avg": [0.5, 2, 3], "gmp": "6.2.1"},
  "benchmarks": [
    {"name": "sum/1", "median": 6.25, "unit": "us", "label": "a route", "items_per_second": 2000000.0, "variation": 0.0768},
    {"name": "sum/2", "median": 7.5, "unit": "us", "variation": 0.0123},
    {"name": "sum/3", "error": "left out: long"}
  ]
}
"""
    found = [
        (record.text(benchmark_report()), recorded),
        (record.is_busy(benchmark_report()), False),
        (record.is_busy({"context": {"load_avg": [1.25, 0, 0]}}), True),
        (record.slowdown(benchmark_report(), report({"sum/1": 1e-3})), 1.0),
        (record.slowdown(of_processor(3), report({"sum/gmp/1": 2, "sum/gmp/2": 1, "sum/1": 9})), 1.5),
        (cells(product_batches, "2^10") + cells(product_batches, "2^12"), [["5e+03", ""], ["", "5e+03"]]),
        (table.splitlines()[0], "a device, commit c0ffee, 2026-01-02, in products of n by n bits:"),
        (cells(table, "`a * b`"), [["500 µs", "2 ms"], ["3"]]),
        (cells(table, "`div_rem(a, b)`"), [["2", "3.5"], ["10"]]),
        (cells(table, "`divider.div_rem(a)`"), [["", "2"], ["17.5"]]),
        (cells(table, "`sqrt_rem(a)`"), []),
        (cells(linear, "`a + b`"), [["5"], ["0.5"]]),
        (cells(verified, "`a + b`"), [["2 ms, +10 %, +50 %", "4 ms, -3 %"]]),
        (cells(verified, "`powm(a, e, n)`"), []),
        (cells(text, "10^3"), [["3 ms", "4 ms", "4", "2 ms", "0.5", "5 ms", "5"]]),
        (cells(theory, "`gcd`"), [["500 µs, 2"]]),
        (cells(leaves, "24"), [["3 ms"]]),
        (cells(sequences, "`factorial(n)`"), [["2 ms, 1.5"]]),
        (cells(sequences, "1000"), [["50", "20.0", "1 ms", "5 ms", "5"]]),
        (cells(batches, "`mul_full`"), [["4e+03, 1"]]),
        (cells(rsa, "private, Chinese remainders"), [["4e+03, 1"]]),
        (cells(computations, "10^3"), [["8 ms", "2 ms", "2 ms", "2 ms", "2 ms", "4 ms", "0.5"]]),
        (cells(computations, "10^2"), [["3 ms"]]),
        (cells(computations, "16,896"), [["2 ms", "8.45e+03"]]),
        (cells(stages, "product: rows") + cells(stages, "product: second columns back"),
         [["10 µs, 3 MB, 0.50"], ["1 ms, 3 MB, 0.50"]]),
        (cells(brief_products, "2^12"), [["1 ms", "4", "a route"]]),
        (cells(rounded, "2^12"), [["1 ms", "3, wrong", "digits, wrong"]]),
        (headline.splitlines()[0], "a device, commit c0ffee, 2026-01-02:"),
        (overview.origins([older, report({})]), "a device, measured up to commit c0ffee, 2026-01-02"),
        (cells(headline, "product of two numbers of 2^16 bits"), [["1 ms", "4 times GMP, one thread"]]),
        (cells(headline, "product of two numbers of 2^32 bits"), [["7 ms", ""]]),
        (cells(headline, "modular powers of 2048 bits, many at once"),
         [["1,230,000 a second", "1 times GMP, all threads"]]),
        (cells(headline, "random primes of 1024 bits, many at once"), [["1,230,000 a second", ""]]),
        (cells(headline, "elliptic curves modulo 1024 bits, stage 1, b1 = 10^5"), [["2,250 a second", ""]]),
        (cells(headline, "decimal text of 10^6 digits"), [["2 ms", "1.5 times GMP, one thread"]]),
        (overview.headline({}), None),
        (cells(short_table, "n, bits"), [["2^6", "2^12"]]),
        (cells(short_table, "`a + b`"), [["12 ns, 0.5", "2.5 µs"]]),
        (cells(scans, "2^24") + cells(scans, "2^26"), [["5000", "5000", ""], ["", "", "5000"]]),
        (products.scans_of_ranks(report({"product/ranks/24": 1})), None),
        (cells(short_table, "`to_string(a)`"), [["40 ns, 1.5"]]),
        (cells(short.python(python), "`a // c`"), [["", "50 ns, 0.80, 1.20"]]),
        (cells(programs, "sum of a million words"), [["4 ms", "6 ms", "1.5"]]),
        (cells(programs, "Collatz iteration from 3^100 to 1"), [["500 ns", "", ""]]),
        ([title for title, *_ in drawn_shorts], ["a + b", "to_string(a)"]),
        (drawn_shorts[0][1:], [[[64.0, 12 / 1e9], [128.0, 13 / 1e9], [4096.0, 2500 / 1e9]], [[64.0, 6 / 1e9]]]),
        ([title for title, *_ in drawn], ["a * b", "div_rem(a, b)", "divider.div_rem(a)"]),
        (drawn[0][1:], [[[1024.0, 0.0005], [4096.0, 0.002]], [[4096.0, 0.006]]]),
        (plots.ratio(*drawn[0][1:]), "GMP / ours = 3 at 2^12"),
        (plots.ratio(*drawn_shorts[0][1:], min), "GMP / ours = 0.5 at 2^6"),
        (plots.digest(drawn) == plots.digest(later), False),
        (cells(flips, "sum") + cells(flips, "together"), [["5 / 4 / 3 / 2 / 1 / 0"], ["5 / 4 / 3 / 2 / 1 / 0"]]),
        (flips.splitlines()[0].partition("seed ")[2],
         "7. 6 of 9 flips changed what the first attempt of a verified product left: 3 of these were repaired, 2 reported, "
         "1 silent."),
        (cells(soak, "a device, commit c0ffee, 2026-01-02"),
         [["7", "2", "2^10", "12", "1", "0", "1", "2", "1, 2"]]),
        (sanitizers.sanitizers(sanitized()).splitlines()[0],
         "a device, commit c0ffee, 2026-01-02, compute-sanitizer 2024.3.0.0: 2 kernels in 12 seconds."),
        (cells(sanitizers.sanitizers(sanitized()), "racecheck"), [["2", "0", ""]]),
        (cells(sanitizers.sanitizers(sanitized()), "memcheck"), [["1", "2", "part 0: errors"]]),
        (sanitized()["tools"][0]["unreached"], ["gbi::b<1> repair"]),
        (sanitized()["tools"][0]["reports"], ["========= Invalid write\n=========     at b"]),
        (sanitizers.is_clean(sanitized()), False),
        (cells(mutants.mutants(mutated(), {"a:1": "why"}), "**together**"), [["7", "4", "1", "2", "66.7 %"]]),
        (cells(mutants.mutants(mutated(), {}), "a"), [["3", "1", "0", "2", "33.3 %"]]),
        (sanitizers.is_clean(sanitized() | {"tools": sanitized()["tools"][1:]}), True),
    ]
    return [pair for pair in found if pair[0] != pair[1]], len(found)
