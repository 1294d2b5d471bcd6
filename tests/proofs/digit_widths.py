#!/usr/bin/env python3
"""Compares the planner's proven digits with the inequality that proofs/Rounding.v proves, in exact rational arithmetic.

    digit_widths.py <program of digit_widths.cpp>
    digit_widths.py --self-test

For every transform, the planner's K is at least 1.0000001 times the sum of docs/rounding.md with exact constants, and K u is
below 10^-12. For every product, 2 K u sqrt(m n) 4^(b - 1) < 1, and its digits fit the transform.
"""

import subprocess
import sys
from fractions import Fraction
from math import isqrt

U = Fraction(1, 2**53)


def root(x):
    """A rational number at most 10^-20 above the square root."""
    return Fraction(isqrt(int(x * 10**40)) + 1, 10**20)


# docs/rounding.md, "One operation"
PRODUCT, BOTH_PARTS, EXTENDED = root(5), root(Fraction(1, 2)), Fraction(2, 1000)
ENTRY = BOTH_PARTS + EXTENDED
FINE_ENTRY = root(Fraction(17, 256)) + EXTENDED
ANY_FINE_ENTRY = root(Fraction(5, 4)) + EXTENDED * 3 / 2
CIRCLE_ROOT = ENTRY + BOTH_PARTS + Fraction(4, 10) * PRODUCT + FINE_ENTRY
ANY_CIRCLE_ROOT = ENTRY + 1 + 2 * PRODUCT + ANY_FINE_ENTRY
# "One transform"
INNER_ROOT = ENTRY + PRODUCT
BETWEEN_STAGES = 2 * ENTRY + 2 * PRODUCT
BETWEEN_PASSES = 2 * (CIRCLE_ROOT + ENTRY + PRODUCT) + 2 * PRODUCT
TWIST = INNER_ROOT
PRIME = {p: root(2 * p) * (Fraction(p - 1, 2) + 5) for p in (3, 5, 7)}
ODD = {1: 0, 3: PRIME[3], 5: PRIME[5], 7: PRIME[7], 9: 2 * PRIME[3] + INNER_ROOT, 15: PRIME[3] + PRIME[5]}


def block(points):
    """Radices of 16, and one of 2, 4 or 8 for the rest; those of 16 and 8 have an inner root."""
    log2 = (points & -points).bit_length() - 1
    odd = points >> log2
    radices = [4] * (log2 // 4) + [log2 % 4] * (log2 % 4 > 0)
    inner = sum(radix >= 3 for radix in radices) * INNER_ROOT
    return log2 + inner + max(len(radices) - 1, 0) * BETWEEN_STAGES + (ODD[odd] + BETWEEN_STAGES if odd > 1 else 0)


def first_order(form, passes):
    transform = sum(block(points) for points in passes) + (len(passes) - 1) * BETWEEN_PASSES
    transforms = {"right_angle": 3 * transform + 3 * TWIST, "complex": 3 * transform,
                  "packed_real": 4 * (transform + 2 + ANY_CIRCLE_ROOT + PRODUCT)}[form]
    return transforms + PRODUCT + 2


def complaints_about(lines):
    """The planner's lines that do not satisfy their inequality."""
    found = []
    for line in lines:
        (what, form, points, *passes), numbers = (part.split() for part in line.split(":"))
        points, passes = int(points), [int(length) for length in passes]
        covered = first_order(form, passes) * (1 + Fraction(1, 10**7))
        product = 1
        for length in passes:
            product *= length
        right = product == points and covered * U < Fraction(1, 10**12)
        if what == "constant":
            right = right and covered <= Fraction(float.fromhex(numbers[0]))
        else:
            a, b, bits, digits_a, digits_b = (int(number) for number in numbers)
            enough = all(digits * bits > 64 * limbs for digits, limbs in [(digits_a, a), (digits_b, b)])
            fits = digits_a + digits_b <= (1 if form == "complex" else 2) * points
            right = right and enough and fits and 4 * (covered * U) ** 2 * digits_a * digits_b * 16**(bits - 1) < 1
        if not right:
            found.append(line)
    return found


def self_test():
    """Checks that complaints come when they should, and only then."""
    constant = float(first_order("right_angle", [64]))
    right = [f"constant right_angle 64 64 : {(constant * 1.000001).hex()}", "plan right_angle 64 64 : 1 1 20 4 4"]
    wrong = [f"constant right_angle 64 64 : {constant.hex()}", f"constant right_angle 128 64 : {(constant * 1.1).hex()}",
             "plan right_angle 64 64 : 1 1 30 4 4", "plan right_angle 64 64 : 1 1 20 3 4",
             "plan right_angle 64 64 : 1 40 20 4 129"]
    failures = [f"wrongly refused: {line}" for line in complaints_about(right)]
    failures += [f"not noticed: {line}" for line in wrong if not complaints_about([line])]
    print("\n".join(failures) or f"{len(right) + len(wrong)} cases")
    return 1 if failures else 0


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--self-test":
        return self_test()
    lines = subprocess.run(sys.argv[1:], text=True, check=True, stdout=subprocess.PIPE).stdout.splitlines()
    complaints = complaints_about(lines)
    print("\n".join(complaints[:20]))
    plans = sum(line.startswith("plan") for line in lines)
    print(f"{len(lines) - plans} constants and {plans} plans, {len(complaints)} of them wrong")
    return 1 if complaints or plans < 1000 or len(lines) - plans < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
