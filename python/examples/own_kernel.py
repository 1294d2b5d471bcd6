#!/usr/bin/env python3
"""Squares modulo n by a kernel of one's own, which CuPy compiles with gpu_bigint's headers.

    own_kernel.py KERNEL.cu INCLUDE

KERNEL.cu has the kernel `squares` that docs/own_kernels.md shows (tests/documentation/own_kernels_nvrtc.cu). INCLUDE is the
folder where the headers are installed.
"""

import random
import sys
from pathlib import Path

import cupy
import numpy

COUNT, BITS = 100, 2048


def rows(numbers):
    """Numbers one after the other, as limbs of 64 bits."""
    octets = b"".join(number.to_bytes(BITS // 8, "little") for number in numbers)
    return cupy.asarray(numpy.frombuffer(octets, dtype=numpy.uint64))


def main(kernel, folder):
    code, include = Path(kernel).read_text(encoding="utf-8"), Path(folder)
    toolkit = Path(cupy.cuda.get_cuda_path()) / "include"
    device = include / "gpu_bigint/device"
    folders = [include, device / "bodies", device / "nvrtc", toolkit, toolkit / "cccl"]
    options = ["--std=c++20", "-default-device", "-device-int128", "-D__extension__="]
    squares = cupy.RawKernel(code, "squares", options=(*options, *(f"-I{folder}" for folder in folders)))

    source = random.Random(2048)
    x = [source.getrandbits(BITS) for _ in range(COUNT)]
    n = [source.getrandbits(BITS) | 1 for _ in range(COUNT)]
    square = cupy.zeros(COUNT * BITS // 64, dtype=cupy.uint64)
    warps = (COUNT + 7) // 8  # a warp has eight teams of four threads
    squares((warps,), (32,), (rows(x), rows(n), square, numpy.uint32(COUNT)))

    found = cupy.asnumpy(square).reshape(COUNT, -1)
    right = sum(int.from_bytes(row.tobytes(), "little") == a * a % m for row, a, m in zip(found, x, n))
    print(f"{right} of {COUNT} squares are right")
    return 0 if right == COUNT else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) == 3 else __doc__)
