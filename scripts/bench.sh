#!/usr/bin/env bash
# Runs all benches or the named ones, records their results as bench/results/NAME-DEVICE.json, and updates the tables of
# the documents. Installs missing packages if that is allowed, and builds the benches first (with CUDA if nvcc and a GPU
# are found):
#   scripts/bench.sh DEVICE [BUILD/FOLDER] [scan fft fft_passes fft_accuracy normalize multiply stages short linear division
#     text number_theory sequences batch rsa]
# DEVICE is the name of the results, such as h200. An argument with a slash is a folder, one without is a bench. If a
# bench fails, recorded results stay unchanged. GPU_BIGINT_BACKEND=host measures the host executor.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

benches=(scan fft fft_passes fft_accuracy normalize multiply stages short linear division text number_theory sequences batch rsa)
usage="usage: scripts/bench.sh DEVICE [BUILD/FOLDER] [${benches[*]}]"
device=${1:-}
[[ $device =~ ^[A-Za-z0-9_-]+$ && " ${benches[*]} " != *" $device "* ]] || die "$usage"
shift
if [[ ${1:-} == */* ]]; then
  build=$1
  shift
fi
for name in "$@"; do
  [[ " ${benches[*]} " == *" $name "* ]] || die "no bench $name; $usage"
done
[ $# -gt 0 ] && benches=("$@")

require_packages g++ cmake ninja-build python3 libgmp-dev libbenchmark-dev
find_nvcc
configure -DGPU_BIGINT_HOST_ARCH=native -DGPU_BIGINT_BUILD_BENCH=ON -DGPU_BIGINT_BUILD_TESTS=OFF -DGPU_BIGINT_BUILD_EXAMPLES=OFF
build_targets "${benches[@]/#/bench_}"

# Recorded results are replaced only when the new ones are complete.
unfinished=$(mktemp -d)
trap 'rm -rf "$unfinished"' EXIT
for name in "${benches[@]}"; do
  file=${name//_/-}-$device.json
  echo "=== $name"
  if [ "$name" = fft_accuracy ]; then
    "$build/bench/bench_$name" "$unfinished/$file"
  else
    "$build/bench/bench_$name" --benchmark_out="$unfinished/$file" --benchmark_out_format=json
  fi
  # A size that would take too long is left out and its entry says so. That is not a failure.
  if grep '"error_message"' "$unfinished/$file" | grep -qv '"left out: '; then die "$name reports errors"; fi
  mv "$unfinished/$file" "$root/bench/results/$file"
done
"$root/scripts/results.py"
