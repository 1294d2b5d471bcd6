#!/usr/bin/env bash
# Compiles inline PTX to machine code of sm_90a, which a build that stops at PTX does not:  .ci/assembly.sh WORK/FOLDER
# The primitives' tests have that of blocks, and some lists of kernels have that of words (kernels/word, kernels/model).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p "$1"

lists=(arithmetic convolution modular_bytes modular_product)
{
  echo '#include "src/exec/cuda/launch.cuh"'
  printf '#include "src/exec/grids/%s.hpp"\n' arithmetic convolution modular
  echo '#include "src/exec/cuda/shells.cuh"'
  printf 'template struct gbi::exec::shells<gbi::exec::cuda::cuda_launcher, gbi::kernels::launches::%s>;\n' "${lists[@]}"
} >"$1/lists.cu"
for source in tests/kernels/primitives.cu "$1/lists.cu"; do
  cubin=$1/$(basename "$source" .cu).cubin
  # ptxas remarks on every product by warpgroups of the primitives' tests. Only failures are shown.
  nvcc -cubin -arch=sm_90a -std=c++20 --expt-relaxed-constexpr -I. -Iinclude "$source" -o "$cubin" 2>"$1/said" ||
    { cat "$1/said"; exit 1; }
  echo "$source: $(stat -c %s "$cubin") bytes of machine code"
done
