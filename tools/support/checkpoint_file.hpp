/// \file
/// Files in which a long computation saves its state, and from which it continues after an interruption.
#pragma once

#include <functional>
#include <gpu_bigint.hpp>
#include <istream>
#include <optional>
#include <ostream>
#include <string>

namespace support {

/// A checkpoint and its backup PATH.bak, the previous checkpoint. Each is either complete or missing,
/// whenever the program is killed. The saved data contains its own version and checksums (Test::save,
/// Test::load).
class checkpoint_file {
 public:
  explicit checkpoint_file(std::string path) : path_(std::move(path)) {}

  /// The test that was saved last; if that file is damaged or missing, the one before; std::nullopt if there
  /// is neither.
  /// \param tell called with a sentence if the backup is used
  /// \throws file_error if all existing files are damaged
  template <class Test>
  std::optional<Test> load(const std::function<void(const std::string&)>& tell) {
    std::optional<Test> test;
    read(tell, [&](std::istream& in) { test.emplace(Test::load(in)); });
    return test;
  }

  /// Replaces the backup with the last good file, and that file with this test. \throws file_error
  template <class Test>
  void save(Test& test) {
    write([&](std::ostream& out) { test.save(out); });
  }

 private:
  void read(const std::function<void(const std::string&)>& tell,
            const std::function<void(std::istream&)>& load);
  void write(const std::function<void(std::ostream&)>& save);

  std::string path_;
  bool is_good_ = false;  ///< whether the file was read or written completely and may replace the backup
};

}  // namespace support
