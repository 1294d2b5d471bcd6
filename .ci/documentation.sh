#!/usr/bin/env bash
# Builds the documentation: the comments of include/ by Doxygen, then the site by Sphinx, into FOLDER/html. Warnings are
# errors, and a public member without a comment is a warning. With the wheel of the Python package, the site has its
# reference, too, and the interactive examples of the pages are run.
#   .ci/documentation.sh FOLDER [WHEEL]
# Doxygen comes from the system. Everything else is installed into FOLDER/venv, in the versions of docs/requirements.txt.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage="usage: .ci/documentation.sh FOLDER [WHEEL]"
if [ "${1:-}" = --help ]; then
  echo "$usage"
  exit
fi
if [ $# -lt 1 ] || [ $# -gt 2 ]; then
  echo "$usage" >&2
  exit 2
fi
mkdir -p "$1"
work=$(cd "$1" && pwd)

if ! command -v doxygen >/dev/null; then
  echo "documentation.sh: there is no doxygen. On Debian or Ubuntu: sudo apt-get install doxygen" >&2
  exit 1
fi
if ! cmp -s docs/requirements.txt "$work/venv/requirements.txt"; then
  python3 -m venv --clear "$work/venv"
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-compile --requirement docs/requirements.txt
  cp docs/requirements.txt "$work/venv/requirements.txt"
fi

if [ $# -eq 2 ]; then
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps "$2"
  GPU_BIGINT_BACKEND=host "$work/venv/bin/python" tests/documentation/transcripts.py .
fi

mkdir -p "$work/doxygen"
(cat docs/Doxyfile && echo "OUTPUT_DIRECTORY = $work/doxygen") | doxygen -
GPU_BIGINT_DOXYGEN_XML=$work/doxygen/xml "$work/venv/bin/sphinx-build" -W --keep-going -q -j auto \
  -b html -c docs -d "$work/doctrees" . "$work/html"
echo "documentation: $work/html/index.html"
