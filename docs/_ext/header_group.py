#!/usr/bin/env python3
"""Doxygen's input filter: makes a group of every header, so that a page can show one, since Doxygen files members of a
namespace under the namespace only. Specialisations of other libraries' templates are hidden. It also gives every exception a command of its own, as Breathe wants it. The lines
keep their numbers.

    header_group.py include/gpu_bigint/scan.hpp
"""

import re
import sys
from pathlib import Path

path = Path(sys.argv[1])
group = path.stem + "_header"
text = path.read_text(encoding="utf-8")
text = text.replace("/// \\file", f"/// \\defgroup {group} gpu_bigint/{path.name}", 1)
text = re.sub(r"^(namespace gbi(?:::literals)? \{)", rf"\1 /** \\addtogroup {group} */ /** @{{ */", text, flags=re.MULTILINE)
text = re.sub(r"^(\}  // namespace gbi(?:::literals)?)$", r"/** @} */ \1", text, flags=re.MULTILINE)
text = re.sub(r"\\throws ([\w:]+(?:, [\w:]+)+)", lambda match: " ".join(
    f"\\throws {name}" for name in match[1].split(", ")), text)
text = re.sub(r"^(template <>\n(?:class|struct) (?:std|fmt)::.*?^\};)", r"/** \\cond */ \1 /** \\endcond */", text,
              flags=re.MULTILINE | re.DOTALL)
sys.stdout.write(text)
