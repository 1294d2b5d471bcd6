#!/usr/bin/env python3
"""Checks the floors of the source tree: includes only go down, and no files include each other in a circle.

    include_directions.py <project root>
    include_directions.py --self-test
"""

import re
from pathlib import Path

import checker

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)

# From the ground up. A room may include its own files and those of the floors below it. Rooms on the same
# floor may not include each other. The public headers are below everything, except gpu_bigint/device.cuh, which shows users
# the bodies of kernels.
FLOORS = [
    ["include"],
    ["kernels/model"],
    ["kernels/word"],
    ["kernels/bytes", "kernels/scan", "kernels/verify"],
    ["kernels/normalize"],
    ["kernels/arithmetic", "kernels/fft"],
    ["kernels/convolution", "kernels/fermat", "kernels/mersenne"],
    ["kernels/batch", "kernels/distribute", "kernels/division", "kernels/modular", "kernels/number_theory",
     "kernels/radix", "kernels/rns"],
    ["src/words"],
    ["src/process"],
    ["src/exec"],
    ["src/exec/grids"],
    ["src/exec/host", "src/exec/cuda"],
    ["src/faults"],
    ["src/plan"],
    ["src/cache"],
    ["src/context"],
    ["src/number"],
    ["src/blocks"],
    ["src/operation"],
    ["src/multiply"],
    ["src/arithmetic"],
    ["src/host_memory", "src/number_theory", "src/text"],
    ["src/batch"],
    ["src/factor"],
    ["src/distribute"],
    ["src/c"],
    ["include/gpu_bigint/device"],
]
FLOOR_OF = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}

CUDA_HEADER = r"(cuda_[a-z_]+\.h|cuda/.+|cooperative_groups.*|cub/.+|nv/target)"

# (included file, files that alone may include it, reason)
RESERVED = [
    (CUDA_HEADER, r"src/exec/cuda/|include/gpu_bigint/device/|bench/rivals/|examples/\w+\.cu|tools/gbi/\w+\.cu",
     "CUDA's headers belong to src/exec/cuda, rivals and examples"),
    (r"gmp(xx)?\.h", r"include/gpu_bigint/gmp\.hpp|tests/|bench/|examples/|tools/|python/", "the library does not use GMP"),
    (r"fmt/.+", r"include/gpu_bigint/fmt\.hpp|tests/|bench/|examples/|tools/|python/", "the library does not use fmt"),
    (r"boost/.+", r"include/gpu_bigint/boost\.hpp|tests/", "the library does not use Boost"),
    (r"([a-z]mmintrin|cpuid)\.h", r"src/words/", "instructions of one processor belong to src/words"),
    (r"omp\.h", r"src/exec/host/|tests/|bench/|examples/", "threads belong to src/exec/host"),
    # All others may include only arguments, shapes, the arithmetic of one thread, and two helpers for text.
    (r"kernels/(?!word/|[a-z/_]+/arguments\.hpp|model/launches\.hpp|radix/characters\.hpp|rns/shapes\.hpp).+", r"kernels/|src/exec/(grids|host|cuda)/|include/gpu_bigint/device/|tests/|bench/",
     "bodies of kernels are for executors"),
    (r"src/exec/grids/.+", r"src/exec/(grids|host|cuda)/|tests/|bench/", "grids are for executors"),
    (r"src/exec/(host|cuda)/.+", r"src/exec/(host|cuda)/|src/context/(context|peers)\.cpp|include/gpu_bigint/device/|tests/|bench/",
     "a context makes the executors; nobody else names one"),
    (r"mpi\.h", r"include/gpu_bigint/mpi\.hpp|tests/|bench/|examples/", "MPI's header is the user's"),
    (r"src/exec/(?!device_properties\.hpp).+", r"(?!src/plan/)", "plans are made without a device"),
    (r"src/c/.+", r"src/c/", "the C interface is used by its headers"),
    (r"(src/(?!c/)|kernels/).+", r"src/(?!c/)|kernels/|include/gpu_bigint/device/|tests/|bench/", "users see the public headers only"),
    # nvcc compiles <bit> wrongly in device code, without a warning.
    (r"bit", r"kernels/word/bit_count\.hpp|(?!kernels/)", "kernels count bits by kernels/word/bit_count.hpp"),
]


