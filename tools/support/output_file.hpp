/// \file
/// Files that are either complete or missing.
#pragma once

#include <fstream>
#include <string>

namespace support {

/// An output file. Output goes to a temporary file in the same folder, which takes the name of the file when
/// it is complete. Until then, an existing file of that name keeps its old contents, whatever happens: the
/// destructor removes the temporary file, and so do SIGINT, SIGTERM, SIGHUP and SIGXCPU. SIGXFSZ is ignored:
/// beyond the limit of a file's size, commit() throws. The temporary file is created at once, so that a wrong
/// path costs no time. Devices and pipes, such as /dev/null, are written directly.
class output_file {
 public:
  /// \throws file_error
  explicit output_file(const std::string& path);
  ~output_file();
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;

  std::ostream& stream() { return stream_; }
  /// What happens to an old file of that name. Its backup is named PATH.bak.
  enum class old_file { replaced, kept_as_backup };
  /// Gives the file its name, after its contents have reached the disk. If there was a complete file of that
  /// name, there is one at all times. \throws file_error if it could not be written completely.
  void commit(old_file old = old_file::replaced);

 private:
  void remove_temporary();

  std::string path_, target_;  ///< as given, and with symbolic links resolved
  std::string temporary_;      ///< empty: the file is written directly, or is complete
  int slot_ = -1;              ///< among the files that a signal removes
  std::ofstream stream_;
};

}  // namespace support
