"""gcds, inverses, symbols, roots, pseudoprimes."""


def attempt(function, *arguments):
    try:
        result = function(*arguments)
    except (ValueError, ZeroDivisionError) as error:
        return type(error).__name__
    return " ".join(map(str, result)) if isinstance(result, tuple) else str(result)


def main(gmpy2):
    values = [0, 1, 2, 3, 4, 6, 9, 15, 16, 27, 35, 91, 97, 100, 561, 1009, 2047, 10**20, 10**20 + 39, 2**89 - 1, 3**80]
    signed = values + [-x for x in values]
    for x in signed:
        for y in signed:
            print(x, y, gmpy2.gcd(x, y), gmpy2.lcm(x, y), attempt(gmpy2.gcdext, x, y), attempt(gmpy2.invert, x, y),
                  attempt(gmpy2.kronecker, x, y), attempt(gmpy2.is_divisible, x, y), gmpy2.cmp(x, y),
                  gmpy2.cmp_abs(x, y), attempt(gmpy2.is_congruent, x, y, 7))
            if y % 2:
                print(gmpy2.jacobi(x, y))
    for x in values:
        print(x, gmpy2.isqrt(x), attempt(gmpy2.isqrt_rem, x), gmpy2.is_square(x), gmpy2.is_power(x), gmpy2.is_prime(x),
              gmpy2.sign(-x), gmpy2.square(x), gmpy2.digits(x, 7), gmpy2.digits(-x, 62))
        for k in (1, 2, 3, 5, 100):
            print(attempt(gmpy2.iroot, x, k), attempt(gmpy2.iroot_rem, x, k))
        for p in (2, 3, 5, 97):
            for name in ("is_fermat_prp", "is_euler_prp", "is_strong_prp"):
                print(name, x, p, attempt(getattr(gmpy2, name), x, p))
        for name in ("is_selfridge_prp", "is_strong_selfridge_prp", "is_strong_bpsw_prp"):
            print(name, x, attempt(getattr(gmpy2, name), x))
    for n in range(3, 2000, 2):
        print(n, gmpy2.is_strong_prp(n, 2) if n % 2 else "", attempt(gmpy2.is_lucas_prp, n, 1, -1),
              attempt(gmpy2.is_strong_lucas_prp, n, 3, 1), attempt(gmpy2.is_fibonacci_prp, n, 1, -1),
              gmpy2.is_selfridge_prp(n))
    print(gmpy2.gcd(12, 18, 27), gmpy2.lcm(4, 6, 10), gmpy2.gcd(), gmpy2.lcm(), attempt(gmpy2.divm, 4, 8, 20))
    print([str(x) for x in gmpy2.powmod_base_list(list(range(2, 40)), 10**9 + 7, 10**30 + 57)])
    print([str(x) for x in gmpy2.powmod_exp_list(3, list(range(40)), 2**127 - 1)])
