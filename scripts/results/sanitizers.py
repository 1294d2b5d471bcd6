"""The record and the table of what NVIDIA's sanitizers found (scripts/sanitize.sh)."""

import collections
import json
import re

from .report import origin, rows

# The entry of a kernel, or the one for repairs, as `nm --demangle` writes it.
ENTRY = re.compile(r"void gbi::exec::cuda::(repair_)?entry<(.*?) ?>\(\2::arguments,")
SUMMARY = re.compile(r"(?:ERROR SUMMARY: (\d+) error|RACECHECK SUMMARY: (\d+) hazard)")
ENDINGS = {0: "", 1: "wrong results", 99: "errors", 124: "out of time", 137: "out of time"}


def linked(symbols):
    """The kernels of a program, by the names of tests/reach/census.hpp."""
    return {kernel + (" repair" if repairs else "") for repairs, kernel in ENTRY.findall(symbols)}


def text_of(path):
    return path.read_text(errors="replace") if path.exists() else ""


def record(folder, seconds):
    """What the parts have left in a folder."""
    about = json.loads((folder / "about").read_text())
    kernels = set(about["kernels"]) | linked(text_of(folder / "symbols"))
    version = re.search(r"\d+(?:\.\d+)+", text_of(folder / "version"))
    tools = collections.defaultdict(list)
    for path in sorted(folder.glob("*.status")):
        tools[path.stem.split("-")[0]].append(path)
    found = []
    for tool, parts in tools.items():
        reached, errors, ended, told = set(), 0, [], []
        for path in parts:
            status = int(path.read_text().split()[0])
            log = text_of(path.with_suffix(".log"))
            summaries = [int(one or other) for one, other in SUMMARY.findall(log)]
            errors += sum(summaries)
            reached |= set(text_of(path.with_suffix(".reached")).splitlines())
            if status != 0:
                ended.append(f"part {path.stem.split('-')[1]}: {ENDINGS.get(status, f'status {status}')}")
            # The first report of a part says enough to find it.
            first = re.search(r"^=+ (?!COMPUTE-SANITIZER).*(?:\n=+     .*){0,3}", log, re.MULTILINE) if sum(summaries) else None
            told += [first.group()] if first else []
        found.append({"tool": tool, "parts": len(parts), "seconds": sum(int(path.read_text().split()[1]) for path in parts),
                      "errors": errors, "ended": ended, "reports": told[:10], "unreached": sorted(kernels - reached)})
    context = about["context"] | ({"compute-sanitizer": version.group()} if version else {})
    return {"context": context, "seconds": seconds, "kernels": len(kernels), "tools": found}


def is_clean(report):
    return bool(report["tools"]) and not any(tool["errors"] or tool["ended"] or tool["unreached"] for tool in report["tools"])


def sanitizers(report):
    """A line for each tool."""
    lines = [[tool["tool"], str(report["kernels"] - len(tool["unreached"])), str(tool["errors"]), ", ".join(tool["ended"])]
             for tool in report["tools"]]
    version = report["context"].get("compute-sanitizer")
    tool = f", compute-sanitizer {version}" if version else ""
    return f"{origin(report)}{tool}: {report['kernels']} kernels in {report['seconds']} seconds.\n\n{rows(['tool', 'kernels launched', 'errors', 'parts that failed'], *lines)}"
