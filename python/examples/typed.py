"""Uses the package as a type checker sees it. `mypy --strict` must not complain, nor must the program."""

import numbers
import pickle

import gpu_bigint
from gpu_bigint import Int, IntArray, Mask, OddModuli


def total(values: list[Int]) -> Int:
    result = Int(0)
    for value in values:
        result += value
    return result


def main() -> None:
    a: Int = Int(2) ** 521 - 1
    b: Int = 3 * a + 1 - a // 7 % 11
    text: str = f"{b:x}"
    small: float = float(Int(7) / 2)
    number: int = int(a)
    pair: tuple[Int, Int] = divmod(b, a)
    power: Int = pow(b, 65537, a)
    root, exact = gpu_bigint.iroot(a * a * a, 3)
    flag: bool = exact and root == a and bool(gpu_bigint.is_prime(a))
    array: IntArray = IntArray([1, 2, 3]) * 5 + b % 1000
    powers: IntArray = array.pow_mod(65537, OddModuli(a))
    mask: Mask = array > 2
    first: Int = array[0]
    rest: IntArray = array[1:]
    listed: list[int] = powers.tolist()
    with gpu_bigint.device("host") as place, gpu_bigint.verification("residue"):
        name: str = place.name
    again: object = pickle.loads(pickle.dumps(total([a, b])))
    assert again == a + b and flag and isinstance(a, numbers.Integral)
    assert listed[0] == pow(int(first), 65537, number) and len(rest) == 2 and mask.any()
    assert pair[0] * a + pair[1] == b and power == pow(int(b), 65537, number)
    print(name, small, text[:10])


if __name__ == "__main__":
    main()
