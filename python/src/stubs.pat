# Names that annotations use.
_core.__prefix__:
    \from collections.abc import Iterable, Iterator
    import types
    import typing

# Slots of Int, which have no signatures of their own.
_core.Int.__suffix__:
    def __add__(self, other: typing.SupportsIndex, /) -> Int: ...
