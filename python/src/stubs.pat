# Types of names that have none in the module, and names that annotations use.
_core.__prefix__:
    import types
    import typing

# The slots of Int.
_core.Int.__new__$:
    @typing.overload
    def __new__(cls, value: str | bytes | bytearray | typing.SupportsInt | typing.SupportsIndex = 0, /) -> typing.Self: ...
    @typing.overload
    def __new__(cls, value: str | bytes | bytearray, /, base: typing.SupportsIndex) -> typing.Self: ...

_core.Int.__(r?(?:add|sub|mul))__$:
    @typing.overload
    def __\1__(self, other: typing.SupportsIndex, /) -> Int: ...
    @typing.overload
    def __\1__(self, other: float, /) -> float: ...
    @typing.overload
    def __\1__(self, other: complex, /) -> complex: ...

_core.Int.__(r?(?:floordiv|mod))__$:
    @typing.overload
    def __\1__(self, other: typing.SupportsIndex, /) -> Int: ...
    @typing.overload
    def __\1__(self, other: float, /) -> float: ...

_core.Int.__(r?divmod)__$:
    @typing.overload
    def __\1__(self, other: typing.SupportsIndex, /) -> tuple[Int, Int]: ...
    @typing.overload
    def __\1__(self, other: float, /) -> tuple[float, float]: ...

_core.Int.__(r?truediv)__$:
    @typing.overload
    def __\1__(self, other: typing.SupportsIndex | float, /) -> float: ...
    @typing.overload
    def __\1__(self, other: complex, /) -> complex: ...

_core.Int.__(r?(?:and|or|xor|lshift|rshift))__$:
    def __\1__(self, other: typing.SupportsIndex, /) -> Int: ...

_core.Int.__pow__$:
    # A float for a negative exponent.
    @typing.overload
    def __pow__(self, exponent: typing.SupportsIndex, modulus: typing.SupportsIndex, /) -> Int: ...
    @typing.overload
    def __pow__(self, exponent: typing.SupportsIndex | complex, modulus: None = None, /) -> typing.Any: ...

_core.Int.__rpow__$:
    def __rpow__(self, base: typing.SupportsIndex | complex, modulus: None = None, /) -> typing.Any: ...

_core.Int.__(neg|pos|abs|invert)__$:
    def __\1__(self) -> Int: ...

_core.Int.__(int|index|hash)__$:
    def __\1__(self) -> int: ...

_core.Int.__(bool|float)__$:
    def __\1__(self) -> \1: ...

_core.Int.__(str|repr)__$:
    def __\1__(self) -> str: ...

_core.Int.__(lt|le|gt|ge)__$:
    def __\1__(self, other: typing.SupportsIndex | float, /) -> bool: ...

_core.Int.__(eq|ne)__$:
    def __\1__(self, other: object, /) -> bool: ...

_core.IntArray.__hash__$:
    __hash__: typing.ClassVar[None]  # type: ignore[assignment]

_core.IntArray.__(eq|ne)__$:
    def __\1__(self, other: object, /) -> Mask: ...  # type: ignore[override]
