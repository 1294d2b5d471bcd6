#include "tools/support/checkpoint_file.hpp"

#include <filesystem>
#include <fstream>

#include "tools/support/number_file.hpp"
#include "tools/support/output_file.hpp"

namespace support {

namespace {

/// Why the file cannot be loaded; empty if it was.
std::string problem_with(const std::string& path, const std::function<void(std::istream&)>& load) {
  if (!std::filesystem::exists(path)) return "is missing";
  std::ifstream in(path, std::ios::binary);
  if (!in) return "cannot be opened";
  try {
    load(in);
    return in.peek() == std::ifstream::traits_type::eof() ? "" : "more bytes follow what was saved";
  } catch (const gbi::data_error& error) {
    return error.what();
  }
}

}  // namespace

void checkpoint_file::read(const std::function<void(const std::string&)>& tell,
                           const std::function<void(std::istream&)>& load) {
  const std::string backup = path_ + ".bak";
  const bool exists = std::filesystem::exists(path_), has_backup = std::filesystem::exists(backup);
  if (!exists && !has_backup) return;
  const std::string why = problem_with(path_, load);
  is_good_ = why.empty();
  if (is_good_) return;
  if (!has_backup) throw file_error(path_ + ": " + why);
  if (const std::string again = problem_with(backup, load); !again.empty())
    throw file_error(path_ + ": " + why + "; " + backup + ": " + again);
  tell(path_ + ": " + why + "; going on from " + backup);
}

void checkpoint_file::write(const std::function<void(std::ostream&)>& save) {
  output_file file(path_);
  save(file.stream());
  file.commit(is_good_ ? output_file::old_file::kept_as_backup : output_file::old_file::replaced);
  is_good_ = true;
}

}  // namespace support
