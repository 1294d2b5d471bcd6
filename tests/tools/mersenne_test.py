#!/usr/bin/env python3
"""gbi prp and gbi lucas-lehmer: results, checkpoints, and what becomes of damaged ones.  mersenne_test.py gbi=PATH"""

import json
import os
import re
import shutil
import time

from program import ProgramTest, main

WORD = 2**64


def prp_residue(p):
    """3^(2^p - 2) modulo 2^p - 1, its lowest 64 bits."""
    return f"{pow(3, 2**p - 2, 2**p - 1) % WORD:016X}"


def lucas_lehmer_residue(p):
    s = 4
    for _ in range(p - 2):
        s = (s * s - 2) % (2**p - 1)
    return f"{s % WORD:016X}"


class Mersenne(ProgramTest):
    def bytes_of(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def test_results(self):
        for number in ["521", "2^521-1"]:
            self.assertEqual(self.output("prp", number), "probable prime\n")
            self.assertEqual(self.output("lucas-lehmer", number), "prime\n")
        self.assertEqual(self.output("prp", "523"), f"composite, residue {prp_residue(523)}\n")
        self.assertEqual(self.output("lucas-lehmer", "523"), f"composite, residue {lucas_lehmer_residue(523)}\n")
        self.assertEqual(self.output("prp", "10^20+39"), "probable prime\n")
        self.assertEqual(self.output("prp", "10^20+41"), "composite\n")
        found = json.loads(self.output("--json", "prp", "1277"))
        self.assertEqual((found["result"], found["residue"], found["errors"], found["exponent"], found["prime"]),
                         ("composite", prp_residue(1277), 0, 1277, False))

    def test_mistakes(self):
        for arguments, why in [(("prp", "91"), "2^91"), (("lucas-lehmer", "10^20"), "2^p - 1"), (("prp",), "operands"),
                               (("prp", "10^20", "--checkpoint", "a"), "--checkpoint"),
                               (("prp", "521", "--save-every", "-1"), "--save-every"),
                               (("prp", "521", "--checkpoint", "nowhere/a"), "nowhere")]:
            with self.subTest(arguments=arguments):
                self.assertIn(why, self.error(*arguments))

    def test_killed_and_resumed(self):
        for command, residue in [("prp", prp_residue), ("lucas-lehmer", lucas_lehmer_residue)]:
            with self.subTest(command=command):
                name = command + ".save"
                for _ in range(2):
                    process = self.start(command, "11239", "--checkpoint", name, "--save-every", "0")
                    self.wait_for_save(name)
                    process.kill()
                    process.communicate()
                    time.sleep(0.01)
                done = self.run_program(command, "11239", "--checkpoint", name, "--save-every", "1000")
                resumed = int(re.search(r"going on after step (\d+) of", done.stderr.decode()).group(1))
                self.assertGreater(resumed, 0)
                self.assertLess(resumed, 11237)
                self.assertEqual(done.stdout.decode(), f"composite, residue {residue(11239)}\n")
                again = self.run_program(command, "11239", "--checkpoint", name)
                self.assertEqual(again.stdout, done.stdout)

    def saved(self):
        """A checkpoint of a test and its backup, by a run that is killed after its second save."""
        process = self.start("prp", "4421", "--checkpoint", "a", "--save-every", "0")
        while not os.path.exists(self.path("a.bak")):
            time.sleep(0.002)
        process.kill()
        process.communicate()
        self.assertTrue(os.path.exists(self.path("a")))
        for name in self.files():  # an unfinished save may be there, too
            if name not in ("a", "a.bak"):
                os.remove(self.path(name))
        return self.bytes_of("a")

    def test_damage(self):
        good = self.saved()
        shutil.copy(self.path("a.bak"), self.path("b.bak"))
        expected = f"composite, residue {prp_residue(4421)}\n"
        damages = [None, b"", good[:50], good[:-1], good + b"\0", b"X" + good[1:], good[:300] + b"?" + good[301:]]
        for damaged in damages:
            shutil.copy(self.path("b.bak"), self.path("a.bak"))
            if damaged is None:
                os.remove(self.path("a"))
            else:
                with open(self.path("a"), "wb") as file:
                    file.write(damaged)
            done = self.run_program("prp", "4421", "--checkpoint", "a", "--save-every", "1000")
            self.assertRegex(done.stderr.decode(), r"gbi: a: .+; going on from a\.bak\ngbi: going on after step")
            self.assertEqual(done.stdout.decode(), expected)
            self.assertEqual(self.bytes_of("a.bak"), self.bytes_of("b.bak"))  # the damaged file does not replace it
        for name in ["a", "a.bak"]:
            with open(self.path(name), "wb") as file:
                file.write(good[:100])
        self.assertIn("a.bak: ", self.error("prp", "4421", "--checkpoint", "a"))
        os.remove(self.path("a.bak"))
        self.assertIn("a: ", self.error("prp", "4421", "--checkpoint", "a"))

    def test_another_test(self):
        self.run_program("prp", "521", "--checkpoint", "a")
        self.assertIn("the test of 2^521 - 1", self.error("prp", "607", "--checkpoint", "a"))
        self.assertIn("a: ", self.error("lucas-lehmer", "521", "--checkpoint", "a"))
        self.assertEqual(self.output("-q", "prp", "521", "--checkpoint", "a"), "probable prime\n")


if __name__ == "__main__":
    main()
