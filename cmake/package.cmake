# Packages by cpack. A static build gives a .tar.gz. A shared build gives .deb packages in the layout of Debian
# (configure with -DCMAKE_INSTALL_PREFIX=/usr, as the preset `package` does).
set(CPACK_PACKAGE_NAME gpu_bigint)
set(CPACK_PACKAGE_VENDOR "The gpu_bigint authors")
if(NOT CPACK_PACKAGE_CONTACT)
  set(CPACK_PACKAGE_CONTACT "The gpu_bigint authors <gpu-bigint@users.noreply.invalid>")
endif()
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_RESOURCE_FILE_README ${PROJECT_SOURCE_DIR}/README.md)
string(TOLOWER "${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" CPACK_SYSTEM_NAME)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
if(BUILD_SHARED_LIBS)
  set(CPACK_GENERATOR DEB)
else()
  set(CPACK_GENERATOR TGZ)
endif()
get_cmake_property(CPACK_COMPONENTS_ALL COMPONENTS)
list(FILTER CPACK_COMPONENTS_ALL INCLUDE REGEX "^(runtime|development|tools)$")

# The .deb packages, named as Debian names a C++ library.
set(runtime_package libgpu-bigint${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/src)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(same_version "${runtime_package} (= ${PROJECT_VERSION})")
set(about "gpu_bigint is a C++20 library for integers of millions to billions of digits.
It computes on an NVIDIA GPU where there is one, else on the processor.")

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME ${runtime_package})
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/debian/triggers)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "${about}\nThis package has the shared library.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libgpu-bigint-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
if(BUILD_SHARED_LIBS)
  set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ${same_version})
  set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS ${same_version})
endif()
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS libgmp-dev)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "${about}\nThis package has the headers and the files
for CMake and pkg-config.")

set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME gpu-bigint-tools)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION math)
set(CPACK_COMPONENT_TOOLS_DESCRIPTION "${about}\nThis package has the programs.")

# Debian expects a copyright file and a change log in every package.
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/debian/documents.cmake)
set(CPACK_GPU_BIGINT_SOURCES ${PROJECT_SOURCE_DIR})
set(CPACK_GPU_BIGINT_CUDA ${GPU_BIGINT_WITH_CUDA})

include(CPack)
