"""Tables of products."""

from .report import duration, medians, origin, rows


RIVALS = {"product/gmp": "GMP", "product/flint": "FLINT", "product/flint_all_cores": "FLINT, all cores",
          "product/cufft": "cuFFT", "product/cufft_bytes": "cuFFT, 8 bits"}


def against(theirs, ours, figure="{:.3g}".format):
    """Their time in ours, and whether their product is wrong."""
    if not theirs:
        return ""
    return figure(theirs["median"] / ours["median"]) + (", wrong" if "wrong" in theirs.get("label", "") else "")


def products(report):
    times = medians(report, r"((?:product|square)/\w+)/(\d+)")
    rivals = [series for series in RIVALS if any(found == series for found, _ in times)]
    lines = []
    for n in sorted(int(n) for series, n in times if series == "product/automatic"):
        ours, square, gmp = (times.get((series, str(n))) for series in
                             ("product/automatic", "square/automatic", "product/gmp"))
        theirs = (times.get((series, str(n))) for series in rivals)
        lines.append([f"2^{n}", *(duration(t["median"]) if t else "" for t in (ours, square, gmp)),
                      *(against(t, ours) for t in theirs), ours.get("label", "")])
    header = ["bits of each operand", "product", "square", "GMP, one thread",
              *(f"{RIVALS[series]} / product" for series in rivals), "route"]
    return f"{origin(report)}:\n\n{rows(header, *lines)}"


def forms(report):
    times = medians(report, r"product/(\w+)/(\d+)")
    series = ["automatic", "fft_packed_real", "fft_complex"]
    lines = [[f"2^{n}", *(duration(times[s, str(n)]["median"]) if (s, str(n)) in times else "" for s in series)]
             for n in sorted({int(n) for s, n in times if s == "fft_complex"})]
    if not lines:  # the run did not measure them
        return None
    return f"{origin(report)}:\n\n{rows(['bits of each operand', 'automatic', 'packed real', 'complex'], *lines)}"


def batches(report):
    rates = {(series, int(n)): entry["items_per_second"] / 1e6
             for (series, n), entry in medians(report, r"batch/(\w+)/(\d+)").items()}
    if not rates:
        return None
    names = {"automatic": "automatic", "schoolbook": "integers", "fft": "right-angle", "fft_packed_real": "packed real",
             "fft_complex": "complex", "cufft": "cuFFT, without carries"}
    series = [name for name in names if any(found == name for found, _ in rates)]
    lines = [[f"2^{n}", *(f"{rates[name, n]:.3g}" if (name, n) in rates else "" for name in series)]
             for n in sorted({n for _, n in rates})]
    header = ["bits of each operand", *(names[name] for name in series)]
    return f"{origin(report)}, million result digits of 16 bits a second:\n\n{rows(header, *lines)}"


def ranks(report):
    """A line for each size: one GPU, all of them, and the exchanges of points alone; then the steps, batches and rivals."""
    times = medians(report, r"(product/ranks|product/one|product/alone|exchange|steps)/(\d+)")
    lines = []
    for n in sorted({int(n) for series, n in times if series == "product/ranks"}):
        one, group_of_one, shared, exchange, steps = (times.get((series, str(n))) for series in
                                                      ("product/one", "product/alone", "product/ranks", "exchange", "steps"))
        hidden = (f"{(steps['median'] - shared['median']) / exchange['median']:.2f}" if steps and exchange else "")
        lines.append([f"2^{n}", *(duration(entry["median"]) if entry else "" for entry in (one, group_of_one, shared)),
                      f"{one['median'] / shared['median']:.3g}" if one else "",
                      duration(exchange["median"]) if exchange else "",
                      f"{exchange['bytes_per_second'] / 1e9:.0f}" if exchange else "", hidden, shared.get("label", "")])
    header = ["bits of each operand", "one GPU", "group of one", "all", "one / all", "exchanges of points alone",
              "GB/s a rank sends", "hidden", "plan"]
    parts = [f"{origin(report)}, {report['context']['ranks']} ranks:", rows(header, *lines),
             steps_of_ranks(times), operations_of_ranks(report), scans_of_ranks(report), batches_of_ranks(report),
             rivals_of_ranks(report)]
    return "\n\n".join(part for part in parts if part)


SENT = ("strips_in", "points_there", "points_back", "strips_out")
STEPS = ("strips_in", "first_columns", "points_there", "operand_residues", "later_columns", "rows", "columns_back",
         "points_back", "last_columns", "normalize", "strips_out", "join")


def steps_of_ranks(times):
    """A line for each step, with nothing beside an exchange: its time, and the bytes that a rank moves or sends."""
    found = {int(n): entry for (series, n), entry in times.items() if series == "steps"}
    if not found:
        return None
    sizes = sorted(found)
    lines = [[step.replace("_", " ") + (" (sent)" if step in SENT else ""),
              *(f"{found[n][step] * 1e3:.3g} ms, {found[n][step + '_bytes'] / 1e9:.3g} GB" for n in sizes)]
             for step in STEPS]
    lines.append(["together", *(duration(found[n]["median"]) for n in sizes)])
    return "Step by step, with nothing beside an exchange:\n\n" + rows(["step", *(f"2^{n}" for n in sizes)], *lines)


