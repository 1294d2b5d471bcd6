"""Every rounding of a division."""


def main(gmpy2):
    names = [a + b for a in ("c", "f", "t") for b in ("_div", "_mod", "_divmod")]
    values = [0, 1, -1, 7, -7, 8, -8, 12345678901234567890, -98765432109876543210123, 2**200 + 1]
    for name in names:
        function = getattr(gmpy2, name)
        power = getattr(gmpy2, name + "_2exp")
        for x in values:
            for y in values:
                if y:
                    print(name, x, y, *map(str, [function(gmpy2.mpz(x), y)]) if "divmod" not in name
                          else map(str, function(x, gmpy2.mpz(y))))
            for n in (0, 1, 5, 64, 100):
                result = power(x, n)
                print(name, x, n, *(map(str, result) if isinstance(result, tuple) else [result]))
    for x, y in ((7, 0), (0, 0)):
        for name in names + ["divexact"]:
            try:
                print(getattr(gmpy2, name)(x, y))
            except ZeroDivisionError:
                print(name, "by zero")
