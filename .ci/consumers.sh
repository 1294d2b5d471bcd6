#!/usr/bin/env bash
# Uses the library from outside, in each way that docs/guide.md describes:  .ci/consumers.sh BUILD/FOLDER WORK/FOLDER
# BUILD/FOLDER is a finished static Release build. Builds with the sources take its objects out of ccache.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$(cd "$1" && pwd)
mkdir -p "$2"
work=$(cd "$2" && pwd)
export CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

way() { printf '%4d s  %s\n' $SECONDS "$*"; }

# quietly COMMAND...: shows the command's output only if it fails.
quietly() { "$@" >"$work/said" 2>&1 </dev/null || { cat "$work/said"; fail "$*"; }; }

# user_project NAME: a user's folder with the files of tests/consumer/NAME and the program.
user_project() {
  mkdir -p "$work/$1"
  cp "$root/tests/consumer/$1"/* "$root/tests/consumer/main.cpp" "$work/$1"
}

# build_and_run FOLDER [CMake arguments]
build_and_run() {
  quietly cmake -S "$1" -B "$1/build" "${@:2}"
  quietly cmake --build "$1/build"
  "$1/build/app"
}

# Reads a setting that a build with the sources must share with the main build in order to find its objects.
cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }
alike=(-DGPU_BIGINT_CUDA=OFF "-DGPU_BIGINT_GENERATED=$build/generated")
for option in CMAKE_CXX_COMPILER CMAKE_CXX_COMPILER_LAUNCHER CMAKE_CXX_FLAGS GPU_BIGINT_HOST_ARCH GPU_BIGINT_WERROR \
  GPU_BIGINT_WIDE_LISTS GPU_BIGINT_PRECOMPILE; do
  alike+=("-D$option=$(cached $option)")
done
[[ $(cached CMAKE_CXX_COMPILER_LAUNCHER) == *ccache* ]] || echo "no ccache in $build: builds with the sources will take long"

# optimised FOLDER: every source of the library compiles like a Release build.
optimised() {
  python3 - "$1/build/compile_commands.json" "$root" <<'EOF'
import json, sys
entries = [e for e in json.load(open(sys.argv[1]))
           if e["file"].startswith(sys.argv[2]) or "gpu_bigint_" in e["file"]]
slow = [e["file"] for e in entries if "-O3 -DNDEBUG" not in e["command"]]
print(f"{len(entries)} units of the library with -O3, {len(slow)} without")
sys.exit(bool(slow) or len(entries) < 60)
EOF
}

way "The snippets of the guide are the tested ones"
python3 - "$root" <<'EOF'
import pathlib, sys
root = pathlib.Path(sys.argv[1])
guide = "".join((root / "docs" / page).read_text() for page in ("guide.md", "c.md", "own_kernels.md"))
for name, language in [("find_package/CMakeLists.txt", "cmake"), ("add_subdirectory/CMakeLists.txt", "cmake"),
                       ("fetch_content/CMakeLists.txt", "cmake"), ("nvcc/CMakeLists.txt", "cmake"),
                       ("pkg_config/compile.sh", "sh"), ("own_kernel/CMakeLists.txt", "cmake"),
                       ("own_kernel/compile.sh", "sh"), ("c/CMakeLists.txt", "cmake"), ("c/compile.sh", "sh"),
                       ("c/main.c", "c")]:
    text = (root / "tests/consumer" / name).read_text()
    if f"```{language}\n{text}```" not in guide:
        sys.exit(f"no page of docs shows tests/consumer/{name} word for word")
EOF

way "C++17 is one clear error, whichever header comes first"
g++ -std=c++17 -fsyntax-only -I "$root/include" -x c++ "$root/include/gpu_bigint.hpp" 2>"$work/said" &&
  fail "gpu_bigint.hpp compiles in C++17"
for header in "$root"/include/*.hpp "$root"/include/gpu_bigint/*.hpp; do
  errors=$(g++ -std=c++17 -fsyntax-only -I "$root/include" -x c++ "$header" 2>&1 | grep 'error:') || true
  # A header that needs no C++20 (version.hpp) may compile.
  [[ -z $errors || ($errors == *'#error gpu_bigint needs C++20'* && $(wc -l <<<"$errors") -eq 2) ]] ||
    fail "$header in C++17: $(head -3 <<<"$errors")"
done

way "find_package, g++, without CUDA's toolkit"
quietly cmake --install "$build" --prefix "$work/first"
rm -rf "$work/install"
mv "$work/first" "$work/install"  # an installed tree can be moved
if grep -rn --include=*.cmake --include=*.pc "CUDA::\|CUDAToolkit\|/cuda\|$root" "$work/install"; then
  fail "the installed package names the toolkit or the sources"
fi
export CMAKE_PREFIX_PATH=$work/install
without_cuda=(env PATH="$(tr : '\n' <<<"$PATH" | grep -v cuda | paste -sd:)")
user_project find_package
"${without_cuda[@]}" cmake -S "$work/find_package" -B "$work/find_package/build" -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_IGNORE_PREFIX_PATH=/usr/local/cuda >/dev/null
build_and_run "$work/find_package"

way "Versions and components"
mkdir -p "$work/components"
cat >"$work/components/CMakeLists.txt" <<'EOF'
cmake_minimum_required(VERSION 3.25)
project(components LANGUAGES NONE)
find_package(gpu_bigint ${VERSION} QUIET COMPONENTS ${COMPONENTS})
message(STATUS "found: ${gpu_bigint_FOUND} ${gpu_bigint_NOT_FOUND_MESSAGE}")
EOF
# answers VERSION COMPONENT PATTERN
answers() {
  cmake -S "$work/components" -B "$work/components/build" -DVERSION="$1" -DCOMPONENTS="$2" -UGPU_BIGINT_DIR \
    -Ugpu_bigint_DIR | grep -E "found: $3" || fail "find_package(gpu_bigint $1 COMPONENTS $2) is not \"$3\""
}
answers 0.1 host "(1|TRUE)"
answers 0.2 host "(0|FALSE)"
answers 0.1 opencl "(0|FALSE) .*not opencl"
if grep -q "gpu_bigint_cuda_FOUND ON" "$build/gpu_bigint-config.cmake"; then
  answers 0.1 cuda "(1|TRUE)"
else
  answers 0.1 cuda "(0|FALSE) .*without the CUDA executor"
fi

way "pkg-config"
user_project pkg_config
(cd "$work/pkg_config" && PKG_CONFIG_PATH=$(dirname "$(find "$work/install" -name gpu_bigint.pc)") bash -e compile.sh && ./app)

way "A kernel of the user's own"
cp -r "$root/tests/consumer/own_kernel" "$work"
cp "$root/examples/rsa_powers.cu" "$work/own_kernel"
(cd "$work/own_kernel" && PKG_CONFIG_PATH=$(dirname "$(find "$work/install" -name gpu_bigint.pc)") bash -e compile.sh &&
  GPU_BIGINT_BACKEND=host ./app)
if command -v nvcc >/dev/null; then
  cmake -S "$work/own_kernel" -B "$work/own_kernel/build" -DCMAKE_CUDA_ARCHITECTURES=90-virtual >/dev/null
  quietly cmake --build "$work/own_kernel/build"
fi

if command -v cc >/dev/null; then
  way "A program in C: find_package and pkg-config"
  cp -r "$root/tests/consumer/c" "$work/c"
  build_and_run "$work/c"
  (cd "$work/c" && PKG_CONFIG_PATH=$(dirname "$(find "$work/install" -name gpu_bigint.pc)") bash -e compile.sh && ./app)
fi

if command -v clang++ >/dev/null; then
  way "find_package, clang++"
  cp -r "$root/tests/consumer/find_package" "$work/clang"
  cp "$root/tests/consumer/main.cpp" "$work/clang"
  build_and_run "$work/clang" -DCMAKE_CXX_COMPILER=clang++
fi

if command -v nvcc >/dev/null; then
  way "A .cu file compiled by nvcc"
  user_project nvcc
  build_and_run "$work/nvcc" -DCMAKE_CUDA_ARCHITECTURES=90
fi

way "add_subdirectory, Ninja, without a build type"
user_project add_subdirectory
sed -i "s:path/to/gpu_bigint:$root:" "$work/add_subdirectory/CMakeLists.txt"
build_and_run "$work/add_subdirectory" -G Ninja -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "${alike[@]}"
optimised "$work/add_subdirectory"

way "FetchContent, Makefiles, without a build type"
user_project fetch_content
build_and_run "$work/fetch_content" -G "Unix Makefiles" -DFETCHCONTENT_SOURCE_DIR_GPU_BIGINT="$root" \
  -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "${alike[@]}"
optimised "$work/fetch_content"

way "Shared library, with the programs of this project"
quietly cmake -S "$root" -B "$work/shared/build" -G Ninja -DBUILD_SHARED_LIBS=ON -DGPU_BIGINT_BUILD_TESTS=OFF \
  -DGPU_BIGINT_BUILD_EXAMPLES=AUTO "${alike[@]}"
quietly cmake --build "$work/shared/build"
quietly cmake --install "$work/shared/build" --prefix "$work/shared/install" --strip
library=$(find "$work/shared/install" -name libgpu_bigint.so)
[[ $(readelf -d "$library") == *'soname: [libgpu_bigint.so.0.1]'* ]] || fail "soname of $library"
# The library exports only public names, and none from the namespaces of src and kernels. Its functions for C are those of
# the list, with their version.
nm -D --defined-only -C "$library" | cut -d' ' -f3- | sed -E 's/^(typeinfo( name)?|vtable|guard variable) for //' >"$work/all_names"
diff <(sed -n 's/^\(gbi_[^:]*\)@@GPU_BIGINT_0\.1$/\1/p' "$work/all_names" | LC_ALL=C sort) "$root/tests/c/symbols.txt" ||
  fail "the shared library's functions for C are not those of tests/c/symbols.txt"
grep -vE '^(gbi_\w+@@)?GPU_BIGINT_0\.1$' "$work/all_names" >"$work/names"
if grep -vE '^([^(]* )?gbi::' "$work/names" || grep -E '^([^(<]* )?gbi::(c|exec|kernels|plan|words|test)::' "$work/names"; then
  fail "the shared library exports more than the public interface"
fi
echo "$(wc -l <"$work/names") exported names, $(stat -c %s "$(readlink -f "$library")") bytes"
export CMAKE_PREFIX_PATH=$work/shared/install
cp -r "$root/tests/consumer/find_package" "$work/linked"
cp "$root/tests/consumer/main.cpp" "$work/linked"
build_and_run "$work/linked" -DCMAKE_BUILD_TYPE=Debug
if command -v cc >/dev/null; then
  cp -r "$root/tests/consumer/c" "$work/linked_c"
  build_and_run "$work/linked_c"
  # A linker for C is enough.
  cc -std=c99 -I"$work/shared/install/include" "$root/tests/consumer/c/main.c" "$library" \
    -Wl,-rpath,"$(dirname "$library")" -o "$work/linked_c/app"
  "$work/linked_c/app"
fi

way "All ways work"
