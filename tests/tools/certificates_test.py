#!/usr/bin/env python3
"""Proofs of gbi prp and validations of gbi pi: checked here once more, damaged, forged.  certificates_test.py gbi=PATH"""

import hashlib
import json
import os
import random
import re
import shutil
import time

from commands_test import machin
from mersenne_test import prp_residue
from program import ProgramTest, main


def parts_of(proof):
    """The header, the residues and the checksum of a proof."""
    size = (int.from_bytes(proof[8:16], "little") + 7) // 8
    residues = [proof[i:i + size] for i in range(32, len(proof) - 32, size)]
    return proof[:32], residues, proof[-32:]


def proof_holds(proof):
    """Pietrzak's protocol, from the description of the format (gpu_bigint/mersenne_proof.hpp)."""
    header, (residue, *middles), checksum = parts_of(proof)
    magic, version, *fields = header[:4], *(int.from_bytes(header[i:j], "little") for i, j in [(4, 8), (8, 16), (16, 24), (24, 32)])
    p, power, base = fields
    assert (magic, version, base, power) == (b"GBPF", 1, 3, len(middles))
    n = 2**p - 1
    x, y, t = base, int.from_bytes(residue, "little"), p
    digest = hashlib.sha256(header + residue)
    for middle in middles:
        digest.update(middle)
        h = int.from_bytes(digest.digest()[:8], "little")
        m = int.from_bytes(middle, "little")
        x = pow(x, 1 + t % 2, n)
        x, y, t = pow(x, h, n) * m % n, pow(m, h, n) * y % n, t // 2
    return pow(x, 2**t, n) == y and digest.digest() == checksum


def with_checksum(data):
    return data + hashlib.sha256(data).digest()


