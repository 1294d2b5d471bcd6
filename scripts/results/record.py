"""Records of benches: a line for each entry of Google Benchmark's report, with its median and spread."""

import json
import re
import statistics

KEPT_OF_CONTEXT = ("device", "cuda", "commit", "date", "num_cpus", "load_avg", "compiler", "gmp", "flint", "cufft", "cub", "ranks")
# Of one minute, when the measurement began. Above it other programs took part of the processor.
MOST_LOAD = 1.0
# GMP and FLINT run on the processor. If they take more than this times the recorded time, the machine was slower than then, and
# what a GPU does would look better beside them than it is.
MOST_SLOWER = 1.1
ON_PROCESSOR = r"gmp|flint"
SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}
# How an entry was measured comes after its name, and is the same in all entries of a bench.
MEASUREMENT = r"(/(iterations|min_time|repeats):[\d.]+|/(manual|real)_time)+$"
FIELDS = {"name", "family_index", "per_family_instance_index", "run_name", "run_type", "repetitions", "repetition_index",
          "threads", "aggregate_name", "aggregate_unit", "iterations", "real_time", "cpu_time", "time_unit",
          "error_occurred", "error_message"}  # all others are counters, rates and labels


def entries_of(report):
    """An entry for each name: its median with the unit, its counters, and the coefficient of variation if it was repeated. If
    there is no result, it has the error instead."""
    entries = {}
    for found in report["benchmarks"]:
        name = re.sub(MEASUREMENT, "", found["run_name"])
        entry = entries.setdefault(name, {"name": name})
        if found.get("error_occurred"):
            entry["error"] = found["error_message"]
        elif found.get("aggregate_name", "median") == "median":
            counters = {key: value for key, value in found.items() if key not in FIELDS}
            entry |= {"median": found["real_time"], "unit": found["time_unit"], **counters}
        elif found["aggregate_name"] == "cv":
            entry["variation"] = found["real_time"]
    for entry in entries.values():
        if "variation" in entry:
            entry["variation"] = float(f"{entry['variation']:.3g}")
    return entries.values()


def is_busy(report):
    return report["context"].get("load_avg", [0])[0] > MOST_LOAD


def slowdown(report, recorded):
    """How many times as long as recorded the processor takes for the same work, the median of all such entries."""
    before, now = ({entry["name"]: entry["median"] * SECONDS[entry["unit"]] for entry in entries
                    if "median" in entry and re.search(ON_PROCESSOR, entry["name"])}
                   for entries in (recorded["benchmarks"], entries_of(report)))
    both = before.keys() & now.keys()
    return statistics.median(now[name] / before[name] for name in both) if both else 1.0


def text(report):
    """The record as JSON, a line for each entry."""
    context = {key: report["context"][key] for key in KEPT_OF_CONTEXT if key in report["context"]}
    lines = ",\n".join("    " + json.dumps(entry) for entry in entries_of(report))
    return f'{{\n  "context": {json.dumps(context)},\n  "benchmarks": [\n{lines}\n  ]\n}}\n'
