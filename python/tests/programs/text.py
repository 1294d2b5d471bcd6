"""Reading and writing."""


def main(gmpy2):
    mpz = gmpy2.mpz
    for text, base in (("123", 10), ("-ff", 16), ("0xff", 0), ("0b101", 0), ("0o17", 0), ("zZ", 62), ("1_000", 10),
                       ("  42  ", 10)):
        print(mpz(text, base))
    print(mpz("0x1F"), mpz(3.99), mpz(-3.99), mpz(True), isinstance(mpz(1), type(mpz(2))), isinstance(5, type(mpz(2))))
    for x in (0, 255, -255, 10**30):
        n = mpz(x)
        print(f"{n} {n:x} {n:#x} {n:b} {n:>40} {n:<40}| {n:^40}|", n.digits(), n.digits(16), n.num_digits(2))
        print(n.to_bytes(16, "little", signed=True), mpz.from_bytes(b"\x01\x02\x03", "big"))
        print(gmpy2.to_binary(n), gmpy2.from_binary(gmpy2.to_binary(n)) == n)
        print(float(n), int(n), bool(n), hash(n) == hash(x), n == x, n in {x}, round(n, -2), n.numerator, n.denominator)
    print(sum(mpz(k) for k in range(100)), sorted(mpz(k % 7) for k in range(20))[-1], *divmod(mpz(-17), 5), mpz(2) ** 100)
    print(pow(mpz(3), -1, 7), pow(3, mpz(100), 7), mpz(7) // 2, 7 // mpz(2), mpz(-7) % 5, -7 % mpz(5))
