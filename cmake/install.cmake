# Install tree and package: find_package(gpu_bigint) gives gpu_bigint::gpu_bigint.
include(CMakePackageConfigHelpers)

install(TARGETS gpu_bigint EXPORT gpu_bigint_targets)
install(FILES include/gpu_bigint.hpp TYPE INCLUDE)
install(DIRECTORY include/gpu_bigint TYPE INCLUDE FILES_MATCHING PATTERN "*.hpp")
install(EXPORT gpu_bigint_targets NAMESPACE gpu_bigint:: FILE gpu_bigint-targets.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/gpu_bigint)

configure_package_config_file(cmake/gpu_bigint-config.cmake.in ${PROJECT_BINARY_DIR}/gpu_bigint-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/gpu_bigint)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/gpu_bigint-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/gpu_bigint-config.cmake ${PROJECT_BINARY_DIR}/gpu_bigint-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/gpu_bigint)
