"""IntArray and Mask against lists of int."""

import copy
import operator
import pickle
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gpu_bigint
from gpu_bigint import Int, IntArray, Mask, OddModuli
from numbers_ import natural

pytestmark = pytest.mark.usefixtures("place")

WIDTHS = [64, 65, 128, 500, 2048]


def values(width, count=17, seed=1):
    source = random.Random(f"{width} {count} {seed}")
    edges = [0, 1, 2**width - 1, 2 ** (width - 1), 2**63]
    return (edges + [source.getrandbits(source.randint(1, width)) for _ in range(count)])[:count]


def test_making():
    assert IntArray([1, Int(2), np.int64(3), True]).tolist() == [1, 2, 3, 1]
    assert IntArray(range(5)).bits == 64 and IntArray([2**64]).bits == 128 and IntArray([5], bits=100).bits == 100
    assert IntArray([]).tolist() == [] and len(IntArray([])) == 0
    assert IntArray(x * x for x in range(4)).tolist() == [0, 1, 4, 9]
    a = IntArray([7, 8])
    assert IntArray(a).tolist() == [7, 8] and IntArray(a, 128).bits == 128
    assert IntArray.filled(3, 2**70, 128).tolist() == [2**70] * 3
    for wrong, error in (([-1], ValueError), ([1.5], TypeError), (5, TypeError), (["1"], TypeError)):
        with pytest.raises(error):
            IntArray(wrong)
    with pytest.raises(OverflowError):
        IntArray([2**64], bits=64)
    with pytest.raises(ValueError):
        IntArray([1], bits=63)


def test_numpy():
    for kind in ("u1", "i2", "u4", "i8", "u8", ">u4"):
        assert IntArray(np.arange(10, dtype=kind)).tolist() == list(range(10))
    assert IntArray(np.array([2**64 - 1], dtype="u8")).tolist() == [2**64 - 1]
    assert IntArray(np.arange(20)[::3], bits=256).tolist() == list(range(0, 20, 3))
    assert IntArray(np.array([1, 2**100], dtype=object)).tolist() == [1, 2**100]
    with pytest.raises(ValueError):
        IntArray(np.array([-1]))
    with pytest.raises(ValueError):
        IntArray(np.zeros((2, 2), dtype="u8"))
    with pytest.raises(TypeError):
        IntArray(np.array([1.0]))
    numbers = values(200)
    limbs = IntArray(numbers, 200).to_limbs()
    assert limbs.shape == (17, 4) and limbs.dtype == np.uint64
    assert [sum(int(x) << 64 * j for j, x in enumerate(row)) for row in limbs] == numbers
    assert IntArray.from_limbs(limbs, 200).tolist() == numbers
    assert IntArray.from_limbs(limbs).bits == 256
    assert IntArray.from_limbs(np.zeros((0, 3), dtype="u8"), 192).tolist() == []


