"""What gpu_bigint has for programs written for gmpy2 only: mpz as a type, binary formats, Lucas sequences, and
the tests for pseudoprimes."""

import functools
import inspect
import operator
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as _installed_version
from typing import Any, Concatenate, ParamSpec, SupportsIndex, cast

from ._core import Int, NegativeCountError, gcd, is_square, jacobi, powmod

_Further = ParamSpec("_Further")


class _MpzType(type):
    def __call__(cls, value: Any = 0, base: SupportsIndex | None = None) -> Int:
        if isinstance(value, (str, bytes, bytearray)):
            return Int(value, 0 if base is None else base)
        if base is not None:
            raise TypeError("mpz() with number argument only takes 1 argument")
        return Int(value)

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, Int)

    def __subclasscheck__(cls, subclass: type) -> bool:
        return issubclass(subclass, Int)


class mpz(metaclass=_MpzType):
    """gmpy2's name for Int. Text is read with its prefix, as mpz("0xff")."""

    from_bytes = Int.from_bytes


def _number(x: SupportsIndex) -> Int:
    """Unlike Int(), takes no text."""
    return x if isinstance(x, Int) else Int(operator.index(x))


def version() -> str:
    """The version of the package."""
    try:
        return _installed_version("gpu_bigint")
    except PackageNotFoundError:
        return "0"


def mp_version() -> str:
    """The library that computes, and its version."""
    return f"gpu_bigint {version()}"


def mp_limbsize() -> int:
    """Bits of a limb."""
    return 64


def license() -> str:
    """The license of the package."""
    return "gpu_bigint is under the Apache License 2.0"


_KIND = b"\x01"
_SIGNS = {0: b"\x00", 1: b"\x01", -1: b"\x02"}


