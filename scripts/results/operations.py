"""Tables of the benches that compare operations with GMP size by size."""

from .report import duration, medians, origin, rows

# Series of the benches and their names in the tables.
DIVISION = {
    "square": "`square(a)`",
    "division": "`div_rem(a, b)`",
    "divider": "`divider.div_rem(a)`",
    "reduction": "`a % divider`",
    "divide_exact": "`divide_exact(a, b)`",
    "sqrt": "`sqrt_rem(a)`",
    "cube_root": "`root_rem(a, 3)`",
    "pow": "`pow(a, 16)`",
}
LINEAR = {
    "copy": "copy",
    "add": "`a + b`",
    "subtract": "`a - b`",
    "shift_left": "`a << 37`",
    "shift_right": "`a >> 37`",
    "and": "`a & b`",
    "xor": "`a ^ b`",
    "popcount": "`popcount(a)`",
    "compare": "`a == b`",
    "times_limb": "`a * limb`",
    "by_limb": "`div_rem(a, limb)`",
    "modulo_limb": "`a % limb`",
    "random": "random bits",
}
NUMBER_THEORY = {
    "product": "`a * b`",
    "gcd": "`gcd`",
    "gcd_ext": "`gcd_ext`",
    "invert": "`invert`",
    "jacobi": "`jacobi`",
    "powm": "`powm`",
    "powm_exponent_65537": "`powm`, exponent 65537",
    "next_prime": "`next_prime`",
}
SEQUENCES = {
    "factorial": "`factorial(n)`",
    "binomial": "`binomial(n, n / 2)`",
    "primorial": "`primorial(n)`",
    "fibonacci": "`fibonacci(n)`",
    "lucas": "`lucas(n)`",
}
BATCHES = {
    "product": "`mul_full`",
    "mul_mod": "`mul_mod`",
    "pow_mod": "`pow_mod`",
    "pow_mod_shared": "`pow_mod`, shared exponent and modulus",
    "gcd": "`gcd`",
    "invert": "`invert`",
}
VERIFIED = {
    "product": "`a * b`",
    "square": "`a * a`",
    "sum": "`a + b`",
    "shift": "`a >> 37`",
    "division": "`div_rem(a, b)`",
    "sqrt": "`sqrt_rem(a)`",
    "to_text": "`a.to_string()`",
    "from_text": "`gpu_bigint(text)`",
    "powm": "`powm(a, e, n)`",
}
# GMP's nearest operation where it has no equivalent function.
GMP_SERIES = {"divider": "division", "reduction": "division", "pow_mod_shared": "pow_mod"}


def series(report):
    """The entries by name of the series, whether the entry is GMP's, and size."""
    found = medians(report, r"(\w+)(/gmp)?/(\d+)")
    return {(name, gmp is not None, int(size)): entry for (name, gmp, size), entry in found.items()}


def gmp_of(entries, name, size):
    return entries.get((GMP_SERIES.get(name, name), True, size))


def grid(entries, names, cell, head, size_text):
    """A line for each measured series and a column for each size; cell(name, size, entry) returns a text."""
    measured = {name for name, gmp, _ in entries if not gmp}
    sizes = sorted({size for name, gmp, size in entries if name in names and not gmp})
    lines = [[title, *(cell(name, n, entries[name, False, n]) if (name, False, n) in entries else "" for n in sizes)]
             for name, title in names.items() if name in measured]
    return rows([head, *map(size_text, sizes)], *lines)


def power_of_two(n):
    return f"2^{n}"


def power_of_ten(n):
    return f"10^{len(str(n)) - 1}" if str(n).strip("0") == "1" else str(n)


def against_gmp(entries):
    def cell(name, size, ours):
        theirs = gmp_of(entries, name, size)
        return f"{theirs['median'] / ours['median']:.3g}" if theirs else ""
    return cell


def time_and_ratio(entries):
    ratio = against_gmp(entries)

    def cell(name, size, ours):
        text = ratio(name, size, ours)
        return duration(ours["median"]) + (f", {text}" if text else "")
    return cell


