#include "tools/support/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "tools/support/number_file.hpp"

namespace support {

namespace {

/// The names of existing temporary files. A signal handler may read these pointers.
std::array<std::atomic<const char*>, 8> temporaries{};

extern "C" void remove_temporaries_and_die(int signal) {
  for (const std::atomic<const char*>& each : temporaries)
    if (const char* const name = each.load()) unlink(name);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void handle_signals() {
  static const bool once = [] {
    const auto handle = [](int signal, void (*handler)(int)) {
      struct sigaction now {};
      sigaction(signal, nullptr, &now);
      if (now.sa_handler != SIG_DFL) return;  // nohup ignores SIGHUP; keep it that way
      now.sa_handler = handler;
      sigaction(signal, &now, nullptr);
    };
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGXCPU}) handle(signal, remove_temporaries_and_die);
    // Beyond the limit of a file's size, a write fails as on a full disk.
    handle(SIGXFSZ, SIG_IGN);
    return true;
  }();
  static_cast<void>(once);
}

int remember(const char* name) {
  handle_signals();
  for (std::size_t i = 0; i < temporaries.size(); ++i) {
    const char* free = nullptr;
    if (temporaries[i].compare_exchange_strong(free, name)) return static_cast<int>(i);
  }
  return -1;
}

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw file_error(path + ": " + why);
}

/// The permissions of a new file, or those of the file that it replaces.
mode_t permissions_of(const std::string& target) {
  struct stat old {};
  if (stat(target.c_str(), &old) == 0) return old.st_mode & 07777;
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

/// Makes the file its own backup by a second name, or renames it if the file system allows only one name.
/// With second names, a program that is killed here leaves the old backup or the new one.
void back_up(const std::string& target) {
  const std::string backup = target + ".bak", second = backup + ".new";
  unlink(second.c_str());
  if (link(target.c_str(), second.c_str()) != 0) {
    std::rename(target.c_str(), backup.c_str());
    return;
  }
  std::rename(second.c_str(), backup.c_str());
  unlink(second.c_str());  // it is still there if the backup was the same file
}

/// A new name reaches the disk with its folder. If folders cannot be synced, there is nothing to do.
void store_folder_of(const std::string& target) {
  const std::string folder = std::filesystem::path(target).parent_path().string();
  const int opened = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0) return;
  static_cast<void>(fsync(opened));
  close(opened);
}

}  // namespace

output_file::output_file(const std::string& path) : path_(path), target_(path) {
  std::error_code unknown;
  const auto status = std::filesystem::status(path, unknown);
  if (std::filesystem::is_directory(status)) refuse(path, "is a directory, not a file");
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    errno = 0;
    stream_.open(path, std::ios::binary);
    if (!stream_) refuse(path, errno != 0 ? std::strerror(errno) : "cannot be opened for writing");
    return;
  }
  if (std::filesystem::exists(status)) {
    target_ = std::filesystem::canonical(path, unknown).string();
    if (access(target_.c_str(), W_OK) != 0) refuse(path, std::strerror(errno));
  }
  temporary_ = target_ + ".XXXXXX";
  const int file = mkstemp(temporary_.data());
  if (file < 0) {
    const int why = errno;
    temporary_.clear();
    refuse(path, std::strerror(why));
  }
  slot_ = remember(temporary_.c_str());
  fchmod(file, permissions_of(target_));
  close(file);
  stream_.open(temporary_, std::ios::binary);
  if (!stream_) {
    remove_temporary();
    refuse(path, "cannot be opened for writing");
  }
}

output_file::~output_file() {
  if (!temporary_.empty()) remove_temporary();
}

void output_file::remove_temporary() {
  unlink(temporary_.c_str());
  if (slot_ >= 0) temporaries[static_cast<std::size_t>(slot_)] = nullptr;
  temporary_.clear();
}

void output_file::commit(old_file old) {
  stream_.close();
  if (!stream_) refuse(path_, "could not be written completely");
  if (temporary_.empty()) return;
  // The name must not reach the disk before the contents.
  const int file = open(temporary_.c_str(), O_RDONLY | O_CLOEXEC);
  const bool stored = file >= 0 && fsync(file) == 0;
  if (file >= 0) close(file);
  if (!stored) refuse(path_, std::strerror(errno));
  if (old == old_file::kept_as_backup) back_up(target_);
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) refuse(path_, std::strerror(errno));
  store_folder_of(target_);
  if (slot_ >= 0) temporaries[static_cast<std::size_t>(slot_)] = nullptr;
  temporary_.clear();
}

}  // namespace support
