#!/usr/bin/env python3
"""Checks that theorems and functions name each other. A theorem in proofs/ says in the comment before it which functions it is
about ("About [f] and [g] in kernels/room/file.hpp"); the comment of each of them says "Proof: proofs/File.v, theorem name".
A file for Gappa is one theorem, which its first comment is about, and is named by "Proof: proofs/file.gappa". No proof is left
out or assumed.

    theorems.py <project root>
    theorems.py --self-test
"""

import re
from pathlib import Path

import checker

# A comment of Coq and the theorem after it; a theorem without a comment has an empty one.
THEOREM = re.compile(r"(?:^ *\(\*\*(?P<about>(?:(?!\*\)).)*)\*\)\s*)?^ *Theorem (?P<name>\w+)", re.MULTILINE | re.DOTALL)
ABOUT = re.compile(r"^ *About ((?:\[[^\]]+\](?:, | and )?)+) in ((?:kernels|src|include)/[\w./]*\w)")
UNPROVEN = re.compile(r"\b(Admitted|admit|give_up|Abort|Axioms?|Parameters?|Conjecture|Unset|bypass_check)\b")
# In a section these are premises of its theorems, outside they are axioms.
PREMISE = re.compile(r"\b(Hypothes[ie]s|Variables?|Context)\b")
SECTION = re.compile(r"^Section (\w+)\..*?^End \1\.", re.MULTILINE | re.DOTALL)
# Neighbouring lines of comment, and the declaration below them.
COMMENT = re.compile(r"((?:^[ \t]*//.*\n)+)((?:^(?![ \t]*//).+\n){1,6})", re.MULTILINE)
PROOF = re.compile(r"Proof: proofs/(?:(\w+\.v), theorems? (\w+(?:(?:, | and )\w+)*)|(\w+)\.gappa)")
MENTION = re.compile(r"proofs/\w+\.(?:v|gappa)\b")


def without_comments(text):
    return re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL)


def claims_of(proofs):
    """(theorem's file, theorem, function, function's file) for all theorems, and complaints."""
    claims, complaints = set(), []
    for file, text in sorted(proofs.items()):
        code = without_comments(text)
        complaints += [f"{file}: {word}" for word in UNPROVEN.findall(code) + PREMISE.findall(SECTION.sub("", code))]
        if file.endswith(".gappa"):
            theorems = [(file.removesuffix(".gappa"), text.replace("#", " "))]
        else:
            theorems = [(theorem["name"], theorem["about"] or "") for theorem in THEOREM.finditer(text)]
        for name, comment in theorems:
            about = ABOUT.match(" ".join(comment.split()))
            if not about:
                complaints.append(f"{file}: the comment of {name} does not begin with About [function] in file")
                continue
            claims |= {(file, name, function, about[2]) for function in re.findall(r"\[([^\]]+)\]", about[1])}
    return claims, complaints


def references_of(sources):
    """(theorem's file, theorem, function's file, the text of its declaration) for all comments, and complaints."""
    references, complaints = [], []
    for file, text in sorted(sources.items()):
        mentions = 0
        for comment in COMMENT.finditer(text):
            words = " ".join(re.sub(r"^[ \t]*//[/!]?<?", "", line).strip() for line in comment[1].splitlines())
            for proof in PROOF.finditer(words):
                mentions += 1
                declaration = re.split(r"[{;]", comment[2])[0]
                if proof[3]:
                    references.append((f"{proof[3]}.gappa", proof[3], file, declaration))
                else:
                    references += [(proof[1], name, file, declaration) for name in re.split(", | and ", proof[2])]
        if mentions != len(MENTION.findall(text)):
            complaints.append(f"{file}: names a proof, but not as a declaration's comment does")
    return references, complaints


