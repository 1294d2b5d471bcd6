/// \file
/// Runs a target on stored inputs, without a fuzzer: fuzz_replay TARGET FILE_OR_FOLDER ...
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

#include "tests/fuzz/targets.hpp"

namespace {

std::vector<std::filesystem::path> files_of(const std::filesystem::path& place) {
  if (!std::filesystem::is_directory(place)) return {place};
  std::vector<std::filesystem::path> files;
  for (const auto& each : std::filesystem::directory_iterator(place)) files.push_back(each.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

int main(int count, char** arguments) {
  const gbi::fuzz::target* const chosen = count > 1 ? gbi::fuzz::find_target(arguments[1]) : nullptr;
  if (chosen == nullptr || count < 3) {
    std::cerr << "usage: fuzz_replay TARGET FILE_OR_FOLDER ...\n";
    return 2;
  }
  std::size_t inputs = 0;
  for (int i = 2; i < count; ++i)
    for (const std::filesystem::path& file : files_of(arguments[i])) {
      std::ifstream in(file, std::ios::binary);
      const std::vector<char> data{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
      if (!in) {
        std::cerr << file << ": cannot be read\n";
        return 2;
      }
      std::cout << file.filename().string() << std::endl;  // the last line names the input that failed
      gbi::fuzz::run(*chosen, {reinterpret_cast<const std::uint8_t*>(data.data()), data.size()});
      ++inputs;
    }
  std::cout << inputs << " inputs of " << chosen->name << '\n';
  return inputs > 0 ? 0 : 1;
}
