/// \file
/// Exchanges between executors of the host.
#pragma once

#include <algorithm>
#include <cstring>

#include "src/exec/peers.hpp"

namespace gbi::exec::host {

/// Every launch is complete when it returns, so copies are, too.
class host_peers final : public peers {
 public:
  void begin() override {}
  void copy(int /*from*/, const void* source, int /*to*/, void* target, std::size_t bytes) override {
    if (bytes > 0) std::memcpy(target, source, bytes);  // with 0 bytes the pointers may be null
  }
  void end() override {}

  void reduce(int /*at*/, std::uint64_t* target, const std::uint64_t* source, int rows, std::size_t words,
              bool largest) override {
    std::copy_n(source, words, target);
    for (int row = 1; row < rows; ++row) {
      source += words;
      for (std::size_t i = 0; i < words; ++i)
        target[i] = largest ? std::max(target[i], source[i]) : target[i] + source[i];
    }
  }

  void on_device(int /*at*/, const std::function<void()>& f) override { f(); }
};

}  // namespace gbi::exec::host
