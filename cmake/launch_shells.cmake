# The sources that instantiate the kernels, for each executor and each list of src/exec/launches.hpp. The header with a
# list's grids, src/exec/grids/<header>.hpp, names the list. If a header serves several lists, a suffix after a slash
# tells them apart: fft_rows/double is launches::fft_rows_double. Lists joined by a plus sign share a source, because the
# compiler spends less time on them than on their headers.
#
# The sources that take longest to compile come first, so that the cores of a machine finish together.
set(GPU_BIGINT_LAUNCHES
  fft_columns/m61
  fft_product/rows
  fft_columns/shared
  fft_columns/verified
  fft_columns/number
  residues/convert
  fft_product/blocks
  fft_columns/float
  modular/power
  fft_columns/m31
  mersenne/rows
  mersenne/columns
  residues/power
  fft_product/m61
  mersenne/exact
  modular/multiply
  fft_rows/double
  fft_columns/points
  fft_rows/float
  modular/prime
  fft_product/m31
  arithmetic+bits+moduli+normalize+radix+random
  fft_columns/right_angle
  convolution+distribute+division+residue+verify
  scan/uint32
  scan/float32
  modular/product
  scan/uint64
  scan/float64
  modular/bytes
  maps+tree)

# nvcc needs most of a second for the headers of a source.
set(together 1)
if(GPU_BIGINT_FEW_CORES)
  set(together 4)
endif()
set(GPU_BIGINT_CUDA_TOGETHER ${together} CACHE STRING "How many of the groups of kernels share a CUDA source")
mark_as_advanced(GPU_BIGINT_CUDA_TOGETHER)

# gpu_bigint_launch_shells(<target> <launcher's type> <header> <cpp or cu> [TOGETHER <count>]) adds the sources of all
# lists to the target, with <count> of the groups above in each source. The header defines the type's `run`.
# <target>_launch_shells names the sources, for callers that compile some of them differently.
function(gpu_bigint_launch_shells target executor header extension)
  cmake_parse_arguments(PARSE_ARGV 4 arg "" TOGETHER "")
  if(NOT arg_TOGETHER)
    set(arg_TOGETHER 1)
  endif()
  set(sources)
  list(LENGTH GPU_BIGINT_LAUNCHES count)
  foreach(begin RANGE 0 ${count} ${arg_TOGETHER})
    if(begin EQUAL count)
      break()
    endif()
    list(SUBLIST GPU_BIGINT_LAUNCHES ${begin} ${arg_TOGETHER} group)
    string(REPLACE "+" ";" group "${group}")
    set(grids)
    set(instances)
    foreach(launches IN LISTS group)
      string(REGEX REPLACE "/.*" "" room ${launches})
      string(REPLACE "/" "_" list ${launches})
      string(APPEND grids "#include \"src/exec/grids/${room}.hpp\"\n")
      string(APPEND instances "template struct gbi::exec::shells<${executor}, gbi::exec::launches::${list}>;\n")
    endforeach()
    list(GET group 0 first)
    string(REPLACE "/" "_" first ${first})
    set(source ${GPU_BIGINT_GENERATED}/${target}/${first}.${extension})
    configure_file(${PROJECT_SOURCE_DIR}/cmake/launch_shells.in ${source} @ONLY)
    list(APPEND sources ${source})
  endforeach()
  target_sources(${target} PRIVATE ${sources})
  set(${target}_launch_shells ${sources} PARENT_SCOPE)
endfunction()
