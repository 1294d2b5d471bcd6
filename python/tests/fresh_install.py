#!/usr/bin/env python3
"""Tries an installed wheel: a product, and what the package says about the GPU.

    fresh_install.py cuda | host
"""

import random
import sys

import gpu_bigint
from gpu_bigint import Int


def main() -> None:
    kind = sys.argv[1]
    seed = random.randrange(2**32)
    numbers = random.Random(seed)
    a, b = numbers.getrandbits(1_000_000), numbers.getrandbits(1_000_000)
    if int(Int(a) * Int(b)) != a * b:
        sys.exit(f"a wrong product, seed {seed}")
    reason = gpu_bigint.why_unavailable("cuda:0")
    if ("cuda:0" in gpu_bigint.devices()) != (reason == ""):
        sys.exit(f"{gpu_bigint.devices()}, but cuda:0 is unavailable because {reason or '?'}")
    if ("built without CUDA" in reason) != (kind == "host"):
        sys.exit(f"a wheel of kind {kind} says: {reason}")
    print(f"Python {sys.version_info.major}.{sys.version_info.minor}: gpu_bigint {gpu_bigint.version()}, "
          f"{', '.join(gpu_bigint.devices())}; cuda:0: {reason or 'available'}")


if __name__ == "__main__":
    main()
