#include <CLI/CLI.hpp>
#include <functional>
#include <gpu_bigint/mersenne_proof.hpp>
#include <gpu_bigint/version.hpp>

#include "tools/gbi/expression.hpp"
#include "tools/gbi/options.hpp"
#include "tools/support/command_line.hpp"

namespace program {

namespace {

std::string footer() {
  std::string text =
      "A NUMBER is an expression, @FILE, or - for standard input:\n"
      "  123_456, 1e6, 0xff, 0b101, (2^127-1)*3, 100!, 7^1000 mod 10^9\n"
      "  + - * / % mod ^ !, quotients rounded down. a^b mod m never makes a^b. Functions:\n ";
  std::size_t column = 1;
  for (const std::string& each : expression::functions()) {
    if (column + each.size() > 76) {
      text += "\n ";
      column = 1;
    }
    text += " " + each;
    column += each.size() + 1;
  }
  return text + "\nExit status: 0; 1 for a failure (device, memory, a wrong result); 2 for wrong usage.";
}

std::vector<std::string> operation_names() {
  return {"product", "square", "quotient", "root", "gcd", "power", "text"};
}

/// Help that names the operands of a command: "Usage: gbi powm NUMBER EXPONENT MODULUS [OPTIONS]".
class help_layout : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App* app, std::string name) const override {
    std::string operands = app->get_parent() == nullptr ? " COMMAND" : "";
    for (const CLI::Option* option : app->get_options())
      if (option->get_positional()) operands += " " + option->get_description();
    return "Usage: " + name + operands + " [OPTIONS]\n";
  }
  std::string make_positionals(const CLI::App* /*app*/) const override { return ""; }
};

/// The application, with its options bound to `chosen`. It must not move, because options point into it.
class command_line {
 public:
  explicit command_line(options& chosen) : chosen_(chosen) {
    app.formatter(std::make_shared<help_layout>());
    app.require_subcommand(1);
    app.fallthrough();
    app.set_version_flag("--version", "gbi " + std::string(gbi::version_string));
    app.footer(footer());
    app.add_option("-o,--output", chosen.output, "Write the result to this file, complete or not at all")
        ->option_text("FILE");
    app.add_option("--base", chosen.base, "Base of the result, 2 to 36 (default 10)")
        ->option_text("BASE")
        ->check(CLI::Range(2, 36));
    app.add_option("--input-base", chosen.input_base,
                   "Base of numbers in files (default: 10, or by 0x and 0b)")
        ->option_text("BASE")
        ->check(CLI::Range(2, 36));
    app.add_option("--max-bits", max_bits_, "Refuse longer numbers in files and results (default 2^40)")
        ->option_text("N");
    app.add_flag("--binary", chosen.binary,
                 "Write the result in the library's binary format, with a checksum");
    app.add_flag("--json", chosen.json, "Print one JSON object: result or file, sizes, seconds, device");
    app.add_flag("--verify", chosen.verify, "Check every result, on the processor, modulo random primes");
    app.add_option("--device", device_, "Compute on: cuda, host, or the ordinal of a CUDA device")
        ->option_text("cuda|host|N");
    app.add_flag_callback(
        "--progress", [&] { chosen_.progress = support::showing::always; },
        "Show progress even if standard error is no terminal");
    app.add_flag("-q,--quiet", chosen.quiet, "Print no progress and no notes");
    add_commands();
  }

  /// Stores the values that no single option stores. \throws CLI::ValidationError
  void finish() {
    if (!device_.empty()) {
      const auto parsed = support::parse_device(device_);
      if (!parsed) throw CLI::ValidationError("--device: cuda, host or an ordinal, not " + device_);
      chosen_.device = *parsed;
    }
    if (!max_bits_.empty()) chosen_.max_bits = whole("--max-bits", max_bits_, 1, most_bits_by_default);
    if (chosen_.quiet) chosen_.progress = support::showing::never;
    chosen_.command = app.get_subcommands().front()->get_name();
  }

  CLI::App app{"Computes with integers of any size, on a GPU or on the processor.", "gbi"};

 private:
  CLI::App& command(const char* name, const char* help) {
    CLI::App& made = *app.add_subcommand(name, help);
    made.fallthrough();
    made.footer("gbi --help lists the options of all commands and explains numbers.");
    return made;
  }
  /// A command with operands: their names, and how many there may be.
  CLI::App& command(const char* name, const char* help, const char* operands, int least, int most) {
    CLI::App& made = command(name, help);
    CLI::Option* const option = made.add_option("operands", chosen_.operands, operands);
    option->expected(least, most);
    if (least > 0) option->required();
    return made;
  }

