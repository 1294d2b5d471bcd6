#!/usr/bin/env python3
"""Doxygen's input filter. The lines keep their numbers.

- Every header becomes a group, so that a page can show one: Doxygen files members of a namespace under the namespace only.
- Declarations that follow each other without an empty line share the comment above the first one, also where a comment
  only says `\\copydoc`. Destructors and moves, which need no words, are hidden.
- Every exception has a command of its own, as Breathe wants it.
- Specialisations of other libraries' templates are hidden.
- Headers in C have no namespace: what is between the pragmas of their visibility belongs to the group.

    header_group.py include/gpu_bigint/scan.hpp
    header_group.py --self-test
"""

import re
import sys
from pathlib import Path

COMMENT = re.compile(r"^\s*/// ?(.*)$")
SCOPE = re.compile(r"^\s*(?:template <.*> *)?(?:class|struct|enum|union|namespace|extern)\b[^;()]*\{")
NO_DECLARATION = re.compile(r"^\s*(?:$|//|#|\}|public:|private:|protected:)")
SAME = re.compile(r"^\s*/// \\copydoc ")
SPECIAL = re.compile(r"^  (?:~\w+\(\)|(\w+)\(\1&&\)|(\w+)& operator=\(\2&&\))(?: noexcept)?;$")
EXCEPTION = r"(?:std::\w+|\w+_error|out_of_memory)"
CODE = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|//.*')


def share_comments(text):
    """Repeats a comment in front of every declaration that shares it."""
    lines, shared, comment, depth, inside = [], None, [], 0, False
    for line in text.splitlines():
        found = COMMENT.match(line)
        if not inside and shared and (SAME.match(line) or SPECIAL.match(line)):
            lines.append("" if found else f"/** \\cond */ {line} /** \\endcond */")
            continue
        if not inside:
            if found:
                comment.append(found[1])
                shared = None
            elif comment and not NO_DECLARATION.match(line) and not SCOPE.match(line):
                shared, comment = " ".join(comment), []
                inside, depth = True, 0
            elif shared and "///<" not in line and not NO_DECLARATION.match(line) and not SCOPE.match(line):
                line = f"/** {shared} */ {line}"
                inside, depth = True, 0
            else:
                shared, comment = None, []
        if inside:
            code = CODE.sub("", line if not line.startswith("/** ") else line.partition(" */ ")[2]).rstrip()
            depth += sum(code.count(c) for c in "({[") - sum(code.count(c) for c in ")}]")
            if depth < 0:
                inside, shared = False, None
            elif depth == 0 and code.endswith((";", "}")):
                inside = False
        lines.append(line)
    return "\n".join(lines) + "\n"


def group_of(name):
    """The group of a header, which is named by its path from include/gpu_bigint."""
    return Path(name).with_suffix("").as_posix().replace("/", "_") + "_header"


def filtered(name, text):
    group = group_of(name)
    text = share_comments(text)
    text = text.replace("/// \\file", f"/// \\defgroup {group} gpu_bigint/{name}", 1)
    text = re.sub(r"^(namespace gbi(?:::literals|::device)? \{)", rf"\1 /** \\addtogroup {group} */ /** @{{ */", text, flags=re.MULTILINE)
    text = re.sub(r"^(\}  // namespace gbi(?:::literals|::device)?)$", r"/** @} */ \1", text, flags=re.MULTILINE)
    text = text.replace("#pragma GCC visibility push(default)\n", rf"/** \addtogroup {group} */ /** @{{ */" "\n")
    text = text.replace("#pragma GCC visibility pop\n", "/** @} */\n")
    text = re.sub(rf"\\throws ({EXCEPTION}), or ", r"\\throws \1 or ", text)
    text = re.sub(rf"\\throws ({EXCEPTION}(?:, {EXCEPTION})+)",
                  lambda match: " ".join(f"\\throws {name}" for name in match[1].split(", ")), text)
    return re.sub(r"^(template <>\n(?:class|struct) (?:std|fmt)::.*?\};)$", r"/** \\cond */ \1 /** \\endcond */", text,
                  flags=re.MULTILINE | re.DOTALL)


def self_test():
    cases = [
        ("/// A.\nint f();\nint g();\n", "/// A.\nint f();\n/** A. */ int g();\n"),
        ("/// A.\nint f();\n\nint g();\n", None),
        ("/// A.\nint f() {\n  return 1;\n}\ntemplate <class T>\nint g(T);\n",
         "/// A.\nint f() {\n  return 1;\n}\n/** A. */ template <class T>\nint g(T);\n"),
        ("/// A.\nstruct s {\n  int a;\n  int b;\n};\n", None),
        ("struct s {\n  /// A.\n  int a;\n};\nint f();\n", None),
        ("/// A.\nint f();\n/// B.\nint g();\n", None),
        ("/// A.\nint f();\n/// \\copydoc f\nint g();\n", "/// A.\nint f();\n\n/** A. */ int g();\n"),
        ("  /// A.\n  s();\n  ~s();\n", "  /// A.\n  s();\n/** \\cond */   ~s(); /** \\endcond */\n"),
        ("/// A.\nint a;\nint b;  ///< B.\n", None),
    ]
    wrong = [f"{given}became {share_comments(given)}" for given, expected in cases if share_comments(given) != (expected or given)]
    given = "/// \\file\n#pragma GCC visibility push(default)\nint f();\n#pragma GCC visibility pop\n"
    expected = ("/// \\defgroup c_a_header gpu_bigint/c/a.h\n/** \\addtogroup c_a_header */ /** @{ */\nint f();\n"
                "/** @} */\n")
    if filtered("c/a.h", given) != expected:
        wrong.append(f"{given}became {filtered('c/a.h', given)}")
    print("\n".join(wrong) or f"{len(cases) + 1} cases")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--self-test":
        sys.exit(self_test())
    header = Path(sys.argv[1])
    sys.stdout.write(filtered(header.as_posix().rpartition("include/gpu_bigint/")[2], header.read_text(encoding="utf-8")))
