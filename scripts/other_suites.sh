#!/usr/bin/env bash
# Runs other people's tests on this library and prints a table of what passed, failed and does not apply.
#
#   scripts/other_suites.sh python INTERPRETER   the tests of CPython's int, of gmpy2 and of mpmath, by an interpreter in which
#                                                the package and what python/requirements-ci.txt names are installed
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [ "${1:-}" != python ] || [ $# != 2 ]; then
  sed -n '2,5s/^# \?//p' "${BASH_SOURCE[0]}" >&2
  exit 2
fi
python=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The source packages alone have all of the tests. They are unpacked, but not built.
for package in gmpy2 mpmath; do
  version=$("$python" -c "from importlib.metadata import version; print(version('$package'))")
  "$python" -m pip download --quiet --no-deps --no-binary "$package" --dest "$work" "$package==$version"
  tar xzf "$work/$package-$version.tar.gz" -C "$work"
done
"$python" python/tests/other_suites.py "$work"
