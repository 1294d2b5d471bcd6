#!/usr/bin/env python3
"""Writes the README's table of products from the recorded results in bench/results/multiply-*.json."""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- results: begin -->", "<!-- results: end -->"


def medians(report):
    """Milliseconds and label by (series, log2 of the bits): medians, or the single run where there is one."""
    found = {}
    for entry in report["benchmarks"]:
        name = re.match(r"((?:product|square)/\w+)/(\d+)/", entry["name"] + "/")
        if not name or entry.get("aggregate_name", "median") != "median":
            continue
        found[name.group(1), int(name.group(2))] = entry["real_time"], entry.get("label", "")
    return found


def duration(milliseconds):
    if milliseconds < 1:
        return f"{milliseconds * 1000:.3g} µs"
    return f"{milliseconds:.3g} ms" if milliseconds < 1000 else f"{milliseconds / 1000:.3g} s"


def table(report):
    context, times = report["context"], medians(report)
    where = context["device"] + (f", CUDA {context['cuda']}" if "cuda" in context else "")
    lines = [
        f"{where}, commit {context['commit']}, {context['date'][:10]}:",
        "",
        "| bits of each operand | product | square | GMP, one thread | GMP / product | route |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for series, n in sorted(times):
        if series != "product/automatic":
            continue
        ours, label = times[series, n]
        square = times.get(("square/automatic", n))
        gmp = times.get(("product/gmp", n))
        lines.append(
            f"| 2^{n} | {duration(ours)} | {duration(square[0]) if square else ''} | {duration(gmp[0]) if gmp else ''} "
            f"| {f'{gmp[0] / ours:.3g}' if gmp else ''} | {label} |"
        )
    return "\n".join(lines)


def main():
    reports = sorted((ROOT / "bench" / "results").glob("multiply-*.json"))
    tables = "\n\n".join(table(json.loads(path.read_text())) for path in reports)
    readme = ROOT / "README.md"
    text = readme.read_text()
    begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    new = f"{text[:begin]}\n\n{tables}\n\n{text[end:]}"
    if "--check" in sys.argv[1:]:
        sys.exit(0 if new == text else "README.md does not show bench/results: run scripts/results.py")
    readme.write_text(new)


if __name__ == "__main__":
    main()
