# The library, made of the objects of this folder: gpu_bigint, static or shared as BUILD_SHARED_LIBS says, and
# gpu_bigint_static for tests and benches, which use internals that a shared library hides.
set(contents)
set(cuda_contents)
foreach(name IN LISTS GPU_BIGINT_COMPONENTS)
  foreach(part code kernels)
    if(TARGET gpu_bigint_${name}_${part})
      gpu_bigint_objects(objects gpu_bigint_${name}_${part})
      list(APPEND contents "${objects}")
    endif()
  endforeach()
  if(TARGET gpu_bigint_${name}_cuda)
    list(APPEND cuda_contents $<TARGET_OBJECTS:gpu_bigint_${name}_cuda>)
  endif()
endforeach()
if(TARGET gpu_bigint_imported_kernels)
  list(APPEND contents $<TARGET_OBJECTS:gpu_bigint_imported_kernels>)
endif()

# What a program must link with the static library. A name says enough for the system's threads, whatever languages the
# user's project has. Libraries that not every program needs, as NCCL, are loaded when they are asked for.
set(linked_libraries pthread ${CMAKE_DL_LIBS})

# The CUDA runtime becomes part of the library under names that nobody else sees. So a program needs no CUDA toolkit, and
# may have another version of the runtime itself.
if(GPU_BIGINT_WITH_CUDA)
  set(cuda_objects ${CMAKE_CURRENT_BINARY_DIR}/gpu_bigint_cuda${CMAKE_CXX_OUTPUT_EXTENSION})
  set(cuda_runtime ${CMAKE_CURRENT_BINARY_DIR}/cuda_runtime${CMAKE_CXX_OUTPUT_EXTENSION})
  add_custom_command(OUTPUT ${cuda_objects}
    # Outside of groups, the linker does not confuse the runtime's functions with those of another copy.
    COMMAND ${CMAKE_LINKER} -r --force-group-allocation --whole-archive $<TARGET_FILE:CUDA::cudart_static>
      -o ${cuda_runtime}
    COMMAND ${CMAKE_LINKER} -r ${cuda_contents} ${cuda_runtime} -o ${cuda_objects}
    COMMAND ${CMAKE_OBJCOPY} --wildcard "--localize-symbol=cuda*" "--localize-symbol=__cuda*"
      "--localize-symbol=libcudart_static_*" ${cuda_objects}
    DEPENDS ${cuda_contents}
    COMMENT "Linking the CUDA executor with the CUDA runtime"
    COMMAND_EXPAND_LISTS VERBATIM)
  # One target makes the file. Both libraries depend on it.
  add_custom_target(gpu_bigint_cuda_objects DEPENDS ${cuda_objects})
  list(APPEND contents ${cuda_objects})
  list(APPEND linked_libraries rt)
endif()

function(gpu_bigint_library name kind)
  add_library(${name} ${kind} ${contents})
  target_include_directories(${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(${name} PUBLIC cxx_std_20)
  target_link_libraries(${name} PRIVATE ${linked_libraries})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  if(GPU_BIGINT_WITH_CUDA)
    add_dependencies(${name} gpu_bigint_cuda_objects)
  endif()
endfunction()

if(BUILD_SHARED_LIBS)
  gpu_bigint_library(gpu_bigint SHARED)
  # The standard library's templates are visible wherever they are instantiated. The list keeps them in.
  set(exports ${CMAKE_CURRENT_SOURCE_DIR}/exports.map)
  target_link_options(gpu_bigint PRIVATE LINKER:--version-script=${exports} LINKER:--no-undefined LINKER:--gc-sections
    LINKER:-z,nodelete)  # its threads live as long as the process
  set_target_properties(gpu_bigint PROPERTIES
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} LINK_DEPENDS ${exports})

  gpu_bigint_library(gpu_bigint_static STATIC)
  set_target_properties(gpu_bigint_static PROPERTIES EXCLUDE_FROM_ALL ON)
else()
  gpu_bigint_library(gpu_bigint STATIC)
  add_library(gpu_bigint_static ALIAS gpu_bigint)
endif()
add_library(gpu_bigint::gpu_bigint ALIAS gpu_bigint)

# For gpu_bigint/device.cuh: the bodies of kernels, which are installed as they are here.
add_library(gpu_bigint_device INTERFACE)
add_library(gpu_bigint::device ALIAS gpu_bigint_device)
set_target_properties(gpu_bigint_device PROPERTIES EXPORT_NAME device)
target_link_libraries(gpu_bigint_device INTERFACE gpu_bigint)
target_include_directories(gpu_bigint_device INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/gpu_bigint/device/bodies>)
target_compile_options(gpu_bigint_device INTERFACE
  $<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr> $<$<COMPILE_LANGUAGE:CXX>:-fopenmp-simd>
  # Clang warns of phases that it does not vectorise.
  $<$<COMPILE_LANG_AND_ID:CXX,Clang,AppleClang>:-Wno-pass-failed>)
