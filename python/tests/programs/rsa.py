"""RSA with keys from the next primes of fixed numbers, and the private operation by Chinese remainders."""


def main(gmpy2):
    p = gmpy2.next_prime(gmpy2.mpz(3) ** 300)
    q = gmpy2.next_prime(gmpy2.mpz(5) ** 210)
    n, e = p * q, 65537
    d = gmpy2.invert(e, gmpy2.lcm(p - 1, q - 1))
    print(gmpy2.is_prime(p), gmpy2.is_prime(n), d % 1000007)
    for text in (b"attack at dawn", b"x", b"\x00\x01" * 20):
        message = gmpy2.mpz(int.from_bytes(text, "big"))
        cipher = gmpy2.powmod(message, e, n)
        plain = gmpy2.powmod(cipher, d, n)
        mp, mq = gmpy2.powmod(cipher, d % (p - 1), p), gmpy2.powmod(cipher, d % (q - 1), q)
        garner = mq + q * ((mp - mq) * gmpy2.invert(q, p) % p)
        print(plain == message, garner == message, gmpy2.digits(cipher, 16)[:40])
