#include "src/process/overwrite.hpp"

#include <exception>

namespace gbi::process {

void overwrite(std::string& text, std::size_t size, process::function_ref<void(char*)> write) {
  text.clear();
#if defined(__cpp_lib_string_resize_and_overwrite)
  std::exception_ptr failure;  // the standard forbids exceptions in the operation
  text.resize_and_overwrite(size, [&](char* at, std::size_t count) noexcept -> std::size_t {
    try {
      write(at);
      return count;
    } catch (...) {
      failure = std::current_exception();
      return 0;
    }
  });
  if (failure) std::rethrow_exception(failure);
#else
  text.resize(size);
  try {
    write(text.data());
  } catch (...) {
    text.clear();
    throw;
  }
#endif
}

}  // namespace gbi::process
