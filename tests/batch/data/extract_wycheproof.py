#!/usr/bin/env python3
"""Makes wycheproof_rsa.txt from the published test vectors of C2SP/wycheproof.

    extract_wycheproof.py <checkout of https://github.com/C2SP/wycheproof> [<name of its commit>]

Of RSA with SHA-256 it takes everything at 2048 bits and a part at 3072 and 4096 bits, to keep the file small.
"""

import base64
import json
import sys
from pathlib import Path

# kind of test, its file for a number of bits, and for each number of bits the step between its key pairs after the
# first and the step between the other cases of a key
SOURCES = [
    ("pkcs1-signature", "rsa_signature_{}_sha256_test.json", {2048: (1, 1), 3072: (1, 6), 4096: (1, 8)}),
    ("pss-signature", "rsa_pss_{}_sha256_mgf1_32_test.json", {2048: (1, 1), 3072: (1, 3), 4096: (1, 4)}),
    ("pkcs1-message", "rsa_pkcs1_{}_test.json", {2048: (4, 1), 3072: (16, 2), 4096: (16, 3)}),
    ("oaep-message", "rsa_oaep_{}_sha256_mgf1sha256_test.json", {2048: (1, 1), 3072: (1, 3), 4096: (1, 4)}),
]
PUBLIC = ["modulus", "publicExponent"]
PRIVATE = PUBLIC + ["privateExponent", "prime1", "prime2", "exponent1", "exponent2", "coefficient"]

HEADER = """\
# RSA with SHA-256: a part of the test vectors of https://github.com/C2SP/wycheproof{commit}, testvectors_v1,
# made by extract_wycheproof.py.
# Copyright of the Wycheproof contributors, Apache License 2.0 (https://www.apache.org/licenses/LICENSE-2.0).
#
# key <kind of test> <n> <e>, for messages also <d> <p> <q> <d mod p - 1> <d mod q - 1> <1 / q mod p>
# case <number in its file> <valid, invalid or acceptable> <message> <signature, or encrypted message>
#
# Numbers and messages are in base 64, most significant octet first; - is an empty one."""


def text(hexadecimal):
    data = bytes.fromhex(hexadecimal)
    return base64.b64encode(data).decode() if data else "-"


def groups(document, key_step):
    """The first group, and every key_step-th of the others."""
    return [g for i, g in enumerate(document["testGroups"]) if i == 0 or i % key_step == 0]


def cases(group, step):
    for i, case in enumerate(group["tests"]):
        rare = case["result"] == "acceptable" or (case["result"] == "valid" and group["type"] == "RsassaPkcs1Verify")
        if (rare or i % step == 0) and not case.get("label"):
            yield case


def main():
    folder = Path(sys.argv[1]) / "testvectors_v1"
    print(HEADER.format(commit=", commit " + sys.argv[2] if len(sys.argv) > 2 else ""))
    for kind, file, steps in SOURCES:
        is_message = kind.endswith("message")
        for bits, (key_step, case_step) in steps.items():
            name = file.format(bits)
            document = json.loads((folder / name).read_text())
            print(f"# {name}")
            for group in groups(document, key_step):
                key = group["privateKey" if is_message else "publicKey"]
                print("key", kind, *(text(key[part]) for part in (PRIVATE if is_message else PUBLIC)))
                for case in cases(group, case_step):
                    answer = case["ct" if is_message else "sig"]
                    print("case", case["tcId"], case["result"], text(case["msg"]), text(answer))


if __name__ == "__main__":
    main()
