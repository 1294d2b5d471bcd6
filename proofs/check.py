#!/usr/bin/env python3
"""Checks all proofs of this folder: Coq compiles every file, prints what its theorems assume, and refuses anything but the
axioms of the standard library's real numbers. Gappa checks every .gappa file.

    proofs/check.py [program of tests/proofs/definitions.cpp]

The program prints results of functions. Coq compares them with the definitions that the theorems are about.
Without Coq, Flocq or Gappa it checks nothing and ends with 77.
"""

import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
THEOREM = re.compile(r"^ *Theorem (\w+)", re.MULTILINE)
REQUIRED = re.compile(r"^From Proofs Require (?:Import|Export) ([\w ]+)\.", re.MULTILINE)
# Print Assumptions answers with one of these lines, the second one followed by names and their types.
ANSWER = re.compile(r"^(?:Closed under the global context|Axioms:)$", re.MULTILINE)
AXIOM = re.compile(r"^([\w.']+)", re.MULTILINE)
# What Coq's standard library assumes of real numbers, and nothing else.
REALS = {"ClassicalDedekindReals.sig_not_dec", "ClassicalDedekindReals.sig_forall_dec",
         "FunctionalExtensionality.functional_extensionality_dep", "Classical_Prop.classic"}


def missing_programs():
    missing = [package for program, package in [("coqc", "coq"), ("gappa", "gappa")] if not shutil.which(program)]
    if "coq" not in missing:
        library = subprocess.run(["coqc", "-where"], capture_output=True, text=True, check=True).stdout.strip()
        if not (Path(library) / "user-contrib/Flocq").is_dir():
            missing.append("libcoq-flocq")
    return missing


def in_order(texts):
    """The names of the files, each after those that it requires."""
    order = []

    def visit(name):
        for required in " ".join(REQUIRED.findall(texts[name])).split():
            visit(required)
        if name not in order:
            order.append(name)

    for name in sorted(texts):
        visit(name)
    return order


def compile_text(work, name, text):
    """What Coq prints about a file. Ends the program if it refuses it."""
    (work / f"{name}.v").write_text(text, encoding="utf-8")
    done = subprocess.run(["coqc", "-q", "-Q", ".", "Proofs", f"{name}.v"], cwd=work, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        sys.exit(f"{name}.v:\n{done.stdout}")
    return done.stdout


def compile_all(work):
    texts = {file.stem: file.read_text(encoding="utf-8") for file in HERE.glob("*.v")}
    order = in_order(texts)
    for name in order:
        compile_text(work, name, texts[name])
    # One question for all theorems of a file: Coq goes through everything that a theorem rests on, which takes it half a second.
    theorems = {name: THEOREM.findall(texts[name]) for name in order if THEOREM.search(texts[name])}
    questions = "".join(f"Definition all_of_{name} := ({', '.join(f'@{name}.{theorem}' for theorem in of_file)}).\n"
                        f"Print Assumptions all_of_{name}.\n" for name, of_file in theorems.items())
    printed = compile_text(work, "All_assumptions", f"From Proofs Require {' '.join(order)}.\n{questions}")
    answers = ANSWER.split(printed)[1:]
    if len(answers) != len(theorems):
        sys.exit(f"{len(theorems)} files with theorems, but Coq has printed the assumptions of {len(answers)}:\n{printed}")
    failures = 0
    for (name, of_file), answer in zip(theorems.items(), answers):
        axioms = set(AXIOM.findall(answer))
        unknown = axioms - REALS
        failures += bool(unknown)
        assumed = f"TOO MUCH: {', '.join(sorted(unknown))}" if unknown else "the real numbers" if axioms else "nothing"
        print(f"{name}.v assumes {assumed}: {', '.join(of_file)}")
    print(f"{sum(map(len, theorems.values()))} theorems in {len(theorems)} files")
    return failures


def check_bounds():
    """Gappa's files, whose bounds are constants."""
    failures = 0
    for file in sorted(HERE.glob("*.gappa")):
        done = subprocess.run(["gappa", str(file)], text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        failures += done.returncode != 0
        print(f"{file.name}: " + ("proven" if done.returncode == 0 else done.stdout))
    return failures


def main():
    if len(sys.argv) > 2:
        sys.exit(__doc__)
    missing = missing_programs()
    if missing:
        print("Nothing is checked. Missing packages: " + " ".join(missing))
        return 77
    with tempfile.TemporaryDirectory() as scratch:
        failures = compile_all(Path(scratch)) + check_bounds()
        for program in sys.argv[1:]:
            seed = str(random.SystemRandom().randrange(2**63))
            print(f"definitions compared with functions, seed {seed}", flush=True)
            equations = subprocess.run([program, seed], text=True, check=True, stdout=subprocess.PIPE).stdout
            compile_text(Path(scratch), "Equations", equations)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
