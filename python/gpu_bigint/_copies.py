"""Pickled numbers. pickle finds functions of Python by their names, compiled ones it does not."""

from ._core import Int, _deserialize


def restore(kind: type[Int], data: bytes) -> Int:
    """The number of the bytes, as an instance of the class."""
    value = _deserialize(data)
    return value if kind is Int else kind(value)
