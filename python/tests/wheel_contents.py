#!/usr/bin/env python3
"""Checks what a wheel holds and needs: the stubs, nothing of a CUDA runtime, no visible symbols but the module's.

    wheel_contents.py <wheel>
"""

import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

# What every Linux has.
ALLOWED = re.compile(r"lib(stdc\+\+|gcc_s|m|c|pthread|dl|rt)\.so\.\d+|ld-linux-x86-64\.so\.2")
EXPECTED = {"__init__.py", "_batches.py", "_copies.py", "_factors.py", "_core.pyi", "_format.py", "_gmpy2.py", "_progress.py",
            "mpmath.py", "py.typed"}


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
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB, needs {', '.join(needed)}")


if __name__ == "__main__":
    main()
