"""format() of Int, with the format specification of int."""

import locale
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ._core import Int

# int formats numbers of fewer bits: it is quick enough for them, and its messages are those that programs know. As a
# float it overflows at 1024 bits, as a percentage a little below.
_BITS_FOR_INT, _BITS_FOR_FLOAT = 4096, 1000

_SPECIFICATION = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?(?P<positive>z)?(?P<alternate>#)?(?P<zero>0)?"
    r"(?P<width>[0-9]+)?(?P<grouping>[,_])?(?:\.(?P<precision>[0-9]+))?(?P<type>[bdnoxXeEfFgG%])?",
    re.DOTALL,
)
_BASES = {"b": 2, "o": 8, "x": 16, "X": 16}
_FLOATS = tuple("eEfFgG%")


class _Grouping(NamedTuple):
    """Sizes of the groups of digits from the right, of which the last repeats, and what stands between them."""

    separator: str
    sizes: list[int]


def format_integer(value: "Int", specification: str) -> str:
    """The text of a number in a format."""
    limit = _BITS_FOR_FLOAT if specification.endswith(_FLOATS) else _BITS_FOR_INT
    if value.bit_length() < limit or specification.endswith("c"):
        return format(int(value), specification)
    return format_digits(value, specification)


def format_digits(value: "Int", specification: str) -> str:
    """format_integer() for all types but c, whatever the number's length. The types of floats show the number as a float
    with an exponent of any size: rounded to 53 bits."""
    match = _SPECIFICATION.fullmatch(specification)
    kind = (match and match["type"]) or "d"
    if match is None or kind not in _FLOATS and (match["precision"] or match["positive"]):
        # int says what is wrong.
        return format(0, specification) + _invalid(specification)
    if match["grouping"] == "," and (kind in _BASES or kind == "n") or match["grouping"] and kind == "n":
        raise ValueError(f"Cannot specify '{match['grouping']}' with '{kind}'.")
    sign = "-" if value < 0 else {"+": "+", " ": " "}.get(match["sign"] or "", "")
    prefix = "0" + kind if match["alternate"] and kind in _BASES else ""
    if kind in _FLOATS:
        text, tail = _float_digits(abs(value), kind.lower(), int(match["precision"] or 6), bool(match["alternate"]))
    else:
        text, tail = abs(value).digits(_BASES.get(kind, 10)), ""
    if kind.isupper():
        text, tail = text.upper(), tail.upper()
    width = int(match["width"] or 0)
    align = match["align"] or ("=" if match["zero"] else ">")
    fill = match["fill"] or ("0" if match["zero"] else " ")
    grouping = _grouping(match["grouping"], kind)
    room = width - len(sign) - len(prefix) - len(tail)
    if grouping is not None:
        text = _grouped(text, grouping, room if fill == "0" and align == "=" else 0)
    missing = max(0, room - len(text))
    if align == "=":
        return sign + prefix + fill * missing + text + tail
    left = {"<": 0, ">": missing, "^": missing // 2}[align]
    return fill * left + sign + prefix + text + tail + fill * (missing - left)


def _float_digits(value: "Int", kind: str, precision: int, alternate: bool) -> tuple[str, str]:
    """The digits before the point, and the rest of the text."""
    value = _nearest_float(value)
    exponent = ""
    if kind in "f%":
        if kind == "%":
            value, exponent = _nearest_float(100 * value), "%"
        whole, fraction = value.digits(), "0" * precision
    else:
        wanted = precision + 1 if kind == "e" else max(1, precision)
        digits, power = _leading_digits(value, wanted)
        before = power + 1 if kind == "g" and power < wanted else 1
        if before != power + 1 or kind == "e":
            exponent = f"e{power:+03d}"
        whole, fraction = digits[:before], digits[before:]
        if kind == "g" and not alternate:
            fraction = fraction.rstrip("0")
    return whole, ("." if fraction or alternate else "") + fraction + exponent


def _nearest_float(value: "Int") -> "Int":
    """The value of at least 0, rounded to the 53 bits of a float."""
    low = max(0, value.bit_length() - 64)
    top = value >> low
    # The last bit says whether there are others below.
    return type(value)(float(top | (top << low != value))) << low


def _leading_digits(value: "Int", count: int) -> tuple[str, int]:
    """The first decimal digits, rounded, and the power of ten of the first one."""
    below = value.num_digits() - count
    unit = type(value)(10) ** abs(below)
    digits = (round(value, -below) // unit if below > 0 else value * unit).digits()
    # 999.9 is rounded to 1000, which has a digit more.
    return digits.ljust(count, "0")[:count], below + len(digits) - 1 if value else 0


def _invalid(specification: str) -> str:
    raise ValueError(f"Invalid format specifier '{specification}' for object of type 'Int'")


def _grouping(separator: str | None, kind: str) -> _Grouping | None:
    if kind == "n":
        conventions = locale.localeconv()
        sizes = [int(size) for size in conventions["grouping"]]
        return _Grouping(str(conventions["thousands_sep"]), sizes) if sizes else None
    if separator is None:
        return None
    return _Grouping(separator, [4 if kind in _BASES else 3])


def _grouped(text: str, grouping: _Grouping, width: int) -> str:
    """The digits in groups. Zeros are put before them until the text is as wide as `width`, and they are
    grouped, too, so a separator is never the first character."""
    groups: list[str] = []
    sizes = iter(grouping.sizes)
    size = next(sizes)
    end = len(text)
    written = 0
    while end > 0 or written < width:
        if size == locale.CHAR_MAX:
            size = max(end, width - written)
        group = text[max(0, end - size) : end] if end > 0 else ""
        missing = min(size - len(group), max(0, width - written - len(group)))
        groups.append("0" * missing + group)
        end -= size
        written += len(groups[-1])
        if end <= 0 and written >= width:
            break
        written += len(grouping.separator)
        if end <= 0 and written >= width:
            # Only the separator would fill the field: a digit must stand before it.
            width = written + 1
        size = next(sizes, size) or size
    return grouping.separator.join(reversed(groups))