@pytest.mark.parametrize("width", WIDTHS)
def test_arithmetic(width):
    x, y = values(width, seed=1), values(width, seed=2)[::-1]
    a, b, modulus = IntArray(x, width), IntArray(y, width), 2**width
    assert (~a).tolist() == [modulus - 1 - p for p in x]
    for function in (operator.add, operator.sub, operator.mul, operator.and_, operator.or_, operator.xor):
        assert function(a, b).tolist() == [function(p, q) % modulus for p, q in zip(x, y)]
        assert function(a, 5).tolist() == [function(p, 5) % modulus for p in x]
        assert function(2**60, a).tolist() == [function(2**60, p) % modulus for p in x]
        assert function(a, Int(3)).tolist() == [function(p, 3) % modulus for p in x]
    nonzero = IntArray([q or 1 for q in y], width)
    for function in (operator.floordiv, operator.mod):
        assert function(a, nonzero).tolist() == [function(p, q or 1) for p, q in zip(x, y)]
        assert function(a, 1000003).tolist() == [function(p, 1000003) for p in x]
    quotient, remainder = divmod(a, nonzero)
    assert quotient.tolist() == (a // nonzero).tolist() and remainder.tolist() == (a % nonzero).tolist()
    for number in (10**6, 2**100 + 1, 3**2000):
        for function in (operator.floordiv, operator.mod):
            assert function(number, nonzero).tolist() == [function(number, q or 1) for q in y]
        quotient, remainder = divmod(number, nonzero)
        assert [quotient.tolist(), remainder.tolist()] == [list(part) for part in zip(*(divmod(number, q or 1) for q in y))]
    assert (a << 13).tolist() == [(p << 13) % modulus for p in x]
    assert (a >> 13).tolist() == [p >> 13 for p in x]
    assert a.square().tolist() == [p * p for p in x]
    assert a.mul_full(b).tolist() == [p * q for p, q in zip(x, y)]
    assert a.gcd(b).tolist() == [int(gpu_bigint.gcd(p, q)) for p, q in zip(x, y)]
    assert a.sum() == sum(x) and a.prod() == 0 and IntArray([q or 1 for q in x]).prod() == gpu_bigint.product(
        q or 1 for q in x)
    if width % 64 == 0:
        assert a.mul_high(b).tolist() == [p * q >> width for p, q in zip(x, y)]
    assert (a // IntArray([0] + y[1:], width)).undefined()[0] == 0


@pytest.mark.parametrize("width", WIDTHS)
def test_modular(width):
    x, n = values(width, seed=1), [m | 1 for m in values(width, seed=3)]
    a, moduli = IntArray(x, width), IntArray(n, width)
    exponents = values(64, seed=4)
    assert a.pow_mod(IntArray(exponents), moduli).tolist() == [pow(p, e, m) for p, e, m in zip(x, exponents, n)]
    assert pow(a, 65537, moduli).tolist() == [pow(p, 65537, m) for p, m in zip(x, n)]
    common = n[5] | 1 << (width - 1)
    assert pow(a, 3, common).tolist() == [pow(p, 3, common) for p in x]
    kept = OddModuli(moduli)
    assert kept.bits == width
    assert a.mul_mod(a, kept).tolist() == [p * p % m for p, m in zip(x, n)]
    inverse = a.invert(moduli)
    for index, (p, m) in enumerate(zip(x, n)):
        if index not in inverse.undefined():
            assert p * inverse[index] % m == 1 % m
        else:
            assert gpu_bigint.gcd(p, m) != 1
    even = IntArray([4, 5], width)
    assert IntArray([3, 3], width).pow_mod(5, even).undefined() == [0]
    wide = IntArray([10**30, 5], 128)
    assert pow(wide, 7, 1000003).tolist() == [pow(10**30, 7, 1000003), 5**7 % 1000003]
    for wrong in (lambda: pow(a, 3, 8), lambda: pow(a, -1, common)):
        with pytest.raises(ValueError):
            wrong()


@given(x=st.lists(natural, min_size=1, max_size=20))
def test_lists(x):
    a = IntArray(x)
    assert list(a) == x == a.tolist() and len(a) == len(x)
    assert all(isinstance(value, Int) for value in a)
    assert a[0] == x[0] and a[-1] == x[-1]
    assert a[1:].tolist() == x[1:] and a[::-2].tolist() == x[::-2]
    assert a.take([0, -1, 0]).tolist() == [x[0], x[-1], x[0]]
    for wrong in (len(x), -len(x) - 1, 2**70):
        with pytest.raises(IndexError):
            a[wrong]
    assert copy.copy(a) is a and copy.deepcopy(a) is a
    loaded = pickle.loads(pickle.dumps(a))
    assert loaded.tolist() == x and loaded.bits == a.bits
    odd = Mask(value % 2 for value in x)
    assert a[odd].tolist() == [value for value in x if value % 2] and a[odd].bits == a.bits
    assert a[a != a].tolist() == [] and a[a == a].tolist() == x
    for copied in (copy.copy(odd), copy.deepcopy(odd), pickle.loads(pickle.dumps(odd))):
        assert copied.tolist() == odd.tolist()
    with pytest.raises(IndexError, match="elements"):
        a[Mask([True] * (len(x) + 1))]
    assert a.resized(64).tolist() == [value % 2**64 for value in x]


def test_primes():
    values = [0, 1, 2, 9, 561, 2**61 - 1, 2**89 - 1, (2**61 - 1) ** 2]
    array = IntArray(values, bits=128)
    assert array.is_prime().tolist() == [gpu_bigint.is_prime(value) for value in values]
    assert array.next_prime().tolist() == [gpu_bigint.next_prime(value) for value in values]
    assert IntArray([2**64 - 1], bits=64).next_prime().undefined() == [0]
    state = gpu_bigint.random_state(7)
    primes = gpu_bigint.random_primes(state, 5, 100)
    assert primes.is_prime().all() and all(value >> 98 == 3 for value in primes)
    assert primes.tolist() == gpu_bigint.random_primes(gpu_bigint.random_state(7), 5, 100).tolist()
    assert primes.tolist() != gpu_bigint.random_primes(state, 5, 100).tolist()


def test_comparisons():
    x, y = [1, 5, 2**70, 0], [2, 5, 2**69, 0]
    a, b = IntArray(x), IntArray(y)
    for function in (operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge):
        assert function(a, b).tolist() == [function(p, q) for p, q in zip(x, y)]
        assert function(a, 5).tolist() == [function(p, 5) for p in x]
    less, equal = a < b, a == b
    assert (less | equal).tolist() == (a <= b).tolist() and (~less).tolist() == (a >= b).tolist()
    assert (less & equal).tolist() == [False] * 4 and (less ^ less).any() is False
    assert equal.any() and not equal.all() and equal[1] and list(equal) == equal.tolist() and len(equal) == 4
    assert gpu_bigint.where(less, a, b).tolist() == [min(p, q) for p, q in zip(x, y)]
    assert gpu_bigint.where(Mask([1, 0, 1, 0]), a, 9).tolist() == [1, 9, 2**70, 9]
    with pytest.raises(ValueError):
        bool(equal)
    with pytest.raises(TypeError):
        hash(a)
    with pytest.raises(ValueError):
        a < IntArray([1])
    for other in ("text", None, object(), 1.5):
        assert (a == other) is False and (other == a) is False and (a != other) is True


def test_errors():
    a = IntArray([1, 2, 3])
    for wrong, error in ((lambda: a + IntArray([1, 2]), ValueError), (lambda: a + 1.5, TypeError),
                         (lambda: a + "1", TypeError), (lambda: a << -1, ValueError),
                         (lambda: a + -1, ValueError), (lambda: IntArray([1], bits=65600), ValueError),
                         (lambda: IntArray([3], bits=65536).square(), OverflowError)):
        with pytest.raises(error):
            wrong()
    assert a.tolist() == [1, 2, 3]
    assert repr(a).startswith("IntArray of 3 x 64 bits on ")


def test_views():
    numbers = values(200)
    a = IntArray(numbers, 200)
    if a.device == "host":
        table = np.asarray(a)
        assert table.shape == (17, 4) and table.dtype == np.uint64 and not table.flags.writeable
        assert not hasattr(a, "__cuda_array_interface__")
        imported = np.from_dlpack(a)
        assert (imported == table).all() and a.__dlpack_device__() == (1, 0)
        limbs = Int(-(3**500)).limbs()
        assert Int.from_limbs(np.asarray(limbs), limbs.negative) == -(3**500) and len(limbs) == 13
        assert (np.from_dlpack(limbs) == np.asarray(limbs)).all()
    else:
        table = a.to_limbs()
        entries = a.__cuda_array_interface__
        assert entries["shape"] == (17, 4) and entries["typestr"] == "<u8" and entries["version"] == 3
        assert not hasattr(a, "__array_interface__") and a.__dlpack_device__() == (2, 0)
        assert IntArray.from_limbs(a, 200).tolist() == numbers
        limbs = Int(-(3**500)).limbs()
        assert Int.from_limbs(limbs, True) == -(3**500)
    assert [sum(int(x) << 64 * j for j, x in enumerate(row)) for row in table] == numbers
    # The view keeps the limbs.
    del a
    assert IntArray.from_limbs(np.ascontiguousarray(table), 200).tolist() == numbers
    assert np.asarray(IntArray([]).to_limbs()).shape[0] == 0
    for wrong in (np.zeros((2, 2)), np.zeros(3, dtype="u8"), [[1]]):
        with pytest.raises(TypeError):
            IntArray.from_limbs(wrong)
    with pytest.raises(TypeError):
        Int.from_limbs(np.zeros(3))


@pytest.mark.cuda
def test_arrays_of_gpu_libraries():
    if Int(0).device == "host":
        pytest.skip("for the GPU")
    numbers = values(256)
    a = IntArray(numbers, 256)
    torch = pytest.importorskip("torch")
    shown = torch.from_dlpack(a)
    assert shown.shape == (17, 4) and shown.is_cuda
    assert IntArray.from_limbs(shown.contiguous().view(torch.int64), 256).tolist() == numbers
    cupy = pytest.importorskip("cupy")
    doubled = cupy.asarray(a) >> cupy.uint64(1)
    assert IntArray.from_limbs(doubled).tolist()[0] == 0
    assert Int.from_limbs(cupy.asarray(Int(7**300).limbs())) == 7**300
