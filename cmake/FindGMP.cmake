# Finds GMP, the oracle of tests, benches and examples, and defines GMP::gmp.
include(${CMAKE_CURRENT_LIST_DIR}/find_c_library.cmake)
gpu_bigint_find_c_library(GMP gmp)
