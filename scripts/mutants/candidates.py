"""The mutants that the sources of a room offer."""

import pathlib

import clang.cindex

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Measured values choose how fast something is computed, never what.
UNCHANGED = ("src/plan/devices/", "src/plan/tuning_values.hpp")
BINARY = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "|",
          "&&": "||", "||": "&&", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ASSIGNED = {op + "=": other + "=" for op, other in BINARY.items() if op in ("+", "-", "*", "<<", ">>", "&", "|", "^")}
KIND = clang.cindex.CursorKind


class Mutant:
    """`((left) op (right))` in place of the bytes from begin to end. Its name survives a move to another line."""

    def __init__(self, file, node, change, parts, code):
        self.file, self.line, self.change, self.parts, self.code = file, node.extent.start.line, change, parts, code
        self.begin, self.end = node.extent.start.offset, node.extent.end.offset
        self.number = 0

    def name(self):
        return f"{self.file}: {self.change}: {self.code}"


def kind_of(node):
    try:
        return node.kind
    except ValueError:  # libclang has kinds that its Python module does not know
        return None


def is_unchanged(node, kind):
    """Whether everything inside is evaluated by the compiler, or only words a message."""
    if kind in (KIND.STATIC_ASSERT, KIND.ENUM_DECL, KIND.CASE_STMT, KIND.CXX_THROW_EXPR, KIND.DECL_REF_EXPR, KIND.TYPE_ALIAS_DECL,
                KIND.ASM_STMT):
        return True  # inside the name of a function or variable there are arguments of templates
    if kind not in (KIND.VAR_DECL, KIND.DECL_STMT, KIND.FIELD_DECL, KIND.IF_STMT):
        return False
    words = [token.spelling for token, _ in zip(node.get_tokens(), range(6))]
    return words[:2] == ["if", "constexpr"] if kind == KIND.IF_STMT else "constexpr" in words


def is_of_a_type(child, kind, parent, source):
    """Whether it is an argument of a template or the length of an array, which the compiler evaluates."""
    if kind_of(parent) == KIND.VAR_DECL:
        begin = child.extent.start.offset
        return begin < parent.location.offset or source[:begin].rstrip().endswith(b"[")
    return kind == KIND.INTEGER_LITERAL and kind_of(parent) in (KIND.MEMBER_REF_EXPR, KIND.TYPE_REF, KIND.TYPEDEF_DECL)


def in_file(file, options):
    """All mutants of one file, in the order of its lines."""
    source = (ROOT / file).read_bytes()
    lines = source.decode().split("\n")
    unit = clang.cindex.Index.create().parse(str(ROOT / file), args=options)
    own, found, names = str(ROOT / file), [], {}

    def text_of(node):
        return source[node.extent.start.offset:node.extent.end.offset].decode()

    def offer(node, change, parts):
        mutant = Mutant(file, node, change, parts, lines[node.extent.start.line - 1].strip())
        names[mutant.name()] = again = names.get(mutant.name(), 0) + 1
        if again > 1:
            mutant.change += f" ({again})"
        found.append(mutant)

    def visit(node, in_function):
        for child in node.get_children():
            place = child.location.file
            kind = kind_of(child)
            if place is None or place.name != own or is_of_a_type(child, kind, node, source):
                continue
            if is_unchanged(child, kind):
                if kind == KIND.IF_STMT:  # its branches are not constant
                    for branch in list(child.get_children())[1:]:
                        visit(branch, in_function)
                continue
            if in_function and kind in (KIND.BINARY_OPERATOR, KIND.COMPOUND_ASSIGNMENT_OPERATOR):
                parts = list(child.get_children())
                if len(parts) == 2:
                    left, right = text_of(parts[0]), text_of(parts[1])
                    between = source[parts[0].extent.end.offset:parts[1].extent.start.offset].decode().strip()
                    other = (BINARY if kind == KIND.BINARY_OPERATOR else ASSIGNED).get(between)
                    if other and left and right:
                        offer(child, f"{between} -> {other}", (left, other, right))
            elif in_function and kind == KIND.INTEGER_LITERAL and (literal := text_of(child))[:1].isdigit():  # no macro, no operator
                offer(child, f"{literal} + 1", (literal, "+", "1"))
            visit(child, in_function or kind == KIND.COMPOUND_STMT)

    visit(unit.cursor, False)
    return found


def in_room(room, options):
    files = sorted(str(path.relative_to(ROOT)) for path in (ROOT / room).rglob("*") if path.suffix in (".hpp", ".cpp"))
    return [mutant for file in files if not file.startswith(UNCHANGED) for mutant in in_file(file, options)]
