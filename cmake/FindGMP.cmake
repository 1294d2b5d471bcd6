# Finds GMP, the oracle of tests, benches and examples, and defines GMP::gmp. Also searches below
# CMAKE_PREFIX_PATH.
find_path(GMP_INCLUDE_DIR gmp.h PATH_SUFFIXES ${CMAKE_LIBRARY_ARCHITECTURE} include/${CMAKE_LIBRARY_ARCHITECTURE})
find_library(GMP_LIBRARY NAMES gmp libgmp.a PATH_SUFFIXES ${CMAKE_LIBRARY_ARCHITECTURE} lib/${CMAKE_LIBRARY_ARCHITECTURE})

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(GMP REQUIRED_VARS GMP_LIBRARY GMP_INCLUDE_DIR)
mark_as_advanced(GMP_INCLUDE_DIR GMP_LIBRARY)

if(GMP_FOUND AND NOT TARGET GMP::gmp)
  add_library(GMP::gmp UNKNOWN IMPORTED)
  set_target_properties(GMP::gmp PROPERTIES
    IMPORTED_LOCATION ${GMP_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${GMP_INCLUDE_DIR})
endif()
