"""Tables of transforms, normalisation and scans."""

from .report import length, medians, origin, rows

# For each kind of transform: its heading, the complex points that one of its points equals, and its rival's
# kind.
TRANSFORMS = {
    "c2c_double": ("complex double", 1, "c2c_double"),
    "c2c_float": ("complex float", 1, "c2c_float"),
    "r2c_double": ("real double", 2, "r2c_double"),
    "right_angle_double": ("right-angle double", 1, "r2c_double"),
}


def transforms(report):
    """A line for each length in complex numbers, or in pairs of real ones: single problems, then batches."""
    times = medians(report, r"(fft|cufft)/(\w+)/(\w+)/points:(\d+)/batch:(\d+)")
    by_kind = {(library, kind, order, int(points) // TRANSFORMS[kind][1], int(batch)): entry
               for (library, kind, order, points, batch), entry in times.items()}
    against_cufft = any(library == "cufft" for library, *_ in by_kind)

    def cell(kind, n, batch):
        rival = by_kind.get(("cufft", TRANSFORMS[kind][2], "natural", n, batch))
        ours = [by_kind.get(("fft", kind, order, n, batch)) for order in ("natural", "digit_reversed")]
        if None in ours or (against_cufft and rival is None):
            return ""
        figures = [rival["median"] / t["median"] if against_cufft else t["flops"] / 1e9 for t in ours]
        return " / ".join(f"{figure:.3g}" for figure in figures)

    quantity = "time of cuFFT / ours" if against_cufft else "GFLOP/s"
    text = [f"{origin(report)}, {quantity}, in natural / in digit-reversed order:"]
    for title, chosen in ("one problem", lambda batch: batch == 1), ("batch", lambda batch: batch > 1):
        problems = sorted({(n, batch) for *_, n, batch in by_kind if chosen(batch)})
        text.append(rows([f"points, {title}", *(heading for heading, *_ in TRANSFORMS.values())],
                         *([length(n) + (f" x {batch}" if batch > 1 else ""),
                            *(cell(kind, n, batch) for kind in TRANSFORMS)] for n, batch in problems)))
    return "\n\n".join(text)


def accuracy(report):
    errors = {(e["type"], e["points"]): e for e in report["accuracy"]}
    columns = [(kind, column) for kind in ("double", "float")
               for column in ("forward", "convolution", "packed", "reported")
               if column in errors[kind, report["accuracy"][0]["points"]]]
    lines = [[length(n), *(f"{errors[kind, n][column]:.2g}" if (kind, n) in errors else "" for kind, column in columns)]
             for n in sorted({n for _, n in errors})]
    header = ["points", *(f"{kind}, {column}" for kind, column in columns)]
    return f"{origin(report)}, relative errors:\n\n{rows(header, *lines)}"


def terabytes(entry):
    return f"{entry['bytes_per_second'] / 1e12:.2f}"


def passes(report):
    rates = medians(report, r"([a-z_/]+)/(double|float)/points:(\d+)")
    copy = medians(report, r"(copy)")["copy",]
    columns = [(name, real) for real in ("double", "float") for name in
               ("columns/first", "columns/second", "rows", "transposed_rows", "product", "square")
               if any(key[:2] == (name, real) for key in rates)]
    lines = [[str(n), *(terabytes(rates[*column, str(n)]) if (*column, str(n)) in rates else "" for column in columns)]
             for n in sorted({int(n) for *_, n in rates})]
    header = ["points", *(f"{name.replace('/', ', ').replace('_', ' ')}, {real}" for name, real in columns)]
    return f"{origin(report)}, TB/s; copy {terabytes(copy)}:\n\n{rows(header, *lines)}"


def normalisation(report):
    rates = medians(report, r"(normalize|split|propagate)/(\w+)/(\d+)/single/(\d+)")
    copy = medians(report, r"(copy)/\d+")["copy",]
    series = sorted({key[:3] for key in rates}, key=lambda key: (key[0], key[1], int(key[2])))
    sizes = sorted({int(key[3]) for key in rates})
    lines = [[phase, kind, bits, *(terabytes(rates[phase, kind, bits, str(n)]) if (phase, kind, bits, str(n)) in rates
                                   else "" for n in sizes)] for phase, kind, bits in series]
    header = ["what", "coefficients", "digit bits", *(f"2^{n} coefficients" for n in sizes)]
    return f"{origin(report)}, TB/s; copy {terabytes(copy)}:\n\n{rows(header, *lines)}"


def scans(report):
    times = medians(report, r"scan/(look_back|cub)/(\w+)/single/(\d+)")
    sizes = sorted({int(n) for *_, n in times})
    types = ("int32", "int64", "double")
    cell = lambda kind, n: (f"{times['cub', kind, n]['median'] / times['look_back', kind, n]['median']:.2f}"
                            if ("cub", kind, n) in times and ("look_back", kind, n) in times else "")
    lines = [[f"2^{n}", *(cell(kind, str(n)) for kind in types)] for n in sizes]
    return f"{origin(report)}, time of CUB / ours:\n\n{rows(['elements', *types], *lines)}"
