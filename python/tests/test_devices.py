"""Devices, verification, threads, memory, the interpreter's lock and interruption."""

import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import gpu_bigint
from gpu_bigint import Int, IntArray


def test_names():
    names = gpu_bigint.devices()
    assert names[-1] == "host" and gpu_bigint.current_device() == names[0]
    assert gpu_bigint.why_unavailable("host") == ""
    for name in names:
        with gpu_bigint.device(name) as place:
            assert place.name == name == gpu_bigint.current_device() == Int(5).device == IntArray([5]).device
            assert place.description and "measured" in place.tuning or "derived" in place.tuning
            assert repr(place) == f"device('{name}')"
            place.synchronize()
            place.trim()
    for wrong in ("gpu:0", "cuda:", "cuda:x", "cuda:-1", "host:1", ""):
        with pytest.raises(ValueError):
            gpu_bigint.device(wrong)
    assert gpu_bigint.why_unavailable("cuda:99") != ""
    with pytest.raises(gpu_bigint.DeviceError):
        gpu_bigint.device("cuda:99")
    assert issubclass(gpu_bigint.DeviceError, RuntimeError) and issubclass(gpu_bigint.DataError, ValueError)


def test_scopes():
    outer, inner = gpu_bigint.device("host"), gpu_bigint.device("host")
    with outer:
        with inner:
            with pytest.raises(RuntimeError):
                outer.__exit__()
    with pytest.raises(RuntimeError):
        outer.__exit__()
    seen = []
    with outer:
        thread = threading.Thread(target=lambda: seen.append(_exit_error(outer)))
        thread.start()
        thread.join()
    assert seen == [RuntimeError]


def _exit_error(scope):
    try:
        scope.__exit__()
    except RuntimeError as error:
        return type(error)


def test_verification(place):
    usual = gpu_bigint.current_verification()
    x = Int(3) ** 20000
    for how in ("off", "monitor", "residue", "all"):
        with gpu_bigint.verification(how):
            assert gpu_bigint.current_verification() == how
            assert int(x * x) == 3**40000
    assert gpu_bigint.current_verification() == usual
    with pytest.raises(ValueError):
        gpu_bigint.verification("on")


@pytest.mark.cuda
def test_numbers_move():
    with gpu_bigint.device("cuda:0"):
        x = Int(7) ** 100000
    with gpu_bigint.device("host"):
        y = x.to("host")
        assert (x.device, y.device) == ("cuda:0", "host") and y == 7**100000
        with pytest.raises(ValueError):
            x + y
        # An int takes the device of the number that it meets.
        assert (x + 2**100000).device == "cuda:0" and gpu_bigint.gcd(x, 7**50).device == "cuda:0"
        a = IntArray([1, 2, 3]).to("cuda:0")
        assert (a + 5).tolist() == [6, 7, 8] and a[1:].device == "cuda:0"


@pytest.mark.cuda
def test_waits_release_the_lock():
    with gpu_bigint.device("cuda:0"):
        x = Int(3) ** 5000000
        assert str(x % 10**9) == str(pow(3, 5000000, 10**9))


def test_threads(place):
    def work(seed):
        with gpu_bigint.device(place):
            x = Int(seed) ** 3000
            total = Int(0)
            for k in range(1, 30):
                total += x * k % (10**50 + k)
                total ^= hash(x) & 0xFFFF
            return int(total), str(x)[:20], IntArray([seed] * 50).pow_mod(65537, 2**255 - 19)[49]

    def expected(seed):
        x, total = seed**3000, 0
        for k in range(1, 30):
            total += x * k % (10**50 + k)
            total ^= hash(x) & 0xFFFF
        return total, str(x)[:20], pow(seed, 65537, 2**255 - 19)

    seeds = list(range(2, 26))
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, seeds)) == [expected(seed) for seed in seeds]


def test_threads_share_numbers(place):
    x = Int(5) ** 40000

    def work(k):
        with gpu_bigint.device(place):
            return x * k == 5**40000 * k and hash(x) == hash(5**40000) and str(x)[:3] == str(5**40000)[:3]

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(1, 40)))


def test_the_lock_is_released():
    """While one thread tests a prime, another one counts."""
    prime = Int(2) ** 2203 - 1
    started, finished = threading.Event(), threading.Event()

    def work():
        started.set()
        for _ in range(4):
            assert prime.is_prime()
        finished.set()

    thread = threading.Thread(target=work)
    old = sys.getswitchinterval()
    # The lock changes hands only where it is released.
    sys.setswitchinterval(1000)
    try:
        thread.start()
        started.wait()
        turns = 0
        while not finished.is_set():
            turns += 1
            time.sleep(0.0001)
    finally:
        sys.setswitchinterval(old)
        thread.join()
    assert turns > 3


