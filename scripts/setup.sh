# Sourced by the scripts of this folder. Finds the packages that a build needs, installs missing ones if that is
# allowed, configures and builds. Works from any folder and without a terminal. Needs no network if nothing is missing.
#
# Environment:
#   CMAKE_PREFIX_PATH      further folders to search for dependencies, separated by ':'
#   GPU_BIGINT_CMAKE_ARGS  further arguments for CMake's configuration

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${GPU_BIGINT_BUILD_DIR:-$root/build/release}

# ccache keeps no objects that use precompiled headers unless it is told that these have no __TIME__.
export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros}

die() {
  echo "$(basename "$0"): $*" >&2
  exit 1
}

# nvcc is often installed but not on the PATH.
find_nvcc() {
  if ! command -v nvcc >/dev/null && [ -x /usr/local/cuda/bin/nvcc ]; then
    export PATH=$PATH:/usr/local/cuda/bin
  fi
}

has_command() { command -v "$1" >/dev/null; }

# Tells whether the C++ compiler finds a header, on the system or below CMAKE_PREFIX_PATH.
has_header() {
  has_command g++ || return 1
  local places=() prefix
  while IFS= read -r -d ':' prefix; do
    [ -n "$prefix" ] && places+=(-I "$prefix/include" -I "$prefix/include/$(g++ -dumpmachine)")
  done <<<"${CMAKE_PREFIX_PATH:-}:"
  echo "#include <$1>" | g++ -std=c++20 "${places[@]}" -E -x c++ - >/dev/null 2>&1
}

has_package_for() {
  case $1 in
    coq) has_command coqc ;;
    libcoq-flocq) [ -d "$(coqc -where 2>/dev/null)/user-contrib/Flocq" ] ;;
    g++ | ccache | cmake | doxygen | file | gappa | python3 | clang-format | clang-tidy | pkg-config) has_command "$1" ;;
    dpkg-dev) has_command dpkg-shlibdeps ;;
    # Make is also sufficient.
    ninja-build) has_command ninja || has_command make ;;
    clang) has_command clang++ ;;
    lld) has_command ld.lld ;;
    libgmp-dev) has_header gmp.h ;;
    libmpfr-dev) has_header mpfr.h ;;
    libcli11-dev) has_header CLI/CLI.hpp ;;
    libfmt-dev) has_header fmt/format.h ;;
    libpng-dev) has_header png.h ;;
    libboost-dev) has_header boost/version.hpp ;;
    libssl-dev) has_header openssl/core_names.h ;;  # version 3 or newer
    openssl) has_command openssl ;;
    gmp-ecm) has_command ecm ;;
    libgtest-dev) has_header gtest/gtest.h ;;
    libgmock-dev) has_header gmock/gmock.h ;;
    libopenmpi-dev) has_command mpicxx ;;
    openmpi-bin) has_command mpirun ;;
    libbenchmark-dev) has_header benchmark/benchmark.h ;;
    python3-dev) [ -f "$(python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" ] ;;
    python3-venv) python3 -c 'import ensurepip, venv' 2>/dev/null ;;
    *) die "no test for the package $1" ;;
  esac
}

# Installs those of the named Debian packages that are missing, or names them if installing is not allowed.
require_packages() {
  local missing=() package as_root=()
  for package in "$@"; do
    has_package_for "$package" || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  local advice="missing: ${missing[*]}. On Debian or Ubuntu: sudo apt-get install ${missing[*]}"
  has_command apt-get || die "$advice"
  if [ "$(id -u)" -ne 0 ]; then
    has_command sudo && sudo -n true 2>/dev/null || die "$advice"
    as_root=(sudo -n)
  fi
  echo "Installing ${missing[*]}"
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0)
  { "${apt[@]}" update && "${apt[@]}" install --yes --no-install-recommends "${missing[@]}"; } </dev/null >/dev/null ||
    die "apt-get failed; $advice"
}

# configure [CMake arguments]
configure() {
  local generator=()
  # Uses Ninja unless the folder was configured with another generator.
  if has_command ninja && [ ! -f "$build/CMakeCache.txt" ]; then generator=(-G Ninja); fi
  local launcher=()
  if has_command ccache; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_CUDA_COMPILER_LAUNCHER=ccache); fi
  # shellcheck disable=SC2086  # several arguments in one variable
  cmake -S "$root" -B "$build" "${generator[@]}" "${launcher[@]}" -DCMAKE_BUILD_TYPE=Release -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    "$@" ${GPU_BIGINT_CMAKE_ARGS:-}
}

# build_targets [targets]: builds the named targets, or all of them.
build_targets() {
  local targets=()
  [ $# -gt 0 ] && targets=(--target "$@")
  cmake --build "$build" --parallel "$(nproc)" "${targets[@]}"
}
