"""Integers for tests: around word boundaries, and of many lengths."""

import random

from hypothesis import strategies as st

_EDGES = [0, 1, 2, 3, 7, 10, 2**15, 2**30 - 1, 2**30, 2**31, 2**52, 2**53 + 1, 2**62, 2**63 - 1, 2**63, 2**64 - 1,
          2**64, 2**64 + 1, 2**127 - 1, 2**128, 2**320 - 1, 2**320, 2**321, 10**100]
EDGES = sorted({sign * value for value in _EDGES for sign in (1, -1)})


def _of_length(draw_bits):
    bits, negative, seed = draw_bits
    source = random.Random(seed)
    value = source.getrandbits(bits) if bits else 0
    return -value if negative else value


# Lengths up to 20000 bits, beyond the length at which numbers on a GPU leave the host.
any_integer = st.one_of(
    st.sampled_from(EDGES),
    st.integers(),
    st.tuples(st.integers(0, 20000), st.booleans(), st.integers(0, 2**32)).map(_of_length),
)
natural = any_integer.map(abs)
positive = natural.map(lambda n: n + 1)
