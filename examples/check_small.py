#!/usr/bin/env python3
"""Checks an example of one file:  check_small.py BUILD/examples/NAME

The example prints what README.md says, where "..." stands for any text. With other arguments it prints what Python's own
integers say.
"""

import math
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

PROGRAM = Path(sys.argv[1]).resolve() if len(sys.argv) == 2 else sys.exit(__doc__)
NAME = PROGRAM.name.removesuffix("_on_host")
getattr(sys, "set_int_max_str_digits", lambda limit: None)(0)


def fail(text):
    sys.exit(f"{NAME}: {text}")


def run(*arguments, lines=None, status=0):
    """What the example prints to its output, or to its errors if it is to fail."""
    done = subprocess.run([PROGRAM, *map(str, arguments)], input=None if lines is None else "".join(f"{x}\n" for x in lines),
                          capture_output=True, text=True, check=False)
    if done.returncode != status:
        fail(f"{arguments}: exit status {done.returncode}, not {status}\n{done.stdout}{done.stderr}")
    return done.stderr if status else done.stdout


def expect(printed, expected):
    """`expected` may hold "..." for any text."""
    pattern = ".*".join(map(re.escape, expected.strip().split("...")))
    if not re.fullmatch(pattern, printed.strip(), re.DOTALL):
        fail(f"printed\n{printed}\nnot\n{expected}")


