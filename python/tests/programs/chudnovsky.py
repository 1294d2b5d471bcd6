"""Digits of pi by binary splitting."""


def main(gmpy2):
    mpz = gmpy2.mpz

    def split(a, b):
        if b - a == 1:
            p = mpz((6 * a - 5) * (2 * a - 1) * (6 * a - 1)) if a else mpz(1)
            q = mpz(a) ** 3 * 10939058860032000 if a else mpz(1)
            t = p * (13591409 + 545140134 * a)
            return p, q, -t if a % 2 else t
        middle = (a + b) // 2
        p1, q1, t1 = split(a, middle)
        p2, q2, t2 = split(middle, b)
        return p1 * p2, q1 * q2, q2 * t1 + p1 * t2

    digits = 3000
    _, q, t = split(0, digits // 14 + 2)
    root = gmpy2.isqrt(10005 * mpz(100) ** (digits + 10))
    pi = (q * 426880 * root) // t // mpz(10) ** 10
    print(pi)
    print(gmpy2.popcount(pi), pi.bit_length(), hash(pi))
