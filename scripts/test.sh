#!/usr/bin/env bash
# Installs missing packages if that is allowed, builds the library, its tests and examples (with CUDA if nvcc and a GPU
# are found), and runs the whole test suite:
#   scripts/test.sh [--build-only | arguments of ctest]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

require_packages g++ cmake ninja-build python3 libgmp-dev libmpfr-dev libcli11-dev libfmt-dev libssl-dev openssl \
  libgtest-dev libgmock-dev
find_nvcc
configure -DGPU_BIGINT_HOST_ARCH=native -DGPU_BIGINT_BUILD_TESTS=ON -DGPU_BIGINT_BUILD_EXAMPLES=ON -DGPU_BIGINT_BUILD_TOOLS=ON \
  -DGPU_BIGINT_BUILD_BENCH=OFF
build_targets
[ "${1:-}" = --build-only ] && exit
# Runs as many tests at once as there are cores, because single-threaded tests would leave cores idle.
export CTEST_PARALLEL_LEVEL=${CTEST_PARALLEL_LEVEL:-$(nproc)}
exec ctest --test-dir "$build" --output-on-failure "$@"
