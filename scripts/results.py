#!/usr/bin/env python3
"""Writes the tables of README.md, docs/performance.md and bench/results/README.md, and the plots of docs/plots, from the
recorded results in bench/results. A bench without a recorded result changes nothing. Plots need matplotlib."""

import argparse
import json
import os
import pathlib
import sys
from typing import Callable, NamedTuple

from results import building_blocks, mutants, operations, overview, plots, products, record, sanitizers, self_test, short, torture
from results.report import origin

ROOT = pathlib.Path(__file__).resolve().parent.parent
README, PERFORMANCE, RESULTS = "README.md", "docs/performance.md", "bench/results/README.md"
BENCHES = ["scan", "fft", "fft-passes", "fft-accuracy", "normalize", "multiply", "routes", "stages", "short", "linear", "division",
           "text", "number-theory", "sequences", "batch", "rsa", "computations", "verification", "bit-flips", "soak", "sanitizers", "mutants",
           "distribute", "python"]


class Table(NamedTuple):
    """One text for each device with results of the bench, or of any bench if none is named."""

    document: str
    markers: str
    bench: str | None
    text_of: Callable  # takes a recorded result, or all results of a device by bench
    host: bool = True  # whether there is also a table for the host


TABLES = [
    Table(README, "overview", None, overview.headline, host=False),
    Table(PERFORMANCE, "products", "multiply", overview.products, host=False),
    Table(PERFORMANCE, "division", "division", operations.in_products, host=False),
    Table(RESULTS, "products", "multiply", products.products),
    Table(RESULTS, "forms", "multiply", products.forms),
    Table(RESULTS, "product batches", "multiply", products.batches),
    Table(RESULTS, "stages", "stages", products.stages),
    Table(RESULTS, "shared products", "distribute", products.ranks),
    Table(RESULTS, "short", "short", short.short),
    Table(RESULTS, "short programs", "short", short.programs),
    Table(RESULTS, "python", "python", short.python),
    Table(RESULTS, "linear", "linear", operations.linear),
    Table(RESULTS, "division", "division", operations.division),
    Table(RESULTS, "text", "text", operations.text),
    Table(RESULTS, "number theory", "number-theory", operations.number_theory),
    Table(RESULTS, "half-gcd leaves", "number-theory", operations.half_gcd_leaves),
    Table(RESULTS, "sequences", "sequences", operations.sequences),
    Table(RESULTS, "batches", "batch", operations.batches),
    Table(RESULTS, "rsa", "rsa", operations.rsa),
    Table(RESULTS, "computations", "computations", operations.computations),
    Table(RESULTS, "verification", "verification", operations.verification),
    Table(RESULTS, "transforms", "fft", building_blocks.transforms),
    Table(RESULTS, "accuracy", "fft-accuracy", building_blocks.accuracy),
    Table(RESULTS, "passes", "fft-passes", building_blocks.passes),
    Table(RESULTS, "normalisation", "normalize", building_blocks.normalisation),
    Table(RESULTS, "scan", "scan", building_blocks.scans),
    Table(RESULTS, "bit flips", "bit-flips", torture.flips),
    Table(RESULTS, "soak", "soak", torture.soak),
    Table(RESULTS, "sanitizers", "sanitizers", sanitizers.sanitizers, host=False),
    Table(RESULTS, "mutants", "mutants", mutants.mutants),
]
# The documents that show each plot.
SHOWN_IN = {"operations": [README, RESULTS], "short": [RESULTS]}


def by_device(folder):
    """The recorded results by device, then by bench: NAME-DEVICE.json."""
    devices = {}
    for path in sorted(folder.glob("*.json")):
        bench = max((name for name in BENCHES if path.stem.startswith(name + "-")), key=len, default=None)
        if bench is None:
            sys.exit(f"{path.name}: there is no such bench")
        devices.setdefault(path.stem[len(bench) + 1 :], {})[bench] = json.loads(path.read_text())
    return devices


def between(text, markers, content):
    """Puts this content between the markers of the text."""
    begin, end = f"<!-- {markers}: begin -->", f"<!-- {markers}: end -->"
    head, tail = text[: text.index(begin) + len(begin)], text[text.index(end) :]
    return "\n\n".join([head, *content, tail])


