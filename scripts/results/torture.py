"""Tables of bit flips and of long runs of mixed operations."""

from .report import origin, rows

EFFECTS = ("harmless", "repaired", "reported", "at_rest", "silent", "crashed")


def flips(report):
    """A line for each operation: what became of the flips in each mode."""
    entries = {(e["operation"], e["verification"]): e for e in report["operations"]}
    modes = [mode for mode in ("off", "residue", "all") if any(key[1] == mode for key in entries)]
    cell = lambda e: " / ".join(str(e[effect]) for effect in EFFECTS) if e else ""
    names = list(dict.fromkeys(e["operation"] for e in report["operations"]))
    lines = [[name, *(cell(entries.get((name, mode))) for mode in modes)] for name in names]
    total = lambda mode: {effect: sum(e[effect] for (_, m), e in entries.items() if m == mode) for effect in EFFECTS}
    if names:
        lines.append(["together", *(cell(total(mode)) for mode in modes)])
    changed = report["changed_products"]
    caught = changed["repaired"] + changed["reported"]
    text = (f"{origin(report)}, seed {report['seed']}. {changed['changed']} of {changed['flips']} flips changed what the "
            f"first attempt of a verified product left: {changed['repaired']} of these were repaired, "
            f"{changed['reported']} reported, {changed['changed'] - caught} silent.")
    header = ["flips that were " + " / ".join(effect.replace("_", " ") for effect in EFFECTS),
              *(f"verification {mode}" for mode in modes)]
    return text + (f"\n\n{rows(header, *lines)}" if names else "")


def soak(report):
    """A line for the run, and the operations by their number."""
    early, late = (round(count / 2**20) for count in report["resident_bytes"])
    line = [origin(report), str(report["seed"]), f"{report['seconds'] / 60:.0f}", f"2^{report['most_bits'].bit_length() - 1}",
            str(report["operations"]), str(len(report["kinds"])), str(report["mismatches"]), str(report["failures"]),
            str(report["without_memory"]), f"{early}, {late}"]
    return rows(["run", "seed", "minutes", "most bits", "operations", "kinds", "mismatches", "failures", "without memory",
                 "MiB resident after a quarter, at the end"], line)
