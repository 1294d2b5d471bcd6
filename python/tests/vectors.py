#!/usr/bin/env python3
"""Checks prime tests and modular powers of this package by the vectors of Wycheproof and NIST, and prints a table.

    vectors.py <folder testvectors_v1 of C2SP/wycheproof> [<file made by tests/batch/data/extract_nist.py>]

Of RSA the package computes the powers. Encodings are those of RFC 8017, with hashes of hashlib.
"""

import base64
import collections
import hashlib
import json
import pathlib
import sys

from gpu_bigint import Int, is_prime, powmod

OF_SHA2 = "3031300d060960864801650304020105000420"  # RFC 8017, 9.2: DigestInfo before the digest, for SHA-256
OIDS = {"SHA-256": 1, "SHA-384": 2, "SHA-512": 3, "SHA-224": 4, "SHA-512/224": 5, "SHA-512/256": 6,
        "SHA3-224": 7, "SHA3-256": 8, "SHA3-384": 9, "SHA3-512": 10}

LENGTHS = {"SHAKE128": 32, "SHAKE256": 64}  # of digests by functions of any length, RFC 8702


class NotApplicable(Exception):
    """The reason why a vector says nothing about this package."""


def hashed(name, data):
    if name in LENGTHS:
        return mask(data, LENGTHS[name], name)
    return hashlib.new(name.lower().replace("sha-", "sha").replace("/", "_").replace("sha3-", "sha3_"), data).digest()


def number(octets):
    return Int.from_bytes(octets, "big")


def power(octets, exponent, modulus):
    """The octets of a power, as many as the modulus has, or None if they are no residue (RFC 8017, 5.1 and 5.2)."""
    length = (modulus.bit_length() + 7) // 8
    if len(octets) != length or number(octets) >= modulus:
        return None
    return powmod(number(octets), exponent, modulus).to_bytes(length, "big")


def xor(a, b):
    return bytes(x ^ y for x, y in zip(a, b, strict=True))


