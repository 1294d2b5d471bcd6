#!/usr/bin/env python3
"""Checks the direction of includes: which room of the library may know which.

    include_directions.py <project root>
    include_directions.py --self-test

The rules are the table below; the first one whose pattern matches a file is the file's.
"""

import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)

PUBLIC = r"gpu_bigint/[a-z_]+\.hpp"
MODEL = r"kernels/model/[a-z_]+\.hpp"
WORD = r"kernels/word/[a-z_]+\.hpp"
SCAN = r"kernels/scan/[a-z_]+\.hpp"
ARGUMENTS = r"kernels/[a-z]+/arguments\.hpp"
KERNEL = r"kernels/.+\.hpp"
EXECUTOR = r"src/exec/(executor|buffer|mailboxes|device_properties)\.hpp"
LAUNCHES = r"src/exec/(launches|launch_table|shells)\.hpp"
GRIDS = r"src/exec/grids/[a-z_]+\.hpp"
CUDA_HEADER = r"(cuda_[a-z_]+\.h|cuda/.+|cooperative_groups.*|cub/.+|nv/target)"
STANDARD = r"[a-z_0-9]+"  # <vector>, <cstdint>

# What host-side code may see of the kernels: arguments, one thread's arithmetic, and pure helpers of text.
DATA_OF_KERNELS = [ARGUMENTS, WORD, r"kernels/radix/characters\.hpp"]


def room(name, also=()):
    """A room of kernels: the model, words and scans below it, itself, and what is named."""
    return (rf"kernels/{name}/", [STANDARD, MODEL, WORD, SCAN, rf"kernels/{name}/.+\.hpp", *also])


# (files, what they may include)
RULES = [
    (r"include/gpu_bigint/gmp\.hpp", [STANDARD, PUBLIC, r"gmp\.h"]),
    (r"include/", [STANDARD, PUBLIC]),
    # Arguments are plain data and may describe each other; they know no body.
    (r"kernels/[a-z]+/arguments\.hpp", [STANDARD, WORD, ARGUMENTS]),
    (r"kernels/model/", [STANDARD, MODEL]),
    (r"kernels/word/", [STANDARD, r"kernels/model/attributes\.hpp", WORD]),
    (r"kernels/scan/", [STANDARD, MODEL, WORD, SCAN]),
    # A product in one block ends in a carry chain.
    room("fft", [ARGUMENTS, r"kernels/verify/gate\.hpp", r"kernels/normalize/(limb_runs|digit_runs)\.hpp"]),
    room("normalize", [ARGUMENTS, r"kernels/verify/gate\.hpp"]),
    room("convolution", [ARGUMENTS, r"kernels/normalize/(lookahead|carry_kernel)\.hpp"]),  # a product in one block ends in a carry chain
    room("arithmetic", [r"kernels/normalize/.+\.hpp", r"kernels/verify/gate\.hpp"]),  # a sum is a carry chain
    room("bits"),
    # Its products and carries are those of a block.
    room("division", [ARGUMENTS, r"kernels/convolution/block_columns\.hpp", r"kernels/normalize/(lookahead|carry_kernel)\.hpp"]),
    room("radix"),
    room("random"),
    room("residue"),
    room("batch"),
    room("modular"),
    room("verify"),
    room("tree"),
    room("mersenne", [ARGUMENTS, r"kernels/fft/(digits|monitor|real_spectrum)\.hpp"]),  # weights around a transform
    # The executors know the kernels and never each other.
    (r"src/exec/[a-z_]+\.[ch]pp", [STANDARD, PUBLIC, ARGUMENTS, EXECUTOR, LAUNCHES]),
    (r"src/exec/grids/", [STANDARD, KERNEL, GRIDS]),
    (r"src/exec/cuda/", [STANDARD, PUBLIC, KERNEL, GRIDS, EXECUTOR, LAUNCHES, r"src/exec/cuda/.+", CUDA_HEADER]),
    (r"src/exec/host/", [STANDARD, PUBLIC, KERNEL, GRIDS, EXECUTOR, LAUNCHES, r"src/exec/host/.+", r"omp\.h"]),
    # A context makes executors; nothing else names one of them.
    (r"src/context/context\.cpp", [STANDARD, PUBLIC, r"src/context/.+", r"src/exec/(host|cuda)/executor\.hpp", r"src/plan/(tuning|environment)\.hpp"]),
    (r"src/context/", [STANDARD, PUBLIC, EXECUTOR, r"src/(context|fft|scan|verify)/[a-z_]+\.hpp", r"src/plan/(tuning|environment)\.hpp"]),
    (r"src/words/", [STANDARD, WORD, r"src/words/[a-z_0-9]+\.hpp", r"(immintrin|cpuid)\.h"]),
    (r"src/plan/", [STANDARD, PUBLIC, r"src/plan/.+", r"src/exec/device_properties\.hpp", *DATA_OF_KERNELS]),
    (
        r"src/(multiply|arithmetic|batch|normalize|text|number_theory|scan|fft|verify|serialize)/",
        [STANDARD, PUBLIC, EXECUTOR, r"src/words/[a-z_0-9]+\.hpp", r"src/(context|plan|multiply|arithmetic|batch|normalize|text|number_theory|scan|fft|verify|serialize)/[a-z_]+\.hpp", *DATA_OF_KERNELS],
    ),
    # Users see the public headers only.
    (r"examples/", [STANDARD, PUBLIC, r"examples/.+", r"[A-Za-z0-9_]+\.(h|hpp)", r"CLI/.+", r"openssl/.+"]),
]

