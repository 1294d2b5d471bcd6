# Finds MPFR, the oracle of the tests of tables, and defines MPFR::mpfr, which links GMP.
include(${CMAKE_CURRENT_LIST_DIR}/find_c_library.cmake)
gpu_bigint_find_c_library(MPFR mpfr)
if(MPFR_FOUND)
  find_package(GMP REQUIRED)
  set_target_properties(MPFR::mpfr PROPERTIES INTERFACE_LINK_LIBRARIES GMP::gmp)
endif()