class Certificates(ProgramTest):
    def path(self, name):
        return os.path.join(self.folder, name)

    def bytes_of(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def put(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)


class Proofs(Certificates):
    def test_proofs_hold(self):
        for p, power in [(67, 6), (521, 1), (521, 9), (523, 4), (607, 8), (1277, 7), (1279, 3), (4421, 8)]:
            with self.subTest(p=p, power=power):
                result = self.output("prp", str(p), "--proof", "a", "--power", str(power))
                proof = self.bytes_of("a")
                self.assertTrue(proof_holds(proof))
                self.assertEqual(proof[16], power)
                self.assertEqual(int.from_bytes(parts_of(proof)[1][0], "little"), pow(3, 2**p, 2**p - 1))
                self.assertEqual(self.output("verify-proof", "a"), result)
                self.assertEqual(self.files(), ["a"])
        found = json.loads(self.output("--json", "verify-proof", "a"))
        self.assertEqual((found["result"], found["residue"], found["exponent"], found["power"], found["prime"]),
                         ("composite", prp_residue(4421), 4421, 8, False))
        self.output("prp", "127", "--proof", "a")
        self.assertEqual(self.bytes_of("a")[16], 6)  # the usual power is 8, if p squares can be halved so often

    def test_damaged_proofs_are_refused(self):
        self.output("prp", "607", "--proof", "a", "--power", "5")
        proof = self.bytes_of("a")
        for i in [0, 4, 8, 16, 24, 32, len(proof) - 1] + random.sample(range(len(proof)), 25):
            damaged = bytearray(proof)
            damaged[i] ^= 1 << random.randrange(8)
            self.put("b", damaged)
            self.assertRegex(self.error("verify-proof", "b"), r"^gbi: b: .+\n$")
        for data, why in [(proof[:-1], "ends too early"), (proof[:100], "ends too early"), (b"", "ends too early"),
                          (proof + b"\0", "more bytes"), (b"X" + proof[1:], "another format"), (proof[:-1] + bytes([proof[-1] ^ 1]), "checksum"),
                          (with_checksum(proof[:8] + b"\x5b" + proof[9:-32]), "exponent"), (with_checksum(proof[:32] + bytes(76) + proof[108:-32]), "between")]:
            self.put("b", data)
            self.assertIn(why, self.error("verify-proof", "b"))
        self.assertIn("none", self.error("verify-proof", "none"))

    def test_wrong_proofs_do_not_hold(self):
        self.output("prp", "607", "--proof", "a", "--power", "3")
        header, residues, _ = parts_of(self.bytes_of("a"))
        for i in range(len(residues)):
            wrong = list(residues)
            wrong[i] = bytes([wrong[i][0] ^ 2]) + wrong[i][1:]
            self.put("b", with_checksum(header + b"".join(wrong)))
            self.assertIn("b: the proof does not hold", self.error("verify-proof", "b", status=1))

    def kill_after_20_residues(self, arguments):
        process = self.start(*arguments)
        while not os.path.isdir(self.path("a.parts")) or len(os.listdir(self.path("a.parts"))) < 20:
            time.sleep(0.002)
        process.kill()
        process.communicate()

    def test_killed_and_resumed(self):
        self.output("prp", "11239", "--proof", "right", "--power", "6")
        arguments = ("prp", "11239", "--proof", "a", "--power", "6", "--checkpoint", "c", "--save-every", "0")
        self.kill_after_20_residues(arguments)
        done = self.run_program(*arguments)
        self.assertIn(b"going on after step", done.stderr)
        self.assertEqual(self.bytes_of("a"), self.bytes_of("right"))
        again = self.run_program(*arguments)  # the test has ended, and its proof is there
        self.assertEqual(again.stdout, done.stdout)
        self.assertEqual(self.bytes_of("a"), self.bytes_of("right"))
        self.assertFalse(os.path.exists(self.path("a.parts")))
        os.remove(self.path("a"))
        self.assertIn("begin again", self.run_program(*arguments, status=2).stderr.decode())

    def test_kept_residues_may_be_wrong(self):
        arguments = ("prp", "11239", "--proof", "a", "--power", "6", "--checkpoint", "c", "--save-every", "0")
        for damage, status, why in [(lambda data: data[:40] + bytes([data[40] ^ 1]) + data[41:], 2, "checksum"), (None, 1, "is wrong")]:
            self.kill_after_20_residues(arguments)
            first, second = sorted((name for name in os.listdir(self.path("a.parts")) if re.fullmatch(r"M11239\.\d+", name)),
                                   key=lambda name: int(name[7:]))[:2]
            self.put(os.path.join("a.parts", first), damage(self.bytes_of(os.path.join("a.parts", first))) if damage
                     else self.bytes_of(os.path.join("a.parts", second)))
            done = self.run_program(*arguments, status=status)
            self.assertIn(why, done.stderr.decode())
            self.assertEqual(done.stdout.decode(), f"composite, residue {prp_residue(11239)}\n")  # the result is right
            self.assertFalse(os.path.exists(self.path("a")))
            shutil.rmtree(self.path("a.parts"))
            for name in ["c", "c.bak"]:
                os.remove(self.path(name))

    def test_mistakes(self):
        for arguments, why in [(("prp", "10^20", "--proof", "a"), "--proof"), (("prp", "521", "--proof", "a", "--power", "13"), "--power"),
                               (("prp", "521", "--proof", "a", "--power", "10"), "power"), (("prp", "521", "--proof", "nowhere/a"), "nowhere"),
                               (("lucas-lehmer", "521", "--proof", "a"), "operands"), (("prp", "521", "--power", "3"), "--proof"), (("verify-proof",), "operands")]:
            with self.subTest(arguments=arguments):
                self.assertIn(why, self.error(*arguments))
        self.assertEqual(self.files(), [])


class Validations(Certificates):
    def made(self, *arguments):
        self.output("pi", *arguments, "-o", "pi.txt", "--validation", "v")
        return self.read("pi.txt")

    def forged(self, old, new):
        """Writes a validation with another text and a right checksum."""
        lines = re.sub(old, new, self.read("v"), count=1, flags=re.MULTILINE).split("checksum")[0]
        self.write("w", f"{lines}checksum {hashlib.sha256(lines.encode()).hexdigest()}\n")
        return "w"

    def test_validations_hold(self):
        for arguments, text in [(("-d", "5000"), "5000 digits of pi in base 10"), (("-d", "78"), "78 digits of pi in base 10"),
                                (("-d", "600", "--base", "2"), "600 digits of pi in base 2"), (("-d", "999", "--base", "3"), "base 3"),
                                (("-d", "500", "--base", "36", "--verify"), "base 36"), ((), "1000 digits"),
                                (("--device", "host", "--ranks", "2"), "1000 digits")]:
            with self.subTest(arguments=arguments):
                digits = self.made(*arguments)
                self.assertIn(hashlib.sha256(digits.strip().encode()).hexdigest(), self.read("v"))
                self.assertRegex(self.output("verify-pi", "v", "pi.txt"), text + ".*: valid\n$")
                self.assertIn("no digits were given", self.output("verify-pi", "v"))
        place = int(re.search(r"^place (\d+)$", self.read("v"), re.MULTILINE).group(1))
        scaled = machin(1100) * 16**(place + 16) // 10**1100
        self.assertIn(f"hexadecimal {scaled % 16**16:016x}\n", self.read("v"))
        self.assertIn("256 bits", self.error("pi", "-d", "77", "--validation", "w"))
        self.assertNotIn("w", self.files())

    def test_wrong_digits_are_found(self):
        digits = self.made("-d", "2000").strip()
        for wrong, why in [(digits[:-1], "1999 digits"), (digits + "0", "2001"), ("4" + digits[1:], "first digits"),
                           (digits[:-1] + str((int(digits[-1]) + 1) % 10), "last digits"), (digits[:1000] + "x" + digits[1001:], "hash")]:
            self.write("w", wrong)
            self.assertIn("w: " if why != "hash" else why, self.error("verify-pi", "v", "w", status=1))
            self.assertIn(why, self.error("verify-pi", "v", "w", status=1))
        # A validation that was made for wrong digits has their hash, but not the digits of pi.
        for i in random.sample(range(60, 1800), 5) + [60, 1800]:
            wrong = digits[:i] + str((int(digits[i]) + random.randrange(1, 10)) % 10) + digits[i + 1:]
            self.write("pi.txt", wrong)
            forged = self.forged(r"^sha256 .*", "sha256 " + hashlib.sha256(wrong.encode()).hexdigest())
            self.assertIn("not those of pi", self.error("verify-pi", forged, "pi.txt", status=1))

    def test_wrong_validations_are_found(self):
        self.made("-d", "2000")
        good = self.read("v")
        for data in ["", good[:200], good + "x", good.replace("place", "places"), good.replace("digits 2", "digits 3")]:
            self.write("w", data)
            self.assertRegex(self.error("verify-pi", "w"), r"w: is ")
        for old, new, why in [(r"^(prime \d+ numerator )\d+", r"\g<1>17", "series"), (r"^(prime .* denominator )\d+", r"\g<1>17", "series"),
                              (r"^hexadecimal .", "hexadecimal z", None), (r"^(place \d+)\d", r"\g<1>", "hexadecimal"), (r"^terms \d+", "terms 150", "series"),
                              (r"^terms \d+", "terms 14", "values"), (r"^prime \d+", "prime 1152921504606846977", "values"), (r"^place 1", "place 9", "values"),
                              (r"^base 10", "base 37", "values"), (r"^digits 2000", "digits 77", "values")]:
            with self.subTest(new=new):
                text = self.error("verify-pi", self.forged(old, new), status=1 if why in ("series", "hexadecimal") else 2)
                self.assertIn(why or "damaged", text)


if __name__ == "__main__":
    main()