def operations_of_ranks(report):
    """A line for each size: quotients and roots on all ranks, beside a product and one GPU."""
    times = {key: entry["median"] for key, entry in
             medians(report, r"(quotient|root|product)/(one|ranks)/(\d+)").items()}
    lines = []
    for n in sorted({n for what, where, n in times if (what, where) == ("quotient", "ranks")}, key=int):
        line = [f"2^{n}"]
        for what in ("quotient", "root"):
            one, shared = times.get((what, "one", n)), times.get((what, "ranks", n))
            product = times.get(("product", "ranks", n))
            line += [duration(one) if one else "", duration(shared) if shared else "",
                     f"{shared / product:.3g}" if shared and product else ""]
        lines.append(line)
    if not lines:
        return None
    header = ["bits n", *(f"{what}: {where}" for what in ("2n by n bits", "root of 2n bits")
                         for where in ("one GPU", "all", "all, in products"))]
    return "Quotients with remainders, and roots:\n\n" + rows(header, *lines)


def scans_of_ranks(report):
    """A line for each size: the rates of prefix sums on all ranks, on one GPU, and by CUB and NCCL on all."""
    rates = medians(report, r"scan/(ranks|one|nccl)/(\d+)")
    sizes = sorted({int(n) for _, n in rates})
    if not sizes:
        return None
    places = ("one", "ranks", "nccl")
    lines = [[f"2^{n}", *(f"{rates[where, str(n)]['bytes_per_second'] / 1e9:.0f}" if (where, str(n)) in rates else ""
                          for where in places)] for n in sizes]
    return ("Exclusive sums of 64-bit integers, GB/s (every element once in and once out):\n\n" +
            rows(["elements", "one GPU", "all", "all, by CUB and NCCL"], *lines))


def batches_of_ranks(report):
    rates = {key: entry["items_per_second"] for key, entry in
             medians(report, r"batch/(product|pow_mod)/(one|ranks)").items()}
    lines = [[what, f"{rates[what, 'one']:.4g}", f"{rates[what, 'ranks']:.4g}",
              f"{rates[what, 'ranks'] / rates[what, 'one']:.3g}"]
             for what in ("product", "pow_mod") if (what, "one") in rates and (what, "ranks") in rates]
    if not lines:
        return None
    return "Batches of 2048 bits, elements a second:\n\n" + rows(["operation", "one", "all", "all / one"], *lines)


def rivals_of_ranks(report):
    times = medians(report, r"(copies|nccl|nccl_zero_cta|cufft_xt)/(\d+)")
    rate = lambda series, n: (f"{times[series, n]['bytes_per_second'] / 1e9:.0f}" if (series, n) in times else "")
    copied = sorted({n for series, n in times if series == "copies"}, key=int)
    transforms = sorted({n for series, n in times if series == "cufft_xt"}, key=int)
    parts = []
    if copied:
        header = ["points of a product of", "copies", "NCCL", "NCCL, no kernels"]
        parts.append("GB/s that each GPU sends in an exchange of points:\n\n" + rows(
            header, *([f"2^{n} bits", *(rate(series, n) for series in ("copies", "nccl", "nccl_zero_cta"))]
                      for n in copied)))
    if transforms:
        parts.append("Three transforms forward by cuFFT on all GPUs:\n\n" + rows(
            ["points", "time"], *([f"2^{n}", duration(times["cufft_xt", n]["median"])] for n in transforms)))
    return "\n\n".join(parts)


def stage_entries(report):
    """The entries by operation, size, place of the launch, and name; that of all launches together comes last."""
    found = {(operation, int(n), int(place), stage.replace("_", " ")): entry for (operation, n, place, stage), entry in
             medians(report, r"(product|square)/(\d+)/(\d+)_(\w+)").items()}
    return found | {(operation, int(n), 99, "together"): entry
                    for (operation, n), entry in medians(report, r"(product|square)/(\d+)/together").items()}


def stages(report):
    """A line for each launch of products, then squares: its time alone, its bytes, its share of the copy speed."""
    found = stage_entries(report)
    sizes = sorted({n for _, n, *_ in found})

    def cell(entry):
        bytes_moved = entry["bytes"]
        if not bytes_moved:
            return duration(entry["median"])
        unit, name = next((u, s) for u, s in ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1, "B")) if bytes_moved >= u)
        return f"{duration(entry['median'])}, {bytes_moved / unit:.3g} {name}, {entry['of_copy']:.2f}"

    lines = []
    for operation in ("product", "square"):
        places = {}
        for kind, _, place, stage in found:
            if kind == operation:
                places[stage] = max(place, places.get(stage, 0))
        for stage in sorted(places, key=places.get):
            of_size = {n: entry for (kind, n, _, name), entry in found.items() if (kind, name) == (operation, stage)}
            lines.append([f"{operation}: {stage}", *(cell(of_size[n]) if n in of_size else "" for n in sizes)])
    header = ["launch", *(f"2^{n}" for n in sizes)]
    return f"{origin(report)}, time alone, bytes, part of the copy speed:\n\n{rows(header, *lines)}"
