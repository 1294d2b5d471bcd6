#!/usr/bin/env python3
"""Makes nist_rsa.txt from the vectors of NIST's Cryptographic Algorithm Validation Program.

    extract_nist.py <folder with SigGen15_186-3.txt and SigGenPSS_186-3.txt>

They are in 186-3rsatestvectors.zip of https://csrc.nist.gov/projects/cryptographic-algorithm-validation-program.
What is signed with SHA-256 is taken.
"""

import base64
import sys
from pathlib import Path

SOURCES = [("pkcs1-signing", "SigGen15_186-3.txt"), ("pss-signing", "SigGenPSS_186-3.txt")]

HEADER = """\
# RSA signatures with SHA-256: a part of the test vectors of NIST's Cryptographic Algorithm Validation Program
# (186-3rsatestvectors), made by extract_nist.py. A work of the United States government, in the public domain.
#
# key <kind of test> <n> <e> <d>
# case <number in its file> valid <message> <signature> [<salt>]
#
# Numbers and messages are in base 64, most significant octet first."""


def text(hexadecimal):
    return base64.b64encode(bytes.fromhex(hexadecimal)).decode()


def number(hexadecimal):
    digits = hexadecimal.lstrip("0")
    return text(digits.rjust(len(digits) + 1 & ~1, "0"))


def main():
    print(HEADER)
    for kind, name in SOURCES:
        print(f"# {name}")
        key, cases = {}, 0
        for line in (Path(sys.argv[1]) / name).read_text().splitlines():
            label, _, value = (part.strip() for part in line.partition("="))
            if label in ("n", "e", "d"):
                key[label] = value
                if label == "d":
                    print("key", kind, *(number(key[part]) for part in ("n", "e", "d")))
            elif label == "SHAAlg":
                algorithm = value
            elif label == "Msg":
                message = value
            elif label == "S":
                cases += 1
                signature = value
                if algorithm == "SHA256" and kind == "pkcs1-signing":
                    print("case", cases, "valid", text(message), text(signature))
            elif label == "SaltVal" and algorithm == "SHA256":
                print("case", cases, "valid", text(message), text(signature), text(value))


if __name__ == "__main__":
    main()
