/// \file
/// Tests whether a Mersenne number 2^p - 1 is prime, on a GPU or on the processor, shows progress, and
/// continues where it was interrupted. `lucas_lehmer --help` lists the options.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <gpu_bigint.hpp>
#include <iostream>
#include <map>
#include <optional>
#include <string>

#include "tools/support/checkpoint_file.hpp"
#include "tools/support/device.hpp"
#include "tools/support/number_file.hpp"
#include "tools/support/program.hpp"
#include "tools/support/progress.hpp"
#include "tools/support/timing.hpp"

namespace {

// Exit statuses, the same as those of examples/multiply.
using support::status_usage;      // 2
constexpr int status_device = 3;  ///< no such device, not enough memory, or persistent errors

struct options {
  std::uint64_t exponent = 0;
  std::uint64_t digits = 0;            ///< 0: the library chooses
  std::optional<std::uint64_t> steps;  ///< all steps if empty
  std::uint64_t between_reports = 100'000, between_saves = 100'000, between_checks = 1'000'000;
  std::string file;  ///< empty: nothing is saved
  support::device_choice device;
};

std::optional<options> parse_command_line(int argc, char** argv, int& status) {
  const std::map<std::string, gbi::backend> backends{{"cuda", gbi::backend::cuda},
                                                     {"host", gbi::backend::host}};
  options chosen;
  CLI::App app{
      "Tests 2^p - 1 for primality (Lucas-Lehmer). With --steps it stops earlier and shows the residue.\n"
      "Exit status: 0, 2 for a wrong command line or file, 3 for a device without enough memory, no device, "
      "or\n"
      "errors that do not go away."};
  app.add_option("p", chosen.exponent, "The exponent, a prime between 64 and 2^32")->required();
  app.add_option("--steps", chosen.steps, "Steps to take (default: all that are left)");
  app.add_option("--digits", chosen.digits, "Digits of the transform (default: as many as suffice)");
  app.add_option("--every", chosen.between_reports, "Steps between two lines of progress (default 100000)")
      ->check(CLI::PositiveNumber);
  app.add_option("--checkpoint", chosen.file, "File to save the test in, and to go on from if it exists");
  app.add_option("--save-every", chosen.between_saves, "Steps between two saves (default 100000)")
      ->check(CLI::PositiveNumber);
  app.add_option("--check-every", chosen.between_checks,
                 "Steps between two Jacobi checks, which find half of all errors (default 1000000)")
      ->check(CLI::PositiveNumber);
  app.add_option("--backend", chosen.device.backend,
                 "Executor, cuda or host (default: cuda if there is a device)")
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

gbi::lucas_lehmer make_test(const options& chosen, support::checkpoint_file& file) {
  if (chosen.file.empty()) return gbi::lucas_lehmer(chosen.exponent, chosen.digits);
  auto test = file.load<gbi::lucas_lehmer>([](const std::string& text) { std::cout << text << std::endl; });
  if (!test) return gbi::lucas_lehmer(chosen.exponent, chosen.digits);
  if (test->exponent() != chosen.exponent)
    throw support::file_error(chosen.file + ": the test of 2^" + std::to_string(test->exponent()) + " - 1");
  std::cout << "goes on after step " << test->steps_done() << " of " << chosen.file << std::endl;
  return std::move(*test);
}

/// Checks the current step. Recurring errors are no coincidence.
void check(gbi::lucas_lehmer& test) {
  static int errors = 0;
  const std::uint64_t step = test.steps_done();
  if (test.jacobi_check()) return;
  std::cout << "step " << step << " is wrong, back to step " << test.steps_done() << std::endl;
  constexpr int most_errors = 10;
  if (++errors == most_errors)
    throw gbi::device_error("the Jacobi check found " + std::to_string(errors) + " errors");
}

/// The steps up to the next multiple of an interval.
std::uint64_t until_next(std::uint64_t done, std::uint64_t interval) {
  return interval - done % interval;
}

void report(gbi::lucas_lehmer& test, double seconds, std::uint64_t steps) {
  std::cout << "step " << test.steps_done() << ", residue " << res64(test.residue()) << ", "
            << support::shown_seconds(seconds / static_cast<double>(steps)) << " a step, error "
            << test.largest_error() << ", " << test.digits() << " digits" << std::endl;
}

/// Takes steps up to the given one, with reports, saves and checks in between.
void advance(gbi::lucas_lehmer& test, std::uint64_t last, const options& chosen,
             support::checkpoint_file& file) {
  support::progress shown("2^" + std::to_string(test.exponent()) + " - 1", support::showing::on_terminal,
                          "steps");
  const std::uint64_t first = test.steps_done();
  double seconds = 0;
  std::uint64_t since_report = 0;
  while (test.steps_done() < last) {
    const std::uint64_t done = test.steps_done();
    constexpr std::uint64_t between_looks = 10'000;
    const std::uint64_t steps =
        std::min({last - done, between_looks, until_next(done, chosen.between_reports),
                  until_next(done, chosen.between_saves), until_next(done, chosen.between_checks)});
    seconds += support::seconds_of([&] {
      test.step(steps);
      static_cast<void>(test.residue());
    });
    since_report += steps;
    const std::uint64_t now = test.steps_done();
    shown.advance_to(static_cast<double>(now - first), static_cast<double>(last - first));
    const bool is_end = now == last;
    if (is_end || now % chosen.between_reports == 0) {
      report(test, seconds, since_report);
      seconds = 0;
      since_report = 0;
    }
    if (test.steps_left() == 0 || now % chosen.between_checks == 0) check(test);
    if (!chosen.file.empty() && (is_end || now % chosen.between_saves == 0)) file.save(test);
  }
}

int run(const options& chosen) {
  const gbi::context context = support::make_context(chosen.device);
  const gbi::scoped_context use(context);
  support::checkpoint_file file(chosen.file);
  gbi::lucas_lehmer test = make_test(chosen, file);
  const std::string why = support::why_on_host(context, chosen.device);
  std::cout << "2^" << test.exponent() << " - 1 in " << test.digits() << " digits on "
            << context.device_name() << (why.empty() ? "" : ", because " + why) << std::endl;

  advance(test, test.steps_done() + std::min(chosen.steps.value_or(test.steps_left()), test.steps_left()),
          chosen, file);
  if (test.steps_left() == 0)
    std::cout << "2^" << test.exponent() << " - 1 is " << (test.is_prime() ? "prime" : "composite")
              << std::endl;
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  int status = 0;
  const std::optional<options> chosen = parse_command_line(argc, argv, status);
  if (!chosen) return status;
  return support::run_program("lucas_lehmer", status_device, [&] { return run(*chosen); });
}
