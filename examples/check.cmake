# Shared by the checks of the examples: an empty folder to work in, and commands run as a user types them.
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
set(ENV{GPU_BIGINT_BACKEND} host)

# Runs a command and checks its exit status and output. Leaves its standard error in `errors`.
function(expect_run status pattern command)
  execute_process(COMMAND ${command} ${ARGN} WORKING_DIRECTORY ${WORK}
                  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  string(APPEND output "${errors}")
  if(NOT result STREQUAL status OR NOT output MATCHES "${pattern}")
    string(JOIN " " arguments ${ARGN})
    message(SEND_ERROR "${command} ${arguments}: exit status ${result}, not ${status} with \"${pattern}\":\n${output}")
  endif()
  set(errors "${errors}" PARENT_SCOPE)
endfunction()

function(expect_file name text)
  file(READ ${WORK}/${name} found)
  if(NOT found STREQUAL text)
    message(SEND_ERROR "${name} holds ${found}, not ${text}")
  endif()
endfunction()
