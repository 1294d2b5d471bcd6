# gpu_bigint_launch_shells(<target> <launcher's type> <header> <cpp or cu> <list>...) adds the sources that instantiate
# the kernels of these lists (kernels/<room>/arguments.hpp) for an executor. Lists joined by a plus sign share a source.
# The header defines the type's `run`. The header with a list's grids is the one in src/exec/grids whose name begins the
# list's name.
file(GLOB headers RELATIVE ${PROJECT_SOURCE_DIR}/src/exec/grids CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/exec/grids/*.hpp)
string(REPLACE ".hpp" "" GPU_BIGINT_GRIDS "${headers}")

function(gpu_bigint_launch_shells target launcher header extension)
  foreach(group IN LISTS ARGN)
    string(REPLACE "+" ";" group "${group}")
    set(grids)
    set(instances)
    foreach(list IN LISTS group)
      foreach(grid IN LISTS GPU_BIGINT_GRIDS)
        if(list STREQUAL grid OR list MATCHES "^${grid}_")
          list(APPEND grids "#include \"src/exec/grids/${grid}.hpp\"\n")
        endif()
      endforeach()
      string(APPEND instances "template struct gbi::exec::shells<${launcher}, gbi::kernels::launches::${list}>;\n")
    endforeach()
    list(REMOVE_DUPLICATES grids)
    string(JOIN "" grids ${grids})
    list(GET group 0 first)
    set(source ${GPU_BIGINT_GENERATED}/${target}/${first}.${extension})
    configure_file(${PROJECT_SOURCE_DIR}/cmake/launch_shells.in ${source} @ONLY)
    target_sources(${target} PRIVATE ${source})
  endforeach()
endfunction()

# Writes the list of all kernels, for tests and benches that inspect launches (src/exec/all_launches.hpp).
function(gpu_bigint_list_launches file)
  string(REPLACE "+" ";" lists "${ARGN}")
  list(TRANSFORM lists PREPEND "kernels::launches::")
  string(JOIN ",\n    " all ${lists})
  file(CONFIGURE OUTPUT ${file} CONTENT "using all = joined<\n    @all@>;\n" @ONLY)
endfunction()
