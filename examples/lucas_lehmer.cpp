/// \file
/// Tests whether a Mersenne number 2^p - 1 is prime, on a GPU or on the processor, and shows progress.
/// `lucas_lehmer --help` lists the options.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <exception>
#include <gpu_bigint.hpp>
#include <gpu_bigint/mersenne.hpp>
#include <iostream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

#include "tools/support/timing.hpp"

namespace {

// Exit statuses, the same as those of examples/multiply.
constexpr int status_usage = 2;   ///< wrong command line or environment variable
constexpr int status_device = 3;  ///< no such device, or not enough memory

struct options {
  std::uint64_t exponent = 0;
  std::uint64_t digits = 0;            ///< 0: the library chooses
  std::optional<std::uint64_t> steps;  ///< all steps if empty
  std::uint64_t between_reports = 100'000;
  std::optional<gbi::backend> backend;
};

std::optional<options> parse_command_line(int argc, char** argv, int& status) {
  const std::map<std::string, gbi::backend> backends{{"cuda", gbi::backend::cuda},
                                                     {"host", gbi::backend::host}};
  options chosen;
  CLI::App app{
      "Tests 2^p - 1 for primality (Lucas-Lehmer). With --steps it stops earlier and shows the residue.\n"
      "Exit status: 0, 2 for a wrong command line, 3 for a device without enough memory or no device."};
  app.add_option("p", chosen.exponent, "The exponent, a prime between 64 and 2^32")->required();
  app.add_option("--steps", chosen.steps, "Steps to take (default: p - 2)");
  app.add_option("--digits", chosen.digits, "Digits of the transform (default: as many as suffice)");
  app.add_option("--every", chosen.between_reports, "Steps between two lines of progress")
      ->check(CLI::PositiveNumber);
  app.add_option("--backend", chosen.backend, "Executor, cuda or host (default: cuda if there is a device)")
      ->transform(CLI::CheckedTransformer(backends).description(""));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    status = app.exit(error) == 0 ? 0 : status_usage;
    return std::nullopt;
  }
  return chosen;
}

/// The lowest 64 bits of the residue in hexadecimal. Testers compare their results by this number.
std::string res64(const gbi::gpu_bigint& residue) {
  const auto limbs = residue.to_limbs();
  char text[20];
  std::snprintf(text, sizeof text, "0x%016" PRIX64, limbs.empty() ? std::uint64_t{0} : limbs.front());
  return text;
}

int run(const options& chosen) {
  const gbi::context context = chosen.backend ? gbi::context(*chosen.backend) : gbi::context();
  const gbi::scoped_context use(context);
  gbi::lucas_lehmer test(chosen.exponent, chosen.digits);
  std::cout << "2^" << test.exponent() << " - 1 in " << test.digits() << " digits on "
            << context.device_name() << std::endl;

  std::uint64_t left = std::min(chosen.steps.value_or(test.steps_left()), test.steps_left());
  while (left > 0) {
    const std::uint64_t steps = std::min(left, chosen.between_reports);
    std::string residue;
    const double seconds = example::seconds_of([&] {
      test.step(steps);
      residue = res64(test.residue());
    });
    left -= steps;
    std::cout << "step " << test.steps_done() << ", residue " << residue << ", "
              << example::shown_seconds(seconds / static_cast<double>(steps)) << " a step, error "
              << test.largest_error() << ", " << test.digits() << " digits" << std::endl;
  }
  if (test.steps_left() == 0)
    std::cout << "2^" << test.exponent() << " - 1 is " << (test.is_prime() ? "prime" : "composite")
              << std::endl;
  return 0;
}

int fail(const std::exception& error, int status) {
  std::cerr << "lucas_lehmer: " << error.what() << '\n';
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  int status = 0;
  const std::optional<options> chosen = parse_command_line(argc, argv, status);
  if (!chosen) return status;
  try {
    return run(*chosen);
  } catch (const std::logic_error& error) {  // an invalid exponent, number of digits or environment variable
    return fail(error, status_usage);
  } catch (const std::exception& error) {
    return fail(error, status_device);
  }
}
