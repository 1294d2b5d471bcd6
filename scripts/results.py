#!/usr/bin/env python3
"""Writes the tables of README.md and docs/performance.md, and the plots of docs/plots, from the recorded results in
bench/results. --check says whether that has been done. A bench that has no recorded result changes nothing. --self-test
tries the tables on made-up results."""

import json
import pathlib
import re
import sys

from results import building_blocks, operations, plots, products, self_test, short
from results.report import origin

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Where a table belongs: the document, the name of its markers, the recorded results and what makes text of them.
PERFORMANCE = "docs/performance.md"
TABLES = [
    ("README.md", "results", r"multiply-.*", products.products),
    (PERFORMANCE, "transforms", r"fft-(?!accuracy-|passes-).*", building_blocks.transforms),
    (PERFORMANCE, "accuracy", r"fft-accuracy-.*", building_blocks.accuracy),
    (PERFORMANCE, "passes", r"fft-passes-.*", building_blocks.passes),
    (PERFORMANCE, "normalisation", r"normalize-.*", building_blocks.normalisation),
    (PERFORMANCE, "scan", r"scan-.*", building_blocks.scans),
    (PERFORMANCE, "forms", r"multiply-.*", products.forms),
    (PERFORMANCE, "product batches", r"multiply-.*", products.batches),
    (PERFORMANCE, "stages", r"stages-.*", products.stages),
    (PERFORMANCE, "short", r"short-.*", short.short),
    (PERFORMANCE, "short programs", r"short-.*", short.programs),
    (PERFORMANCE, "linear", r"linear-.*", operations.linear),
    (PERFORMANCE, "division", r"division-.*", operations.division),
    (PERFORMANCE, "text", r"text-.*", operations.text),
    (PERFORMANCE, "sequences", r"sequences-.*", operations.sequences),
    (PERFORMANCE, "batches", r"batch-.*", operations.batches),
    (PERFORMANCE, "rsa", r"rsa-.*", operations.rsa),
    (PERFORMANCE, "number theory", r"number-theory-.*", operations.number_theory),
    (PERFORMANCE, "half-gcd leaves", r"number-theory-.*", operations.half_gcd_leaves),
]


def between(text, markers, content):
    """The text with this content between the markers."""
    begin, end = f"<!-- {markers}: begin -->", f"<!-- {markers}: end -->"
    head, tail = text[: text.index(begin) + len(begin)], text[text.index(end) :]
    return "\n\n".join([head, *content, tail])


def plotted(reports, plot):
    """The recorded results of each device that the plot shows, by bench, where there are any."""
    devices = {}
    for stem, report in reports.items():
        for bench in plot.benches:
            match = re.fullmatch(f"{bench}-(.*)", stem)
            if match and (plot.host or match[1] != "host"):
                devices.setdefault(match[1], {})[bench] = report
    return devices


def update(root, check):
    """Brings documents and plots up to date, or only says which of them are not."""
    reports = {path.stem: json.loads(path.read_text()) for path in sorted((root / "bench" / "results").glob("*.json"))}
    documents = {name: (root / name).read_text() for name, *_ in TABLES}
    updated = dict(documents)
    for name, markers, results, text_of in TABLES:
        chosen = [report for stem, report in reports.items() if re.fullmatch(results, stem)]
        if chosen:
            updated[name] = between(updated[name], markers, filter(None, map(text_of, chosen)))

    stale = []
    for plot in plots.PLOTS:
        links = []
        for device, of_bench in plotted(reports, plot).items():
            path = root / "docs" / "plots" / f"{plot.name}-{device}.svg"
            drawn = plot.panels(of_bench)
            first = next(iter(of_bench.values()))
            links.append(f"{origin(first)}:\n\n![{plot.shows}]({path.relative_to(root)})")
            if plots.is_current(path, drawn):
                continue
            if check:
                stale.append(str(path.relative_to(root)))
                continue
            try:
                plots.draw(path, plot, drawn, first["context"]["device"])
            except ImportError:
                print(f"{path.relative_to(root)} is not drawn: there is no matplotlib", file=sys.stderr)
        if links:
            updated["README.md"] = between(updated["README.md"], plot.markers, links)

    stale += [name for name in documents if updated[name] != documents[name]]
    if check:
        sys.exit(f"not as bench/results say: {', '.join(stale)}; run scripts/results.py" if stale else 0)
    for name in stale:
        (root / name).write_text(updated[name])


if __name__ == "__main__":
    if "--self-test" in sys.argv[1:]:
        wrong, compared = self_test.failures()
        print("\n".join(f"{found} instead of {expected}" for found, expected in wrong) or f"{compared} cases")
        sys.exit(1 if wrong else 0)
    update(ROOT, "--check" in sys.argv[1:])
