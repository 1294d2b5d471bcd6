# Decides whether to build the CUDA executor and for which architectures. Sets GPU_BIGINT_WITH_CUDA.
#
# AUTO builds it for the GPU of this machine. Code for another machine's GPU takes minutes to compile and
# cannot run here, so it must be requested.
set(GPU_BIGINT_WITH_CUDA OFF)
if(NOT GPU_BIGINT_CUDA STREQUAL "OFF")
  execute_process(COMMAND nvidia-smi --query-gpu=name --format=csv,noheader
                  RESULT_VARIABLE gpu_query_result OUTPUT_VARIABLE gpus ERROR_QUIET)
  if(gpu_query_result EQUAL 0 AND gpus)
    set(has_gpu ON)
  else()
    set(has_gpu OFF)
  endif()
  if(NOT CMAKE_CUDA_COMPILER)
    find_program(CMAKE_CUDA_COMPILER NAMES $ENV{CUDACXX} nvcc PATHS ENV CUDA_PATH /usr/local/cuda PATH_SUFFIXES bin
      DOC "CUDA compiler")
  endif()
  if(CMAKE_CUDA_COMPILER AND (has_gpu OR GPU_BIGINT_CUDA STREQUAL "ON"))
    # CMake's check_language compiles programs, which takes seconds. Preprocessing is enough, because CUDA's headers
    # reject compilers that do not fit together.
    set(host_compiler $ENV{CUDAHOSTCXX})
    if(CMAKE_CUDA_HOST_COMPILER)
      set(host_compiler ${CMAKE_CUDA_HOST_COMPILER})
    endif()
    list(TRANSFORM host_compiler PREPEND "-ccbin=")
    execute_process(COMMAND ${CMAKE_CUDA_COMPILER} ${host_compiler} -std=c++20 -x cu -E /dev/null -o /dev/null
                    RESULT_VARIABLE nvcc_result ERROR_VARIABLE nvcc_said)
    if(nvcc_result EQUAL 0)
      set(GPU_BIGINT_WITH_CUDA ON)
    elseif(GPU_BIGINT_CUDA STREQUAL "ON")
      message(FATAL_ERROR "GPU_BIGINT_CUDA=ON needs nvcc 12 or newer (C++20) and a host compiler that it supports. "
                          "${CMAKE_CUDA_COMPILER} says: ${nvcc_said}")
    else()
      message(WARNING "gpu_bigint: without the CUDA executor, because ${CMAKE_CUDA_COMPILER} does not compile C++20: "
                      "${nvcc_said}")
    endif()
  elseif(CMAKE_CUDA_COMPILER)
    message(STATUS "gpu_bigint: nvcc is here, but no GPU. To build for one elsewhere: -DGPU_BIGINT_CUDA=ON "
                   "-DCMAKE_CUDA_ARCHITECTURES=90a")
  elseif(GPU_BIGINT_CUDA STREQUAL "ON")
    message(FATAL_ERROR "GPU_BIGINT_CUDA=ON, but no CUDA compiler was found (set CMAKE_CUDA_COMPILER or CUDACXX)")
  endif()
endif()

if(GPU_BIGINT_WITH_CUDA)
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    if(has_gpu)
      set(CMAKE_CUDA_ARCHITECTURES native)
    else()
      set(CMAKE_CUDA_ARCHITECTURES 80 90a)
    endif()
  endif()
  enable_language(CUDA)
  # CMake's `native` leaves out instructions that only one generation has, such as Hopper's for warpgroups. They make
  # products of bytes faster (src/exec/cuda/warpgroup_product.cuh).
  if(CMAKE_CUDA_ARCHITECTURES STREQUAL "native" AND CMAKE_CUDA_ARCHITECTURES_NATIVE)
    list(TRANSFORM CMAKE_CUDA_ARCHITECTURES_NATIVE REPLACE "^90-" "90a-" OUTPUT_VARIABLE CMAKE_CUDA_ARCHITECTURES)
  endif()
  if("${CMAKE_CUDA_FLAGS} ${CMAKE_CUDA_FLAGS_RELEASE}" MATCHES "use_fast_math")
    message(FATAL_ERROR "gpu_bigint needs IEEE arithmetic: build it without --use_fast_math")
  endif()
  # CMake before 3.25.3 does not know that nvcc 12 and newer support C++20.
  if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
  endif()
  set(CMAKE_CUDA_STANDARD 20)
  set(CMAKE_CUDA_STANDARD_REQUIRED ON)
  set(CMAKE_CUDA_EXTENSIONS OFF)
  # The module of CMake 3.25.1 fails without this target, and CUDA 12.9 and newer have no such library.
  if(CMAKE_VERSION VERSION_LESS 3.26 AND CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 12.9 AND NOT TARGET CUDA::nvToolsExt)
    add_library(CUDA::nvToolsExt INTERFACE IMPORTED)
  endif()
  find_package(CUDAToolkit REQUIRED)
  message(STATUS "gpu_bigint: CUDA executor for architectures ${CMAKE_CUDA_ARCHITECTURES}")
else()
  message(STATUS "gpu_bigint: host executor only")
endif()