def mask(seed, length, name):
    """MGF1 (RFC 8017, B.2.1), or a function of any length."""
    if name in LENGTHS:
        return hashlib.new(name.replace("SHAKE", "shake_"), seed).digest(length)
    blocks = (hashed(name, seed + counter.to_bytes(4, "big")) for counter in range(length // 20 + 1))
    return b"".join(blocks)[:length]


def pkcs1_signed(message, length, name):
    """EMSA-PKCS1-v1_5 (9.2)."""
    digest = hashed(name, message)
    info = bytearray.fromhex("3021300906052b0e03021a05000414" if name == "SHA-1" else OF_SHA2)
    if name != "SHA-1":
        info[1], info[14], info[18] = 17 + len(digest), OIDS[name], len(digest)
    info += digest
    return b"\0\1" + b"\xff" * (length - len(info) - 3) + b"\0" + info


def is_pss(encoded, message, bits, name, mask_name, salt_length):
    """EMSA-PSS (9.1.2)."""
    digest = hashed(name, message)
    encoded = encoded[len(encoded) - (bits + 6) // 8:]
    masked, check, last = encoded[:-len(digest) - 1], encoded[-len(digest) - 1:-1], encoded[-1]
    unused = 8 * len(encoded) - (bits - 1)
    if last != 0xbc or masked[0] >> (8 - unused) != 0 or len(masked) <= salt_length:
        return False
    block = bytearray(xor(masked, mask(check, len(masked), mask_name)))
    block[0] &= 0xff >> unused
    padding, salt = block[:len(block) - salt_length], block[len(block) - salt_length:]
    return padding == bytes(len(padding) - 1) + b"\1" and hashed(name, bytes(8) + digest + salt) == check


def pkcs1_message(encoded):
    """EME-PKCS1-v1_5 (7.2.2): the message, or None."""
    end = encoded.find(b"\0", 2)
    return encoded[end + 1:] if encoded[:2] == b"\0\2" and end >= 10 else None


def oaep_message(encoded, label, name, mask_name):
    """EME-OAEP (7.1.2): the message, or None."""
    of_label = hashed(name, label)
    size = len(of_label)
    masked_seed, masked = encoded[1:size + 1], encoded[size + 1:]
    seed = xor(masked_seed, mask(masked, size, mask_name))
    block = xor(masked, mask(seed, len(masked), mask_name))
    rest = block[size:].lstrip(b"\0")
    return rest[1:] if encoded[0] == 0 and block[:size] == of_label and rest[:1] == b"\1" else None


def key_of(group):
    key = group.get("privateKey") or group["publicKey"]
    return [Int(key.get(part, "0"), 16) for part in ("modulus", "publicExponent", "privateExponent")]


def holds(kind, group, case):
    """Whether the package agrees with a vector."""
    result = case["result"]
    if result == "acceptable" and (kind == "PrimalityTest" or kind.endswith("Verify")):
        raise NotApplicable("either answer is accepted")
    good = result != "invalid"
    if kind == "PrimalityTest":
        return bool(is_prime(Int.from_bytes(bytes.fromhex(case["value"]), "big", signed=True))) == good
    n, e, d = key_of(group)
    message = bytes.fromhex(case["msg"])
    if kind.endswith("Decrypt"):
        encoded = power(bytes.fromhex(case["ct"]), d, n)
        if encoded is not None and "Oaep" in kind:
            encoded = oaep_message(encoded, bytes.fromhex(case["label"]), group["sha"], group["mgfSha"])
        elif encoded is not None:
            encoded = pkcs1_message(encoded)
        return (encoded == message) == good
    signature = bytes.fromhex(case["sig"])
    encoded = power(signature, e, n)
    if "Pss" in kind:
        mask_name = group["mgfSha"] or group["mgf"]
        accepted = encoded is not None and is_pss(encoded, message, n.bit_length(), group["sha"], mask_name, group["sLen"])
        return accepted == good
    expected = pkcs1_signed(message, (n.bit_length() + 7) // 8, group["sha"])
    if kind.endswith("Generate") and power(expected, d, n) != signature:
        return False
    return (encoded == expected) == good


def wycheproof(folder):
    """Triples: kind, group and case."""
    for path in [folder / "primality_test.json", *sorted(folder.glob("rsa_*.json"))]:
        for group in json.loads(path.read_text())["testGroups"]:
            yield from ((group["type"], group, case) for case in group["tests"])


def nist(path):
    """The same of NIST's signatures with SHA-256, which are in base 64."""
    group = {}
    for line in path.read_text().splitlines():
        word, *rest = line.split()
        if word == "key":
            names = ("modulus", "publicExponent", "privateExponent")
            key = {name: base64.b64decode(part).hex() for name, part in zip(names, rest[1:], strict=True)}
            group = {"privateKey": key, "sha": "SHA-256", "mgfSha": "SHA-256"}
            kind = "NIST Pss" if rest[0] == "pss-signing" else "NIST Pkcs1Generate"
        elif word == "case":
            message, signature, *salt = (base64.b64decode(part) for part in rest[2:])
            case = {"result": rest[1], "msg": message.hex(), "sig": signature.hex()}
            yield kind, {**group, "sLen": len(salt[0]) if salt else 0}, case


def main():
    vectors = list(wycheproof(pathlib.Path(sys.argv[1])))
    for path in sys.argv[2:]:
        vectors += nist(pathlib.Path(path))
    counts, reasons = collections.defaultdict(collections.Counter), collections.defaultdict(collections.Counter)
    for kind, group, case in vectors:
        try:
            outcome = "passed" if holds(kind, group, case) else "failed"
        except NotApplicable as reason:
            outcome = "not applicable"
            reasons[kind][str(reason)] += 1
        counts[kind][outcome] += 1
        if outcome == "failed":
            print(kind, case, file=sys.stderr)
    print("| vectors | passed | failed | not applicable | reasons |\n| --- | --- | --- | --- | --- |")
    for kind, count in counts.items():
        why = "; ".join(f"{reason} ({number_of})" for reason, number_of in reasons[kind].items())
        print(f"| {kind} | {count['passed']} | {count['failed']} | {count['not applicable']} | {why} |")
    return any(count["failed"] for count in counts.values())


if __name__ == "__main__":
    sys.exit(main())
