#!/usr/bin/env python3
"""docs/gbi.md tells the truth: each command of its console blocks prints what the page shows.  manual_test.py gbi=PATH"""

import os
import re
import subprocess
from pathlib import Path

from program import PROGRAMS, ProgramTest, main

PAGE = Path(__file__).resolve().parents[2] / "docs" / "gbi.md"


def pattern_of(shown):
    """What a block shows. `...` stands for anything within a line."""
    return re.compile(r"[^\n]*".join(re.escape(part) for part in shown.split("...")))


class Manual(ProgramTest):
    def test_console_blocks(self):
        blocks = re.findall(r"^```console\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        environment = {**self.environment(), "PATH": os.path.dirname(PROGRAMS["gbi"]) + ":" + os.environ["PATH"]}
        commands = 0
        for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", "".join(blocks), re.MULTILINE):
            done = subprocess.run(["bash", "-c", command], cwd=self.folder, env=environment, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, check=False)
            with self.subTest(command=command):
                self.assertRegex(done.stdout.decode(), r"\A" + pattern_of(shown).pattern + r"\Z")
            commands += 1
        self.assertGreater(commands, 15)


if __name__ == "__main__":
    main()
