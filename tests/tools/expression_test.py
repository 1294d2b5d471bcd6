#!/usr/bin/env python3
"""Expressions against Python's integers.  expression_test.py gbi=PATH"""

import math
import random

from program import ProgramTest, main

FUNCTIONS = {"gcd": math.gcd, "lcm": math.lcm, "min": min, "max": max}


def random_number(source, most_bits):
    value = source.getrandbits(source.randint(1, most_bits))
    form = source.randrange(5)
    if form == 0:
        return hex(value)
    if form == 1:
        return bin(value)
    if form == 2:
        return f"{value:_}"
    return str(value)


def random_expression(source, depth):
    """Text that Python and gbi read alike, once `^` is `**` for Python. Its value may not exist."""
    if depth == 0 or source.random() < 0.15:
        return random_number(source, source.choice([4, 70, 700]))
    left, right = random_expression(source, depth - 1), random_expression(source, depth - 1)
    form = source.randrange(9)
    if form < 5:
        space = source.choice(["", " "])
        return f"{left}{space}{'+-*/%'[form]}{space}{right}"
    if form == 5:
        return f"-{left}"
    if form == 6:
        return f"({left})"
    if form == 7:
        return f"{source.choice(list(FUNCTIONS))}({left}, {right})"
    return f"({left}) ^ {source.randint(0, 12)}"


def value_of(text):
    """By Python; None if there is a division by zero."""
    try:
        return eval(text.replace("^", "**").replace("/", "//"), {"__builtins__": {}}, FUNCTIONS)
    except ZeroDivisionError:
        return None


