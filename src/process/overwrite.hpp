/// \file
/// Strings whose characters are written once. Before C++23, a string grows only by filling it. For a text of
/// a million digits, that takes a tenth of the time, because the memory is still in the caches of the threads
/// that last wrote to it (docs/decisions/0055). std::string::resize_and_overwrite avoids that, so
/// overwrite.cpp is compiled as C++23 where the compiler supports it.
#pragma once

#include <cstddef>
#include <string>

#include "src/process/function_ref.hpp"

namespace gbi::process {

/// Gives a string `size` characters, all of which `write` writes. If it throws, the string is empty.
/// \throws std::bad_alloc, and what `write` throws
void overwrite(std::string& text, std::size_t size, process::function_ref<void(char*)> write);

}  // namespace gbi::process