def linear(report):
    entries = series(report)
    largest = max((entry.get("bytes_per_second", 0) for (_, gmp, _), entry in entries.items() if not gmp), default=0)
    unit, scale = ("TB/s", 1e12) if largest > 1e12 else ("GB/s", 1e9)
    rate = lambda name, size, ours: f"{ours['bytes_per_second'] / scale:.3g}"
    return "\n\n".join([
        f"{origin(report)}, {unit}:", grid(entries, LINEAR, rate, "bits", power_of_two),
        "GMP's time / ours:", grid(entries, {name: title for name, title in LINEAR.items() if name != "copy"},
                                   against_gmp(entries), "bits", power_of_two)])


def verification(report):
    """The time without verification, and what the default and `all` add to it."""
    entries = series(report)
    time = {(name, size): entry["median"] for (name, gmp, size), entry in entries.items() if not gmp}
    sizes = sorted({size for _, size in time})

    def cell(name, size):
        off = time.get((f"{name}_off", size))
        if off is None:
            return ""
        added = [f"{100 * (time[f'{name}_{mode}', size] / off - 1):+.0f} %" if (f"{name}_{mode}", size) in time else ""
                 for mode in ("residue", "all")]
        return ", ".join([duration(off), *filter(None, added)])

    lines = [[title, *(cell(name, size) for size in sizes)] for name, title in VERIFIED.items()
             if any((f"{name}_off", size) in time for size in sizes)]
    return f"{origin(report)}:\n\n" + rows(["bits", *map(power_of_two, sizes)], *lines)


def in_products(report):
    """The cost of a division, a root or a power in products."""
    entries = series(report)
    product = {size: entry["median"] for (name, gmp, size), entry in entries.items() if name == "product" and not gmp}

    def cell(name, size, ours):
        if name == "product":
            return duration(ours["median"])
        return f"{ours['median'] / product[size]:.3g}" if size in product else ""

    table = grid(entries, {"product": "`a * b`", **DIVISION}, cell, "n", power_of_two)
    return f"{origin(report)}, in products of n by n bits:\n\n{table}"


def division(report):
    entries = series(report)
    table = grid(entries, {"product": "`a * b`", **DIVISION}, against_gmp(entries), "n", power_of_two)
    return f"{in_products(report)}\n\nGMP's time / ours:\n\n{table}"


def text(report):
    entries = series(report)
    sizes = sorted({size for name, gmp, size in entries if name == "to_text" and not gmp})
    lines = []
    for size in sizes:
        pieces = entries.get(("to_pieces", False, size))
        cells = [power_of_ten(size), duration(pieces["median"]) if pieces else ""]
        for name in "to_text", "from_text":
            ours, theirs = entries.get((name, False, size)), entries.get((name, True, size))
            product = entries.get(("product", False, size))
            cells += [duration(ours["median"]) if ours else "",
                      f"{ours['median'] / product['median']:.3g}" if ours and product else "",
                      duration(theirs["median"]) if theirs else "",
                      f"{theirs['median'] / ours['median']:.3g}" if ours and theirs else ""]
        lines.append(cells)
    header = ["digits", "`write_text`"]
    for way in "to text", "from text":
        header += [way, "in products", "GMP", "GMP / ours"]
    return f"{origin(report)}:\n\n{rows(header, *lines)}"


def number_theory(report):
    entries = series(report)
    table = grid(entries, NUMBER_THEORY, time_and_ratio(entries), "bits", power_of_two)
    return f"{origin(report)}, time, GMP's time / ours:\n\n{table}"


def half_gcd_leaves(report):
    times = {(int(leaf), int(size)): entry["median"] for (leaf, size), entry in
             medians(report, r"half_gcd_leaf/(\d+)/(\d+)").items()}
    sizes = sorted({size for _, size in times})
    lines = [[str(leaf), *(duration(times[leaf, n]) if (leaf, n) in times else "" for n in sizes)]
             for leaf in sorted({leaf for leaf, _ in times})]
    return f"{origin(report)}, gcd with leaves of up to so many limbs:\n\n{rows(['limbs', *map(power_of_two, sizes)], *lines)}"


