#!/usr/bin/env bash
# From a fresh clone to a verified product of two integers of ten million decimal digits. Installs missing packages if
# that is allowed, builds the library (with CUDA if nvcc and a GPU are found), and runs examples/multiply with the given
# arguments:
#   scripts/quickstart.sh [arguments of multiply, see --help]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

require_packages g++ cmake ninja-build libgmp-dev libcli11-dev
find_nvcc
configure -DGPU_BIGINT_HOST_ARCH=native -DGPU_BIGINT_BUILD_TESTS=OFF -DGPU_BIGINT_BUILD_EXAMPLES=ON -DGPU_BIGINT_BUILD_TOOLS=OFF \
  -DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON  # takes two seconds, and examples/multiply needs none
build_targets multiply
exec "$build/examples/multiply" "$@"
