"""The table of the mutants that the tests kill (scripts/mutants.py)."""

from .report import rows


def mutants(report):
    """A line for each room, and one for all."""
    def line(name, rooms):
        killed, survived, unreached = (sum(count(room) for room in rooms) for count in (
            lambda room: room["killed"], lambda room: len(room["survived"]), lambda room: len(room["unreached"])))
        reached = killed + survived
        rate = f"{100 * killed / reached:.1f} %" if reached else ""
        return [name, str(killed), str(survived), rate, str(unreached)]

    context, rooms = report["context"], report["rooms"]
    lines = [line(room["room"], [room]) for room in rooms] + [line("**together**", rooms)]
    return (f"Commit {context['commit']}, {context['date'][:10]}, seed {context['seed']}:\n\n"
            + rows(["room", "killed", "survived", "killed of those reached", "reached by no test"], *lines))
