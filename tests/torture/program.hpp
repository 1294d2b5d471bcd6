/// \file
/// Shared by the programs of this folder: options such as --seed 5, and records as JSON.
#pragma once

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <exception>
#include <fstream>
#include <map>
#include <ostream>
#include <random>
#include <stdexcept>
#include <string>

#include "gpu_bigint/context.hpp"

namespace gbi::test {

/// Options as pairs of a name and a value. An option unknown to the program is an error.
class options {
 public:
  options(int argc, char** argv) {
    for (int i = 1; i < argc; i += 2) {
      const std::string name = argv[i];
      if (name.substr(0, 2) != "--" || i + 1 == argc)
        throw std::invalid_argument(name + ": an option without a value");
      given_[name.substr(2)] = argv[i + 1];
    }
  }

  std::string text(const std::string& name, const std::string& otherwise) {
    const auto found = given_.find(name);
    if (found == given_.end()) return otherwise;
    const std::string value = found->second;
    given_.erase(found);
    return value;
  }
  std::uint64_t number(const std::string& name, std::uint64_t otherwise) {
    return std::stoull(text(name, std::to_string(otherwise)), nullptr, 0);
  }
  backend where() {
    const std::string name = text("backend", is_available(backend::cuda) ? "cuda" : "host");
    if (name != "cuda" && name != "host")
      throw std::invalid_argument("--backend is cuda or host, not " + name);
    return name == "cuda" ? backend::cuda : backend::host;
  }
  /// Ends the reading of options; any left over are an error.
  void no_more() const {
    if (!given_.empty()) throw std::invalid_argument("no option --" + given_.begin()->first);
  }

 private:
  std::map<std::string, std::string> given_;
};

inline std::uint64_t fresh_seed() {
  std::random_device source;
  return std::uint64_t{source()} << 32 | source();
}

/// The origin of a record, with the keys of Google Benchmark's reports.
inline std::string origin(const context& where, const std::string& commit) {
  char date[32];
  const std::time_t now = std::time(nullptr);
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S+00:00", std::gmtime(&now));
  return std::string(R"("context": {"date": ")") + date + R"(", "commit": ")" + commit + R"(", "device": ")" +
         where.device_name() + "\"}";
}

/// Writes a record. \throws std::runtime_error
inline void write_record(const std::string& file, const std::string& json) {
  std::ofstream out(file);
  out << json;
  if (!out.flush()) throw std::runtime_error("cannot write " + file);
}

/// Runs a program. \returns its exit status: 2 after an error, which is printed
inline int run_program(const char* name, int (*run)(int, char**), int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", name, error.what());
    return 2;
  }
}

}  // namespace gbi::test
