# Install tree, in three components: runtime (the shared library), development (headers, the static library or the link
# to the shared one, files for CMake and pkg-config) and tools (programs).
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/gpu_bigint)

# Installs the library's configuration, not that of a surrounding project without a build type.
if(GPU_BIGINT_OWN_BUILD_TYPE)
  install(CODE "set(gpu_bigint_surrounding_configuration \"\${CMAKE_INSTALL_CONFIG_NAME}\")
set(CMAKE_INSTALL_CONFIG_NAME ${CMAKE_BUILD_TYPE})" ALL_COMPONENTS)
endif()

install(TARGETS gpu_bigint gpu_bigint_device EXPORT gpu_bigint_targets
  LIBRARY COMPONENT runtime NAMELINK_COMPONENT development
  ARCHIVE COMPONENT development)
install(FILES include/gpu_bigint.hpp TYPE INCLUDE COMPONENT development)
install(DIRECTORY include/gpu_bigint TYPE INCLUDE COMPONENT development FILES_MATCHING
  PATTERN "*.hpp" PATTERN "*.h" PATTERN "*.cuh" REGEX "/device/nvrtc/")
# What gpu_bigint/device.cuh includes.
foreach(room fft model modular normalize scan verify word)
  install(DIRECTORY kernels/${room} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gpu_bigint/device/bodies/kernels
    COMPONENT development FILES_MATCHING PATTERN "*.hpp")
endforeach()
foreach(executor cuda host)
  install(DIRECTORY src/exec/${executor} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gpu_bigint/device/bodies/src/exec
    COMPONENT development FILES_MATCHING REGEX "/(block|byte_[a-z]+|atomic|slots|warpgroup_product)[.](cuh|hpp)$")
endforeach()
install(FILES LICENSE TYPE DOC COMPONENT development)
install(EXPORT gpu_bigint_targets NAMESPACE gpu_bigint:: FILE gpu_bigint-targets.cmake
  DESTINATION ${package_folder} COMPONENT development)

# find_package(gpu_bigint) defines gpu_bigint::gpu_bigint.
get_target_property(library_type gpu_bigint TYPE)
get_target_property(linked gpu_bigint LINK_LIBRARIES)
configure_package_config_file(cmake/gpu_bigint-config.cmake.in ${PROJECT_BINARY_DIR}/gpu_bigint-config.cmake
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/gpu_bigint-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/gpu_bigint-config.cmake ${PROJECT_BINARY_DIR}/gpu_bigint-config-version.cmake
  DESTINATION ${package_folder} COMPONENT development)

# pkg-config gives the flags of the static library even without --static, because there is no other library to link.
set(pc_linked)
if(library_type STREQUAL "STATIC_LIBRARY")
  list(TRANSFORM linked REPLACE "^(.+)$" "-l\\1")
  list(JOIN linked " " pc_linked)
  set(pc_linked " ${pc_linked} -lstdc++ -lm")
endif()
# Relative folders keep the tree movable.
cmake_path(IS_ABSOLUTE CMAKE_INSTALL_LIBDIR fixed_library_folder)
if(fixed_library_folder)
  set(pc_prefix ${CMAKE_INSTALL_PREFIX})
else()
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig OUTPUT_VARIABLE up)
  set(pc_prefix "\${pcfiledir}/${up}")
endif()
foreach(folder LIBDIR INCLUDEDIR)
  cmake_path(ABSOLUTE_PATH CMAKE_INSTALL_${folder} BASE_DIRECTORY "\${prefix}" OUTPUT_VARIABLE pc_${folder})
endforeach()
configure_file(cmake/gpu_bigint.pc.in ${PROJECT_BINARY_DIR}/gpu_bigint.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/gpu_bigint.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

if(GPU_BIGINT_OWN_BUILD_TYPE)
  install(CODE "set(CMAKE_INSTALL_CONFIG_NAME \"\${gpu_bigint_surrounding_configuration}\")" ALL_COMPONENTS)
endif()
