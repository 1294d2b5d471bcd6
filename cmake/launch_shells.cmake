# The sources that instantiate the kernels, for each executor and list of src/exec/launches.hpp. A list is named by the
# header with its grids, src/exec/grids/<header>.hpp, and, where such a header serves several lists, by what comes
# behind the slash: fft_rows/double is launches::fft_rows_double. Lists that take the compiler less time than their
# headers do share a source.
set(GPU_BIGINT_LAUNCHES
  arithmetic+bits+normalize+random
  batch+division+tree
  convolution+radix+residue+verify
  fft_columns/points
  fft_columns/right_angle
  fft_columns/number
  fft_columns/verified
  fft_columns/float
  fft_product/rows
  fft_product/blocks
  fft_rows/double+mersenne
  fft_rows/float
  modular/product
  modular/multiply
  modular/power
  modular/prime
  scan/uint32
  scan/uint64
  scan/float32
  scan/float64)

# gpu_bigint_launch_shells(<target> <launcher's type> <header> <cpp or cu> [TOGETHER <count>]): adds those of all lists
# to the target, with so many of the groups above in a source. The header has the type's `run`. They are named in
# <target>_launch_shells, for those who compile some in their own way.
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
    set(source ${CMAKE_CURRENT_BINARY_DIR}/launch_shells/${target}/${first}.${extension})
    configure_file(${PROJECT_SOURCE_DIR}/cmake/launch_shells.in ${source} @ONLY)
    list(APPEND sources ${source})
  endforeach()
  target_sources(${target} PRIVATE ${sources})
  set(${target}_launch_shells ${sources} PARENT_SCOPE)
endfunction()