  void add_commands() {
    constexpr int many = CLI::detail::expected_max_vector_size;
    command("mul", "Product", "NUMBER NUMBER ...", 2, many);
    command("div", "Quotient, rounded down", "NUMBER NUMBER", 2, 2)
        .add_flag("--remainder", chosen_.remainder,
                  "Print the remainder instead, which has the sign of the divisor");
    command("pow", "Power", "NUMBER EXPONENT", 2, 2);
    command("powm", "Power modulo a number", "NUMBER EXPONENT MODULUS", 3, 3);
    command("gcd", "Greatest common divisor", "NUMBER NUMBER ...", 2, many);
    command("isprime", "Prints prime or composite", "NUMBER", 1, 1)
        .add_option("--rounds", chosen_.rounds, "Rounds of Baillie-PSW and Miller-Rabin (default 25)")
        ->option_text("N")
        ->check(CLI::Range(1, 1'000'000));
    command("nextprime", "Smallest prime above a number", "NUMBER", 1, 1);
    add_b1(command("factor", "Factors of a number, by P - 1 and elliptic curves", "NUMBER", 1, 1),
           "Largest bound of stage 1 (default 1e6)");
    add_ecm();
    add_proof(command("prp", "Test for a probable prime to base 3; of 2^P - 1 with a check of all errors",
                      "P|NUMBER", 1, 1));
    command("verify-proof", "Checks a proof of prp", "FILE", 1, 1);
    add_checkpoint(command("lucas-lehmer", "Proof that 2^P - 1 is prime or composite", "P|NUMBER", 1, 1));
    command("factorial", "1 2 ... n", "N", 1, 1);
    command("fib", "Fibonacci number", "N", 1, 1);
    CLI::App& pi = command("pi", "Digits of pi");
    add_digits(pi, "Digits behind the point (default 1000)");
    add_ranks(pi);
    pi.add_option("--validation", chosen_.validation, "Write a validation of the digits for verify-pi")
        ->option_text("FILE");
    command("verify-pi", "Checks a validation of pi, and digits if they are given", "FILE [DIGITS-FILE]", 1,
            2);
    CLI::App& e = command("e", "Digits of e");
    add_digits(e, "Digits behind the point (default 1000)");
    add_ranks(e);
    add_digits(command("sqrt", "Square root, rounded down", "NUMBER", 1, 1),
               "Digits behind the point (default 0)");
    command("convert", "Another base or form of a number", "NUMBER", 1, 1);
    command("eval", "Value of an expression", "EXPRESSION", 1, 1);
    add_rsa();
    add_bench();
    add_tune();
    command("info", "Devices, memory, speed of copies, limits of the tuning, build options");
    command("plan", "Explains how a product of numbers of these sizes is computed", "BITS [BITS]", 1, 2);
    command("completion", "Prints completions for bash, zsh or fish", "bash|zsh|fish", 1, 1).group("");
  }

  void add_b1(CLI::App& to, const char* help) {
    to.add_option("--b1", b1_, help)->option_text("N");
    to.final_callback([this] {
      if (!b1_.empty()) chosen_.b1 = whole("--b1", b1_, 3);
      if (!b2_.empty()) chosen_.b2 = whole("--b2", b2_, 1);
      if (!count_.empty()) chosen_.count = whole("--curves", count_, 1);
    });
  }

  void add_ecm() {
    CLI::App& ecm = command("ecm", "Searches for factors with elliptic curves", "NUMBER", 1, 1);
    add_b1(ecm, "Bound of stage 1 (default 50000)");
    ecm.add_option("--b2", b2_, "Bound of stage 2 (default 100 times as high)")->option_text("N");
    ecm.add_option("--curves", count_, "Curves at a time (default 100)")->option_text("N");
    ecm.add_option("--sigma", chosen_.sigma, "Of the first curve; the next ones follow (default: random)")
        ->option_text("N")
        ->check(CLI::Range(2U, ~0U));
    ecm.add_option("--save", chosen_.save, "Append the curves after stage 1 to this file, as ecm -savea does")
        ->option_text("FILE");
    ecm.add_option("--resume", chosen_.resume, "Run stage 2 of the curves in this file, as ecm -resume does")
        ->option_text("FILE");
    add_checkpoint(ecm);
  }

  void add_digits(CLI::App& to, const char* help) {
    to.add_option("-d,--digits", digits_, help)->option_text("N");
    to.final_callback([this] {
      if (!digits_.empty()) chosen_.digits = whole("--digits", digits_, 0);
    });
  }

  void add_ranks(CLI::App& to) {
    constexpr int most = 64;
    to.add_option("--ranks", chosen_.ranks, "Share the work among so many GPUs, or ranks of the host")
        ->option_text("N")
        ->check(CLI::Range(1, most));
  }

  void add_checkpoint(CLI::App& to) {
    to.add_option("--checkpoint", chosen_.checkpoint,
                  "Save the work in this file, and go on from it. FILE.bak is the save before")
        ->option_text("FILE");
    to.add_option("--save-every", chosen_.save_every, "Seconds between two saves (default 60)")
        ->option_text("SECONDS")
        ->check(CLI::NonNegativeNumber);
  }

