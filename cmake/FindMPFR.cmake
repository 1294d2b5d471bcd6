# Finds MPFR, the oracle of the tests of tables, and defines MPFR::mpfr. Also searches below CMAKE_PREFIX_PATH.
find_path(MPFR_INCLUDE_DIR mpfr.h PATH_SUFFIXES ${CMAKE_LIBRARY_ARCHITECTURE} include/${CMAKE_LIBRARY_ARCHITECTURE})
find_library(MPFR_LIBRARY NAMES mpfr libmpfr.a PATH_SUFFIXES ${CMAKE_LIBRARY_ARCHITECTURE} lib/${CMAKE_LIBRARY_ARCHITECTURE})

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(MPFR REQUIRED_VARS MPFR_LIBRARY MPFR_INCLUDE_DIR)
mark_as_advanced(MPFR_INCLUDE_DIR MPFR_LIBRARY)

if(MPFR_FOUND AND NOT TARGET MPFR::mpfr)
  find_package(GMP REQUIRED)
  add_library(MPFR::mpfr UNKNOWN IMPORTED)
  set_target_properties(MPFR::mpfr PROPERTIES
    IMPORTED_LOCATION ${MPFR_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${MPFR_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES GMP::gmp)
endif()
