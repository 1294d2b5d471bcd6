#!/usr/bin/env bash
# Runs NVIDIA's sanitizers over every kernel; --help says more.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

seconds=540 parts=84 commit=${GPU_BIGINT_COMMIT:-}
tools=(racecheck initcheck memcheck synccheck) # the slowest first
usage="usage: scripts/sanitize.sh DEVICE [BUILD/FOLDER] [--seconds N] [--parts N] [--jobs N] [--commit TEXT] [--no-build]"
help() {
  cat <<END
$usage

Runs ${tools[*]} of compute-sanitizer over tests/reach, which launches every instance of every kernel at small
sizes and compares the results. Fails if a tool reports an error, a result is wrong, or an instance was not launched
under each tool. Records what was found as bench/results/sanitizers-DEVICE.json, and updates the tables by
scripts/results.py. Installs missing packages if that is allowed, and builds first.

  DEVICE        name of the results, such as h200
  BUILD/FOLDER  where to build, build/release by default; an argument with a slash is a folder
  --seconds     for all tools together, $seconds by default. What runs longer is ended, and its kernels were not reached
  --parts       of the cases, each a process under each tool, $parts by default
  --jobs        processes at a time: the cores less two, at least one, by default
  --commit      of the record, by default that of the sources or GPU_BIGINT_COMMIT
  --no-build    the folder is built already

The output of each process stays in BUILD/FOLDER/sanitizers.
END
}
device='' given_build='' jobs=$(($(nproc) > 3 ? $(nproc) - 2 : 1)) builds=yes
while [ $# -gt 0 ]; do
  case $1 in
    --help | -h)
      help
      exit 0
      ;;
    --no-build) builds='' ;;
    --seconds | --parts | --jobs)
      [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || die "$1 needs a number; $usage"
      declare "${1#--}=$2"
      shift
      ;;
    --commit)
      commit=${2:-}
      shift
      ;;
    */*) given_build=$1 ;;
    *)
      [[ -z $device && $1 =~ ^[A-Za-z0-9_-]+$ && $1 != -* ]] || die "$usage"
      device=$1
      ;;
  esac
  shift
done
[ -n "$device" ] || die "$usage"
build=${given_build:-$build}
commit=${commit:-$(git -C "$root" describe --always --dirty 2>/dev/null || echo unknown)}

find_nvcc
has_command compute-sanitizer || die "no compute-sanitizer on the PATH; it comes with the CUDA toolkit"
if [ -n "$builds" ]; then
  require_packages g++ cmake ninja-build python3 libgmp-dev libgtest-dev
  configure -DGPU_BIGINT_HOST_ARCH=native -DGPU_BIGINT_BUILD_TESTS=ON
  build_targets torture_reach
fi
program=$build/tests/torture_reach logs=$build/sanitizers
rm -rf "$logs"
mkdir -p "$logs"
"$program" --about "$logs/about" --commit "$commit" ${GPU_BIGINT_BACKEND:+--backend "$GPU_BIGINT_BACKEND"}
nm --demangle "$program" >"$logs/symbols"
compute-sanitizer --version >"$logs/version" 2>&1 || true

# run_part TOOL PART: leaves what they say, the status and the seconds.
run_part() {
  local log=$logs/$1-$2 begin status=0
  begin=$(date +%s)
  local left=$((deadline - begin)) own=()
  case $1 in
    # The library handles the errors of CUDA's functions itself.
    memcheck) own=(--report-api-errors no) ;;
  esac
  if [ "$left" -gt 0 ]; then
    timeout --kill-after=5 "$left" compute-sanitizer --tool "$1" "${own[@]}" --launch-timeout 300 --max-connections 100 \
      --error-exitcode 99 --log-file "$log.log" "$program" --part "$2" --parts "$parts" --reached "$log.reached" \
      ${GPU_BIGINT_BACKEND:+--backend "$GPU_BIGINT_BACKEND"} >"$log.out" 2>&1 || status=$?
  else
    status=124
  fi
  echo "$status $(($(date +%s) - begin))" >"$log.status"
}
export -f run_part
export logs program parts deadline=$(($(date +%s) + seconds))
begin=$(date +%s)
for tool in "${tools[@]}"; do
  for ((part = 0; part < parts; ++part)); do echo "$tool $part"; done
done | xargs -P "$jobs" -L 1 bash -c 'run_part "$@"' run_part
unfinished=$(mktemp)
trap 'rm -f "$unfinished"' EXIT
status=0
"$root/scripts/results.py" --sanitizers "$logs" $(($(date +%s) - begin)) "$unfinished" || status=$?
[ -s "$unfinished" ] || exit "$status"
cp "$unfinished" "$root/bench/results/sanitizers-$device.json"
"$root/scripts/results.py"
exit "$status"
