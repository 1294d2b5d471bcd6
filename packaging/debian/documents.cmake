# cpack runs this when the files of the packages are in place: adds what Debian wants in /usr/share/doc/PACKAGE.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
set(cuda_runtime "")
if(CPACK_GPU_BIGINT_CUDA)
  set(cuda_runtime "
Files: *
Copyright: NVIDIA Corporation
License: CUDA-EULA
 The library contains the CUDA runtime (cudart), which may be distributed as part of an application
 under the terms of the CUDA Toolkit End User License Agreement, Attachment A.
")
endif()
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} COMPONENT)
  set(package ${CPACK_DEBIAN_${COMPONENT}_PACKAGE_NAME})
  set(folder ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr/share/doc/${package})
  # Debian has the text of the license in one place.
  file(REMOVE_RECURSE ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr/share/doc/${CPACK_PACKAGE_NAME})
  file(WRITE ${folder}/copyright
    "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: gpu_bigint

Files: *
Copyright: 2026 The gpu_bigint authors
License: Apache-2.0
 On Debian systems, the full text of the Apache License, version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.
${cuda_runtime}")
  file(WRITE ${folder}/changelog
    "gpu-bigint (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * See CHANGELOG.md of the sources.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
  execute_process(COMMAND gzip -9nf ${folder}/changelog COMMAND_ERROR_IS_FATAL ANY)
endforeach()
