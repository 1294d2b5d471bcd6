#!/usr/bin/env bash
# Tortures the library for a given time; --help says more.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

seconds=1200 most_bits='' flips=100 changed=10000 tests=yes
usage="usage: scripts/soak.sh DEVICE [BUILD/FOLDER] [--seconds N] [--most-bits N] [--flips N] [--changed N] [--no-tests]"
help() {
  cat <<END
$usage

Runs the long form of the torture tests, flips bits in live memory, and mixes operations against GMP. Records the last
two as bench/results/bit-flips-DEVICE.json and soak-DEVICE.json, and updates the tables by scripts/results.py. Installs
missing packages if that is allowed, and builds first, with CUDA if nvcc and a GPU are found. A seed is printed for each.

  DEVICE        name of the results, such as h200
  BUILD/FOLDER  where to build, build/release by default; an argument with a slash is a folder
  --seconds     of mixed operations, $seconds by default; 0 leaves them out
  --most-bits   the longest operands of mixed operations: 2^28 on CUDA, 2^20 on the host
  --flips       of each operation in each mode, $flips by default; 0 leaves the table as it is
  --changed     flips that have to change a verified product, $changed by default
  --no-tests    leaves out the long form of the tests

GPU_BIGINT_BACKEND=host tortures the host executor where there is a GPU. GPU_BIGINT_TEST_SEED repeats tests.
END
}
device='' given_build=''
while [ $# -gt 0 ]; do
  case $1 in
    --help | -h)
      help
      exit 0
      ;;
    --seconds) seconds=${2:-} ;;
    --most-bits) most_bits=${2:-} ;;
    --flips) flips=${2:-} ;;
    --changed) changed=${2:-} ;;
    --no-tests)
      tests=''
      shift
      continue
      ;;
    */*) given_build=$1 ;;
    *)
      [[ -z $device && $1 =~ ^[A-Za-z0-9_-]+$ ]] || die "$usage"
      device=$1
      ;;
  esac
  if [[ $1 == --* ]]; then
    [[ ${2:-} =~ ^[0-9]+$ ]] || die "$1 needs a number; $usage"
    shift
  fi
  shift
done
[[ -n $device && $device != -* ]] || die "$usage"
build=${given_build:-$build}

require_packages g++ cmake ninja-build python3 libgmp-dev libgtest-dev
find_nvcc
configure -DGPU_BIGINT_HOST_ARCH=native -DGPU_BIGINT_BUILD_TESTS=ON
build_targets torture_test torture_bit_flips torture_soak

backend=(${GPU_BIGINT_BACKEND:+--backend "$GPU_BIGINT_BACKEND"})
commit=$(git -C "$root" describe --always --dirty 2>/dev/null || echo unknown)
unfinished=$(mktemp -d)
trap 'rm -rf "$unfinished"' EXIT
if [ -n "$tests" ]; then
  echo "=== the long form of the tests"
  GPU_BIGINT_TEST_LARGE=1 "$build/tests/torture_test"
fi
if [ "$flips" -gt 0 ]; then
  echo "=== bit flips"
  "$build/tests/torture_bit_flips" --flips "$flips" --changed "$changed" "${backend[@]}" --commit "$commit" \
    --record "$unfinished/flips"
  mv "$unfinished/flips" "$root/bench/results/bit-flips-$device.json"
fi
if [ "$seconds" -gt 0 ]; then
  echo "=== mixed operations"
  if [ -z "$most_bits" ]; then
    most_bits=$((1 << 20))
    if [ "${GPU_BIGINT_BACKEND:-}" != host ] && grep -q "GPU_BIGINT_WITH_CUDA" "$build/build.ninja" 2>/dev/null; then
      most_bits=$((1 << 28))
    fi
  fi
  "$build/tests/torture_soak" --seconds "$seconds" --most-bits "$most_bits" "${backend[@]}" --commit "$commit" \
    --record "$unfinished/soak"
  mv "$unfinished/soak" "$root/bench/results/soak-$device.json"
fi
"$root/scripts/results.py"
