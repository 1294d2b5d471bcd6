#!/usr/bin/env bash
# Builds the wheel of the Python package against the library of a finished build, installs it and tests it.
#
#   .ci/python.sh <build folder of the library> <work folder>
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
build=$(realpath "$1")
mkdir -p "$2"
work=$(realpath "$2")

cmake --install "$build" --prefix "$work/library" >/dev/null
CMAKE_ARGS=-DGPU_BIGINT_WERROR=ON scripts/wheels.sh --library "$work/library" --into "$work/wheels" --python python3
python3 -m venv "$work/venv"
# shellcheck disable=SC1091
source "$work/venv/bin/activate"
pip install --quiet --disable-pip-version-check --no-compile -r python/requirements-ci.txt
pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$work"/wheels/gpu_bigint-*.whl

# From here on the package is the installed one.
cd "$work"
python -m mypy --strict --cache-dir "$work/mypy" "$root/python/examples/typed.py" "$root/python/gpu_bigint/_batches.py" \
  "$root/python/gpu_bigint/_copies.py" "$root/python/gpu_bigint/_factors.py" "$root/python/gpu_bigint/_format.py" \
  "$root/python/gpu_bigint/_gmpy2.py" "$root/python/gpu_bigint/_progress.py" "$root/python/gpu_bigint/mpmath.py"
python "$root/python/examples/typed.py"
cp "$root/python/examples/tour.ipynb" "$work/tour.ipynb"
jupyter execute --inplace --timeout=120 "$work/tour.ipynb"
python -m pytest -c "$root/pyproject.toml" --rootdir "$root" "$root/python/tests" -q
