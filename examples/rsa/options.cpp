#include "examples/rsa/options.hpp"

#include <CLI/CLI.hpp>
#include <map>

#include "examples/rsa/warning.hpp"
#include "tools/support/command_line.hpp"

namespace example {

namespace {

const std::map<std::string, gbi::backend> backends{{"cuda", gbi::backend::cuda},
                                                   {"host", gbi::backend::host}};
const std::map<std::string, padding> signature_paddings{{"pss", padding::modern}, {"pkcs1", padding::pkcs1}};
const std::map<std::string, padding> message_paddings{{"oaep", padding::modern}, {"pkcs1", padding::pkcs1}};

/// Key lengths whose prime factors fill whole limbs.
const CLI::Validator key_bits(
    [](std::string& text) -> std::string {
      std::size_t bits = 0;
      if (CLI::detail::lexical_cast(text, bits) && bits >= 1024 && bits <= 16384 && bits % 128 == 0)
        return {};
      return "a multiple of 128 from 1024 to 16384 is needed, not " + text;
    },
    "", "bits of a key");

CLI::App* add_task(CLI::App& app, rsa_options& chosen, task wanted, const char* name,
                   const char* description) {
  CLI::App* command = app.add_subcommand(name, description);
  command->callback([&chosen, wanted] { chosen.wanted = wanted; });
  return command;
}

void add_padding(CLI::App& command, padding& how, const std::map<std::string, padding>& names,
                 const std::string& text) {
  command.add_option("--padding", how, "How messages are padded (default: the first)")
      ->option_text(text)
      ->transform(CLI::CheckedTransformer(names).description(""));
}

}  // namespace

std::optional<rsa_options> parse_rsa_command_line(int argc, char** argv, int& status) {
  rsa_options chosen;
  CLI::App app{
      std::string("RSA with many messages at a time: keys, signatures, encryption.\n") + warning +
      "\nExit status: 0, 1 if a signature or an encrypted message is not good, 2 for a wrong command "
      "line or\nfile, 3 for a device without enough memory or no device."};
  app.require_subcommand(1);
  app.fallthrough();
  app.add_option("--backend", chosen.backend, "Executor (default: cuda if there is a device)")
      ->option_text("cuda|host")
      ->transform(CLI::CheckedTransformer(backends).description(""));
  app.add_option("--device", chosen.device, "Ordinal of the CUDA device")->check(CLI::NonNegativeNumber);

  const auto add_key = [&](CLI::App* command, const char* description) {
    command->add_option("key", chosen.key, description)->required();
  };
  const auto add_files = [&](CLI::App* command, const char* description) {
    command->add_option("files", chosen.files, description)->required();
  };
  const auto add_crt = [&](CLI::App* command) {
    command->add_flag("!--no-crt", chosen.crt, "One power modulo n instead of two modulo its factors");
  };

  CLI::App* keygen = add_task(app, chosen, task::keygen, "keygen",
                              "Writes keys: NAME.pem and NAME.pub.pem, or NAME-0.pem ... for several");
  add_key(keygen, "NAME of the files");
  CLI::App* speed = add_task(app, chosen, task::speed, "speed",
                             "Operations a second, beside OpenSSL and GMP on all cores of this machine");
  for (CLI::App* command : {keygen, speed}) {
    command->add_option("--bits", chosen.bits, "Length of the keys (default 2048)")
        ->option_text("BITS")
        ->check(key_bits);
    command->add_option("--seed", chosen.seed, "Seed of the random numbers (default: another one each time)");
  }
  keygen->add_option("--count", chosen.count, "Keys to make (default 1)")->check(CLI::PositiveNumber);
  speed->add_option("--count", chosen.count, "Messages at a time (default: what suits the device)")
      ->check(CLI::PositiveNumber);
  speed->add_option("--seconds", chosen.seconds, "For each measurement (default 2)")
      ->check(CLI::PositiveNumber);

  CLI::App* sign =
      add_task(app, chosen, task::sign, "sign", "Signs files with SHA-256: FILE.sig for each FILE");
  CLI::App* verify = add_task(app, chosen, task::verify, "verify", "Verifies FILE.sig for each FILE");
  CLI::App* encrypt =
      add_task(app, chosen, task::encrypt, "encrypt", "Encrypts short files: FILE.enc for each FILE");
  CLI::App* decrypt =
      add_task(app, chosen, task::decrypt, "decrypt", "Decrypts files: FILE.dec for each FILE");
  for (CLI::App* command : {sign, decrypt}) {
    add_key(command, "Private key, PEM");
    add_crt(command);
  }
  for (CLI::App* command : {verify, encrypt}) add_key(command, "Public or private key, PEM");
  for (CLI::App* command : {sign, verify}) {
    add_files(command, "Messages");
    add_padding(*command, chosen.how, signature_paddings, "pss|pkcs1");
  }
  add_files(encrypt, "Messages");
  add_files(decrypt, "Encrypted messages");
  for (CLI::App* command : {encrypt, decrypt})
    add_padding(*command, chosen.how, message_paddings, "oaep|pkcs1");

  if (!support::parse(app, argc, argv, "rsa", "options", status)) return std::nullopt;
  return chosen;
}

}  // namespace example
