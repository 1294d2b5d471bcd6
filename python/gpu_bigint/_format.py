"""format() of Int, with the format specification of int."""

import locale
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ._core import Int

# int formats numbers of fewer bits: it is quick enough for them, and its messages are those that programs know.
_BITS_FOR_INT = 4096

_SPECIFICATION = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?(?P<alternate>#)?(?P<zero>0)?"
    r"(?P<width>[0-9]+)?(?P<grouping>[,_])?(?P<type>[bdnoxX])?",
    re.DOTALL,
)
_BASES = {"b": 2, "o": 8, "x": 16, "X": 16}


class _Grouping(NamedTuple):
    """Sizes of the groups of digits from the right, of which the last repeats, and what stands between them."""

    separator: str
    sizes: list[int]


def format_integer(value: "Int", specification: str) -> str:
    """The text of a number in a format."""
    if value.bit_length() < _BITS_FOR_INT or specification[-1:] == "c":
        return format(int(value), specification)
    if specification[-1:] in tuple("eEfFgG%"):
        return format(float(value), specification)
    return format_digits(value, specification)


def format_digits(value: "Int", specification: str) -> str:
    """format_integer() for the types of integers, whatever the number's length."""
    match = _SPECIFICATION.fullmatch(specification)
    if match is None:
        # int says what is wrong.
        return format(0, specification) + _invalid(specification)
    kind = match["type"] or "d"
    if match["grouping"] == "," and kind not in "d" or match["grouping"] and kind == "n":
        raise ValueError(f"Cannot specify '{match['grouping']}' with '{kind}'.")
    text = value.digits(_BASES.get(kind, 10))
    negative = text.startswith("-")
    text = text[1:] if negative else text
    if kind == "X":
        text = text.upper()
    sign = "-" if negative else {"+": "+", " ": " "}.get(match["sign"] or "", "")
    prefix = "0" + kind if match["alternate"] and kind in _BASES else ""
    width = int(match["width"] or 0)
    align = match["align"] or ("=" if match["zero"] else ">")
    fill = match["fill"] or ("0" if match["zero"] else " ")
    grouping = _grouping(match["grouping"], kind)
    room = width - len(sign) - len(prefix)
    if grouping is not None:
        text = _grouped(text, grouping, room if fill == "0" and align == "=" else 0)
    missing = max(0, room - len(text))
    if align == "=":
        return sign + prefix + fill * missing + text
    left = {"<": 0, ">": missing, "^": missing // 2}[align]
    return fill * left + sign + prefix + text + fill * (missing - left)


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
