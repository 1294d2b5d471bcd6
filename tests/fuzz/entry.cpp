/// \file
/// The entry points of libFuzzer. The name of the program, fuzz_TARGET, says which target it runs.
#include <cstdio>
#include <string>

#include "tests/fuzz/targets.hpp"

namespace {

const gbi::fuzz::target* chosen = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(const int* /*count*/, char*** arguments) {
  const std::string path = (*arguments)[0], prefix = "fuzz_";
  const std::string name = path.substr(path.find_last_of('/') + 1);
  if (name.starts_with(prefix)) chosen = gbi::fuzz::find_target(name.substr(prefix.size()));
  if (chosen != nullptr) return 0;
  std::fprintf(stderr, "%s: no target has this name\n", name.c_str());
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gbi::fuzz::run(*chosen, {data, size});
  return 0;
}
