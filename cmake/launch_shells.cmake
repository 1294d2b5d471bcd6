# The sources that instantiate the kernels, one for each executor and list of src/exec/launches.hpp. A list is named by
# the header with its grids, src/exec/grids/<header>.hpp, and, where such a header serves several lists, by what comes
# behind the slash: fft_rows/double is launches::fft_rows_double.
set(GPU_BIGINT_LAUNCHES
  arithmetic
  batch
  bits
  convolution
  division
  fft_columns/points
  fft_columns/right_angle
  fft_columns/number
  fft_columns/verified
  fft_columns/float
  fft_product/rows
  fft_product/blocks
  fft_rows/double
  fft_rows/float
  mersenne
  modular/product
  modular/multiply
  modular/power
  modular/prime
  normalize
  radix
  random
  residue
  scan/uint32
  scan/uint64
  scan/float32
  scan/float64
  tree
  verify)

# gpu_bigint_launch_shells(<target> <executor's type> <header> <cpp or cu>): adds those of all lists to the target. The
# header has the type's `run`. They are named in <target>_launch_shells, for those who compile some in their own way.
function(gpu_bigint_launch_shells target executor header extension)
  set(sources)
  foreach(launches IN LISTS GPU_BIGINT_LAUNCHES)
    string(REGEX REPLACE "/.*" "" grids ${launches})
    string(REPLACE "/" "_" list ${launches})
    set(source ${CMAKE_CURRENT_BINARY_DIR}/launch_shells/${target}/${list}.${extension})
    configure_file(${PROJECT_SOURCE_DIR}/cmake/launch_shells.in ${source} @ONLY)
    list(APPEND sources ${source})
  endforeach()
  target_sources(${target} PRIVATE ${sources})
  set(${target}_launch_shells ${sources} PARENT_SCOPE)
endfunction()
