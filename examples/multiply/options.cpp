#include "examples/multiply/options.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <map>
#include <random>
#include <vector>

#include "tools/support/command_line.hpp"
#include "tools/support/timing.hpp"

namespace example {

namespace {

constexpr std::uint64_t default_digits = 10'000'000;
// More than any device holds, and few enough for every count of bits and bytes.
constexpr std::uint64_t most_digits = 100'000'000'000, most_bits = std::uint64_t{1} << 40,
                        most_runs = 1'000'000;

const std::map<std::string, gbi::backend> backends{{"cuda", gbi::backend::cuda},
                                                   {"host", gbi::backend::host}};
const std::map<std::string, gbi::algorithm> algorithms{{"automatic", gbi::algorithm::automatic},
                                                       {"schoolbook", gbi::algorithm::schoolbook},
                                                       {"fft", gbi::algorithm::fft},
                                                       {"exact", gbi::algorithm::exact}};

template <class T>
std::vector<std::string> names_of(const std::map<std::string, T>& values) {
  std::vector<std::string> names;
  names.reserve(values.size());
  for (const auto& entry : values) names.push_back(entry.first);
  return names;
}

/// The greatest length b such that every b-bit number has exactly this many decimal digits: 10^(digits - 1)
/// <= 2^(b - 1) and 2^b <= 10^digits.
std::uint64_t bits_of_decimal(std::uint64_t digits) {
  return static_cast<std::uint64_t>(std::floor(static_cast<long double>(digits) * std::log2(10.0L)));
}

/// Accepts whole numbers from 1 to `most`; anything else gives a one-line error.
CLI::Validator positive(std::uint64_t most) {
  return {[most](std::string& text) {
            std::uint64_t value = 0;
            const char* const end = text.data() + text.size();
            const auto [rest, error] = std::from_chars(text.data(), end, value);
            const bool holds = rest == end && error == std::errc() && value >= 1 && value <= most;
            return holds ? std::string()
                         : "a number from 1 to " + support::shown_count(most) + ", not " + text;
          },
          ""};
}

}  // namespace

std::optional<options> parse_command_line(int argc, char** argv, int& status) {
  options chosen;
  std::uint64_t digits = default_digits;
  std::string backend, how = "automatic";

  CLI::App app{
      "Multiplies two integers: those of two text files, or two random ones of ten million decimal digits.\n"
      "Exit status: 0, 1 if the product is not GMP's, 2 for a wrong command line or file, 3 for a device "
      "without\nenough memory or no device."};
  app.add_option("a", chosen.file_a, "File with the first integer");
  app.add_option("b", chosen.file_b, "File with the second integer");
  app.add_option("-o,--output", chosen.output, "Write the product to this file");
  app.add_option("--base", chosen.base, "Base of the files (default 10)")
      ->option_text("10|16")
      ->check(CLI::IsMember({10, 16}));
  app.add_option("--backend", backend, "Executor (default: cuda if there is a device)")
      ->option_text("cuda|host")
      ->check(CLI::IsMember(names_of(backends)));
  app.add_option("--device", chosen.device.device, "Ordinal of the CUDA device")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--algorithm", how, "How to multiply (default: what the planner finds fastest)")
      ->option_text("automatic|schoolbook|fft")
      ->check(CLI::IsMember(names_of(algorithms)));
  const auto* verify = app.add_flag("--verify,!--no-verify", chosen.verify,
                                    "Compare with GMP (default for random operands, not for files)");
  app.add_flag("--full-verify", chosen.full_verify,
               "Compare with GMP's product, even if that takes longer than a minute");
  auto* size = app.add_option("--digits", digits, "Decimal digits of the random operands")
                   ->check(positive(most_digits));
  auto* bits =
      app.add_option("--bits", chosen.bits, "Bits of the random operands")->check(positive(most_bits));
  bits->excludes(size);
  const auto* seed = app.add_option("--seed", chosen.seed, "Seed of the random operands");
  const auto* repeat =
      app.add_option("--repeat", chosen.repeat,
                     "Products to take the median time of (default 5, fewer if they take long)")
          ->check(positive(most_runs));
  app.add_flag_callback(
      "--progress", [&] { chosen.progress = support::showing::always; },
      "Show progress even if the standard error is no terminal");

  const auto check = [&] {
    if (chosen.file_a.empty() != chosen.file_b.empty())
      throw CLI::ValidationError("two files are needed, or none for random operands");
    if (chosen.from_files() && (size->count() > 0 || bits->count() > 0 || seed->count() > 0))
      throw CLI::ValidationError("--digits, --bits and --seed are for random operands, not for files");
    if (chosen.full_verify && verify->count() > 0 && !chosen.verify)
      throw CLI::ValidationError("--full-verify and --no-verify contradict each other");
  };
  if (!support::parse(app, argc, argv, "multiply", "options", status, check)) return std::nullopt;

  if (!backend.empty()) chosen.device.backend = backends.at(backend);
  chosen.how = algorithms.at(how);
  if (verify->count() == 0) chosen.verify = chosen.full_verify || !chosen.from_files();
  if (bits->count() == 0) chosen.bits = bits_of_decimal(digits);
  if (seed->count() == 0) chosen.seed = std::random_device{}();
  chosen.repeat_exactly = repeat->count() > 0;
  return chosen;
}

}  // namespace example
