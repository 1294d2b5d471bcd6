#!/usr/bin/env bash
# Runs other people's tests on this library and prints a table of what passed, failed and does not apply.
#
#   scripts/other_suites.sh python INTERPRETER            the tests of CPython's int, of gmpy2 and of mpmath
#   scripts/other_suites.sh vectors INTERPRETER [FOLDER]  the vectors of Wycheproof (FOLDER: a checkout) and of NIST
#   scripts/other_suites.sh gmp BUILD                     GMP's tests/mpz and tests/cxx, on a build with tests
#   scripts/other_suites.sh boost BUILD                   the arithmetic tests of Boost.Multiprecision, on a build
#
# The interpreter has the package; the tests of Python also need what python/requirements-ci.txt names. The sources of GMP
# and Boost are those of the machine's own package archive, which it reads without a change to the system's list of sources.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
usage() {
  sed -n '2,10s/^# \?//p' "${BASH_SOURCE[0]}" >&2
  exit 2
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python_suites() {
  local python=$1 package version
  # The source packages alone have all of the tests. They are unpacked, but not built.
  for package in gmpy2 mpmath; do
    version=$("$python" -c "from importlib.metadata import version; print(version('$package'))")
    "$python" -m pip download --quiet --no-deps --no-binary "$package" --dest "$work" "$package==$version"
    tar xzf "$work/$package-$version.tar.gz" -C "$work"
  done
  "$python" python/tests/other_suites.py "$work"
}

vector_suites() {
  local python=$1 folder=${2:-$work/wycheproof}
  [ $# = 2 ] || git clone --quiet --depth 1 https://github.com/C2SP/wycheproof "$folder"
  "$python" python/tests/vectors.py "$folder/testvectors_v1" tests/batch/data/nist_rsa.txt
}

# fetch_source [OPTION] PACKAGE: its sources, in $work, from where this machine's own packages come.
fetch_source() {
  local list
  mkdir -p "$work"/apt/lists/partial "$work"/apt/archives/partial "$work/apt/sources"
  for list in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
    [[ -f $list && $list =~ \.(list|sources)$ ]] || continue
    sed -E 's/^deb(-src)? /deb-src /; s/^Types:.*/Types: deb-src/' "$list" >"$work/apt/sources/${list##*/}"
  done
  local options=(-qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$work/apt/sources"
    -o Dir::State::Lists="$work/apt/lists" -o Dir::Cache="$work/apt" -o APT::Sandbox::User="$(id -un)")
  apt-get "${options[@]}" update
  (cd "$work" && apt-get "${options[@]}" source "$@") >/dev/null
}

gmp_suites() {
  local build=$1 source
  cmake --build "$build" --target gpu_bigint_gmp_stand_in >/dev/null
  fetch_source gmp
  source=$(echo "$work"/gmp-*/)
  # Debian's package is without the manual, but configure asks for its Makefile.
  mkdir -p "$source/doc" "$source/build"
  [ -f "$source/doc/Makefile.in" ] || echo "all:" >"$source/doc/Makefile.in"
  (
    cd "$source/build"
    ../configure --disable-shared --enable-cxx
    make -j "$(nproc)"
    make -C tests libtests.la
  ) >"$work/log" 2>&1 || {
    tail -n 20 "$work/log" >&2
    return 1
  }
  tests/suites/gmp.py "$build" "$source"
}

# Boost's test is a template, which its own programs call with each of Boost's types.
boost_suites() {
  local build=$1 owner type runtime status=0 said
  cmake --build "$build" --target gpu_bigint >/dev/null
  owner=$(dpkg -S /usr/include/boost/version.hpp | cut -d: -f1)
  fetch_source --download-only "$(dpkg-query -W -f '${source:Package}' "$owner")"
  tar xf "$work"/boost*.orig.tar.* -C "$work" --wildcards '*/libs/multiprecision/test/*.hpp'
  runtime=$(sed -n 's/^CUDA_cudart_static_LIBRARY:FILEPATH=\(\/.*\)/\1/p' "$build/CMakeCache.txt")
  echo "| suite | type | outcome |"
  echo "| --- | --- | --- |"
  for type in boost_int boost_rational; do
    printf '#include "gpu_bigint/boost.hpp"\n#include "test_arithmetic.hpp"\n' >"$work/$type.cpp"
    printf 'int main() {\n  test<gbi::%s>();\n  return boost::report_errors();\n}\n' "$type" >>"$work/$type.cpp"
    g++ -std=c++20 -w -Iinclude -I"$(echo "$work"/*/libs/multiprecision/test)" "$work/$type.cpp" "$build/src/libgpu_bigint.a" \
      ${runtime:+"$runtime"} -lpthread -ldl -lrt -o "$work/$type"
    said=$("$work/$type" 2>&1) || status=1
    echo "| Boost.Multiprecision, test_arithmetic | gbi::$type | $(tail -n 1 <<<"$said") |"
  done
  return $status
}

case "${1:-} $#" in
  "python 2") python_suites "$2" ;;
  "vectors 2" | "vectors 3") vector_suites "${@:2}" ;;
  "gmp 2") gmp_suites "$2" ;;
  "boost 2") boost_suites "$2" ;;
  *) usage ;;
esac
