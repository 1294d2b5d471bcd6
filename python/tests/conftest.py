"""Every test that takes the fixture `place` runs on the host and, where there is one, on the first GPU."""

import os
import sys

import pytest
from hypothesis import HealthCheck, settings

import gpu_bigint

settings.register_profile(
    "suite", deadline=None, max_examples=int(os.environ.get("EXAMPLES", "60")), print_blob=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
settings.load_profile("suite")

# Values are compared as text, too.
if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)

HAS_GPU = any(name.startswith("cuda") for name in gpu_bigint.devices())


@pytest.fixture(params=["host", pytest.param("cuda:0", marks=pytest.mark.cuda)])
def place(request):
    """The name of a device, which is the current one during the test."""
    with gpu_bigint.device(request.param):
        yield request.param


def pytest_collection_modifyitems(items):
    if not HAS_GPU:
        why = gpu_bigint.why_unavailable("cuda:0")
        for item in items:
            if item.get_closest_marker("cuda"):
                item.add_marker(pytest.mark.skip(reason=why))
