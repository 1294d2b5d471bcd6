#!/usr/bin/env bash
# Makes packages and tries them where nothing else is installed:
#
#   scripts/packages.sh debian [--host]   .deb packages, tried in a new root folder of this Debian or Ubuntu (as root)
#   scripts/packages.sh docker [--build-arg NAME=VALUE ...]
#                                         an image with the program gbi (packaging/docker), by buildah where no docker runs
#   scripts/packages.sh conda             conda packages with CUDA and without it (packaging/conda)
#
# With --host, the .deb packages have no code for GPUs.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$root"

sample='(2^521-1)^2 mod 10^9' result=996236801
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

debian() {
  local cuda=ON folder=$work/root
  if [ "${1:-}" = --host ]; then cuda=OFF; fi
  require_packages g++ cmake dpkg-dev file ninja-build libcli11-dev libfmt-dev
  has_command debootstrap || die "needs debootstrap to try the packages: apt-get install debootstrap"
  find_nvcc
  build=${GPU_BIGINT_BUILD_DIR:-$root/build/package}
  configure --preset package "-DGPU_BIGINT_CUDA=$cuda" -DGPU_BIGINT_BUILD_EXAMPLES=OFF -DGPU_BIGINT_BUILD_TOOLS=ON
  build_targets
  rm -f "$build"/*.deb
  (cd "$build" && cpack)
  debootstrap --variant=minbase "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$folder" \
    "$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1)" >/dev/null
  cp "$build"/*.deb examples/hello.cpp "$folder"
  chroot "$folder" sh -e -c "
    export DEBIAN_FRONTEND=noninteractive
    apt-get -qq install --yes --no-install-recommends /*.deb g++ pkg-config >/dev/null
    test \"\$(gbi eval '$sample')\" = $result
    gbi info | head -n 3
    g++ -std=c++20 /hello.cpp \$(pkg-config --cflags --libs gpu_bigint) -o /hello
    /hello"
  ls -l "$build"/*.deb
}

docker_image() {
  local container said
  if has_command docker && docker info &>/dev/null; then
    docker build "$@" -f packaging/docker/Dockerfile -t gpu_bigint .
    said=$(docker run --rm gpu_bigint eval "$sample")
    docker image ls gpu_bigint
  else
    has_command buildah || die "needs docker with its daemon, or buildah"
    buildah build "$@" -f packaging/docker/Dockerfile -t gpu_bigint .
    container=$(buildah from gpu_bigint)
    said=$(buildah run "$container" -- gbi eval "$sample")
    buildah rm "$container" >/dev/null
    buildah images gpu_bigint
  fi
  [ "$said" = $result ] || die "the image does not compute $sample"
}

conda() {
  has_command rattler-build || die "needs rattler-build"
  rattler-build build --recipe packaging/conda --channel conda-forge --output-dir build/conda
}

case ${1:-} in
  debian) debian "${2:-}" ;;
  docker) docker_image "${@:2}" ;;
  conda) conda ;;
  *) die "which packages? debian, docker or conda" ;;
esac