def complaints_about(proofs, sources):
    """Both map names of files to their texts."""
    claims, complaints = claims_of(proofs)
    references, more = references_of(sources)
    complaints += more
    answered = set()
    for proof, theorem, file, declaration in references:
        here = {claim for claim in claims if claim[:2] == (proof, theorem) and claim[3] == file and
                re.search(rf"(?<!\w){re.escape(claim[2])}(?!\w)", declaration)}
        answered |= here
        if not here:
            complaints.append(f"{file}: proofs/{proof} has no theorem {theorem} about '{' '.join(declaration.split())[:60]}'")
    complaints += [f"{file}: the comment of {function} does not name proofs/{proof}, theorem {theorem}"
                   for proof, theorem, function, file in sorted(claims - answered)]
    return complaints


def check(root):
    proofs = {file.name: file.read_text(encoding="utf-8") for ending in ["v", "gappa"]
              for file in (root / "proofs").glob(f"*.{ending}")}
    sources = {file.relative_to(root).as_posix(): file.read_text(encoding="utf-8")
               for folder in ["include", "kernels", "src"] for file in (root / folder).rglob("*.[ch]*") if file.is_file()}
    complaints = complaints_about(proofs, sources)
    print("\n".join(complaints))
    print(f"{len(claims_of(proofs)[0])} pairs of a theorem and a function, {len(complaints)} complaints")
    return 1 if complaints or not proofs else 0


def self_test():
    """Checks that complaints come when they should, and only then."""
    proof = ("(** About [f] and [operator+] in kernels/a.hpp: they\n add. *)\nTheorem sums : True.\n(** Helps. *)\nLemma l : True.\n"
             "Section S.\n  Hypothesis a : True.\n  (** About [f] in kernels/a.hpp: it is so. *)\n  Theorem inner : a.\nEnd S.\n")
    code = ("/// Adds.\n/// Proof: proofs/A.v, theorem\n/// sums. Proof: proofs/A.v, theorem inner.\nint f(int x) {\n  return g;\n}\n"
            "/// Proof: proofs/A.v, theorem sums.\ntemplate <int>\nint operator+(int x);\n")
    code += "/// Proof: proofs/b.gappa.\nint b(int x);\n"
    bound = "# About [b] in kernels/a.hpp: it is\n# small.\n{ 1 <= 2 }\n"
    right = ({"A.v": proof, "b.gappa": bound}, {"kernels/a.hpp": code})
    wrong = [
        ({"A.v": proof.replace("sums", "other"), "b.gappa": bound}, right[1]),
        ({"A.v": proof.replace("[f]", "[h]"), "b.gappa": bound}, right[1]),
        ({"A.v": proof.replace("a.hpp", "b.hpp"), "b.gappa": bound}, right[1]),
        ({"A.v": proof.replace("About", "Of"), "b.gappa": bound}, right[1]),
        ({"A.v": proof + "Theorem more : True.\n", "b.gappa": bound}, right[1]),
        ({"A.v": proof + "Proof. Admitted.\n", "b.gappa": bound}, right[1]),
        ({"A.v": proof + "Axiom a : False.\n", "b.gappa": bound}, right[1]),
        ({"A.v": "Section S.\nEnd S.\nHypothesis a : False.\n" + proof, "b.gappa": bound}, right[1]),
        ({"B.v": proof, "b.gappa": bound}, right[1]),
        ({"A.v": proof}, right[1]),
        ({"A.v": proof, "b.gappa": bound.replace("[b]", "[c]")}, right[1]),
        ({"A.v": proof, "b.gappa": bound, "c.gappa": bound}, right[1]),
        (right[0], {"kernels/a.hpp": code.replace("sums", "other")}),
        (right[0], {"kernels/a.hpp": code.replace("int f(", "int h(")}),
        (right[0], {"kernels/a.hpp": code.replace("int f(int x) {", "int h(int x) {\n  f(x);")}),
        (right[0], {"kernels/a.hpp": code.replace("Proof: proofs/A.v, theorem sums.", "Adds, too.")}),
        (right[0], {"kernels/a.hpp": code + "// proofs/A.v says more\n"}),
        (right[0], {"kernels/b.hpp": code}),
    ]
    failures = [f"not noticed: {case}" for case in wrong if not complaints_about(*case)]
    failures += [f"wrongly refused: {line}" for line in complaints_about(*right)]
    return checker.report(failures, len(wrong) + 1)


if __name__ == "__main__":
    checker.run(__doc__, check, self_test)
