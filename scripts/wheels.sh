#!/usr/bin/env bash
# Makes the wheels of the Python package and tries each one in a fresh environment without CUDA:
#
#   scripts/wheels.sh [--host | --cuda ARCHITECTURES] [--library PREFIX] [--into FOLDER] [--python INTERPRETER]...
#
#   --host      without CUDA; the version then ends in +host
#   --cuda      architectures other than those of the preset `distribution`, such as 90a or '80-real;90a'
#   --library   an installed static library to link, instead of building one
#   --into      build/wheels/cuda or build/wheels/host by default
#   --python    python3.10 to python3.15 by default, as far as they are found; one wheel serves 3.12 and newer
#
# The wheels also work where glibc is older than here, from 2.28 on (python/older_glibc).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$root"

kind=cuda architectures=() library='' into='' pythons=()
while [ $# -gt 0 ]; do
  case $1 in
    --host) kind=host && shift && continue ;;
    --cuda) architectures=("-DCMAKE_CUDA_ARCHITECTURES=${2:?}") ;;
    --library) library=$(realpath "${2:?}") ;;
    --into) into=${2:?} ;;
    --python) pythons+=("${2:?}") ;;
    *) die "no option $1" ;;
  esac
  shift 2
done
if [ ${#pythons[@]} -eq 0 ]; then
  for minor in 10 11 12 13 14 15; do
    if "python3.$minor" -c '' 2>/dev/null; then pythons+=("python3.$minor"); fi
  done
  [ ${#pythons[@]} -gt 0 ] || die "found none of python3.10 to python3.15"
fi

if [ -z "$library" ]; then
  require_packages g++ cmake ninja-build
  find_nvcc
  build=${GPU_BIGINT_BUILD_DIR:-$root/build/wheel-$kind}
  cuda=ON
  if [ $kind = host ]; then cuda=OFF; fi
  configure --preset wheel "-DGPU_BIGINT_CUDA=$cuda" "${architectures[@]}"
  build_targets gpu_bigint
  library=$build/installed
  cmake --install "$build" --prefix "$library" >/dev/null
elif grep -qr 'gpu_bigint_cuda_FOUND OFF' "$library"/lib*/cmake; then
  kind=host
fi
into=${into:-$root/build/wheels/$kind}
mkdir -p "$into"
into=$(realpath "$into")
rm -f "$into"/gpu_bigint-*.whl
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ $kind = host ]; then export GPU_BIGINT_HOST_WHEEL=1; fi
quiet=(--quiet --disable-pip-version-check)
# Older systems also have an older libstdc++. The extension contains its own, and shows nothing of it.
linked=-static-libstdc++
if [[ $(getconf GNU_LIBC_VERSION) > "glibc 2.28" ]]; then
  python3 python/older_glibc/stubs.py 2.28 "$work/glibc"
  linked+=" -L$work/glibc $work/glibc/later.o"
  linked+=" -Wl,--push-state,--no-as-needed,-l:libpthread.so.0,-l:libdl.so.2,-l:librt.so.1,--pop-state"
fi
settings=(cmake.define.GPU_BIGINT_PYTHON_SYSTEM=ON "cmake.define.CMAKE_MODULE_LINKER_FLAGS=$linked")
if has_command ccache; then settings+=(cmake.define.CMAKE_CXX_COMPILER_LAUNCHER=ccache); fi

for python in "${pythons[@]}"; do
  version=$("$python" -c 'import sys; print("cp3%d" % sys.version_info.minor)')
  if [ "${version#cp3}" -ge 12 ]; then version=abi3; fi
  if ! compgen -G "$into/gpu_bigint-*-$version-*.whl" >/dev/null; then
    "$python" -m venv "$work/$version"
    (
      export PATH=$work/$version/bin:$PATH
      pip install "${quiet[@]}" --no-compile -r python/requirements-wheels.txt
      CMAKE_PREFIX_PATH=$library pip wheel . "${quiet[@]}" --no-build-isolation --no-deps --wheel-dir "$work/untagged-$version" \
        --config-settings=build-dir="$work/build-$version" "${settings[@]/#/--config-settings=}"
      auditwheel repair --wheel-dir "$into" "$work/untagged-$version"/*.whl >"$work/said" 2>&1 || die "$(cat "$work/said")"
      python python/tests/wheel_contents.py "$into"/gpu_bigint-*-"$version"-*.whl
    )
  fi

  # pip chooses the wheel by its tags.
  "$python" -m venv "$work/clean-$python"
  clean=(env -i HOME="$HOME" PATH=/usr/bin:/bin "$work/clean-$python/bin/python")
  "${clean[@]}" -m pip install "${quiet[@]}" --no-index --find-links "$into" gpu_bigint
  (cd "$work" && "${clean[@]}" "$root/python/tests/fresh_install.py" $kind)
done
