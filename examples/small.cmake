# The examples of one file each. check_small.py compares what they print with README.md and with Python's integers.
find_package(Python3 QUIET COMPONENTS Interpreter)

# gpu_bigint_example(<name> [<library>...]) adds an example and its test on the host, and on the GPU if there may be one.
function(gpu_bigint_example name)
  add_executable(${name} ${name}.cpp)
  target_link_libraries(${name} PRIVATE gpu_bigint::gpu_bigint gpu_bigint_warnings ${ARGN})
  if(NOT Python3_FOUND)
    return()
  endif()
  set(backends host)
  if(GPU_BIGINT_WITH_CUDA)
    list(APPEND backends cuda)
  endif()
  foreach(backend IN LISTS backends)
    set(test examples/${name}/${backend})
    add_test(NAME ${test} COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/check_small.py $<TARGET_FILE:${name}>)
    set_tests_properties(${test} PROPERTIES LABELS ${backend}
      ENVIRONMENT "GPU_BIGINT_BACKEND=${backend};OMP_WAIT_POLICY=passive"
      SKIP_RETURN_CODE 77 TIMEOUT 120)
  endforeach()
endfunction()

gpu_bigint_example(pi)
gpu_bigint_example(e)
gpu_bigint_example(fibonacci)
gpu_bigint_example(repeated_factor)
gpu_bigint_example(custom_scan)
gpu_bigint_example(pipeline)
gpu_bigint_example(diffie_hellman)
gpu_bigint_example(paillier)

find_package(PNG QUIET)
if(PNG_FOUND)
  gpu_bigint_example(mandelbrot PNG::PNG)
else()
  message(STATUS "gpu_bigint: examples/mandelbrot is not built, it needs libpng (libpng-dev)")
endif()
