# gpu_bigint_units(<target> <most> <source>...) adds the sources to the target. The sources of one room (src/text,
# tests/multiply) are compiled together, at most <most> of them as one unit, because the compiler spends most of a short
# source's time on headers. On a machine with few cores, units may be three times as long. So a name in an anonymous
# namespace belongs to the room: no other source there may use it for something else. -DGPU_BIGINT_UNITS=OFF compiles each
# source alone, for tools that look at one source at a time.
#
# Units include their sources by relative names. So builds that share GPU_BIGINT_GENERATED find each other's objects in
# ccache, and so do builds of other clones. The compiler gets GPU_BIGINT_UNIT_OPTIONS for units only.
option(GPU_BIGINT_UNITS "Compile the sources of a room together" ON)

function(gpu_bigint_units target most)
  if(NOT GPU_BIGINT_UNITS)
    target_sources(${target} PRIVATE ${ARGN})
    return()
  endif()
  set(options ${GPU_BIGINT_UNIT_OPTIONS})
  if(GPU_BIGINT_FEW_CORES)
    math(EXPR most "3 * ${most}")
  endif()
  # g++ warns of types in anonymous namespaces that are not in the compiled source itself but in an included one.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    list(APPEND options -Wno-subobject-linkage)
  endif()
  set(all)
  foreach(source IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH source)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    list(APPEND all ${source})
  endforeach()
  list(TRANSFORM all REPLACE "^([^/]+/[^/]+)/.*" "\\1" OUTPUT_VARIABLE rooms)
  list(REMOVE_DUPLICATES rooms)
  foreach(room IN LISTS rooms)
    set(sources ${all})
    list(FILTER sources INCLUDE REGEX "^${room}/")
    list(TRANSFORM sources REPLACE "(.+)" "#include \"\\1\"\n")
    string(REPLACE "/" "_" name ${room})
    list(LENGTH sources count)
    math(EXPR units "(${count} + ${most} - 1) / ${most}")
    foreach(unit RANGE 1 ${units})
      math(EXPR begin "${count} * (${unit} - 1) / ${units}")
      math(EXPR share "${count} * ${unit} / ${units} - ${begin}")
      list(SUBLIST sources ${begin} ${share} includes)
      string(JOIN "" content ${includes})
      set(file ${GPU_BIGINT_GENERATED}/${target}/${name}_${unit}.cpp)
      file(CONFIGURE OUTPUT ${file} CONTENT "@content@" @ONLY)
      target_sources(${target} PRIVATE ${file})
      set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS "${options}")
    endforeach()
  endforeach()
endfunction()