# What nvcc makes of <bit> in device code is wrong without a warning.
COUNTS_BITS = "kernels/word/bit_count.hpp"

# Whatever its rule says, a file elsewhere does not include CUDA's headers.
CUDA_ROOMS = re.compile(r"src/exec/cuda/|bench/rivals/")


def complaints_about(path, text):
    """The wrong includes of one file, as lines of text."""
    found = []
    rule = next((allowed for pattern, allowed in RULES if re.match(pattern, path)), None)
    for match in INCLUDE.finditer(text):
        quoted, target = match.group(1) == '"', match.group(2)
        line = text.count("\n", 0, match.start(2)) + 1
        where = f"{path}:{line}: includes {target}"
        if target.startswith((".", "../")):
            found.append(f"{where}: by a relative path")
        elif re.fullmatch(CUDA_HEADER, target) and not CUDA_ROOMS.match(path):
            found.append(f"{where}: CUDA headers belong to src/exec/cuda and bench/rivals")
        elif rule is not None and not any(re.fullmatch(allowed, target) for allowed in rule):
            found.append(f"{where}: not a room that this one may know")
        elif target == "bit" and path.startswith("kernels/") and path != COUNTS_BITS:
            found.append(f"{where}: kernels count bits by {COUNTS_BITS}")
        elif quoted and "/" not in target and rule is not None:
            found.append(f"{where}: without its room")
    return found


def check(root):
    files = [
        file
        for top in ("include", "kernels", "src", "examples", "tests", "bench")
        for file in sorted((root / top).rglob("*"))
        if file.suffix in {".hpp", ".cpp", ".cu", ".cuh"}
    ]
    unruled, complaints = [], []
    for file in files:
        path = file.relative_to(root).as_posix()
        complaints += complaints_about(path, file.read_text(encoding="utf-8"))
        if path.startswith(("include/", "kernels/", "src/")) and not any(re.match(p, path) for p, _ in RULES):
            unruled.append(f"{path}: in a room that the table of rules does not have")
    for line in complaints + unruled:
        print(line)
    if len(files) < 50:
        print(f"only {len(files)} files found: is {root} the project's root?")
        return 1
    print(f"{len(files)} files, {len(complaints) + len(unruled)} complaints")
    return 1 if complaints or unruled else 0


def self_test():
    """The check complains when it should, and only then."""
    wrong = [
        ("include/gpu_bigint/context.hpp", "#include <gmp.h>"),
        ("include/gpu_bigint/context.hpp", '#include "src/exec/executor.hpp"'),
        ("kernels/word/limb.hpp", '#include "kernels/scan/operators.hpp"'),
        ("kernels/scan/warp_scan.hpp", '#include "kernels/fft/twiddle.hpp"'),
        ("kernels/fft/rows.hpp", '#include "kernels/normalize/split.hpp"'),
        ("kernels/fft/rows.hpp", '#include "src/exec/executor.hpp"'),
        ("src/multiply/right_angle.cpp", '#include "kernels/fft/rows.hpp"'),
        ("src/multiply/right_angle.cpp", '#include "src/exec/host/executor.hpp"'),
        ("src/plan/route.cpp", '#include "src/exec/executor.hpp"'),
        ("src/exec/host/team.hpp", '#include "src/exec/cuda/executor.hpp"'),
        ("src/exec/cuda/launch.cuh", '#include "src/exec/host/team.hpp"'),
        ("src/exec/host/team.hpp", "#include <cuda_runtime_api.h>"),
        ("tests/kernels/add_test.cpp", "#include <cuda/atomic>"),
        ("kernels/fft/rows.hpp", '#include "../fft/twiddle.hpp"'),
        ("examples/factorial.cpp", '#include "src/multiply/multiply.hpp"'),
        ("kernels/scan/warp_scan.hpp", "#include <bit>"),
    ]
    right = [
        ("include/gpu_bigint/gmp.hpp", "#include <gmp.h>\n#include <span>"),
        ("kernels/arithmetic/add.hpp", '#include "kernels/normalize/normalize.hpp"'),
        ("kernels/word/bit_count.hpp", "#include <bit>"),
        ("src/multiply/right_angle.cpp", '#include <cmath>\n#include "kernels/fft/arguments.hpp"'),
        ("src/exec/cuda/block.cuh", "#include <cuda/atomic>"),
        ("examples/factorial.cpp", "#include <gpu_bigint/gpu_bigint.hpp>\n#include <CLI/CLI.hpp>"),
        ("tests/kernels/add_test.cpp", '#include "kernels/arithmetic/add.hpp"'),
    ]
    failures = [f"not noticed: {path}: {text}" for path, text in wrong if not complaints_about(path, text)]
    failures += [f"wrongly refused: {line}" for path, text in right for line in complaints_about(path, text)]
    print("\n".join(failures) or f"{len(wrong) + len(right)} cases")
    return 1 if failures else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(self_test() if sys.argv[1] == "--self-test" else check(Path(sys.argv[1])))
