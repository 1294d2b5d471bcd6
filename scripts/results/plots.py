"""The plots of operations compared with GMP, one panel each."""

import hashlib
import json
import math
from typing import Callable, NamedTuple

from . import operations, short

# The bench, the series and the title of each panel.
PANELS = [
    *(("linear", name, title) for name, title in operations.LINEAR.items() if name != "copy"),
    ("division", "product", "a * b"),
    *(("division", name, title) for name, title in operations.DIVISION.items()),
    ("text", "to_text", "to_string(a)"),
    ("text", "from_text", "gpu_bigint(text)"),
    *(("number-theory", name, title) for name, title in operations.NUMBER_THEORY.items() if name not in ("product", "next_prime")),
]
COLUMNS = 4  # as wide as a page: text stays readable


def panels(reports):
    """Title, our points and GMP's points of each measured panel, in bits and seconds. `reports` are by bench."""
    drawn = []
    for bench, name, title in PANELS:
        if bench not in reports:
            continue
        entries = operations.series(reports[bench])
        bits = (lambda digits: digits * math.log2(10)) if bench == "text" else (lambda n: 2.0**n)
        points = [[[bits(size), entry["median"] / 1e3] for (series, gmp, size), entry in sorted(
            entries.items(), key=lambda item: item[0][2]) if gmp == theirs and series == wanted]
            for theirs, wanted in ((False, name), (True, operations.GMP_SERIES.get(name, name)))]
        if points[0]:
            drawn.append([title.replace("`", ""), *points])
    return drawn


def digest(drawn):
    """The points and the columns as recorded in a plot's file, so that checking a plot needs no plotting library."""
    return "points " + hashlib.sha256(json.dumps([COLUMNS, drawn]).encode()).hexdigest()


def is_current(path, drawn):
    return path.exists() and digest(drawn) in path.read_text()


def ratio(ours, gmp, choose=max):
    """GMP's time divided by the library's at the largest (or smallest) common size, as a text."""
    common = choose({bits for bits, _ in ours} & {bits for bits, _ in gmp}, default=None)
    if common is None:
        return ""
    times = dict(gmp)[common] / dict(ours)[common]
    return f"GMP / ours = {float(f'{times:.3g}'):,g} at 2^{math.log2(common):.3g}"


class Plot(NamedTuple):
    """A kind of plot. Each device whose results it shows gets one."""

    name: str  # name of its file, before the device
    markers: str  # name of its markers in the documents that show it
    shows: str
    benches: set
    panels: Callable  # takes recorded results by bench
    ours: str  # label of the library's line, with the device's name in it
    ticks: tuple  # powers of two
    host: bool  # whether there is also a plot for the host
    short: bool  # lines lie close together: taller rows with their own scales, and the ratio at the smallest
                 # size as well


PLOTS = [
    Plot("operations", "plots", "time of every operation over its size, beside GMP", {bench for bench, *_ in PANELS}, panels,
         "{}", (10, 20, 30), False, False),
    Plot("short", "short plots", "time of operations on short numbers over their size, beside GMP", {"short"}, short.panels,
         "gpu_bigint, {}", (8, 12, 16, 20), True, True),
]


def draw(path, plot, drawn, device):
    """Writes an SVG. Equal points and the same matplotlib give equal files. \\throws ImportError without it"""
    import matplotlib
    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    style = {"svg.hashsalt": path.stem, "svg.fonttype": "none", "font.size": 8, "axes.titlesize": 9,
             "font.family": "sans-serif", "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": "#606060",
             "grid.color": "#d0d0d0"}
    with plt.rc_context(style):
        count = math.ceil(len(drawn) / COLUMNS)
        figure, axes = plt.subplots(count, COLUMNS, figsize=(1.9 * COLUMNS, (2.3 if plot.short else 1.6) * count + 0.7),
                                    sharex=True, sharey="row" if plot.short else True, squeeze=False)
        for axis, (title, ours, gmp) in zip(axes.flat, drawn):
            axis.loglog(*zip(*ours), "-", color="#1b6ca8", marker=".", markersize=4, label=plot.ours.format(device))
            if gmp:
                axis.loglog(*zip(*gmp), "--", color="#c05020", marker=".", markersize=4, label="GMP, one thread")
            axis.set_title(title)
            if plot.short:
                axis.text(0.04, 0.97, f"{ratio(ours, gmp, min)}\n{ratio(ours, gmp)}", transform=axis.transAxes, va="top",
                          fontsize=6.5)
            else:
                axis.text(0.97, 0.04, ratio(ours, gmp), transform=axis.transAxes, ha="right", fontsize=6.5)
            axis.grid(True, linewidth=0.3)
        for axis in axes.flat[len(drawn):]:
            axis.axis("off")
        for axis in axes.flat[max(0, len(drawn) - COLUMNS):len(drawn)]:  # nothing is below them
            axis.tick_params(labelbottom=True)
        for axis in axes.flat:
            axis.set_xscale("log", base=2)
            axis.set_xticks([2.0**n for n in plot.ticks])
            axis.set_ylim(bottom=1e-9)
            axis.minorticks_off()
        for row in axes:
            row[0].set_ylabel("seconds")
            if plot.short:
                row[0].set_ylim(top=row[0].get_ylim()[1] * 30)  # room for the ratios
        handles = {label: handle for axis in axes.flat for handle, label in zip(*axis.get_legend_handles_labels())}
        figure.legend(handles.values(), handles.keys(), loc="upper center", ncols=2, frameon=False)
        figure.supxlabel("bits")
        figure.tight_layout(rect=(0, 0, 1, 0.975))
        path.parent.mkdir(exist_ok=True)
        figure.savefig(path, format="svg", metadata={"Date": None, "Description": digest(drawn)})
        plt.close(figure)
