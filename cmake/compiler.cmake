# Compiler options of every target of the project.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# Without optimisation, the kernels take 25 times as long. So the library always has a build type, even in a project
# that has none. There, the variable applies to this folder only.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  if(PROJECT_IS_TOP_LEVEL)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
  else()
    set(CMAKE_BUILD_TYPE Release)
    set(GPU_BIGINT_OWN_BUILD_TYPE ON)
  endif()
endif()

# Makes g++ collect garbage later, which saves 4 % of its time. The limit is in KiB, and most sources stay below it.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  string(APPEND CMAKE_CXX_FLAGS " --param=ggc-min-heapsize=524288")
endif()

# Installed programs find the shared library by a relative path, wherever the tree is. In /usr the system finds it.
if(NOT CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  file(RELATIVE_PATH library_folder ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set(CMAKE_INSTALL_RPATH "$ORIGIN/${library_folder}")
endif()

add_library(gpu_bigint_warnings INTERFACE)
target_compile_options(gpu_bigint_warnings INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion>
  # Clang warns of loops that it does not vectorise, and of captures that only some instances of a kernel read.
  $<$<COMPILE_LANG_AND_ID:CXX,Clang,AppleClang>:-Wno-pass-failed -Wno-unused-lambda-capture -Wno-missing-braces>
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${GPU_BIGINT_WERROR}>>:-Werror>
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra>
  $<$<AND:$<COMPILE_LANGUAGE:CUDA>,$<BOOL:${GPU_BIGINT_WERROR}>>:-Werror=all-warnings>)

# OpenMP's simd pragma marks the loops of phases. It needs no runtime (src/exec/host/block.hpp).
add_library(gpu_bigint_simd INTERFACE)
target_compile_options(gpu_bigint_simd INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fopenmp-simd>)
# With AddressSanitizer, g++ defines this macro itself.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND CMAKE_CXX_FLAGS MATCHES "-fsanitize=[a-z,]*address")
  add_compile_definitions(__SANITIZE_ADDRESS__)
endif()

if(GPU_BIGINT_BUILD_FUZZERS AND NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "GPU_BIGINT_BUILD_FUZZERS needs clang, whose libFuzzer it uses: -DCMAKE_CXX_COMPILER=clang++")
endif()

# Kernels on the host: a phase is a loop over threads that the compiler should vectorise
# (src/exec/host/block.hpp). The code uses neither errno nor floating-point traps; all other rules of IEEE
# arithmetic hold.
add_library(gpu_bigint_host_kernels INTERFACE)
target_compile_options(gpu_bigint_host_kernels INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-fno-math-errno -fno-trapping-math>
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Release,RelWithDebInfo>>:-O3>)
# UBSan's pointer checks take as long to compile as everything else in an instrumented kernel, and half as long as
# everything else in other sources. ASan finds wild pointers, and the fuzz targets have all checks.
set(GPU_BIGINT_FEWER_CHECKS
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Debug>>:-fno-sanitize=alignment,null,pointer-overflow,object-size>)
# With calls instead of inline checks, AddressSanitizer takes four fifths of the time to compile. Kernels and arithmetic
# on words, where tests spend their time, keep inline checks.
set(GPU_BIGINT_CHECKS_BY_CALLS
  $<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,$<CONFIG:Debug>>:--param=asan-instrumentation-with-call-threshold=0>
  "$<$<AND:$<COMPILE_LANG_AND_ID:CXX,Clang>,$<CONFIG:Debug>>:-mllvm;-asan-instrumentation-with-call-threshold=0>")
if(GPU_BIGINT_HOST_ARCH STREQUAL "portable")
  # On processors other than x86-64 there is one instance, for the compiler's default target.
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    target_compile_options(gpu_bigint_host_kernels INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-march=x86-64-v3>)
    set(GPU_BIGINT_WIDE_INSTANCES ON)
  endif()
elseif(GPU_BIGINT_HOST_ARCH)
  target_compile_options(gpu_bigint_host_kernels INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-march=${GPU_BIGINT_HOST_ARCH}>)
endif()

# This optimisation moves code across the end of short loops, which keeps g++ from vectorising them.
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-fno-tree-pre GPU_BIGINT_HAS_NO_TREE_PRE)
if(GPU_BIGINT_HAS_NO_TREE_PRE)
  set(GPU_BIGINT_WHOLE_VECTORS -fno-tree-pre)
endif()
# In vectorised kernels, g++ gains nothing by combining more than two instructions. The limit saves 7 % of its time for
# columns.
check_cxx_compiler_flag(--param=max-combine-insns=2 GPU_BIGINT_HAS_MAX_COMBINE)
if(GPU_BIGINT_HAS_MAX_COMBINE)
  list(APPEND GPU_BIGINT_WHOLE_VECTORS --param=max-combine-insns=2)
endif()
# Only tests choose passes over tall columns on the host. g++ compiles them in two thirds of the time if it allocates
# registers for a whole function at once and does not search all of it for common subexpressions. For other passes that
# would be a seventh, and products of 2^24 bits would take 2 to 7 % longer.
check_cxx_compiler_flag(-fira-region=one GPU_BIGINT_HAS_ONE_REGION)
if(GPU_BIGINT_HAS_ONE_REGION)
  set(GPU_BIGINT_ONLY_TESTED -fira-region=one -fno-gcse)
endif()
# On processors with vectors of 512 bits, compilers use only half of each vector by default.
check_cxx_compiler_flag(-mprefer-vector-width=512 GPU_BIGINT_HAS_VECTOR_WIDTH)
if(GPU_BIGINT_HAS_VECTOR_WIDTH)
  target_compile_options(gpu_bigint_host_kernels INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-mprefer-vector-width=512>)
endif()
