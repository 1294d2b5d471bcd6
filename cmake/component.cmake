# gpu_bigint_component(<name> [NEEDS <component>...] SOURCES <source>... LAUNCHES <list>... [ALONE <source>...]) makes a
# component of the library: sources, and lists of kernels (kernels/<room>/arguments.hpp). A program that links the target
# gpu_bigint::<name> compiles and links this component and those that it needs. A kernel that none of them has does not
# link. gpu_bigint::gpu_bigint has all components. Sources for programs without some other component come after ALONE;
# they are not part of the whole library.
#
# Lists joined by a plus sign share a source, because the compiler spends less time on them than on their headers. Lists
# that take longest to compile come first, so that the cores of a machine finish together.
include(${CMAKE_CURRENT_LIST_DIR}/launch_shells.cmake)

set(GPU_BIGINT_COMPONENTS)
function(gpu_bigint_component name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "NEEDS;SOURCES;LAUNCHES;ALONE")
  set(component gpu_bigint_${name})
  add_library(${component} INTERFACE)
  add_library(gpu_bigint::${name} ALIAS ${component})
  target_include_directories(${component} INTERFACE ${PROJECT_SOURCE_DIR}/include)
  target_compile_features(${component} INTERFACE cxx_std_20)
  list(TRANSFORM arg_NEEDS PREPEND gpu_bigint_)
  target_link_libraries(${component} INTERFACE ${arg_NEEDS})

  set(parts)
  if(arg_SOURCES)
    add_library(${component}_code OBJECT ${arg_SOURCES})
    gpu_bigint_precompile(${component}_code)
    target_compile_options(${component}_code PRIVATE ${GPU_BIGINT_FEWER_CHECKS})
    if(GPU_BIGINT_BUILD_FUZZERS)  # libFuzzer follows branches, except those of kernels
      target_compile_options(${component}_code PRIVATE -fsanitize=fuzzer-no-link)
    endif()
    # Arithmetic on words, where programs with short numbers spend their time, is always optimised fully, and sanitizers
    # check it inline. Its sources include little, so they are faster without precompiled headers.
    set(words ${arg_SOURCES})
    list(FILTER words INCLUDE REGEX "^words/")
    set_source_files_properties(${words} PROPERTIES SKIP_PRECOMPILE_HEADERS ON
      COMPILE_OPTIONS "$<$<CONFIG:Release,RelWithDebInfo>:-O3>")
    set(others ${arg_SOURCES})
    list(FILTER others EXCLUDE REGEX "^words/")
    set_source_files_properties(${others} PROPERTIES COMPILE_OPTIONS "${GPU_BIGINT_CHECKS_BY_CALLS}")
    list(APPEND parts code)
  endif()
  if(arg_ALONE)
    add_library(${component}_alone OBJECT ${arg_ALONE})
    list(APPEND parts alone)
  endif()
  if(arg_LAUNCHES AND NOT GPU_BIGINT_KERNEL_OBJECTS)
    add_library(${component}_kernels OBJECT)
    gpu_bigint_launch_shells(${component}_kernels gbi::exec::host::host_executor src/exec/host/run.hpp cpp ${arg_LAUNCHES})
    gpu_bigint_host_kernel_options(${component}_kernels)
    list(APPEND parts kernels)
  endif()
  if(arg_LAUNCHES AND GPU_BIGINT_WITH_CUDA)
    add_library(${component}_cuda OBJECT)
    gpu_bigint_launch_shells(${component}_cuda gbi::exec::cuda::cuda_launcher src/exec/cuda/launch.cuh cu ${arg_LAUNCHES})
    # Constant expressions of the standard library (std::numeric_limits) are used inside kernels.
    target_compile_options(${component}_cuda PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr>)
    target_link_libraries(${component}_cuda PRIVATE CUDA::cudart_static)
    set_target_properties(${component}_cuda PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)
    list(APPEND parts cuda)
  endif()
  foreach(part IN LISTS parts)
    gpu_bigint_part_of_library(${component}_${part})
    gpu_bigint_objects(objects ${component}_${part})
    target_link_libraries(${component} INTERFACE ${objects})
  endforeach()

  set(GPU_BIGINT_COMPONENTS ${GPU_BIGINT_COMPONENTS} ${name} PARENT_SCOPE)
  set(GPU_BIGINT_LAUNCHES ${GPU_BIGINT_LAUNCHES} ${arg_LAUNCHES} PARENT_SCOPE)
