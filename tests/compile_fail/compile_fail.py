#!/usr/bin/env python3
"""Checks that mistakes do not compile, and that the compiler's answer is short and says what to do.

    compile_fail.py <compiler> <include folder>

Each line of mistakes.cpp with MISTAKE(...) is compiled alone, with warnings as errors. The answer must be an error,
contain the phrase behind the line, and have no more than LONGEST lines. Without any mistake the file must compile.
Phrases are those of g++; with other compilers only the phrases of the library's own are checked.
"""

import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

LONGEST = 45  # a candidate with a constraint takes ten lines, any other about seven
SOURCE = Path(__file__).with_name("mistakes.cpp")
MISTAKE = re.compile(r"^  MISTAKE\((.*)\);\s*// (.*)$")


def compiled(compiler, arguments):
    """The exit status and the text of a run of the compiler, without colours and with plain quotes."""
    run = subprocess.run(compiler + arguments, capture_output=True, text=True, check=False,
                         env={**os.environ, "LC_ALL": "C"})
    return run.returncode, run.stderr


def answers(compiler, include):
    """The line, the phrase and the compiler's answer for the correct part (line 0) and for each mistake."""
    lines = SOURCE.read_text(encoding="utf-8").splitlines()
    mistakes = {number: MISTAKE.match(line) for number, line in enumerate(lines) if "MISTAKE(" in line}
    unreadable = [number + 1 for number, match in mistakes.items() if match is None]
    if unreadable:
        sys.exit(f"{SOURCE}: no phrase behind the mistakes in lines {unreadable}")
    with tempfile.TemporaryDirectory() as folder:
        # The umbrella is parsed once.
        headers = [line for line in lines if line.startswith("#include")]
        prefix = Path(folder) / "headers.hpp"
        prefix.write_text("\n".join(headers) + "\n", encoding="utf-8")
        options = ["-std=c++20", "-Wall", "-Werror", "-Wno-unused", "-Wunused-result", "-I", include]
        status, text = compiled(compiler, [*options, "-x", "c++-header", str(prefix), "-o", f"{prefix}.gch"])
        if status != 0:
            sys.exit(text)

        def answer(chosen):
            body = [line if not line.startswith("#include") else "" for line in lines]
            for number, match in mistakes.items():
                body[number] = f"  {match.group(1)};" if number == chosen else ""
            source = Path(folder) / f"line_{chosen}.cpp"
            source.write_text("\n".join(body) + "\n", encoding="utf-8")
            return compiled(compiler, [*options, "-include", str(prefix), "-fsyntax-only", str(source)])

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            chosen = [None, *mistakes]
            for number, result in zip(chosen, pool.map(answer, chosen)):
                match = mistakes.get(number)
                yield number, match and match.group(1), match and match.group(2), *result


def main(compiler, include):
    own = Path(include).resolve()
    version = subprocess.run(compiler + ["--version"], capture_output=True, text=True, check=True).stdout
    is_gcc = "Free Software Foundation" in version
    texts = "\n".join(header.read_text(encoding="utf-8") for header in own.rglob("*.hpp"))
    complaints, count, longest = [], 0, 0
    for number, code, phrase, status, text in answers(compiler, include):
        if number is None:
            if status != 0:
                complaints.append(f"the correct part does not compile:\n{text}")
            continue
        count += 1
        length = len(text.splitlines())
        longest = max(longest, length)
        where = f"{SOURCE.name}:{number + 1}: {code}"
        if status == 0:
            complaints.append(f"{where}: compiles")
        elif (is_gcc or phrase in texts) and phrase not in text:
            complaints.append(f"{where}: the answer does not say \"{phrase}\":\n{text}")
        elif is_gcc and length > LONGEST:
            complaints.append(f"{where}: an answer of {length} lines:\n{text}")
    print("\n".join(complaints))
    print(f"{count} mistakes, {len(complaints)} complaints, the longest answer has {longest} lines")
    return 1 if complaints or count == 0 else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main([sys.argv[1]], sys.argv[2]))
