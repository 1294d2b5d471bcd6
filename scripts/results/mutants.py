"""The table of the mutants that the tests kill (scripts/mutants.py)."""

from mutants import explained

from .report import rows


def mutants(report, reasons=None):
    """A line for each room, and one for all."""
    reasons = explained.reasons() if reasons is None else reasons

    def line(name, rooms):
        killed = sum(room["killed"] for room in rooms)
        left = [mutant for room in rooms for mutant in room["survived"] + room["unreached"]]
        count = sum(mutant in reasons for mutant in left)
        still_open = len(left) - count
        rate = f"{100 * killed / (killed + still_open):.1f} %" if killed + still_open else ""
        return [name, str(killed + len(left)), str(killed), str(count), str(still_open), rate]

    context, rooms = report["context"], report["rooms"]
    lines = [line(room["room"], [room]) for room in rooms] + [line("**together**", rooms)]
    return (f"Commit {context['commit']}, {context['date'][:10]}, seed {context['seed']}:\n\n"
            + rows(["room", "planted", "killed", "explained", "open", "killed of those not explained"], *lines))