endfunction()

# The objects of a target, without its precompiled headers.
function(gpu_bigint_objects result target)
  set(${result} "$<FILTER:$<TARGET_OBJECTS:${target}>,EXCLUDE,[.](gch|pch)$>" PARENT_SCOPE)
endfunction()

# Nearly every source includes these headers. Compiling them once saves up to half of the time for a source. A source must
# still include what it uses: `.ci/run` also compiles without precompiled headers.
set(GPU_BIGINT_PRECOMPILED <algorithm> <array> <atomic> <cmath> <cstring> <functional> <limits> <memory> <mutex> <optional> <span>
  <stdexcept> <string> <string_view> <utility> <variant> <vector> ${PROJECT_SOURCE_DIR}/src/number/number.hpp)
function(gpu_bigint_precompile target)
  if(NOT GPU_BIGINT_PRECOMPILE)
    return()
  endif()
  if(TARGET gpu_bigint_core_code AND NOT target STREQUAL "gpu_bigint_core_code")
    target_precompile_headers(${target} REUSE_FROM gpu_bigint_core_code)
  else()
    target_precompile_headers(${target} PRIVATE ${GPU_BIGINT_PRECOMPILED})
  endif()
endfunction()

# Options of every target whose objects become part of the library.
function(gpu_bigint_part_of_library target)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR})
  target_link_libraries(${target} PRIVATE gpu_bigint_simd gpu_bigint_warnings)
  # The library exports only what its headers mark with GBI_API. No program replaces any of its functions.
  set_target_properties(${target} PROPERTIES
    CXX_VISIBILITY_PRESET hidden CUDA_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-semantic-interposition>)
  if(GPU_BIGINT_NVTX)
    target_include_directories(${target} SYSTEM PRIVATE ${GPU_BIGINT_NVTX_INCLUDE_DIR})
    target_compile_definitions(${target} PRIVATE GPU_BIGINT_NVTX)
  endif()
endfunction()

# Options of the kernels' instances for the host.
function(gpu_bigint_host_kernel_options target)
  target_link_libraries(${target} PRIVATE gpu_bigint_host_kernels)
  target_compile_options(${target} PRIVATE ${GPU_BIGINT_FEWER_CHECKS})
  if(GPU_BIGINT_BUILD_FUZZERS)  # with sanitizers, clang takes ten times as long for kernels
    target_compile_options(${target} PRIVATE -fno-sanitize=all)
  endif()
  get_target_property(sources ${target} SOURCES)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set(rows ${sources})
    list(FILTER rows INCLUDE REGEX "/fft_rows[a-z0-9_]*\\.cpp")
    set_property(SOURCE ${rows} APPEND PROPERTY COMPILE_DEFINITIONS GBI_INLINE_EACH)
  endif()
  if(GPU_BIGINT_WIDE_INSTANCES)
    set(wide ${sources})
    list(FILTER wide INCLUDE REGEX "/(${GPU_BIGINT_WIDE_LISTS})\\.cpp$")
    set_property(SOURCE ${wide} APPEND PROPERTY COMPILE_DEFINITIONS GBI_WIDE_INSTANCES)
  endif()
  set(whole ${sources})
  list(FILTER whole INCLUDE REGEX "/fft_((columns|product)_[a-z_]*|tall)\\.cpp")
  set_property(SOURCE ${whole} APPEND PROPERTY COMPILE_OPTIONS "${GPU_BIGINT_WHOLE_VECTORS}")
  list(FILTER sources INCLUDE REGEX "/fft_tall\\.cpp")
  set_property(SOURCE ${sources} APPEND PROPERTY COMPILE_OPTIONS "${GPU_BIGINT_ONLY_TESTED}")
endfunction()
