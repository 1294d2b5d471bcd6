#!/usr/bin/env python3
"""gbi factor and gbi ecm: results, checkpoints, and the files of GMP-ECM.  factor_test.py gbi=PATH"""

import json
import math
import random
import re
import shutil
import subprocess
import unittest

from program import ProgramTest, main


class Factor(ProgramTest):
    def test_factors(self):
        self.assertEqual(self.output("factor", "-360*(2^67-1)"),
                         "2^3  prime\n3^2  prime\n5  prime\n193707721  prime\n761838257287  prime\n")
        self.assertEqual(self.output("factor", "1"), "1\n")
        self.assertEqual(json.loads(self.output("--json", "factor", "49"))["factors"],
                         [{"value": "7", "times": 2, "is": "prime"}])
        hard = ("factor", "(2^127-1)*(2^107-1)", "--b1", "200")
        self.assertTrue(self.output(*hard).endswith(
            "  composite, no factor by P - 1 with b1 = 2000 nor by 8 curves with b1 up to 200\n"))
        self.assertEqual(json.loads(self.output("--json", *hard))["factors"][0]["tried"],
                         [{"b1": 2000, "curves": 0}, {"b1": 200, "curves": 8}])


class Ecm(ProgramTest):
    def test_curves(self):
        curves = ("ecm", "2^128+1", "--b1", "2e3", "--curves", "2", "--sigma", "1147")
        self.assertEqual(self.output(*curves), "59649589127497217, sigma 1147, stage 2\n")
        self.assertEqual(json.loads(self.output("--json", *curves))["factors"],
                         [{"factor": "59649589127497217", "sigma": 1147, "stage": 2}])
        self.assertEqual(self.output("ecm", "2^127-1", "--b1", "100", "--b2", "1", "--curves", "1"), "no factor\n")

    def test_killed_and_resumed(self):
        """A search that is killed twice leaves the same residues as one that is not."""
        search = ("ecm", "2^1279-1", "--b1", "5e3", "--b2", "1", "--curves", "8", "--sigma", "7")
        self.output(*search, "--save", "whole")
        broken = (*search, "--save", "broken", "--checkpoint", "c")
        for _ in range(2):
            process = self.start(*broken, "--save-every", "0")
            self.wait_for_save("c")
            process.kill()
            process.communicate()
        done = self.run_program(*broken)
        percent = int(re.search(r"going on after (\d+) % of stage 1 of c", done.stderr.decode()).group(1))
        self.assertGreater(percent, 0)
        self.assertLess(percent, 100)
        self.assertEqual(done.stdout, b"no factor\n")
        self.assertEqual(self.read("broken"), self.read("whole"))
        again = self.run_program(*broken)
        self.assertIn(b"going on after 100 % of stage 2 of c", again.stderr)
        self.assertEqual(self.read("broken"), self.read("whole"))

    def test_another_search(self):
        def search(n="2^127-1", b1=100, b2=10000, curves=2):
            return "ecm", n, "--b1", str(b1), "--b2", str(b2), "--curves", str(curves), "--checkpoint", "c"
        self.assertEqual(self.output(*search()), "no factor\n")
        self.assertIn("another number", self.error(*search(n="2^107-1")))
        for other in [{"b1": 101}, {"b2": 1001}, {"curves": 3}]:
            self.assertIn("2 curves and the bounds 100 and 10000", self.error(*search(**other)))

    def test_saved_curves(self):
        n = str(2**227 - 1)
        self.output("ecm", n, "--b1", "2e3", "--b2", "1", "--curves", "1", "--sigma", "1160", "--save", "a")
        self.assertEqual(self.output("ecm", n, "--resume", "a", "--b2", "2e5"),
                         "26986333437777017, sigma 1160, stage 2\n")
        self.run_program("ecm", "15", "--resume", "a", status=2)


@unittest.skipUnless(shutil.which("ecm"), "GMP-ECM is not installed (package gmp-ecm)")
class GmpEcm(ProgramTest):
    """GMP-ECM as the oracle."""

    def ecm(self, *arguments, stdin=""):
        done = subprocess.run(["ecm", "-q", *arguments], cwd=self.folder, input=stdin, capture_output=True, text=True,
                              check=False)
        return done.stdout

    def test_residues(self):
        """The same number, curve and bound have the same line in a save file."""
        seed = random.randrange(2**32)
        chosen = random.Random(seed)
        for exponents in [(127,), (107, 127), (127, 521), (521, 607), (607, 1279)]:  # no curve finds these primes
            n = math.prod(2**p - 1 for p in exponents)
            sigma, b1 = chosen.randrange(2, 2**32), chosen.randrange(3, 3000)
            self.ecm("-param", "3", "-sigma", f"3:{sigma}", "-savea", "theirs", str(b1), "0", stdin=str(n))
            self.output("ecm", str(n), "--sigma", str(sigma), "--b1", str(b1), "--b2", "1", "--curves", "1",
                        "--save", "ours")
            ours, theirs = (self.read(name).splitlines()[-1].split(" PROGRAM")[0] for name in ("ours", "theirs"))
            self.assertEqual(ours, theirs, f"seed {seed}")

    def test_both_continue(self):
        """GMP-ECM reads the curves of gbi, and gbi those of GMP-ECM."""
        n, found = str(2**227 - 1), "26986333437777017"
        self.output("ecm", n, "--b1", "2e3", "--b2", "1", "--curves", "1", "--sigma", "1160", "--save", "ours")
        self.assertIn(found, self.ecm("-resume", "ours", "2000", "200000"))
        self.ecm("-param", "3", "-sigma", "3:1160", "-save", "theirs", "2000", "0", stdin=n)
        self.assertEqual(self.output("ecm", n, "--resume", "theirs", "--b2", "2e5"), f"{found}, sigma 1160, stage 2\n")


if __name__ == "__main__":
    main()
