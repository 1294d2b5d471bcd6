#!/usr/bin/env python3
"""Checks the sessions that the documentation shows. With a gbi: in every ```console block of docs/ that calls gbi, runs the
commands in a folder of its own and compares what they print; `...` stands for anything. A command without output in the
document may print anything. Without a gbi, by the importable package gpu_bigint: runs every ```pycon block as a doctest.

    transcripts.py <project root> <path of gbi>
    transcripts.py <project root>
    transcripts.py --self-test
"""

import doctest
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

BLOCK = re.compile(r"^ *```(console|pycon)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
# Depends on the machine, takes long, or needs files of the reader's.
NOT_RUN = ("gbi bench", "gbi mul a.txt", "gbi pi --digits 1e6")


def commands_of(block):
    """The commands of a session, each with the text that should follow."""
    return [(command, expected) for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)]


def matches(expected, printed):
    pattern = ".*".join(re.escape(part) for part in expected.strip().split("..."))
    return not expected.strip() or re.fullmatch(pattern, printed.strip(), re.DOTALL) is not None


def check_session(block, run):
    """What a session prints that its document does not say."""
    found = []
    for command, expected in commands_of(block):
        if command.startswith(NOT_RUN):
            continue
        status, printed = run(command)
        if status != 0 or not matches(expected, printed):
            found.append(f"$ {command}\n{printed}status {status}, expected:\n{expected}")
    return found


def blocks(root, language):
    for path in sorted((root / "docs").rglob("*.md")):
        if path.name == "gbi.md":  # the program's own tests run it
            continue
        for kind, block in BLOCK.findall(path.read_text(encoding="utf-8")):
            if kind == language:
                yield path, block


def check_terminal(root, gbi):
    environment = {**os.environ, "PATH": f"{gbi.parent}:{os.environ['PATH']}", "HOME": "/nonexistent"}
    complaints, commands = [], 0
    for path, block in blocks(root, "console"):
        if "gbi " not in block:
            continue
        with tempfile.TemporaryDirectory() as folder:
            def run(command, folder=folder):
                done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True,
                                      stdin=subprocess.DEVNULL, timeout=300, check=False)
                return done.returncode, done.stdout
            complaints += [f"{path.relative_to(root)}: {text}" for text in check_session(block, run)]
        commands += len(commands_of(block))
    print("\n".join(complaints))
    print(f"{commands} commands, {len(complaints)} complaints")
    return 1 if complaints or commands == 0 else 0


def check_python(root):
    failed = tried = 0
    names = {}
    for path, block in blocks(root, "pycon"):
        test = doctest.DocTestParser().get_doctest(block, names.setdefault(path, {}), str(path.relative_to(root)), str(path), 0)
        result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, clear_globs=False)
        names[path].update(test.globs)
        failed, tried = failed + result.failed, tried + result.attempted
    print(f"{tried} examples, {failed} failed")
    return 1 if failed or tried == 0 else 0


def self_test():
    """Checks that complaints come when they should, and only then."""
    said = {"gbi eval 1": (0, "1\n"), "gbi mul 2 3": (0, "6\n"), "gbi fail": (2, "")}
    right = ["$ gbi eval 1\n1\n$ gbi mul 2 3\n6\n", "$ gbi eval 1\n", "$ gbi mul 2 3\n...\n", "$ gbi bench\nanything\n"]
    wrong = ["$ gbi eval 1\n2\n", "$ gbi eval 1\n1\n$ gbi mul 2 3\n1\n", "$ gbi fail\n"]
    failures = [f"not noticed: {text}" for text in wrong if not check_session(text, said.get)]
    failures += [f"wrongly refused: {text}" for text in right if check_session(text, said.get)]
    print("\n".join(failures) or f"{len(right) + len(wrong)} cases")
    return 1 if failures else 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    if sys.argv[1] == "--self-test":
        sys.exit(self_test())
    if sys.argv[2:] == [""]:  # what CTest passes if there is no gbi
        print("there is no gbi")
        sys.exit(77)
    root_folder = Path(sys.argv[1]).resolve()
    sys.exit(check_terminal(root_folder, Path(sys.argv[2]).resolve()) if len(sys.argv) == 3 else check_python(root_folder))
