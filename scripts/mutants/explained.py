"""Mutants that no test can kill, and records of runs."""

import json
import pathlib

FILE = pathlib.Path(__file__).resolve().parent.parent.parent / "tests" / "mutants" / "explained.json"


def reasons():
    """The reason for each mutant, by its name."""
    return {name: entry["why"] for entry in json.loads(FILE.read_text()) for name in entry["mutants"]}


def merged(known, sampled, fate, present, commit):
    """The rooms of a record: those that are known, after their open mutants ran again, and new samples."""
    rooms = []
    for room in known:
        left = {kind: [name for name in room[kind] if fate.get(name, kind) == kind and name in present] for kind in ("survived", "unreached")}
        moved = [name for name in room["unreached"] if fate.get(name) == "survived"]
        killed = sum(fate.get(name) == "killed" for name in room["survived"] + room["unreached"])
        rooms.append({**room, "killed": room["killed"] + killed, "survived": sorted(left["survived"] + moved), "unreached": left["unreached"]})
    for room, names in sampled.items():
        of = lambda kind: sorted(name for name in names if fate.get(name) == kind)
        rooms.append({"room": room, "commit": commit, "killed": len(of("killed")), "survived": of("survived"), "unreached": of("unreached")})
    return sorted(rooms, key=lambda room: room["room"])


def write_into(file, record):
    """Replaces the rooms of the record in another one, which keeps its other rooms."""
    others = [room for room in json.loads(file.read_text())["rooms"] if room["room"] not in {own["room"] for own in record["rooms"]}]
    rooms = sorted(others + record["rooms"], key=lambda room: room["room"])
    file.write_text(json.dumps({**record, "rooms": rooms}, indent=1) + "\n")