def room_of(path):
    """The room of a file, by the longest matching name among the floors; None if it has no room."""
    if re.match(r"(include/)?gpu_bigint/device(/|[.]cuh)", path):
        return "include/gpu_bigint/device"
    if path.startswith(("include/", "gpu_bigint/")) or path == "gpu_bigint.hpp":
        return "include"
    folder = Path(path).parent.as_posix()
    while folder not in FLOOR_OF:
        if "/" not in folder:
            return None
        folder = folder.rsplit("/", 1)[0]
    return folder


def complaints_about(path, text):
    """The forbidden includes of one file, as lines of text."""
    found = []
    own = room_of(path)
    for match in INCLUDE.finditer(text):
        quoted, target = match.group(1) == '"', match.group(2)
        line = text.count("\n", 0, match.start(2)) + 1
        where = f"{path}:{line}: includes {target}"
        if target.startswith("."):
            found.append(f"{where}: by a relative path")
            continue
        reserved = [why for header, who, why in RESERVED if re.fullmatch(header, target) and not re.match(who, path)]
        if reserved:
            found.append(f"{where}: {reserved[0]}")
            continue
        room = room_of(target)
        if own is None:
            continue
        if room is None and quoted:
            found.append(f"{where}: no room of the house")
        elif room is not None and room != own and FLOOR_OF[room] >= FLOOR_OF[own]:
            found.append(f"{where}: {room} is not below {own}")
    return found


def circle_in(includes):
    """Files that include each other in a circle, if any. `includes` maps each file to the files that it includes."""
    state = {}

    def visit(file, way):
        if state.get(file) == "done":
            return None
        if file in way:
            return way[way.index(file):] + [file]
        for target in includes.get(file, ()):
            circle = visit(target, way + [file])
            if circle:
                return circle
        state[file] = "done"
        return None

    for file in includes:
        circle = visit(file, [])
        if circle:
            return circle
    return None


def check(root):
    texts = {
        file.relative_to(root).as_posix(): file.read_text(encoding="utf-8")
        for top in ("include", "kernels", "src", "tools", "examples", "tests", "bench")
        for file in sorted((root / top).rglob("*"))
        if file.suffix in {".hpp", ".cpp", ".cu", ".cuh", ".h", ".c"}
    }
    complaints, includes = [], {}
    for path, text in texts.items():
        complaints += complaints_about(path, text)
        if path.startswith(("include/", "kernels/", "src/")) and room_of(path) is None:
            complaints.append(f"{path}: in a room that is on no floor")
        targets = [match.group(2) for match in INCLUDE.finditer(text)]
        includes[path] = [t if t in texts else f"include/{t}" for t in targets if t in texts or f"include/{t}" in texts]
    circle = circle_in(includes)
    if circle:
        complaints.append("a circle: " + " -> ".join(circle))
    for room in FLOOR_OF:
        if not any(path.startswith(room + "/") for path in texts):
            complaints.append(f"{room}: a floor has this room, but it has no files")
    for line in complaints:
        print(line)
    print(f"{len(texts)} files, {len(complaints)} complaints")
    return 1 if complaints else 0


