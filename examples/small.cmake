# The examples of one file each. check_small.py compares what they print with README.md and with Python's integers.
if(GPU_BIGINT_BUILD_TESTS)
  find_package(Python3 QUIET COMPONENTS Interpreter)
endif()

# gpu_bigint_check_example(<target> <backend>) runs an example on the host, or on the GPU if the library is built for one.
function(gpu_bigint_check_example target backend)
  if(NOT Python3_FOUND OR (backend STREQUAL "cuda" AND NOT GPU_BIGINT_WITH_CUDA))
    return()
  endif()
  string(REGEX REPLACE "_on_host$" "" name ${target})
  set(test examples/${name}/${backend})
  add_test(NAME ${test} COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/check_small.py $<TARGET_FILE:${target}>)
  set_tests_properties(${test} PROPERTIES LABELS ${backend} SKIP_RETURN_CODE 77 TIMEOUT 120
    ENVIRONMENT "GPU_BIGINT_BACKEND=${backend}")
endfunction()

# gpu_bigint_example(<source> [<library>...]) adds an example and its tests.
function(gpu_bigint_example source)
  cmake_path(GET source STEM name)
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE gpu_bigint::gpu_bigint gpu_bigint_warnings ${ARGN})
  if(NOT source MATCHES "[.]cu$")
    gpu_bigint_check_example(${name} host)
  endif()
  gpu_bigint_check_example(${name} cuda)
endfunction()

# gpu_bigint_kernel_example(<source> [<library>...]) adds an example with kernels of its own. A host compiler compiles it for
# the host, and nvcc for the GPU, with the libraries.
function(gpu_bigint_kernel_example source)
  cmake_path(GET source STEM name)
  file(CONFIGURE OUTPUT on_host/${name}.cpp CONTENT "#include \"${CMAKE_CURRENT_SOURCE_DIR}/${source}\"\n")
  add_executable(${name}_on_host ${CMAKE_CURRENT_BINARY_DIR}/on_host/${name}.cpp)
  target_link_libraries(${name}_on_host PRIVATE gpu_bigint::device gpu_bigint_warnings)
  gpu_bigint_check_example(${name}_on_host host)
  if(GPU_BIGINT_WITH_CUDA)
    gpu_bigint_example(${source} gpu_bigint::device ${ARGN})
  endif()
endfunction()

gpu_bigint_example(pi.cpp)
gpu_bigint_example(e.cpp)
gpu_bigint_example(fibonacci.cpp)
gpu_bigint_example(repeated_factor.cpp)
gpu_bigint_example(custom_scan.cpp)
gpu_bigint_example(pipeline.cpp)
gpu_bigint_example(diffie_hellman.cpp)
gpu_bigint_example(paillier.cpp)
gpu_bigint_example(batch_gcd.cpp)
gpu_bigint_example(weak_keys.cpp)
gpu_bigint_example(many_gpus.cpp)
gpu_bigint_example(distributed.cpp)
if(GPU_BIGINT_WITH_CUDA)
  gpu_bigint_example(device_scan.cu)
endif()
gpu_bigint_kernel_example(rsa_powers.cu)
gpu_bigint_kernel_example(pollard_rho.cu)
gpu_bigint_kernel_example(miller_rabin.cu)
gpu_bigint_kernel_example(tridiagonal.cu CUDA::cusparse)
gpu_bigint_kernel_example(radix_sort.cu)
gpu_bigint_kernel_example(principal_direction.cu)
gpu_bigint_kernel_example(stencil.cu)

find_package(PNG QUIET)
if(PNG_FOUND)
  gpu_bigint_example(mandelbrot.cpp PNG::PNG)
else()
  message(STATUS "gpu_bigint: examples/mandelbrot is not built, it needs libpng (libpng-dev)")
endif()

# The user's MPI compiles gpu_bigint/mpi.hpp. The variables are those of Open MPI, for a machine with few cores.
find_package(MPI QUIET COMPONENTS CXX)
if(MPI_CXX_FOUND)
  foreach(name many_processes pi_by_processes)
    add_executable(${name} ${name}.cpp)
    target_link_libraries(${name} PRIVATE gpu_bigint::gpu_bigint gpu_bigint_warnings MPI::MPI_CXX)
    target_compile_definitions(${name} PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
  endforeach()
  # gpu_bigint_check_processes(<test> <target> <processes> <what it prints> [<argument>...])
  function(gpu_bigint_check_processes test target processes printed)
    add_test(NAME examples/${test} COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${processes} ${MPIEXEC_PREFLAGS}
      $<TARGET_FILE:${target}> ${MPIEXEC_POSTFLAGS} ${ARGN})
    set_tests_properties(examples/${test} PROPERTIES LABELS "host;mpi" TIMEOUT 300 PROCESSORS ${processes}
      PASS_REGULAR_EXPRESSION "${printed}"
      ENVIRONMENT "GPU_BIGINT_BACKEND=host;GPU_BIGINT_THREADS=1;ASAN_OPTIONS=detect_leaks=0;OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1;\
OMPI_MCA_rmaps_base_oversubscribe=1;OMPI_MCA_btl=self,vader;OMPI_MCA_pml=ob1;OMPI_MCA_oob_tcp_if_include=lo;OMPI_MCA_mpi_yield_when_idle=1")
  endfunction()
  gpu_bigint_check_processes(many_processes many_processes 2 "1229 primes below 10000, counted by 2 processes")
  foreach(processes 2 4)
    gpu_bigint_check_processes(pi_by_${processes}_processes pi_by_processes ${processes}
      "${processes} processes: the last ten of 1000000 decimals of pi are 5779458151, as published" 1000000)
  endforeach()
else()
  message(STATUS "gpu_bigint: examples/many_processes and pi_by_processes are not built, they need MPI (libopenmpi-dev "
                 "openmpi-bin)")
endif()