class Expressions(ProgramTest):
    def test_random(self):
        seed = random.randrange(2**32)
        source = random.Random(seed)
        for _ in range(150):
            text = random_expression(source, 4)
            expected = value_of(text)
            arguments = ("--verify", "eval", "--", text) if source.random() < 0.3 else ("eval", "--", text)
            with self.subTest(seed=seed, text=text):
                if expected is None:
                    self.assertIn("zero", self.error(*arguments))
                else:
                    self.assertEqual(self.number(*arguments), expected)

    def test_remainders_of_expressions(self):
        seed = random.randrange(2**32)
        source = random.Random(seed)
        for _ in range(60):
            a, b = source.getrandbits(200) - 2**199, source.getrandbits(300)
            m = source.getrandbits(150) * source.choice([-1, 1]) or 1
            with self.subTest(seed=seed, a=a, b=b, m=m):
                self.assertEqual(self.number("--verify", "eval", f"(({a})^({b})*3 - 7) mod ({m})"),
                                 (pow(a, b, m) * 3 - 7) % m)
                self.assertEqual(self.number("powm", f"({a})", str(b), f"({m})"), pow(a, b, m))

    def test_a_power_modulo_a_number_is_never_made(self):
        self.assertEqual(self.number("eval", "(2^521-1)^2 mod 10^50"), (2**521 - 1) ** 2 % 10**50)
        self.assertEqual(self.number("eval", "7^(10^30) mod 10^9+0"), pow(7, 10**30, 10**9))
        self.assertEqual(self.number("eval", "(3^(10^40) * -5^(10^41) + 1) % 1000003"),
                         (pow(3, 10**40, 1000003) * -pow(5, 10**41, 1000003) + 1) % 1000003)
        self.assertEqual(self.number("eval", "3^-1 mod 7"), 5)

    def test_order_of_operators(self):
        for text, value in [("2^3^2", 512), ("-2^2", -4), ("2^-0", 1), ("-3!", -6), ("2^3!", 64), ("3!^2", 36),
                            ("3!!", 720), ("2+3*4", 14), ("7-2-1", 4), ("100/7/2", 7), ("-7/2", -4), ("-7%3", 2),
                            ("7%-3", -2), ("2**10", 1024), ("7//2", 3), ("10 mod 4 * 2", 4), ("12mod 5", 2), ("--5", 5),
                            ("1e6", 10**6), ("25e+2", 2500), ("0xFf", 255), ("0b101", 5), ("1_000", 1000), ("0^0", 1),
                            ("(-1)^(10^30+1)", -1), ("0e99999999999", 0)]:
            with self.subTest(text=text):
                self.assertEqual(self.number("eval", "--", text), value)

    def test_functions(self):
        for text, value in [("sqrt(10^40+5)", 10**20), ("root(-28, 3)", -3), ("fib(100)", 354224848179261915075),
                            ("lucas(10)", 123), ("factorial(20)", math.factorial(20)), ("binomial(-3, 2)", 6),
                            ("binomial(100, 50)", math.comb(100, 50)), ("binomial(10^18, 10^18-1)", 10**18),
                            ("binomial(10^18, 10^18)", 1), ("binomial(5, 10^18)", 0), ("binomial(-2, 10^18)", 10**18 + 1),
                            ("binomial(-2, 7)", -8), ("root(5, 10^18)", 1), ("root(0, 10^18)", 0),
                            ("primorial(10)", 210), ("abs(-5)", 5),
                            ("bits(2^100)", 101), ("digits(10^50-1)", 50), ("gcd(12, 18, 27)", 3), ("invert(3, 7)", 5),
                            ("jacobi(2, 7)", 1), ("isprime(97)", 1), ("isprime(91)", 0), ("nextprime(100)", 101),
                            ("prevprime(100)", 97), ("powm(3, 100, 7)", pow(3, 100, 7)), ("max(1, 5, 3)", 5)]:
            with self.subTest(text=text):
                self.assertEqual(self.number("eval", text), value)
                self.assertEqual(self.number("eval", "--verify", text), value)

    def test_mistakes_have_a_caret(self):
        for text, why, column in [("1+", "a number was expected", 2), ("2*(3+4", "')' is missing", 6), ("2 3", "operator", 2),
                                  ("1)", "no '('", 1), ("foo(2)", "no function \"foo\"", 0), ("gcd(1)", "gcd(a, b, ...)", 0),
                                  ("2^^3", "a number was expected", 2), ("1__0", "underscore", 1), ("0x", "digit", 2),
                                  ("1e", "digit", 2), ("1.5", "fractions", 1), ("12ab", "digit or an operator", 2), ("", "number", 0),
                                  ("7/(3-3)", "zero", 1), ("5 mod 0", "zero", 2), ("2^-1", "negative", 1), ("(0-3)!", "negative", 2),
                                  ("9^9^99", "too long", 1), ("9^9^9^9", "too long", 1), ("2^(10^400)", "too long", 1),
                                  ("1+2^-(9^9^9)", "too long", 3), ("2^(50!)", "too long", 1), ("1e99999999999999999999", "too long", 0),
                                  ("3^(2^70)", "too long", 1), ("sqrt(0-4)", "negative", 0), ("2 mod", "number", 5),
                                  ("3^-1 mod 9", "inverse", 1)]:
            with self.subTest(text=text):
                first, shown, caret = self.error("eval", "--", text).rstrip("\n").split("\n")
                self.assertIn(why, first)
                self.assertEqual(shown, "  " + text)
                self.assertEqual(caret, "  " + " " * column + "^")

    def test_exponents_of_units_may_be_long(self):
        for text, value in [("1^(10^400)", 1), ("(0-1)^(10^400)", 1), ("(0-1)^(10^400+1)", -1), ("0^(10^400)", 0),
                            ("2^(10^400 - 10^400 + 5)", 32), ("2^(10^400 mod 7)", 2**(10**400 % 7)), ("3^(10^400) mod 1000", 1)]:
            with self.subTest(text=text):
                self.assertEqual(self.number("eval", text), value)

    def test_long_text_is_shown_in_part(self):
        first, shown, caret = self.error("eval", "1" * 3000 + "+*2").rstrip("\n").split("\n")
        self.assertIn("number", first)
        self.assertLess(len(shown), 90)
        self.assertEqual(shown[len(caret) - 1], "*")

    def test_depth_is_limited(self):
        self.assertEqual(self.number("eval", "(" * 400 + "1" + ")" * 400), 1)
        self.assertEqual(self.number("eval", "+".join(["1"] * 900)), 900)
        for text in ["(" * 100_000, "0-" * 60_000 + "1", "2" + "^1" * 60_000, "1" + "+1" * 50_000, "3" + "!" * 60_000]:
            self.assertRegex(self.error("eval", text), "nested|operators")


if __name__ == "__main__":
    main()