INTERRUPTED = """
import gpu_bigint, os, signal, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
begin = time.monotonic()
try:
    {work}
except KeyboardInterrupt:
    assert gpu_bigint.Int(3) ** 5 == 243
    print("interrupted", time.monotonic() - begin)
"""


@pytest.mark.parametrize("work", ["gpu_bigint.lucas_lehmer(216091)",
                                  "gpu_bigint.powmod_base_list(list(range(20000)), 2**2047 + 1, 2**2203 - 1)",
                                  "[gpu_bigint.fac(20000 + k) for k in range(100000)]",
                                  "gpu_bigint.ecm(2**1279 - 1, b1=10**6)", "gpu_bigint.factor(2**1277 - 1, b1=10**6)"])
def test_interruption(work):
    result = subprocess.run([sys.executable, "-c", INTERRUPTED.format(work=work)], capture_output=True, text=True,
                            timeout=60, env={**os.environ, "GPU_BIGINT_BACKEND": "host"})
    word, seconds = result.stdout.split()
    assert word == "interrupted" and float(seconds) < 8, result.stderr


def test_memory_error():
    with pytest.raises((MemoryError, OverflowError)):
        Int(1) << 2**60
    with pytest.raises((MemoryError, OverflowError)):
        Int(3) ** 2**50
    assert Int(3) ** 5 == 243


def test_environment():
    code = "import gpu_bigint; print(gpu_bigint.current_device(), gpu_bigint.Int(2)**100000 % 1000007)"
    expected = f"host {2**100000 % 1000007}"
    for variables in ({"GPU_BIGINT_BACKEND": "host"}, {"GPU_BIGINT_BACKEND": "host", "GPU_BIGINT_WORD_LIMIT": "0"}):
        result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **variables})
        assert result.stdout.strip() == expected, result.stderr
    wrong = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                           env={**os.environ, "GPU_BIGINT_BACKEND": "abacus"})
    assert wrong.returncode != 0 and "ValueError" in wrong.stderr and "abacus" in wrong.stderr


def test_lucas_lehmer(place):
    assert [p for p in (67, 89, 107, 127, 521, 607, 641) if gpu_bigint.lucas_lehmer(p)] == [89, 107, 127, 521, 607]
    assert gpu_bigint.lucas_lehmer(127, progress=True)
    assert gpu_bigint.is_mersenne_prime(31) and not gpu_bigint.is_mersenne_prime(33)
    test = gpu_bigint.LucasLehmer(521)
    test.step(10)
    s = 4
    for _ in range(10):
        s = (s * s - 2) % (2**521 - 1)
    assert (test.residue(), test.steps_done, test.steps_left, test.exponent) == (s, 10, 509, 521)
    assert 0 <= test.largest_error() < 0.4
    with pytest.raises(ValueError):
        gpu_bigint.LucasLehmer(100)


def test_mersenne_prp(place):
    assert [p for p in (67, 89, 107, 127, 521, 607, 641) if gpu_bigint.mersenne_prp(p)] == [89, 107, 127, 521, 607]
    assert gpu_bigint.mersenne_prp(127, progress=True)
    test = gpu_bigint.MersennePRP(523)
    test.step(10)
    m = 2**523 - 1
    assert (test.residue(), test.steps_done, test.steps_left, test.exponent) == (pow(3, 2**10, m), 10, 513, 523)
    assert test.gerbicz_check() and test.errors == 0 and 0 <= test.largest_error() < 0.4
    assert test.final_residue() == pow(3, m - 1, m) and not test.is_probable_prime()
    with pytest.raises(ValueError):
        gpu_bigint.MersennePRP(100)


def test_signal_module_is_untouched():
    code = """
import signal
before = signal.getsignal(signal.SIGINT)
import gpu_bigint
gpu_bigint.fac(1000)
assert signal.getsignal(signal.SIGINT) is before
"""
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "GPU_BIGINT_BACKEND": "host"})


def test_numbers_may_outlive_the_interpreter():
    """Caches of programs and of extensions, such as mpmath's, are not emptied before the end."""
    code = """
import ctypes, gpu_bigint
kept = [gpu_bigint.Int(3) ** exponent for exponent in (1, 1000)]
for number in kept:
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(number))
gpu_bigint.Int.kept = kept
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")