def texts_of(table, devices):
    """The content of a table, device by device."""
    chosen = [reports for device, reports in devices.items() if table.host or device != "host"]
    if table.bench is None:
        return list(filter(None, map(table.text_of, chosen)))
    return list(filter(None, (table.text_of(reports[table.bench]) for reports in chosen if table.bench in reports)))


def update(root, check):
    """Brings documents and plots up to date, or only names those that are not."""
    devices = by_device(root / "bench" / "results")
    documents = {name: (root / name).read_text() for name in (README, PERFORMANCE, RESULTS)}
    updated = dict(documents)
    for table in TABLES:
        if texts := texts_of(table, devices):
            updated[table.document] = between(updated[table.document], table.markers, texts)

    stale = []
    for plot in plots.PLOTS:
        links = {name: [] for name in SHOWN_IN[plot.name]}
        for device, reports in devices.items():
            of_bench = {bench: report for bench, report in reports.items() if bench in plot.benches}
            if not of_bench or (device == "host" and not plot.host):
                continue
            path = root / "docs" / "plots" / f"{plot.name}-{device}.svg"
            drawn = plot.panels(of_bench)
            first = next(iter(of_bench.values()))
            for name in links:
                target = os.path.relpath(path, (root / name).parent)
                links[name].append(f"{origin(first)}:\n\n![{plot.shows}]({target})")
            if plots.is_current(path, drawn):
                continue
            if check:
                stale.append(str(path.relative_to(root)))
                continue
            try:
                plots.draw(path, plot, drawn, first["context"]["device"])
            except ImportError:
                print(f"{path.relative_to(root)} is not drawn: there is no matplotlib", file=sys.stderr)
        for name, shown in links.items():
            if shown:
                updated[name] = between(updated[name], plot.markers, shown)

    stale += [name for name in documents if updated[name] != documents[name]]
    if check:
        sys.exit(f"not as bench/results say: {', '.join(stale)}; run scripts/results.py" if stale else 0)
    for name in stale:
        (root / name).write_text(updated[name])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="write nothing; say what is not up to date, and fail if anything is")
    what.add_argument("--record", nargs=2, type=pathlib.Path, metavar=("REPORT", "FILE"),
                      help="write what bench/results keeps of a report by Google Benchmark to this file, and nothing else")
    what.add_argument("--sanitizers", nargs=3, type=pathlib.Path, metavar=("FOLDER", "SECONDS", "FILE"),
                      help="write what scripts/sanitize.sh has left in this folder to this file; fail unless all is clean")
    what.add_argument("--self-test", action="store_true", help="test the tables with made-up results, and write nothing")
    parser.add_argument("--force", action="store_true", help="record even what was measured on a busy or slow machine")
    chosen = parser.parse_args()
    if chosen.record:
        path, file = chosen.record
        report = json.loads(path.read_text())
        if record.is_busy(report) and not chosen.force:
            sys.exit(f"not recorded: the load average was {report['context']['load_avg'][0]} when the measurement began, more than "
                     f"{record.MOST_LOAD}; measure again on a quiet machine, or use --force")
        recorded = ROOT / "bench" / "results" / file.name
        if recorded.exists() and not chosen.force:
            if (slower := record.slowdown(report, json.loads(recorded.read_text()))) > record.MOST_SLOWER:
                sys.exit(f"not recorded: GMP and FLINT take {slower:.2f} times as long as in {recorded.relative_to(ROOT)}, so that the "
                         "GPU would look faster beside them than it is; measure again on a quiet machine, or use --force")
        file.write_text(record.text(report))
        return
    if chosen.sanitizers:
        folder, seconds, file = chosen.sanitizers
        report = sanitizers.record(folder, int(str(seconds)))
        file.write_text(json.dumps(report, indent=1) + "\n")
        print(sanitizers.sanitizers(report))
        sys.exit(0 if sanitizers.is_clean(report) else 1)
    if chosen.self_test:
        wrong, compared = self_test.failures()
        print("\n".join(f"{found} instead of {expected}" for found, expected in wrong) or f"{compared} cases")
        sys.exit(1 if wrong else 0)
    update(ROOT, chosen.check)


if __name__ == "__main__":
    main()
