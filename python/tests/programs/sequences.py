"""Factorials, binomial coefficients, Fibonacci and Lucas numbers, primes."""


def main(gmpy2):
    for n in (0, 1, 2, 5, 20, 100, 1000):
        print(n, gmpy2.fac(n), gmpy2.double_fac(n), gmpy2.fib(n), gmpy2.lucas(n), gmpy2.primorial(n))
        print(*gmpy2.fib2(n), *gmpy2.lucas2(n), gmpy2.multi_fac(n, 3))
    for n in range(-5, 20):
        print([str(gmpy2.comb(n, k)) for k in range(10)], gmpy2.bincoef(gmpy2.mpz(10) ** 20 + n, 3))
    n = gmpy2.mpz(0)
    for _ in range(60):
        n = gmpy2.next_prime(n * 3 // 2)
        print(n, gmpy2.is_probab_prime(n), gmpy2.is_prime(n + 2))
    for p, q in ((1, -1), (3, 1), (5, 7)):
        for k in (0, 1, 2, 17, 100):
            print(gmpy2.lucasu(p, q, k), gmpy2.lucasv(p, q, k), gmpy2.lucasu_mod(p, q, k, 1009),
                  gmpy2.lucasv_mod(p, q, k, 2**61 - 1))
