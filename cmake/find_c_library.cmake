# gpu_bigint_find_c_library(<package> <name>) is the body of a find module for a C library with one header. It searches
# for <name>.h and lib<name>, also below CMAKE_PREFIX_PATH, and defines <package>::<name>. It is a macro, because the
# results are variables of the caller.
include(FindPackageHandleStandardArgs)

macro(gpu_bigint_find_c_library package name)
  find_path(${package}_INCLUDE_DIR ${name}.h
    PATH_SUFFIXES ${CMAKE_LIBRARY_ARCHITECTURE} include/${CMAKE_LIBRARY_ARCHITECTURE})
  find_library(${package}_LIBRARY NAMES ${name} lib${name}.a
    PATH_SUFFIXES ${CMAKE_LIBRARY_ARCHITECTURE} lib/${CMAKE_LIBRARY_ARCHITECTURE})
  find_package_handle_standard_args(${package} REQUIRED_VARS ${package}_LIBRARY ${package}_INCLUDE_DIR)
  mark_as_advanced(${package}_INCLUDE_DIR ${package}_LIBRARY)
  if(${package}_FOUND AND NOT TARGET ${package}::${name})
    add_library(${package}::${name} UNKNOWN IMPORTED)
    set_target_properties(${package}::${name} PROPERTIES
      IMPORTED_LOCATION ${${package}_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${${package}_INCLUDE_DIR})
  endif()
endmacro()
