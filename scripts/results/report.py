"""Reading recorded results, and writing the parts of tables."""

import re


def medians(report, name):
    """The entries with a result whose name matches, by the match's groups."""
    found = {}
    for entry in report["benchmarks"]:
        match = re.fullmatch(name, entry["name"])
        if match and "error" not in entry:
            found[match.groups()] = entry
    return found


def origin(report):
    context = report["context"]
    where = context["device"] + (f", CUDA {context['cuda']}" if "cuda" in context else "")
    return f"{where}, commit {context['commit']}, {context['date'][:10]}"


def rows(header, *lines):
    """A Markdown table of cells that are texts, without the columns in which every line is empty."""
    used = [column for column in range(len(header)) if not lines or any(line[column] for line in lines)]
    return "\n".join("| " + " | ".join(line[column] for column in used) + " |"
                     for line in [header, ["---"] * len(header), *lines])


def duration(milliseconds):
    if milliseconds < 1:
        return f"{milliseconds * 1000:.3g} µs"
    return f"{milliseconds:.3g} ms" if milliseconds < 1000 else f"{milliseconds / 1000:.3g} s"


def short_duration(nanoseconds):
    return f"{nanoseconds:.3g} ns" if nanoseconds < 1000 else duration(nanoseconds / 1e6)


def length(n):
    """Formats a length as 2^k or m·2^k."""
    power = (n & -n).bit_length() - 1
    return f"2^{power}" if n >> power == 1 else f"{n >> power}·2^{power}"
