#include "examples/rsa/files.hpp"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "examples/rsa/libcrypto.hpp"
#include "tools/support/number_file.hpp"

namespace example {

namespace {

using memory_file = std::unique_ptr<BIO, freed_by<BIO_free_all>>;

[[noreturn]] void fail(const std::string& path, const std::string& why) {
  throw support::file_error(path + ": " + why);
}

std::string reason() {
  return errno != 0 ? std::strerror(errno) : "cannot be opened";
}

void write(const std::string& path, octet_span content, bool is_private) {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  if (!file) fail(path, reason());
  using std::filesystem::perms;
  if (is_private) std::filesystem::permissions(path, perms::owner_read | perms::owner_write);
  file.write(reinterpret_cast<const char*>(content.data()), static_cast<std::streamsize>(content.size()));
  file.close();
  if (!file) fail(path, "could not be written completely");
}

void write(const std::string& path, BIO& content, bool is_private) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(&content, &data);
  write(path, {reinterpret_cast<const std::uint8_t*>(data), static_cast<std::size_t>(size)}, is_private);
}

/// Keeps libcrypto from asking for a passphrase.
int no_passphrase(char*, int, int, void*) {
  return 0;
}

/// The key that a libcrypto reader function finds in a file, or null if there is none.
template <class Read>
evp_key read_key(const octets& content, Read&& read) {
  const memory_file file(BIO_new_mem_buf(content.data(), static_cast<int>(content.size())));
  evp_key key(read(file.get(), nullptr, no_passphrase, nullptr));
  ERR_clear_error();
  return key;
}

template <class Convert>
auto converted(const std::string& path, Convert&& convert) {
  try {
    return convert();
  } catch (const std::invalid_argument& error) {
    fail(path, error.what());
  }
}

}  // namespace

octets read_file(const std::string& path) {
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown)) fail(path, "is a directory, not a file");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(path, reason());
  octets content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) fail(path, "cannot be read");
  return content;
}

void write_file(const std::string& path, octet_span content) {
  write(path, content, false);
}

void write_private_key(const std::string& path, const private_key& key) {
  const memory_file file(BIO_new(BIO_s_mem()));
  require_success(PEM_write_bio_PKCS8PrivateKey(file.get(), to_libcrypto(key).get(), nullptr, nullptr, 0,
                                                nullptr, nullptr),
                  "PEM_write_bio_PKCS8PrivateKey");
  write(path, *file, true);
}

void write_public_key(const std::string& path, const public_key& key) {
  const memory_file file(BIO_new(BIO_s_mem()));
  require_success(PEM_write_bio_PUBKEY(file.get(), to_libcrypto(key).get()), "PEM_write_bio_PUBKEY");
  write(path, *file, false);
}

private_key read_private_key(const std::string& path) {
  const evp_key key = read_key(read_file(path), PEM_read_bio_PrivateKey);
  if (!key) fail(path, "no private key as PEM without a passphrase");
  return converted(path, [&] { return private_from_libcrypto(*key); });
}

public_key read_public_key(const std::string& path) {
  const octets content = read_file(path);
  evp_key key = read_key(content, PEM_read_bio_PUBKEY);
  if (!key) key = read_key(content, PEM_read_bio_PrivateKey);
  if (!key) fail(path, "no key as PEM without a passphrase");
  return converted(path, [&] { return public_from_libcrypto(*key); });
}

}  // namespace example