def to_binary(x: SupportsIndex) -> bytes:
    """The bytes that gmpy2.to_binary() makes of an mpz: its type, its sign, the magnitude from the lowest byte."""
    value = _number(x)
    magnitude = abs(value)
    sign = 0 if not value else 1 if value > 0 else -1
    return _KIND + _SIGNS[sign] + magnitude.to_bytes((magnitude.bit_length() + 7) // 8, "little")


def from_binary(data: bytes) -> Int:
    """The number of to_binary(), also of gmpy2's for an mpz."""
    signs = {code: sign for sign, code in _SIGNS.items()}
    if len(data) < 2 or data[:1] != _KIND or data[1:2] not in signs:
        raise ValueError("from_binary(): not the bytes of an integer")
    magnitude = Int.from_bytes(data[2:], "little")
    return -magnitude if signs[data[1:2]] < 0 else magnitude


def pack(values: Sequence[SupportsIndex], n: int) -> Int:
    """The number whose digits in base 2**n are the values, the lowest first."""
    if n <= 0:
        raise ValueError("pack() requires n > 0")
    numbers = [_number(value) for value in values]
    if any(number < 0 or number.bit_length() > n for number in numbers):
        raise TypeError("pack() requires list elements be positive integers < 2^n bits")
    width = n
    while len(numbers) > 1:
        if len(numbers) % 2:
            numbers.append(Int(0))
        numbers = [low + (high << width) for low, high in zip(numbers[::2], numbers[1::2])]
        width *= 2
    return numbers[0] if numbers else Int(0)


def unpack(x: SupportsIndex, n: int) -> list[Int]:
    """The digits of x in base 2**n, the lowest first."""
    value = _number(x)
    if n <= 0 or value < 0:
        raise ValueError("unpack() requires x >= 0 and n > 0")
    count = max(1, -(-value.bit_length() // n))
    parts = [value]
    width = 1
    while width < count:
        width *= 2
    while width > 1:
        width //= 2
        bits = width * n
        mask = (Int(1) << bits) - 1
        parts = [half for part in parts for half in (part & mask, part >> bits)]
    return parts[:count]


def _lucas(p: Int, q: Int, k: int, n: Int | None) -> tuple[Int, Int]:
    """U(k) and V(k) of the Lucas sequences, modulo n if there is one."""

    def reduced(value: Int) -> Int:
        return value if n is None else value % n

    # U of an index and of the next one.
    u, following = Int(0), Int(1)
    for bit in bin(k)[2:] if k else "":
        even = u * (2 * following - p * u)
        odd = following * following - q * u * u
        if bit == "1":
            u, following = reduced(odd), reduced(p * odd - q * even)
        else:
            u, following = reduced(even), reduced(odd)
    return u, reduced(2 * following - p * u)


def _index(k: SupportsIndex, name: str) -> int:
    index = operator.index(k)
    if index < 0:
        raise NegativeCountError(f"{name}() requires k >= 0")
    return index


def _positive(n: SupportsIndex, otherwise: str) -> Int:
    number = _number(n)
    if number <= 0:
        raise ValueError(otherwise)
    return number


def _discriminant(p: Int, q: Int, name: str) -> Int:
    discriminant = p * p - 4 * q
    if not discriminant:
        raise ValueError(f"{name}() requires p*p - 4*q != 0")
    return discriminant


def _sequences(
    name: str, p: SupportsIndex, q: SupportsIndex, k: SupportsIndex, n: SupportsIndex | None = None
) -> tuple[Int, Int]:
    _discriminant(_number(p), _number(q), name)
    modulus = None if n is None else _positive(n, f"{name}() requires n > 0")
    return _lucas(_number(p), _number(q), _index(k, name), modulus)


def lucasu(p: SupportsIndex, q: SupportsIndex, k: SupportsIndex) -> Int:
    """U(k) of the Lucas sequence with the parameters p and q."""
    return _sequences("lucasu", p, q, k)[0]


def lucasv(p: SupportsIndex, q: SupportsIndex, k: SupportsIndex) -> Int:
    """V(k) of the Lucas sequence with the parameters p and q."""
    return _sequences("lucasv", p, q, k)[1]


def lucasu_mod(p: SupportsIndex, q: SupportsIndex, k: SupportsIndex, n: SupportsIndex) -> Int:
    """U(k) modulo n."""
    return _sequences("lucasu_mod", p, q, k, n)[0]


def lucasv_mod(p: SupportsIndex, q: SupportsIndex, k: SupportsIndex, n: SupportsIndex) -> Int:
    """V(k) modulo n."""
    return _sequences("lucasv_mod", p, q, k, n)[1]


def _candidate(n: SupportsIndex, name: str) -> Int:
    return _positive(n, f"{name}() requires 'n' be greater than 0")


def _coprime_base(n: Int, a: SupportsIndex, name: str) -> Int:
    base = _number(a)
    if base < 2:
        raise ValueError(f"{name}() requires 'a' greater than or equal to 2")
    if gcd(n, base) > 1:
        raise ValueError(f"{name}() requires gcd(n,a) == 1")
    return base


def _even_answer(n: Int) -> bool | None:
    """The answer of every test for 1 and even numbers; None for all others."""
    if n == 1:
        return False
    return n == 2 if n.is_even() else None


def _prime_test(
    test: Callable[Concatenate[Int, _Further], bool],
) -> Callable[Concatenate[SupportsIndex, _Further], bool]:
    """Makes a test of any n from one of odd numbers above 1."""
    signature = inspect.signature(test)

    @functools.wraps(test)
    def of_any(n: SupportsIndex, *args: _Further.args, **named: _Further.kwargs) -> bool:
        candidate = _candidate(n, test.__name__)
        for parameter in signature.bind(candidate, *args, **named).arguments.values():
            _number(cast(SupportsIndex, parameter))  # even if the answer does not depend on it
        answer = _even_answer(candidate)
        return test(candidate, *args, **named) if answer is None else answer

    return cast("Callable[Concatenate[SupportsIndex, _Further], bool]", of_any)


@_prime_test
def is_fermat_prp(n: Int, a: SupportsIndex) -> bool:
    """Whether a**(n - 1) = 1 modulo n."""
    base = _coprime_base(n, a, "is_fermat_prp")
    return powmod(base, n - 1, n) == 1


@_prime_test
def is_euler_prp(n: Int, a: SupportsIndex) -> bool:
    """Whether a**((n - 1) / 2) is the Jacobi symbol (a / n) modulo n."""
    base = _coprime_base(n, a, "is_euler_prp")
    return powmod(base, n // 2, n) == jacobi(base, n) % n


@_prime_test
def is_strong_prp(n: Int, a: SupportsIndex) -> bool:
    """Whether n passes the Miller-Rabin test to base a."""
    base = _coprime_base(n, a, "is_strong_prp")
    last = n - 1
    twos = last.bit_scan1() or 0
    power = powmod(base, last >> twos, n)
    if power == 1 or power == last:
        return True
    for _ in range(twos - 1):
        power = power * power % n
        if power == last:
            return True
    return False


def _parameters(n: Int, p: SupportsIndex, q: SupportsIndex, name: str) -> tuple[Int, Int, Int]:
    first, second = _number(p), _number(q)
    discriminant = _discriminant(first, second, name)
    if gcd(n, 2 * second * discriminant) not in (1, n):
        raise ValueError(f"{name}() requires gcd(n,2*q*D) == 1")
    return first, second, discriminant


@_prime_test
def is_lucas_prp(n: Int, p: SupportsIndex, q: SupportsIndex) -> bool:
    """Whether n divides U(n - (D / n)), where D = p * p - 4 * q."""
    first, second, discriminant = _parameters(n, p, q, "is_lucas_prp")
    index = n - jacobi(discriminant, n)
    return not _lucas(first, second, int(index), n)[0]


@_prime_test
def is_strong_lucas_prp(n: Int, p: SupportsIndex, q: SupportsIndex) -> bool:
    """Whether n passes the strong Lucas test with the parameters p and q."""
    first, second, discriminant = _parameters(n, p, q, "is_strong_lucas_prp")
    index = n - jacobi(discriminant, n)
    twos = index.bit_scan1() or 0
    odd = index >> twos
    u, v = _lucas(first, second, int(odd), n)
    if not u or not v:
        return True
    power = powmod(second, odd, n)
    for _ in range(twos - 1):
        v = (v * v - 2 * power) % n
        power = power * power % n
        if not v:
            return True
    return False


def is_fibonacci_prp(n: SupportsIndex, p: SupportsIndex, q: SupportsIndex) -> bool:
    """Whether V(n) = p modulo n, for p > 0 and q = 1 or -1."""
    candidate = _candidate(n, "is_fibonacci_prp")
    first, second = _number(p), _number(q)
    if first <= 0 or second not in (1, -1) or not first * first - 4 * second:
        raise ValueError("is_fibonacci_prp() requires p > 0, q = +/-1 and p*p - 4*q != 0")
    answer = _even_answer(candidate)
    if answer is not None:
        return answer
    return _lucas(first, second, int(candidate), candidate)[1] == first % candidate


def _selfridge(n: Int) -> tuple[Int, Int] | None:
    """Selfridge's parameters: the first D of 5, -7, 9, ... with (D / n) = -1. None if n is seen to be composite."""
    if is_square(n):
        return None
    d = 5
    while True:
        symbol = jacobi(d, n)
        if symbol == -1:
            return Int(1), Int((1 - d) // 4)
        if symbol == 0 and n != abs(d):
            return None
        d = -(d + 2) if d > 0 else -(d - 2)


@_prime_test
def is_selfridge_prp(n: Int) -> bool:
    """Whether n passes the Lucas test with Selfridge's parameters."""
    chosen = _selfridge(n)
    return chosen is not None and is_lucas_prp(n, *chosen)


@_prime_test
def is_strong_selfridge_prp(n: Int) -> bool:
    """Whether n passes the strong Lucas test with Selfridge's parameters."""
    chosen = _selfridge(n)
    return chosen is not None and is_strong_lucas_prp(n, *chosen)


@_prime_test
def is_strong_bpsw_prp(n: Int) -> bool:
    """Whether n passes the Miller-Rabin test to base 2 and the strong Lucas test with Selfridge's parameters."""
    return is_strong_prp(n, 2) and is_strong_selfridge_prp(n)
