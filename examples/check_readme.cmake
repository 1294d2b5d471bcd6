# The README shows this file word for word.
file(READ ${README} readme)
file(READ ${SNIPPET} snippet)
string(FIND "${readme}" "```cpp\n${snippet}```" position)
if(position EQUAL -1)
  message(FATAL_ERROR "README.md does not show ${SNIPPET} as it stands")
endif()
