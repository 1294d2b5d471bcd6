#!/usr/bin/env python3
"""Makes this machine's glibc look older to the linker, for extensions that also work where glibc is older:

    stubs.py <version> <folder>

The folder then has libraries without code: libc and libm of this machine, but only with those versions of symbols that the
named glibc has, too. It also has later.o, with the few newer functions that GCC's libstdc++ calls. What is linked with
-L<folder> and later.o gets the old versions, which no later glibc drops.

Until 2.33, threads and dlopen were in libraries of their own. The loader searches all libraries for a symbol, so it is
enough that the extension also names these; in later versions they are empty.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

SYMBOL = re.compile(r"^[0-9a-f]+ (?P<kind>\w) (?P<name>\w+)@@?(?P<version>GLIBC_(?P<number>[0-9.]+))$", re.MULTILINE)


def parts(number: str) -> list[int]:
    return [int(part) for part in number.split(".")]


def path_of(library: str) -> str:
    said = subprocess.run(["gcc", f"-print-file-name={library}"], capture_output=True, text=True, check=True)
    return os.path.realpath(said.stdout.strip())


def write_stub(library: str, limit: str, stub: Path) -> None:
    """The library with the newest version of each symbol that is not newer than the limit."""
    listed = subprocess.run(["nm", "-D", "--defined-only", "--with-symbol-versions", path_of(library)],
                            capture_output=True, text=True, check=True).stdout
    newest: dict[str, re.Match[str]] = {}
    for match in SYMBOL.finditer(listed):
        name, number = match["name"], match["number"]
        if parts(number) <= parts(limit) and (name not in newest or parts(newest[name]["number"]) < parts(number)):
            newest[name] = match
    lines = [".data"]
    for index, (name, match) in enumerate(newest.items()):
        kind = "function" if match["kind"] in "TtWwi" else "object"
        lines.append(f".globl s{index}\n.type s{index}, @{kind}\ns{index}: .byte 0\n.symver s{index}, {name}@@{match['version']}")
    versions = sorted({match["version"] for match in newest.values()})
    script = stub.with_suffix(".map")
    script.write_text("".join(f"{version} {{}};\n" for version in versions))
    subprocess.run(["gcc", "-shared", "-nostdlib", "-x", "assembler", "-", f"-Wl,-soname,{library}",
                    f"-Wl,--version-script={script}", "-o", stub], input="\n".join(lines) + "\n", text=True, check=True)


def main() -> None:
    limit, folder = sys.argv[1], Path(sys.argv[2]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    write_stub("libm.so.6", limit, folder / "libm.so")
    write_stub("libc.so.6", limit, folder / "libc_shared.so")
    # Like the linker script libc.so of glibc.
    (folder / "libc.so").write_text(f"GROUP ( {folder / 'libc_shared.so'} {path_of('libc_nonshared.a')} "
                                    f"AS_NEEDED ( {path_of('ld-linux-x86-64.so.2')} ) )\n")
    later = Path(__file__).with_name("later.c")
    subprocess.run(["gcc", "-O2", "-fPIC", "-fvisibility=hidden", "-D_GNU_SOURCE", "-c", later, "-o", folder / "later.o"], check=True)


if __name__ == "__main__":
    main()