def sequences(report):
    entries = series(report)
    of_n = {key: entry for key, entry in entries.items() if key[0] in SEQUENCES}
    steps = []
    for p in sorted({size for name, gmp, size in entries if name == "lucas_lehmer" and not gmp}):
        ours, theirs = entries["lucas_lehmer", False, p], entries.get(("lucas_lehmer", True, p))
        digits = int(ours["label"].split()[0])
        steps.append([str(p), str(digits), f"{p / digits:.1f}", duration(ours["median"]),
                      duration(theirs["median"]) if theirs else "",
                      f"{theirs['median'] / ours['median']:.3g}" if theirs else ""])
    return "\n\n".join([
        f"{origin(report)}, time, GMP's time / ours:", grid(of_n, SEQUENCES, time_and_ratio(entries), "n", power_of_ten),
        "A step of the Lucas-Lehmer test:",
        rows(["p", "digits", "bits a digit", "ours", "GMP", "GMP / ours"], *steps)])


def batches(report):
    entries = series(report)

    def rate(name, size, ours):
        theirs = gmp_of(entries, name, size)
        ratio = f", {ours['items_per_second'] / theirs['items_per_second']:.3g}" if theirs else ""
        return f"{ours['items_per_second'] / 1e3:.3g}" + ratio

    table = grid(entries, BATCHES, rate, "bits", str)
    against = ", and as many times GMP's on all cores" if any(gmp for _, gmp, _ in entries) else ""
    return f"{origin(report)}, thousands a second{against}:\n\n{table}"


PHASES = ("series", "root", "division", "text")


def computations(report):
    """Whole computations with their phases, and GMP's time."""
    times = {(name, gmp is not None, int(size)): entry for (name, gmp, size), entry in
             medians(report, r"(pi|batch_gcd|curves)/(gmp/)?(\d+)").items()}

    def of(name):
        return [(size, times[name, False, size], times.get((name, True, size)))
                for size in sorted(size for found, gmp, size in times if found == name and not gmp)]

    def ends(ours, theirs):
        return [duration(theirs["median"]), f"{theirs['median'] / ours['median']:.3g}"] if theirs else ["", ""]

    pi = [[power_of_ten(size), duration(ours["median"]), *(duration(1e3 * ours[phase]) for phase in PHASES), *ends(ours, theirs)]
          for size, ours, theirs in of("pi")]
    gcds = [[power_of_ten(size), duration(ours["median"]), *ends(ours, theirs)] for size, ours, theirs in of("batch_gcd")]
    curves = [[f"{size:,}", duration(ours["median"]), f"{ours['items_per_second']:.3g}"] for size, ours, _ in of("curves")]
    return "\n\n".join([
        f"{origin(report)}, decimals of pi by Chudnovsky's series:",
        rows(["decimals", "time", *PHASES, "GMP", "GMP / ours"], *pi),
        "Common factors among moduli of 2048 bits:", rows(["moduli", "time", "GMP", "GMP / ours"], *gcds),
        *(["Stage 1 of elliptic curves with b1 = 10^5, modulo a number of 1024 bits:",
           rows(["curves", "time", "curves a second"], *curves)] if curves else [])])


RSA = {"private": "private, Chinese remainders", "public": "public, e = 65537",
       "private/latency": "private, 128 at a time", "keys": "keys"}


def rsa(report):
    rates = {(name, gmp is not None, int(bits)): entry["items_per_second"] for (name, gmp, bits), entry in
             medians(report, r"rsa/(private|public|private/latency|keys)/(gmp/)?(\d+)").items()}
    sizes = sorted({bits for _, _, bits in rates})

    def cell(name, bits):
        ours, theirs = rates.get((name, False, bits)), rates.get((name, True, bits))
        if not ours:
            return ""
        return f"{ours / 1e3:.3g}" + (f", {ours / theirs:.3g}" if theirs else "")

    lines = [[title, *(cell(name, bits) for bits in sizes)] for name, title in RSA.items()]
    return (f"{origin(report)}, thousands a second, and as many times GMP's on all cores:\n\n"
            f"{rows(['RSA', *map(str, sizes)], *lines)}")