def self_test():
    """Checks that complaints come when they should, and only then."""
    wrong = [
        ("include/gpu_bigint/context.hpp", "#include <gmp.h>"),
        ("include/gpu_bigint/context.hpp", "#include <fmt/format.h>"),
        ("include/gpu_bigint/context.hpp", "#include <boost/version.hpp>"),
        ("include/gpu_bigint/context.hpp", '#include "src/exec/executor.hpp"'),
        ("kernels/word/limb.hpp", '#include "kernels/scan/operators.hpp"'),
        ("kernels/scan/warp_scan.hpp", '#include "kernels/fft/twiddle.hpp"'),
        ("kernels/arithmetic/add.hpp", '#include "kernels/fft/twiddle.hpp"'),
        ("kernels/fft/rows.hpp", '#include "src/exec/executor.hpp"'),
        ("kernels/unknown/rows.hpp", '#include "kernels/fft/rows.hpp"\n#include "elsewhere.hpp"\n#include "../a.hpp"'),
        ("src/multiply/fft.cpp", '#include "kernels/fft/rows.hpp"'),
        ("src/multiply/fft.cpp", '#include "src/arithmetic/divide.hpp"'),
        ("src/multiply/fft.cpp", '#include "src/exec/host/executor.hpp"'),
        ("src/process/memory.cpp", '#include "src/exec/executor.hpp"'),
        ("src/plan/choose.cpp", '#include "src/exec/executor.hpp"'),
        ("src/plan/choose.cpp", '#include "src/nowhere/choose.hpp"'),
        ("src/blocks/transform.cpp", '#include "src/operation/relation.hpp"'),
        ("src/cache/twiddles.cpp", '#include "src/context/engine.hpp"'),
        ("src/exec/host/run.hpp", '#include "src/exec/cuda/executor.hpp"'),
        ("src/exec/cuda/launch.cuh", '#include "src/exec/host/run.hpp"'),
        ("src/exec/executor.hpp", '#include "src/exec/grids/scan.hpp"'),
        ("src/exec/host/run.hpp", "#include <cuda_runtime_api.h>"),
        ("src/multiply/fft.cpp", "#include <immintrin.h>"),
        ("tests/kernels/add_test.cpp", "#include <cuda/atomic>"),
        ("examples/factorial.cpp", '#include "src/multiply/multiply.hpp"'),
        ("tools/gbi/main.cpp", '#include "src/multiply/multiply.hpp"'),
        ("src/c/numbers.cpp", '#include "src/multiply/multiply.hpp"'),
        ("src/distribute/group.cpp", '#include "src/c/guard.hpp"'),
        ("include/gpu_bigint/c.h", "#include <gmp.h>"),
        ("kernels/scan/warp_scan.hpp", "#include <bit>"),
        ("src/blocks/scan.cpp", '#include "gpu_bigint/device.cuh"'),
    ]
    right = [
        ("include/gpu_bigint/gmp.hpp", "#include <gmp.h>\n#include <span>"),
        ("include/gpu_bigint/fmt.hpp", "#include <fmt/format.h>"),
        ("include/gpu_bigint/boost.hpp", "#include <boost/version.hpp>"),
        ("kernels/arithmetic/add.hpp", '#include "kernels/normalize/normalize_kernel.hpp"'),
        ("kernels/word/bit_count.hpp", "#include <bit>"),
        ("src/multiply/fft.cpp", '#include <cmath>\n#include "kernels/fft/arguments.hpp"\n#include <bit>'),
        ("src/multiply/fft.cpp", '#include "src/multiply/multiply.hpp"\n#include "gpu_bigint/arithmetic.hpp"'),
        ("src/context/context.cpp", '#include "src/exec/host/executor.hpp"'),
        ("src/exec/cuda/block.cuh", "#include <cuda/atomic>"),
        ("examples/factorial.cpp", "#include <gpu_bigint.hpp>\n#include <CLI/CLI.hpp>"),
        ("src/c/numbers.cpp", '#include "src/c/guard.hpp"\n#include "gpu_bigint/bits.hpp"'),
        ("tests/kernels/add_test.cpp", '#include "kernels/arithmetic/add.hpp"'),
        ("include/gpu_bigint/device/launch.cuh", '#include "kernels/model/kernel.hpp"\n#include "src/exec/host/block.hpp"'),
    ]
    failures = [f"not noticed: {path}: {text}" for path, text in wrong if not complaints_about(path, text)]
    failures += [f"wrongly refused: {line}" for path, text in right for line in complaints_about(path, text)]
    if circle_in({"a": ["b"], "b": ["c"], "c": ["b"]}) != ["b", "c", "b"]:
        failures.append("a circle is not noticed")
    if circle_in({"a": ["b", "c"], "b": ["d"], "c": ["d"], "d": []}) is not None:
        failures.append("two ways to one file are taken for a circle")
    return checker.report(failures, len(wrong) + len(right) + 2)


if __name__ == "__main__":
    checker.run(__doc__, check, self_test)
