"""Bits of positive and negative numbers."""


def main(gmpy2):
    values = [0, 1, -1, 5, -6, 2**64, -(2**64), 2**64 - 1, 0xDEADBEEF << 100, -(3**150)]
    for x in values:
        n = gmpy2.mpz(x)
        print(x, gmpy2.bit_length(n), n.bit_length(), gmpy2.popcount(n), gmpy2.bit_count(n), n.is_odd(), n.is_even())
        for k in (0, 1, 3, 63, 64, 200):
            print(gmpy2.bit_test(n, k), gmpy2.bit_set(n, k), gmpy2.bit_clear(n, k), gmpy2.bit_flip(n, k),
                  gmpy2.bit_scan0(n, k), gmpy2.bit_scan1(n, k), n.bit_test(k), n.bit_flip(k), n.bit_scan1(k))
        print(~n, n >> 3, n << 3, n & 0xFF, n | 0xFF, n ^ -1, -n, abs(n), +n)
        for y in values:
            if (x < 0) == (y < 0):
                print(gmpy2.hamdist(n, y))
    print(gmpy2.bit_mask(0), gmpy2.bit_mask(70))
    print(gmpy2.pack([1, 2, 3, 2**20 - 1], 20), [str(x) for x in gmpy2.unpack(gmpy2.mpz(10) ** 40, 13)])
