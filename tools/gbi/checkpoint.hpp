/// \file
/// The checkpoints of commands that take long.
#pragma once

#include <chrono>
#include <optional>

#include "tools/gbi/session.hpp"
#include "tools/support/checkpoint_file.hpp"

namespace program {

/// The file of --checkpoint, written every --save-every seconds. Without that option nothing is loaded or
/// saved.
class checkpoint {
 public:
  explicit checkpoint(const session& run) : run_(run), file_(run.chosen().checkpoint) {}

  /// What was saved last. Notes damage. \throws support::file_error
  template <class Test>
  std::optional<Test> load() {
    if (!is_wanted()) return std::nullopt;
    return file_.load<Test>([&](const std::string& text) { run_.note(text); });
  }
  template <class Test>
  void save(Test& test) {
    if (!is_wanted()) return;
    file_.save(test);
    saved_ = clock::now();
  }
  template <class Test>
  void save_if_due(Test& test) {
    if (clock::now() - saved_ >= std::chrono::duration<double>(run_.chosen().save_every)) save(test);
  }

 private:
  using clock = std::chrono::steady_clock;

  bool is_wanted() const { return !run_.chosen().checkpoint.empty(); }

  const session& run_;
  support::checkpoint_file file_;
  clock::time_point saved_ = clock::now();
};

}  // namespace program
