"""Trial division, Pollard's rho and p - 1, and what is known of the factors."""


def main(gmpy2):
    def rho(n):
        if n.is_even():
            return gmpy2.mpz(2)
        for c in range(1, 20):
            x = y = gmpy2.mpz(2)
            g = gmpy2.mpz(1)
            while g == 1:
                x = gmpy2.f_mod(x * x + c, n)
                y = (y * y + c) % n
                y = (y * y + c) % n
                g = gmpy2.gcd(abs(x - y), n)
            if g != n:
                return g
        raise ValueError(n)

    def factors(n):
        found = []
        for p in range(2, 100):
            n, times = gmpy2.remove(n, p)
            found += [gmpy2.mpz(p)] * times
        stack = [n]
        while stack:
            m = stack.pop()
            if m == 1:
                continue
            if gmpy2.is_prime(m):
                found.append(m)
                continue
            exact, root = gmpy2.is_square(m), gmpy2.isqrt(m)
            d = root if exact else rho(m)
            stack += [d, gmpy2.divexact(m, d)]
        return sorted(found)

    for n in (2**67 - 1, 600851475143, 10**18 + 9, 2**6 * 3**4 * 1000003**2, 1000000016000000063, gmpy2.fac(25) + 1):
        result = factors(gmpy2.mpz(n))
        product = gmpy2.mpz(1)
        for p in result:
            product *= p
        print(n, [str(p) for p in result], product == n)