def documented():
    """Runs the commands that README.md shows for the example."""
    readme = (Path(__file__).parent / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```console\n\$ (.*?)\n(.*?)```$", readme, re.MULTILINE | re.DOTALL)
    commands = [(command, output) for command, output in blocks if re.search(rf"(^|\| ){NAME}( |$)", command)]
    if not commands:
        fail("README.md does not show it")
    os.symlink(PROGRAM, NAME)  # in an empty folder
    environment = dict(os.environ, PATH=f"{os.getcwd()}:{os.environ['PATH']}")
    for command, output in commands:
        done = subprocess.run(["sh", "-c", command], env=environment, text=True, check=False, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        if done.returncode != 0:
            fail(f"{command}: exit status {done.returncode}\n{done.stdout}")
        expect(done.stdout, output)
    os.remove(NAME)


def arctan_of_inverse(x, one):
    total, power, k = 0, one // x, 1
    while power:
        total += power // k if k % 4 == 1 else -(power // k)
        power //= x * x
        k += 2
    return total


def pi_times(scale):
    one = scale << 64  # Gauss's formula; the examples take others
    return 4 * (12 * arctan_of_inverse(18, one) + 8 * arctan_of_inverse(57, one) - 5 * arctan_of_inverse(239, one)) >> 64


def check_pi():
    for decimals in (10, 1000, 3001):
        digits = str(pi_times(10**decimals))
        end = f"the last ten of {decimals} decimals: {digits[-10:]}" + (", as published" if decimals == 1000 else "")
        expect(run(decimals), f"square root...series of Chudnovsky...pi = 3.{digits[1:51]}..." + end)
        expect(run(decimals, "pi.txt", "--twice"), "square root...Ramanujan's formula: the same digits\n" + end)
        with open("pi.txt", encoding="ascii") as file:
            if file.read() != f"3.{digits[1:]}\n":
                fail(f"pi.txt has other digits than pi to {decimals} decimals")
        os.remove("pi.txt")
    run("many", status=2)


def check_e():
    for decimals in (10, 2000):
        term = one = 10**(decimals + 10)
        total, k = one, 0
        while term:
            k += 1
            term //= k
            total += term
        digits = str(total // 10**10)
        expect(run(decimals), f"e = 2.{digits[1:51]}...the last ten of {decimals} decimals: {digits[-10:]}\n"
                              "the denominator is ...!: yes")


def check_batch_gcd():
    draw = random.Random(5)
    factors = [draw.getrandbits(300) | 1 for _ in range(60)]
    moduli = [factors[2 * i] * factors[2 * i + 1] for i in range(25)]
    moduli += [factors[0] * factors[50], factors[3] * factors[51]]
    lines = [*map(str, moduli), hex(moduli[7]), "0", "1000"]
    Path("moduli.txt").write_text("\n".join(lines) + "\n", encoding="ascii")
    shared = {i + 1: next((math.gcd(n, m) for j, m in enumerate(moduli) if i != j and math.gcd(n, m) > 1), None)
              for i, n in enumerate(moduli)}
    printed = run("moduli.txt")
    os.remove("moduli.txt")
    for line, why in ((28, "repeats line 8"), (29, "is no modulus"), (30, "is even")):
        expect(printed, f"...line {line} {why}\n...")
    found = {int(line): int(value, 16) for line, value in re.findall(r"line (\d+) shares (0x\w+)", printed)}
    if any(moduli[line - 1] % value or value == 1 for line, value in found.items()):
        fail(f"no common factors: {found}")
    if set(found) != {line for line, value in shared.items() if value}:
        fail(f"lines {sorted(found)} share factors, {sorted(line for line, value in shared.items() if value)} expected")
    Path("moduli.txt").write_text("12x\n", encoding="ascii")
    run("moduli.txt", status=2)
    os.remove("moduli.txt")
    run("--random", 1, 64, status=2)


def check_weak_keys():
    draw = random.Random(9)

    def prime(start):
        return next(n for n in range(start | 1, start + 10**4, 2) if pow(3, n - 1, n) == 1)
    p = [prime(draw.getrandbits(150) | 1 << 149) for _ in range(5)]
    smooth = next(q for q in (2 * math.prod(draw.randrange(2, 9000) for _ in range(11)) + 1 for _ in range(10**4))
                  if pow(3, q - 1, q) == 1)
    moduli = [p[0] * p[1], p[2] * smooth, p[0] * p[2], p[3] * prime(p[3] + 2**70), p[4] * prime(2**31), p[3] * p[4]]
    for all_moduli, whys in ((moduli, ["shares a prime"] * 6), (moduli[3:5], ["has primes that are close", "has a small prime"]),
                             (moduli[1:2], ["has a prime p with a smooth p - 1"]), (moduli[:1], [])):
        Path("moduli.txt").write_text("".join(f"{n}\n" for n in all_moduli), encoding="ascii")
        printed = run("moduli.txt")
        found = re.findall(r"key (\d+) (.*): (0x\w+)\n", printed)
        if len(found) != len(whys) or any(why not in text for why, (_, text, _) in zip(whys, found)):
            fail(f"printed\n{printed}\nnot {whys}")
        if any(all_moduli[int(key) - 1] % int(factor, 16) or int(factor, 16) == 1 for key, _, factor in found):
            fail(f"wrong factors:\n{printed}")
        expect(printed, f"...{len(whys)} of {len(all_moduli)} keys are weak")
    for wrong in ("", "12\n", "12x\n"):
        Path("moduli.txt").write_text(wrong, encoding="ascii")
        run("moduli.txt", status=2)
    os.remove("moduli.txt")


def check_fibonacci():
    for n in (0, 1, 90, 30011):
        a, b = 0, 1
        for _ in range(n):
            a, b = b, a + b
        digits = str(a)
        shown = digits if len(digits) <= 40 else f"{digits[:20]}...{digits[-20:]}"
        expect(run(n), f"...F({n}) has {len(digits)} digits: {shown}")


def check_pipeline():
    seeded = random.Random(17)
    numbers = [30 * seeded.randrange(-10**40, 10**40) for _ in range(101)]
    for some in ([], numbers[:1], numbers[:8], numbers):
        for name, expected in (("sum", sum(some)), ("product", math.prod(some)), ("gcd", math.gcd(*some)),
                               ("lcm", math.lcm(*some))):
            expect(run(name, lines=some), str(expected))
    expect(run(lines=range(1, 501)), str(math.factorial(500)))
    expect(run("sum", lines=[1, 2, "3x"], status=2), "pipeline: line 3: ...")
    expect(run("mean", lines=[1], status=2), "pipeline: usage: ...")


def check_distributed():
    for bits, ranks in ((1, 3), (64, 2), (3000, 1), (3000, 7), (100001, 4)):
        ones = 2**bits - 1
        x = 10 * ones + (ones >> 3)
        printed = run(bits, ranks).splitlines()
        expect(printed[0], f"{x.bit_length()} bits, modulo 1000003: {x % 1000003}")
        if x.bit_length() > 32:
            expect(printed[1], f"highest 32 bits: {x >> x.bit_length() - 32:x}")
        end = None  # every rank has the limbs below those of the one printed before
        for rank, line in zip(range(ranks - 1, -1, -1), printed[-ranks:]):
            size, first, digits = re.fullmatch(rf"rank {rank}: (\d+) limbs from limb (\d+)(?:, (.*))?", line).groups()
            if int(size) == 0:
                continue
            if end not in (None, int(first) + int(size)) or (end is None and x >> 64 * (int(first) + int(size))):
                fail(f"{bits} {ranks}: a gap above {line}")
            end = int(first)
            expect(digits, shortened(f"{x >> 64 * end & 2**(64 * int(size)) - 1:0{16 * int(size)}x}"))
        if end != 0:
            fail(f"{bits} {ranks}: the lowest limb is {end}")
    run(1, 2, 3, status=2)
    run(100, 0, status=2)


def shortened(digits):
    return digits if len(digits) <= 16 else f"{digits[:8]}...{digits[-8:]}"


def check_custom_scan():
    for n in (0, 1, 2, 10007):
        primes = [p for p in range(2, n + 1) if all(p % d for d in range(2, math.isqrt(p) + 1))]
        expect(run(n), f"primes up to {n}: {len(primes)}" + (f", the last one is {primes[-1]}" if primes else "")
               + "\nthe same on ...: yes")


def check_device_scan():
    for count in (0, 1, 2, 5000):
        kept = sum(bin(number).count("1") % 2 for number in range(count))
        expect(run(count), f"{kept} of {count} numbers have an odd count of ones: right" if count else "")


def check_tridiagonal():
    for count in (0, 1, 7):
        expect(run(count), f"{count} systems of 512 equations\n...\nas by a plain loop: yes")


def check_radix_sort():
    for count in (0, 1, 2047, 2049, 70000):
        expect(run(count), f"{count} keys of 32 bits\n...\nas by std::sort: yes")


def check_principal_direction():
    for count in (2, 100, 1001):
        expect(run(count), f"{count} documents, 30 iterations: ... ms\n...\nas by a plain loop: yes")
    run(1, status=2)


def check_stencil():
    # The points below the warm edge change by 1/4, then by the quarters of their two neighbours.
    for side, steps, change in ((3, 1, 0.25), (300, 0, 0), (300, 1, 0.25), (1000, 2, 0.125)):
        expect(run(side, steps), f"{side} x {side} points: ... ms a step\nlargest change of step {steps}: {change:g}\n...: yes")
    run(2, status=2)


def check_rsa_powers():
    for count in (1, 33):
        expect(run(count), f"{count} messages of 1024 bits\nencrypted as by gbi::pow_mod: yes\ndecrypted: right")


def check_pollard_rho():
    for count in (0, 1, 45):
        expect(run(count), f"{count} of {count} products of two primes factored")


def check_miller_rabin():
    def passes(n):
        twos = ((n - 1) & (1 - n)).bit_length() - 1
        x = pow(3, n - 1 >> twos, n)
        return x == 1 or any(pow(x, 2**i, n) == n - 1 for i in range(twos))

    found = [offset for offset in range(1, 2000, 2) if passes(2**511 + offset)]
    expect(run(1000), f"the first: 2^511 + {found[0]}\n{len(found)} of 1000 odd numbers...\n...: yes")
    expect(run(3), "0 of 3 odd numbers are probable primes\n...: yes")


def check_diffie_hellman():
    p = 2**1536 - 2**1472 - 1 + 2**64 * (pi_times(2**1406) + 741804)
    expect(run(1536, 3), f"p = 0x{p:x}\np and (p - 1) / 2 are prime: yes\n3 of 3 clients ...")
    if shutil.which("openssl"):  # it has the groups' primes in full
        for bits in (1536, 3072):
            group = subprocess.run(["openssl", "genpkey", "-genparam", "-algorithm", "DH", "-pkeyopt", f"group:modp_{bits}"],
                                   capture_output=True, check=True).stdout
            text = subprocess.run(["openssl", "asn1parse"], input=group, capture_output=True, check=True).stdout.decode()
            prime = re.search(r"INTEGER +:([0-9A-F]+)", text).group(1).lower()
            expect(run(bits, 1), f"p = 0x{prime}\n...yes\n1 of 1 clients ...")
    run(1537, status=2)


def check_paillier():
    printed = run(512, 5)
    expect(printed, "public key: n of 512 bits, ...\n5 sums of two encrypted amounts: right\nsum of all, decrypted: ..., right")
    if not 5 * 2000 <= int(re.search(r"decrypted: (\d+)", printed).group(1)) < 5 * 10500:
        fail(f"the amounts are out of range: {printed}")
    run("few", status=2)


def check_many_gpus():
    for count in (0, 1, 5):
        expect(run(count), f"...{count} powers modulo 2^2203 - 1 on ... rank..., and back again: right")
    run("few", status=2)


def check_repeated_factor():
    for bits in (64, 300_000):
        expect(run(bits, 3), f"3 products of {bits} by {bits} bits ...the same products: yes")


def png_rows(data):
    """Width and rows of a PNG file of 8-bit RGB without interlacing."""
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        fail("not a PNG file")
    at, body, header = 8, b"", None
    while at < len(data):
        length, = struct.unpack(">I", data[at:at + 4])
        kind, content = data[at + 4:at + 8], data[at + 8:at + 8 + length]
        if struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0] != zlib.crc32(kind + content):
            fail("a wrong checksum in the PNG file")
        header = struct.unpack(">IIBBBBB", content) if kind == b"IHDR" else header
        body += content if kind == b"IDAT" else b""
        at += 12 + length
    width, height, *rest = header
    if rest != [8, 2, 0, 0, 0]:
        fail(f"an unexpected kind of PNG file: {rest}")
    raw, stride, above, rows = zlib.decompress(body), 3 * width, bytes(3 * width), []
    for y in range(height):
        kind, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride):
            left, up, corner = row[i - 3] if i >= 3 else 0, above[i], above[i - 3] if i >= 3 else 0
            nearest = min((left, up, corner), key=lambda v, guess=left + up - corner: abs(guess - v))  # Paeth
            row[i] = row[i] + (0, left, up, (left + up) // 2, nearest)[kind] & 255
        rows.append(row)
        above = bytes(row)
    return width, rows


def mandelbrot_orbit(width, x, y):
    """Steps of the point behind a pixel, and its colour."""
    fraction, most, z_re, z_im, steps = 304, 600, 0, 0, 0
    source = (Path(__file__).parent / "mandelbrot.cpp").read_text(encoding="utf-8")
    c_re, c_im = ((int(digits) << fraction) // 10**72 for digits in re.findall(r'"(\d{72})"', source))
    step = (250 << fraction) // 10**72 // width
    c_re, c_im = c_re + step * (x - width // 2), c_im + step * (width * 2 // 3 // 2 - y)
    while True:
        norm = (z_re * z_re >> fraction) + (z_im * z_im >> fraction)
        if norm >= 64 << fraction or steps == most:
            break
        z_re, z_im = (2 * (z_re * z_re >> fraction) - norm + c_re, ((z_re + z_im)**2 >> fraction) - norm + c_im)
        steps += 1
    smooth = steps - math.log2(math.log(max(64.0, norm / 2**fraction)) / math.log(64))
    angle = 4.4 * math.pi * math.sqrt(max(0.0, smooth - 415) / 110)
    return steps, [127.5 - 127.5 * math.cos(angle + phase) for phase in (0.0, 0.6, 1.2)]


def check_colour(rows, x, y, colour):
    if any(abs(rows[y][3 * x + i] - part) > 1.001 for i, part in enumerate(colour)):
        fail(f"a wrong colour in row {y}, column {x}")


def check_mandelbrot():
    width, total = 18, 0
    with tempfile.TemporaryDirectory() as folder:
        printed = run(f"{folder}/small.png", width)
        written, rows = png_rows(Path(folder, "small.png").read_bytes())
        run(f"{folder}/none/small.png", 2, status=2)
    if (written, len(rows)) != (width, 12):
        fail(f"a picture of {written} by {len(rows)} pixels")
    for y in range(len(rows)):
        for x in range(width):
            steps, colour = mandelbrot_orbit(width, x, y)
            check_colour(rows, x, y, colour)
            total += steps
    expect(printed, f"{width} x 12 points, {total} steps\nthe first point in plain operators: the same")
    # The picture of the documentation is the example's own.
    width, rows = png_rows((Path(__file__).parent.parent / "docs/images/mandelbrot.png").read_bytes())
    for y in range(0, len(rows), 29):
        check_colour(rows, 13 * y % width, y, mandelbrot_orbit(width, 13 * y % width, y)[1])


if os.environ.get("GPU_BIGINT_BACKEND") == "cuda" and subprocess.run(
        [PROGRAM.parent / "hello"], capture_output=True, check=False).returncode != 0:
    print("there is no GPU")
    sys.exit(77)  # CTest's SKIP_RETURN_CODE
with tempfile.TemporaryDirectory() as work:
    os.chdir(work)
    documented()
    globals()[f"check_{NAME}"]()
