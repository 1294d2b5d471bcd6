/// \file
/// Files that a long computation saves itself in, and goes on from after it was interrupted.
#pragma once

#include <functional>
#include <gpu_bigint.hpp>
#include <istream>
#include <optional>
#include <ostream>
#include <string>

namespace support {

/// A checkpoint and its backup, PATH.bak, the checkpoint before. Each is complete or not there, whenever the
/// program is killed. What is saved brings its own version and checksums (Test::save, Test::load).
class checkpoint_file {
 public:
  explicit checkpoint_file(std::string path) : path_(std::move(path)) {}

  /// The test that was saved last. If that file is damaged or missing, the one before. Nothing if there is
  /// neither.
  /// \param tell gets a sentence if the backup is what is left
  /// \throws file_error if there are only damaged files
  template <class Test>
  std::optional<Test> load(const std::function<void(const std::string&)>& tell) {
    std::optional<Test> test;
    read(tell, [&](std::istream& in) { test.emplace(Test::load(in)); });
    return test;
  }

  /// Replaces the backup by the last good file, and that by this test. \throws file_error
  template <class Test>
  void save(Test& test) {
    write([&](std::ostream& out) { test.save(out); });
  }

 private:
  void read(const std::function<void(const std::string&)>& tell,
            const std::function<void(std::istream&)>& load);
  void write(const std::function<void(std::ostream&)>& save);

  std::string path_;
  bool is_good_ = false;  ///< the file was read or written completely, and may replace the backup
};

}  // namespace support
