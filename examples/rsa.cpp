/// \file
/// RSA with many messages at a time on a GPU or on the processor: key generation, signatures, encryption, and
/// a comparison of speed with OpenSSL and GMP. `rsa --help` lists the commands. For experiments only: nothing
/// here is constant-time.
#include <iostream>
#include <random>

#include "examples/rsa/files.hpp"
#include "examples/rsa/keygen.hpp"
#include "examples/rsa/libcrypto.hpp"
#include "examples/rsa/messages.hpp"
#include "examples/rsa/speed.hpp"
#include "examples/rsa/warning.hpp"
#include "tools/support/program.hpp"
#include "tools/support/timing.hpp"

namespace {

using namespace example;
using support::seconds_of, support::shown_count, support::shown_seconds;

gbi::context make_context(const rsa_options& chosen) {
  if (chosen.backend) return gbi::context(*chosen.backend, chosen.device.value_or(0));
  if (chosen.device) return gbi::context(gbi::backend::cuda, *chosen.device);
  return gbi::context();
}

std::uint64_t seed_of(const rsa_options& chosen) {
  std::random_device device;
  return chosen.seed ? *chosen.seed : std::uint64_t{device()} << 32 | device();
}

std::vector<octets> read_all(const std::vector<std::string>& files, const std::string& suffix = "") {
  std::vector<octets> contents;
  contents.reserve(files.size());
  for (const std::string& file : files) contents.push_back(read_file(file + suffix));
  return contents;
}

void write_all(const std::vector<std::string>& files, const std::string& suffix,
               const std::vector<octets>& contents) {
  for (std::size_t i = 0; i < files.size(); ++i) write_file(files[i] + suffix, contents[i]);
}

void make_keys(const rsa_options& chosen) {
  const std::size_t count = chosen.count != 0 ? chosen.count : 1;
  gbi::random_engine random(seed_of(chosen));
  std::vector<private_key> keys;
  const double seconds = seconds_of([&] { keys = generate_keys(count, chosen.bits, random); });
  for (std::size_t i = 0; i < count; ++i) {
    std::string name = chosen.key;
    if (count > 1) name.append("-").append(std::to_string(i));
    write_private_key(name + ".pem", keys[i]);
    write_public_key(name + ".pub.pem", keys[i].open);
  }
  std::cout << shown_count(count) << (count > 1 ? " keys" : " key") << " of " << chosen.bits
            << " bits made in " << shown_seconds(seconds) << std::endl;
}

int verify_files(const rsa_options& chosen) {
  const std::vector<bool> good =
      verify(read_all(chosen.files), read_all(chosen.files, ".sig"), read_public_key(chosen.key), chosen.how);
  int status = 0;
  for (std::size_t i = 0; i < chosen.files.size(); ++i) {
    std::cout << chosen.files[i] << ": " << (good[i] ? "good" : "BAD") << " signature\n";
    if (!good[i]) status = status_refused;
  }
  return status;
}

int decrypt_files(const rsa_options& chosen) {
  const auto messages = decrypt(read_all(chosen.files), read_private_key(chosen.key), chosen.how, chosen.crt);
  int status = 0;
  for (std::size_t i = 0; i < chosen.files.size(); ++i) {
    if (messages[i]) {
      write_file(chosen.files[i] + ".dec", *messages[i]);
    } else {
      std::cerr << "rsa: " << chosen.files[i] << ": cannot be decrypted\n";
      status = status_refused;
    }
  }
  return status;
}

int run(const rsa_options& chosen) {
  std::cerr << warning << "\n";
  const gbi::context context = make_context(chosen);
  const gbi::scoped_context use(context);
  switch (chosen.wanted) {
    case task::keygen:
      make_keys(chosen);
      return 0;
    case task::sign:
      write_all(
          chosen.files, ".sig",
          sign(read_all(chosen.files), read_private_key(chosen.key), chosen.how, chosen.crt, secure_random));
      return 0;
    case task::verify:
      return verify_files(chosen);
    case task::encrypt:
      write_all(chosen.files, ".enc",
                encrypt(read_all(chosen.files), read_public_key(chosen.key), chosen.how, secure_random));
      return 0;
    case task::decrypt:
      return decrypt_files(chosen);
    case task::speed:
      return print_speed(chosen, seed_of(chosen)) ? 0 : status_refused;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return support::run_program("rsa", status_device, argc, argv, parse_rsa_command_line, run);
}
