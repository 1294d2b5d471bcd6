#!/usr/bin/env python3
"""Checks what a wheel holds and needs: the stubs, the licences, nothing of a CUDA runtime, no visible symbols but the
module's, code for the same GPUs in all kernels.

    wheel_contents.py <wheel>
"""

import re
import struct
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from pathlib import Path

# What every Linux has.
ALLOWED = re.compile(r"lib(stdc\+\+|gcc_s|m|c|pthread|dl|rt)\.so\.\d+|ld-linux-x86-64\.so\.2")
EXPECTED = {"__init__.py", "_batches.py", "_copies.py", "_factors.py", "_core.pyi", "_format.py", "_gmpy2.py", "_progress.py",
            "mpmath.py", "py.typed"}
LICENCES = {"LICENSE", "THIRD_PARTY.txt"}
# Bytes of a wheel, with CUDA and without.
LARGEST = {True: 250e6, False: 15e6}


def code_for_gpus(extension: Path) -> Counter[str]:
    """How many files of kernels have machine code (sm) or PTX (compute) for each architecture. The section is a list of
    containers that cuobjdump also reads: each has a header, and a header before each piece of code."""
    section = extension.with_suffix(".fatbin")
    subprocess.run(["objcopy", "-O", "binary", "--only-section=.nv_fatbin", extension, section], check=True)
    data = section.read_bytes()
    found: Counter[str] = Counter()
    piece = 0
    while (container := data.find(struct.pack("<I", 0xBA55ED50), piece)) >= 0:
        header, size = struct.unpack_from("<HQ", data, container + 6)
        piece = container + header
        end = piece + size
        while piece < end:
            kind, header, size, architecture, flags = struct.unpack_from("<H2xIQ12xI8xQ", data, piece)
            found[f"{'compute' if kind == 1 else 'sm'}_{architecture}{'a' if flags & 0x100000 else ''}"] += 1
            piece += header + size
    return found


def main() -> None:
    wheel = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
        package = Path(folder) / "gpu_bigint"
        files = {path.name for path in package.iterdir()}
        extensions = [path for path in package.iterdir() if path.suffix == ".so"]
        others = files - EXPECTED - {path.name for path in extensions}
        if files < EXPECTED or others or len(extensions) != 1:
            sys.exit(f"{wheel.name}: missing {sorted(EXPECTED - files)}, unexpected {sorted(others)}, {extensions}")
        extension = extensions[0]
        dynamic = subprocess.run(["readelf", "-d", extension], capture_output=True, text=True, check=True).stdout
        needed = re.findall(r"\(NEEDED\).*\[(.+)\]", dynamic)
        wrong = [name for name in needed if not ALLOWED.fullmatch(name)]
        if wrong or "RUNPATH" in dynamic or "RPATH" in dynamic:
            sys.exit(f"{extension.name}: needs {wrong or 'a folder of its own'}")
        symbols = subprocess.run(["nm", "-D", "--defined-only", extension], capture_output=True, text=True, check=True)
        # Unique symbols are those of templates in the standard library.
        visible = [line.split()[2] for line in symbols.stdout.splitlines() if line.split()[1] not in "uVvW"]
        if visible != ["PyInit__core"]:
            sys.exit(f"{extension.name}: visible symbols {visible[:10]}")
        # What has no version comes from Python, or from nowhere. Weak symbols ("w") may be missing.
        undefined = subprocess.run(["nm", "-D", "--undefined-only", extension], capture_output=True, text=True, check=True)
        unknown = re.findall(r"^ +U ((?!_?Py)[^@\s]+)$", undefined.stdout, re.MULTILINE)
        if unknown:
            sys.exit(f"{extension.name}: nothing defines {unknown}")
        licences = {path.name for path in Path(folder).glob("*.dist-info/licenses/**/*") if path.is_file()}
        if licences != LICENCES:
            sys.exit(f"{wheel.name}: licences {sorted(licences)}")
        sections = subprocess.run(["readelf", "-SW", extension], capture_output=True, text=True, check=True).stdout
        with_cuda = ".nv_fatbin" in sections
        size = wheel.stat().st_size
        if size > LARGEST[with_cuda]:
            sys.exit(f"{wheel.name}: {size / 1e6:.1f} MB")
        gpus = code_for_gpus(extension) if with_cuda else Counter()
        if len(set(gpus.values())) > 1:
            sys.exit(f"{extension.name}: some kernels lack an architecture: {dict(gpus)}")
        print(f"{wheel.name}: {size / 1e6:.1f} MB, needs {', '.join(needed)}", *gpus)


if __name__ == "__main__":
    main()
