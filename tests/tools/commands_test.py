#!/usr/bin/env python3
"""Each command of gbi, its options, its errors and its exit status.  commands_test.py gbi=PATH"""

import json
import math
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import time

from program import PROGRAMS, ProgramTest, main


def machin(digits):
    """floor(pi 10^digits) = floor((16 atan(1/5) - 4 atan(1/239)) 10^digits), with guard digits."""
    one = 10 ** (digits + 20)

    def arctan_of_inverse(x):
        total = term = one // x
        k, square = 1, x * x
        while term:
            term //= -square
            k += 2
            total += term // k
        return total
    return (16 * arctan_of_inverse(5) - 4 * arctan_of_inverse(239)) // 10**20


def euler(digits):
    one = 10 ** (digits + 20)
    total = term = one
    k = 1
    while term:
        term //= k
        total += term
        k += 1
    return total // 10**20


class Arithmetic(ProgramTest):
    def test_results(self):
        a, b = random.getrandbits(5000), random.getrandbits(3000) + 1
        for flags in [(), ("--verify",)]:
            self.assertEqual(self.number(*flags, "mul", str(a), str(b)), a * b)
            self.assertEqual(self.number(*flags, "mul", str(a), str(b), "-3"), a * b * -3)
            self.assertEqual(self.number(*flags, "div", str(-a), str(b)), -a // b)
            self.assertEqual(self.number(*flags, "div", "--remainder", str(-a), str(b)), -a % b)
            self.assertEqual(self.number(*flags, "pow", str(b), "17"), b**17)
            self.assertEqual(self.number(*flags, "pow", "-1", "10^30"), 1)
            self.assertEqual(self.number(*flags, "pow", "0", "0"), 1)
            self.assertEqual(self.number(*flags, "powm", str(a), str(b), "10^40"), pow(a, b, 10**40))
            self.assertEqual(self.number(*flags, "powm", "3", "-1", "7"), 5)
            self.assertEqual(self.number(*flags, "gcd", str(a * 30), str(b * 42), "72"), math.gcd(a * 30, b * 42, 72))
            self.assertEqual(self.number(*flags, "gcd", "0", "0"), 0)
            self.assertEqual(self.number(*flags, "factorial", "1000"), math.factorial(1000))
            self.assertEqual(self.number(*flags, "fib", "1e3"), self.fibonacci(1000))
            self.assertEqual(self.number(*flags, "sqrt", str(a)), math.isqrt(a))
            self.assertEqual(self.number(*flags, "nextprime", "10^18"), 10**18 + 3)
            self.assertEqual(self.output(*flags, "isprime", "2^127-1"), "prime\n")
            self.assertEqual(self.output(*flags, "isprime", "2^129-1"), "composite\n")

    @staticmethod
    def fibonacci(n):
        a, b = 0, 1
        for _ in range(n):
            a, b = b, a + b
        return a

    def test_errors(self):
        for arguments, why in [(("div", "1", "0"), "zero"), (("pow", "2", "-1"), "negative"), (("pow", "3", "10^20"), "too long"),
                               (("powm", "2", "-1", "4"), "inverse"), (("powm", "2", "3", "0"), ""), (("sqrt", "-4"), "negative"),
                               (("fib", "-1"), "negative"), (("factorial", "2^64"), "2^64"), (("mul", "2"), "operands"),
                               (("mul", "2", "3+"), "number was expected"), (("mul", "2", "@none.txt"), "No such file"),
                               (("frobnicate",), ""), ((), "subcommand"), (("eval", "1", "--base", "37"), "--base"),
                               (("eval", "1", "--device", "abacus"), "abacus"), (("plan", "0"), "sizes"), (("bench", "3"), "sizes"),
                               (("pi", "--digits", "-1"), "--digits"), (("pi", "--digits", "many"), "--digits"),
                               (("rsa", "--bits", "3"), "--bits"), (("bench", "--operation", "sorting"), "sorting")]:
            with self.subTest(arguments=arguments):
                text = self.error(*arguments)
                self.assertTrue(text.startswith("gbi: "), text)
                self.assertIn(why, text)

    def test_limit(self):
        limit = ("--max-bits", "1000")
        for text, value in [("2^999", 2**999), ("7*(2^900)", 7 * 2**900), ("100!", math.factorial(100)), ("2^(10^6) mod 1001", 562),
                            ("fib(1400)", self.fibonacci(1400)), ("binomial(500, 2)", 124750), ("0xff", 255)]:
            with self.subTest(text=text):
                self.assertEqual(self.number(*limit, "eval", text), value)
        for text in ["2^1000", "2^600*2^600", "200!", "fib(2000)", "lucas(2000)", "primorial(2000)", "binomial(2000, 900)",
                     "binomial(10^200, 100)", "binomial(0-1000, 900)", "1" * 400, "0x" + "f" * 251, "1e400", "lcm(2^600, 3^400)",
                     "9^9^9", "factorial(10^18)", "fib(10^18)", "2^999+2^999"]:
            with self.subTest(text=text[:20]):
                self.assertIn("long", self.error(*limit, "eval", text))
        self.assertIn("long", self.error(*limit, "pow", "3", "10^6"))
        self.assertIn("--max-bits", self.error("--max-bits", "9^9^9", "eval", "1"))
        number = 3**700
        self.output("pow", "3", "700", "--binary", "-o", "n.gbi")
        self.write("n.txt", f"  {number}\n")
        for name in ["n.gbi", "n.txt"]:
            self.assertEqual(self.number("--max-bits", str(number.bit_length()), "convert", "@" + name), number)
            self.assertIn(name, self.error("--max-bits", str(number.bit_length() - 1), "convert", "@" + name))
        self.assertIn("limit", self.error(*limit, "convert", "-", stdin=b"1" * (3 << 20)))
        self.assertIn("limit", self.error(*limit, "convert", "@/dev/zero"))

    def test_no_such_device(self):
        self.assertIn("device", self.error("--device", "63", "eval", "1", status=1))
        environment = {**self.environment(), "GPU_BIGINT_BACKEND": "abacus"}
        self.assertIn("GPU_BIGINT_BACKEND", self.error("eval", "1", environment=environment))

    def test_the_host_is_explained(self):
        environment = {**self.environment()}
        del environment["GPU_BIGINT_BACKEND"]
        devices = json.loads(self.run_program("--json", "-q", "info", environment=environment).stdout)["devices"]
        if devices[0]["backend"] == "cuda":
            self.skipTest("there is a GPU")
        note = self.run_program("eval", "1", environment=environment).stderr.decode()
        self.assertRegex(note, r"^gbi: computing on the host, because .+\n$")
        for quiet in ["--quiet", "--device=host"]:
            self.assertEqual(self.run_program(quiet, "eval", "1", environment=environment).stderr, b"")


class Constants(ProgramTest):
    def test_pi_and_e(self):
        for name, function in [("pi", machin), ("e", euler)]:
            expected = str(function(10_000))
            with_point = expected[0] + "." + expected[1:] + "\n"
            self.assertEqual(self.output(name, "--digits", "10000"), with_point)
            self.assertEqual(self.output(name, "--digits", "10_000", "--verify"), with_point)
            for digits in list(range(0, 40)) + [761, 762, 763, 764, 765, 766, 767, 768]:  # six nines begin at 762 in pi
                shorter = expected[0] + ("." + expected[1:digits + 1] if digits else "") + "\n"
                self.assertEqual(self.output(name, "-d", str(digits)), shorter)

    def test_ranks(self):
        for name, digits in [("pi", 10_000), ("e", 10_000), ("pi", 0), ("e", 1), ("pi", 763)]:
            expected = self.output(name, "-d", str(digits))
            for arguments in [("--ranks", "2"), ("--ranks", "5"), ("--ranks", "3", "--verify")]:
                self.assertEqual(self.output("--device", "host", name, "-d", str(digits), *arguments), expected)
        expected = self.output("pi", "-d", "500", "--base", "2")
        self.assertEqual(self.output("--device", "host", "pi", "-d", "500", "--base", "2", "--ranks", "2"), expected)
        found = json.loads(self.output("--device", "host", "--json", "e", "-d", "500", "--ranks", "4"))
        self.assertEqual((found["ranks"], found["result"] + "\n"), (4, self.output("e", "-d", "500")))
        for count in ["0", "65", "many"]:
            self.assertIn("--ranks", self.error("pi", "--ranks", count))

    def test_other_bases(self):
        scaled = machin(400) * 16**100 // 10**400
        self.assertEqual(self.output("pi", "-d", "100", "--base", "16"), f"3.{scaled:x}".replace("3.3", "3.", 1) + "\n")
        self.assertTrue(self.output("e", "-d", "20", "--base", "2").startswith("10.10110111"))

    def test_a_million_digits_of_pi(self):
        done = self.run_program("--progress", "pi", "--digits", "1e6")
        self.assertEqual(len(done.stdout), 10**6 + 3)
        self.assertEqual(done.stdout[-11:], b"5779458151\n")
        self.assertRegex(done.stderr.decode(), r"pi: \d+ %, [\d.]+ [kM]? ?digits/s, .+ left\n")

    def test_square_roots(self):
        for n in [2, 3, 10**20 - 1, 16]:
            scaled = str(math.isqrt(n * 10**4000))
            self.assertEqual(self.output("sqrt", str(n), "-d", "2000", "--verify"), f"{scaled[:-2000]}.{scaled[-2000:]}\n")
        self.assertEqual(self.output("sqrt", "0", "-d", "3"), "0.000\n")


class Output(ProgramTest):
    def test_bases(self):
        value = -random.getrandbits(3000)
        for base in range(2, 37):
            text = self.output("convert", str(value), "--base", str(base))
            self.assertEqual(int(text, base), value)
            self.write("n.txt", text)
            self.assertEqual(self.number("convert", "@n.txt", "--input-base", str(base), "--verify"), value)

    def test_files(self):
        self.write("a.txt", "  -0xff\n")
        self.write("b.txt", "+12\n")
        self.assertEqual(self.output("mul", "@a.txt", "@b.txt", "-o", "c.txt"), "")
        self.assertEqual(self.read("c.txt"), "-3060\n")
        self.assertEqual(self.number("convert", "-", stdin=b"  77\n"), 77)
        self.write("bad.txt", "12a4")
        self.assertIn("bad.txt: not a base-10 integer: 'a' at byte 3", self.error("convert", "@bad.txt"))
        self.assertIn("nowhere/c.txt: No such file", self.error("eval", "1", "-o", "nowhere/c.txt"))
        self.assertIn("directory", self.error("eval", "1", "-o", "."))
        self.assertEqual(self.output("eval", "5", "-o", "/dev/stdout"), "5\n")
        self.assertEqual(self.files(), ["a.txt", "b.txt", "bad.txt", "c.txt"])

    def test_a_failure_keeps_the_old_file(self):
        self.write("old.txt", "old")
        os.chmod(os.path.join(self.folder, "old.txt"), 0o640)
        os.symlink("old.txt", os.path.join(self.folder, "link.txt"))
        self.error("eval", "1/0", "-o", "old.txt")
        self.assertEqual(self.read("old.txt"), "old")
        self.output("eval", "7", "-o", "link.txt")
        self.assertEqual(self.read("old.txt"), "7\n")
        self.assertEqual(os.stat(os.path.join(self.folder, "old.txt")).st_mode & 0o777, 0o640)
        self.assertTrue(os.path.islink(os.path.join(self.folder, "link.txt")))
        self.assertEqual(self.files(), ["link.txt", "old.txt"])

    def interrupt(self, sent):
        self.write("pi.txt", "old")
        process = self.start("pi", "--digits", "50_000_000", "-o", "pi.txt")
        while self.files() == ["pi.txt"] and process.poll() is None:
            time.sleep(0.01)
        self.assertEqual(len(self.files()), 2)
        time.sleep(0.05)
        process.send_signal(sent)
        process.communicate()
        self.assertEqual(process.returncode, -sent)
        self.assertEqual(self.files(), ["pi.txt"])
        self.assertEqual(self.read("pi.txt"), "old")

    def test_interrupted(self):
        self.interrupt(signal.SIGINT)
        self.interrupt(signal.SIGTERM)

    def limited(self, kind, size, *arguments):
        """Standard error of a run that fails under a limit of the system."""
        process = self.start(*arguments, preexec_fn=lambda: resource.setrlimit(kind, (size, size)))
        output, errors = process.communicate()
        self.assertEqual((process.returncode, output), (2, b""), errors)
        return errors.decode()

    def test_limit_of_file_size(self):
        self.write("n.txt", "old")
        self.assertIn("n.txt: could not be written", self.limited(resource.RLIMIT_FSIZE, 10_000, "eval", "2^10^6", "-o", "n.txt"))
        self.assertEqual((self.files(), self.read("n.txt")), (["n.txt"], "old"))

    def test_text_without_end(self):
        memory = 1 << 30
        try:
            subprocess.run([PROGRAMS["gbi"], "--version"], check=True, capture_output=True,
                           preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory)))
        except subprocess.CalledProcessError:
            self.skipTest("the program needs a larger address space, as with a sanitizer")
        self.assertIn("/dev/zero: no memory for more than", self.limited(resource.RLIMIT_AS, memory, "convert", "@/dev/zero"))

    def test_binary(self):
        value = random.getrandbits(10_000)
        self.output("convert", str(value), "--binary", "-o", "n.gbin")
        with open(os.path.join(self.folder, "n.gbin"), "rb") as file:
            data = bytearray(file.read())
        self.assertEqual(data[:4], b"GBIN")
        self.assertEqual(self.number("eval", "1"), 1)
        self.assertEqual(self.number("convert", "@n.gbin"), value)
        self.assertEqual(self.run_program("convert", str(value), "--binary").stdout, bytes(data))
        data[100] ^= 1
        self.assertIn("checksum", self.error("convert", "-", stdin=bytes(data)))
        self.assertIn("--binary", self.error("pi", "--binary", "-o", "x"))

    def test_json(self):
        data = json.loads(self.output("--json", "--verify", "mul", "10^20", "3"))
        self.assertEqual((data["command"], data["result"], data["digits"], data["bits"], data["backend"], data["verified"]),
                         ("mul", "3" + "0" * 20, 21, (3 * 10**20).bit_length(), "host", True))
        self.assertGreaterEqual(data["seconds"], 0)
        data = json.loads(self.output("--json", "div", "-7", "2"))
        self.assertEqual((data["result"], data["remainder"]), ("-4", "1"))
        data = json.loads(self.output("--json", "eval", "6*7", "-o", 'a"b\\.txt'))
        self.assertEqual(data["file"], 'a"b\\.txt')
        self.assertNotIn("result", data)
        self.assertEqual(self.read('a"b\\.txt'), "42\n")
        self.assertEqual(json.loads(self.output("--json", "isprime", "2^127-1"))["prime"], True)
        self.assertEqual(json.loads(self.output("--json", "pi", "-d", "5"))["result"], "3.14159")
        plan = json.loads(self.output("--json", "plan", "2^28", "2^20"))
        self.assertEqual((plan["bits_a"], plan["bits_b"]), (2**28, 2**20))
        self.assertGreater(plan["pieces"], 1)
        info = json.loads(self.output("--json", "info"))
        self.assertEqual(info["devices"][-1]["backend"], "host")
        self.assertGreater(info["devices"][-1]["upload_bytes_per_second"], 0)
        rows = json.loads(self.output("--json", "bench", "2^8", "2^10", "--repeat", "1"))["rows"]
        self.assertEqual(sorted({(row["operation"], row["bits"]) for row in rows}),
                         sorted((operation, bits)
                                for operation in ("product", "square", "quotient", "root", "gcd", "power", "text")
                                for bits in (2**8, 2**10)))
        self.assertTrue(all(row["seconds"] > 0 for row in rows))
        rsa = json.loads(self.output("--json", "rsa", "--bits", "256", "--count", "10"))
        self.assertEqual(rsa["checked"], True)
        self.assertEqual(set(rsa["per_second"]), {"public", "private", "private_crt"})

    def test_a_reader_that_stops(self):
        with subprocess.Popen([PROGRAMS["gbi"], "pi", "-d", "300000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=self.environment()) as process:
            process.stdout.read(10)
            process.stdout.close()
            process.wait()
            self.assertNotEqual(process.returncode, 0)
        with open("/dev/full", "w", encoding="ascii") as full:
            done = subprocess.run([PROGRAMS["gbi"], "eval", "1"], stdout=full, stderr=subprocess.PIPE,
                                  env=self.environment(), check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"could not be written", done.stderr)


class Tables(ProgramTest):
    def test_bench(self):
        lines = self.output("bench", "2^12", "--operation", "product", "--repeat", "2").splitlines()
        self.assertRegex(lines[1], "^operation +bits +gbi")
        self.assertRegex(lines[2], r"^product +2\^12 +[\d.]+ us")
        plain = self.output("bench", "2^12", "--operation", "product", "--repeat", "2", "--ascii")
        self.assertTrue(plain.isascii())

    def test_report(self):
        text = self.output("bench", "--report", "2^8", "2^12", "--operation", "product,power", "--repeat", "1")
        for part in ["| gpu_bigint | ", "| device | ", "| processor | ", "| tuning | ", "load average", "Medians of 1"]:
            self.assertIn(part, text)
        rows = [line for line in text.splitlines() if re.match(r"\| (product|power) \| ", line)]
        self.assertEqual(len(rows), 4)
        for row in rows:
            self.assertRegex(row, r"^\| \w+ \| (256|2\^12) \| [\d.]+ [nmu]?s \|")

    def test_tune(self):
        printed = self.output("tune", "--seconds", "2", "--dry-run")
        self.assertRegex(printed, r"(?m)^[a-z_]+\.[a-z_]+ +\w+ +built in: \w+$")
        folder = {**self.environment(), "XDG_CONFIG_HOME": self.folder}
        del folder["GPU_BIGINT_TUNING"]
        self.run_program("-q", "tune", "--seconds", "2", environment=folder)
        info = self.run_program("-q", "info", environment=folder).stdout.decode()
        self.assertRegex(info, r"\d+ values measured on this device on \d{4}-\d\d-\d\d \(" + re.escape(self.folder))
        self.run_program("-q", "-o", "mine.json", "tune", "--seconds", "2")
        chosen = {**self.environment(), "GPU_BIGINT_TUNING": os.path.join(self.folder, "mine.json")}
        text = self.run_program("bench", "2^10", "--operation", "gcd", "--report", "--repeat", "1", environment=chosen)
        self.assertIn("mine.json", text.stdout.decode())
        with open(os.path.join(self.folder, "mine.json"), "a", encoding="ascii") as file:
            file.write("}")
        refused = self.run_program("-q", "info", environment=chosen, status=2)
        self.assertIn(b"mine.json is not used", refused.stderr)

    def test_plan(self):
        self.assertIn("host words", self.output("plan", "1000"))
        self.assertIn("points", self.output("plan", "2^26"))

    def test_info(self):
        text = self.output("info")
        for part in ["version", "compiler", "  memory", "computes on", "copies to it", "limits of"]:
            self.assertIn(part, text)

    def test_rsa(self):
        text = self.output("rsa", "--bits", "190", "--count", "7")
        self.assertIn("checked: every message came back", text)


class Completions(ProgramTest):
    def commands(self):
        """All commands and their options, from their help."""
        found = {}
        text = self.output("--help")
        listed = re.search(r"Subcommands:\n(.*?)\n\n", text, re.DOTALL).group(1)
        for name in [None] + re.findall(r"^  ([\w-]+) ", listed, re.MULTILINE):
            text = self.output(*([name] if name else []), "--help")
            found[name] = set(re.findall(r"^ +(?:-\w,)?(--[\w-]+)", text, re.MULTILINE))
        return found

    def test_everything_is_in_each_completion(self):
        commands = self.commands()
        self.assertEqual(len(commands), 26)
        self.assertIn("--digits", commands["pi"])
        for shell, form in [("bash", "{}"), ("zsh", "{}"), ("fish", "-l {}")]:
            text = self.output("completion", shell)
            for name, options in commands.items():
                if name:
                    self.assertRegex(text, rf"\b{name}\b")
                for option in options:
                    wanted = form.format(option if shell != "fish" else option[2:])
                    self.assertIn(wanted, text, (shell, name, option))
        self.assertIn("bash", self.error("completion", "tcsh"))

    def test_shells_read_them(self):
        for shell in ["bash", "zsh", "fish"]:
            if shutil.which(shell):
                self.write("completion", self.output("completion", shell))
                done = subprocess.run([shell, "-n", "completion"], cwd=self.folder, capture_output=True, check=False)
                self.assertEqual((done.returncode, done.stderr), (0, b""), shell)

    def test_bash_completes(self):
        self.write("gbi.bash", self.output("completion", "bash"))
        self.write("number.txt", "1")

        def complete(*words):
            script = ('source ./gbi.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gbi; echo "${COMPREPLY[*]}"')
            return subprocess.run(["bash", "-c", script, "bash", "gbi", *words], cwd=self.folder, capture_output=True,
                                  check=True).stdout.decode().split()
        self.assertEqual(complete("fact"), ["factor", "factorial"])
        self.assertEqual(complete("pi", "--di"), ["--digits"])
        self.assertEqual(complete("--device", "h"), ["host"])
        self.assertEqual(complete("mul", "@num"), ["@number.txt"])
        self.assertEqual(complete("mul", "-o", "num"), ["number.txt"])


if __name__ == "__main__":
    main()
