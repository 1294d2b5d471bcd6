"""Runs the programs under test as a user does: on the host, in an empty folder, without a terminal."""

import os
import subprocess
import sys
import tempfile
import time
import unittest

sys.set_int_max_str_digits(0)

PROGRAMS = {}  # name: path, from the command line


class ProgramTest(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def environment(self):
        return {**os.environ, "GPU_BIGINT_BACKEND": "host", "GPU_BIGINT_TUNING": "none", "LC_ALL": "C.UTF-8"}

    def start(self, *arguments, program="gbi", **options):
        return subprocess.Popen([PROGRAMS[program], *arguments], cwd=self.folder, env=self.environment(),
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)

    def run_program(self, *arguments, program="gbi", stdin=b"", status=0, environment=None):
        done = subprocess.run([PROGRAMS[program], *arguments], cwd=self.folder, input=stdin, capture_output=True,
                              env=environment or self.environment(), check=False)
        self.assertEqual(done.returncode, status, f"{arguments}: {done.stderr.decode()}")
        return done

    def output(self, *arguments, **options):
        """Standard output. Nothing may be on standard error: no progress in pipes, no notes."""
        done = self.run_program(*arguments, **options)
        self.assertEqual(done.stderr, b"")
        return done.stdout.decode()

    def number(self, *arguments, **options):
        return int(self.output(*arguments, **options))

    def error(self, *arguments, status=2, **options):
        """Standard error of a run that fails. Nothing may be on standard output."""
        done = self.run_program(*arguments, status=status, **options)
        self.assertEqual(done.stdout, b"")
        text = done.stderr.decode()
        self.assertNotIn("terminate", text)
        return text

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        path = self.path(name)
        with open(path, "w", encoding="ascii") as file:
            file.write(text)
        return path

    def read(self, name):
        with open(self.path(name), encoding="ascii") as file:
            return file.read()

    def wait_for_save(self, name):
        """Waits for the second save from now on: the first one may be of a test without a step."""
        for _ in range(2):
            begin = time.time_ns()
            while not os.path.exists(self.path(name)) or os.stat(self.path(name)).st_mtime_ns < begin:
                time.sleep(0.002)

    def files(self):
        return sorted(os.listdir(self.folder))


def main():
    """Takes NAME=PATH of each program from the command line, then unittest's arguments."""
    while len(sys.argv) > 1 and "=" in sys.argv[1]:
        name, path = sys.argv.pop(1).split("=", 1)
        PROGRAMS[name] = os.path.abspath(path)
    unittest.main(module="__main__")
