#!/usr/bin/env python3
"""Compares the names of the C interface. symbols.txt lists every function of version 0.1, none of which may go. The headers
declare exactly these, the library defines exactly these, and the tests use each of them.

    symbols.py NM LIBRARY_OBJECT... -- TEST_OBJECT...
"""

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
HEADERS = HERE.parent.parent / "include" / "gpu_bigint" / "c"


def names(nm, objects, types):
    """The C functions with these letters in nm's list."""
    listed = subprocess.run([nm, *objects], check=True, capture_output=True, text=True).stdout
    return set(re.findall(rf"^[0-9a-f ]* [{types}] (gbi_\w+)$", listed, re.MULTILINE))


def main(nm, *objects):
    split = objects.index("--")
    listed = (HERE / "symbols.txt").read_text(encoding="utf-8").split()
    declared = {name for header in HEADERS.glob("*.h")
                for name in re.findall(r"^[a-z][\w ]*[ *]+(gbi_\w+)\(", header.read_text(encoding="utf-8"), re.MULTILINE)}
    sets = {"the headers declare": declared, "the library defines": names(nm, objects[:split], "T")}
    complaints = [f"{what} {name}, which symbols.txt lacks" for what, found in sets.items() for name in found - set(listed)]
    sets["the tests use"] = names(nm, objects[split + 1:], "U")
    complaints += [f"{name}: not among what {what}" for what, found in sets.items() for name in set(listed) - found]
    if listed != sorted(set(listed)):
        complaints.append("symbols.txt is not sorted")
    print("\n".join(sorted(complaints)))
    print(f"{len(listed)} functions, {len(complaints)} complaints")
    return 1 if complaints or not listed else 0


if __name__ == "__main__":
    if len(sys.argv) < 4 or "--" not in sys.argv:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