  void add_proof(CLI::App& to) {
    add_checkpoint(to);
    CLI::Option* const proof =
        to.add_option("--proof", chosen_.proof, "Write a proof of the result for verify-proof")
            ->option_text("FILE");
    to.add_option(
          "--power", chosen_.power,
          "The proof is checked in P / 2^POWER squares and keeps 2^POWER residues on disk (default 8)")
        ->option_text("POWER")
        ->check(CLI::Range(1U, gbi::mersenne_proof::most_power))
        ->needs(proof);
  }

  void add_rsa() {
    CLI::App& rsa = command("rsa", "Powers per second of RSA in batches, checked");
    rsa.add_option("--bits", bits_, "Bits of the modulus (default 2048)")->option_text("N");
    rsa.add_option("--count", count_, "Messages at a time (default 1000)")->option_text("N");
    rsa.final_callback([this] {
      if (!bits_.empty()) chosen_.bits = whole("--bits", bits_, 128);
      if (!count_.empty()) chosen_.count = whole("--count", count_, 1);
      if (chosen_.bits > 65536 || chosen_.bits % 2 != 0)
        throw CLI::ValidationError("--bits: an even number from 128 to 65536, not " + bits_);
    });
  }

  void add_bench() {
    CLI::App& bench = command("bench", "Speed beside GMP, FLINT and cuFFT, at these sizes", "[BITS ...]", 0,
                              CLI::detail::expected_max_vector_size);
    bench
        .add_option("--operation", chosen_.operations,
                    "What to measure (default: all): product, square, quotient, root, gcd, power, text")
        ->option_text("NAME ...")
        ->delimiter(',')
        ->check(CLI::IsMember(operation_names()));
    bench.add_option("--repeat", chosen_.repeat, "Runs to take the median of (default 5)")
        ->option_text("N")
        ->check(CLI::Range(1, 1000));
    bench.add_flag("--ascii", chosen_.ascii, "Draw bars with ASCII characters");
    bench.add_flag("--report", chosen_.report, "Write a table in Markdown, with the machine, at more sizes");
  }

  void add_tune() {
    CLI::App& tune =
        command("tune", "Measures this device and writes a tuning file for it, which contexts load");
    tune.add_option("--seconds", chosen_.seconds, "About how long it takes (default 150)")
        ->option_text("SECONDS")
        ->check(CLI::Range(1.0, 3600.0));
    tune.add_flag("--dry-run", chosen_.dry_run, "Print the values, and write no file");
  }

  /// 1000, 1_000 or 1e3.
  static std::uint64_t whole(const char* option, const std::string& text, std::uint64_t least,
                             std::uint64_t most = 1'000'000'000'000) {
    const std::string wrong = std::string(option) + ": a whole number from " + std::to_string(least) +
                              (most == most_bits_by_default ? " to 2^40, not " : " to 10^12, not ") + text;
    constexpr std::uint64_t enough_bits = 64;
    try {
      const gbi::gpu_bigint value = expression::parse(text).value(calculator(false, enough_bits));
      if (value >= least && value <= most) return static_cast<std::uint64_t>(value);
    } catch (const expression_error&) {
      throw CLI::ValidationError(wrong);
    }
    throw CLI::ValidationError(wrong);
  }

  options& chosen_;
  std::string device_, digits_, bits_, b1_, b2_, count_, max_bits_;
};

option_description described(const CLI::Option& option) {
  option_description result;
  for (const std::string& name : option.get_snames()) result.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) result.names.push_back("--" + name);
  result.help = option.get_description();
  result.takes_value = option.get_items_expected_max() > 0;
  result.takes_file = result.takes_value && option.get_option_text() == "FILE";
  if (result.names.back() == "--device") result.choices = {"cuda", "host", "0"};
  if (result.names.back() == "--operation") result.choices = operation_names();
  return result;
}

/// The options of the application or of one of its commands. All commands have --help.
std::vector<option_description> options_of(const CLI::App& app) {
  std::vector<option_description> result;
  for (const CLI::Option* option : app.get_options())
    if (!option->get_positional() && (option != app.get_help_ptr() || app.get_parent() == nullptr))
      result.push_back(described(*option));
  return result;
}

}  // namespace

std::optional<options> parse_command_line(int argc, char** argv, int& status) {
  options chosen;
  command_line line(chosen);
  if (!support::parse(line.app, argc, argv, "gbi", "commands", status, [&] { line.finish(); }))
    return std::nullopt;
  return chosen;
}

program_description describe_command_line() {
  options unused;
  command_line line(unused);
  program_description result;
  result.options = options_of(line.app);
  for (const CLI::App* each :
       line.app.get_subcommands([](const CLI::App* of) { return !of->get_group().empty(); }))
    result.commands.push_back({each->get_name(), each->get_description(), options_of(*each)});
  return result;
}

}  // namespace program
