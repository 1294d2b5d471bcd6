#!/usr/bin/env bash
# Runs benches and records their results; --help says more.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

# Those that use all cores come last, because they leave a load average behind.
benches=(scan fft fft_passes fft_accuracy normalize stages routes short linear division text number_theory sequences computations verification multiply batch rsa)
usage="usage: scripts/bench.sh [--force] DEVICE [BUILD/FOLDER] [BENCH...]"
help() {
  cat <<END
$usage

Runs all benches, or the named ones, records their results as bench/results/BENCH-DEVICE.json, and updates the tables and
plots of the documents by scripts/results.py. Installs missing packages if that is allowed, and builds the benches first,
with CUDA if nvcc and a GPU are found.

  DEVICE        name of the results, such as h200
  BUILD/FOLDER  where to build, build/release by default; an argument with a slash is a folder
  BENCH         ${benches[*]:0:8}
                ${benches[*]:8}

Each bench waits until the load average of a minute is at most 1, for three minutes at most: what a busy machine measures is
not recorded. Nor is what a machine measures on which GMP and FLINT take more than 1.1 times as long as recorded, because others use
its cores, too. --force measures and records at once.

If a bench fails, its recorded results stay unchanged. GPU_BIGINT_BACKEND=host measures the host executor.
END
}
for argument in "$@"; do
  if [ "$argument" = --help ] || [ "$argument" = -h ]; then
    help
    exit 0
  fi
done
force=()
if [ "${1:-}" = --force ]; then
  force=(--force)
  shift
fi
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

wait_until_quiet() {
  for _ in {1..36}; do
    awk '{ exit $1 > 1 }' /proc/loadavg && return
    sleep 5
  done
  die "the load average stays above 1; --force measures nevertheless"
}

# Recorded results are replaced only when the new ones are complete.
unfinished=$(mktemp -d)
trap 'rm -rf "$unfinished"' EXIT
for name in "${benches[@]}"; do
  file=${name//_/-}-$device.json
  [ ${#force[@]} -gt 0 ] || wait_until_quiet
  echo "=== $name"
  if [ "$name" = fft_accuracy ]; then
    "$build/bench/bench_$name" "$unfinished/$file"
  else
    "$build/bench/bench_$name" --benchmark_out="$unfinished/report" --benchmark_out_format=json
    "$root/scripts/results.py" --record "$unfinished/report" "$unfinished/$file" "${force[@]}"
  fi
  # A size that would take too long is left out and its entry says so. That is not a failure.
  if grep '"error":' "$unfinished/$file" | grep -qv '"left out: '; then die "$name reports errors"; fi
  mv "$unfinished/$file" "$root/bench/results/$file"
done
"$root/scripts/results.py"
