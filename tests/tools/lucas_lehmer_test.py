#!/usr/bin/env python3
"""examples/lucas_lehmer goes on where it was interrupted, and repairs errors.  lucas_lehmer_test.py lucas_lehmer=PATH"""

import os
import re
import struct
import time

from program import ProgramTest, main

WORD = 2**64


def fnv1a(data):
    value = 0xcbf29ce484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001b3 % WORD
    return value


def mixed(z):
    """SplitMix64."""
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9 % WORD
    z = (z ^ z >> 27) * 0x94d049bb133111eb % WORD
    return z ^ z >> 31


def serialized(value):
    """The library's format of a number that is not negative (include/gpu_bigint/serialize.hpp)."""
    limbs = []
    while value:
        limbs.append(value % WORD)
        value //= WORD
    step = 0x9e3779b97f4a7c15
    total = sum(mixed(((i + 1) * step + limb) % WORD) - mixed((i + 1) * step % WORD) for i, limb in enumerate(limbs))
    checksum = mixed(total % WORD ^ mixed(2 * len(limbs)))
    return b"GBIN\1\0\0\0" + struct.pack(f"<QQ{len(limbs)}Q", len(limbs), checksum, *limbs)


def saved(exponent, digits, steps, passed, residue, passed_residue):
    """A checkpoint (include/gpu_bigint/mersenne.hpp)."""
    header = b"GBLL" + struct.pack("<I5Q", 1, exponent, digits, steps, passed, 0)
    return header + struct.pack("<Q", fnv1a(header)) + serialized(residue) + serialized(passed_residue)


def residue_after(exponent, steps):
    s = 4
    for _ in range(steps):
        s = (s * s - 2) % (2**exponent - 1)
    return s


class LucasLehmer(ProgramTest):
    def run_test(self, *arguments, **options):
        return self.run_program(*arguments, program="lucas_lehmer", **options)

    def path(self, name):
        return os.path.join(self.folder, name)

    def test_the_format_of_checkpoints(self):
        text = self.run_test("4423", "--steps", "700", "--checkpoint", "test.ll", "--check-every", "500").stdout.decode()
        digits = int(re.search(r"in (\d+) digits", text).group(1))
        with open(self.path("test.ll"), "rb") as file:
            data = file.read()
        expected = saved(4423, digits, 700, 500, residue_after(4423, 700), residue_after(4423, 500))
        self.assertEqual(data[:40], expected[:40])  # then the largest error, and with it the checksum
        self.assertEqual(data[56:], expected[56:])
        self.assertEqual(struct.unpack("<Q", data[48:56])[0], fnv1a(data[:48]))

    def test_killed_and_resumed(self):
        process = self.start("44497", "--checkpoint", "test.ll", "--save-every", "200", "--every", "1000000",
                             program="lucas_lehmer")
        while not os.path.exists(self.path("test.ll")):
            time.sleep(0.002)
        process.kill()
        process.communicate()
        text = self.run_test("44497", "--checkpoint", "test.ll", "--steps", "100", "--save-every", "1000").stdout.decode()
        done = int(re.search(r"goes on after step (\d+) of test.ll", text).group(1))
        self.assertGreaterEqual(done, 200)
        self.assertEqual(done % 200, 0)
        residue = residue_after(44497, done + 100)
        self.assertIn(f"step {done + 100}, residue 0x{residue % WORD:016X}", text)

    def test_an_error_is_found_and_repaired(self):
        exponent, steps, passed = 1279, 900, 600
        right, good = residue_after(exponent, steps), residue_after(exponent, passed)
        found = 0
        for bit in range(12):
            with open(self.path("test.ll"), "wb") as file:
                file.write(saved(exponent, 64, steps, passed, right ^ 1 << 100 + bit, good))
            text = self.run_test(str(exponent), "--checkpoint", "test.ll", "--check-every", "1000").stdout.decode()
            if "step 1000 is wrong, back to step 600" in text:
                found += 1
                self.assertIn("2^1279 - 1 is prime", text)
            else:
                self.assertIn("2^1279 - 1 is composite", text)
        self.assertGreater(found, 1)
        self.assertLess(found, 11)

    def test_mistakes(self):
        self.run_test("521", "--checkpoint", "test.ll")
        error = self.run_test("607", "--checkpoint", "test.ll", status=2).stderr.decode()
        self.assertIn("test.ll: the test of 2^521 - 1", error)
        with open(self.path("test.ll"), "r+b") as file:
            file.seek(70)
            file.write(b"damaged")
        self.assertIn("test.ll: ", self.run_test("521", "--checkpoint", "test.ll", status=2).stderr.decode())
        self.assertIn("nowhere", self.run_test("521", "--checkpoint", "nowhere/test.ll", status=2).stderr.decode())
        self.assertEqual(self.files(), ["test.ll"])


if __name__ == "__main__":
    main()
