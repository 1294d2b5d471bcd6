/// \file
/// gbi prp and gbi lucas-lehmer: long tests of 2^p - 1 that show progress, detect errors, and continue from a
/// checkpoint.
#include <fmt/format.h>

#include <algorithm>

#include "tools/gbi/checkpoint.hpp"
#include "tools/gbi/commands.hpp"
#include "tools/gbi/proof.hpp"
#include "tools/support/number_file.hpp"
#include "tools/support/timing.hpp"

namespace program {

namespace {

using gbi::gpu_bigint, gbi::lucas_lehmer, gbi::mersenne_prp;

/// The differences between the two tests.
template <class Test>
struct kind;
template <>
struct kind<mersenne_prp> {
  static constexpr const char* prime = "probable prime";
  static gpu_bigint residue(mersenne_prp& test) { return test.final_residue(); }
  static bool passes(mersenne_prp& test) { return test.is_probable_prime(); }
};
template <>
struct kind<lucas_lehmer> {
  static constexpr const char* prime = "prime";
  static gpu_bigint residue(lucas_lehmer& test) { return test.residue(); }
  static bool passes(lucas_lehmer& test) { return test.is_prime(); }
};

/// The p of 2^p - 1, which the user specifies by p or by the number itself. A number below 2^32 is p.
std::optional<std::uint64_t> exponent_of(const gpu_bigint& n) {
  if (n.sign() > 0 && n.fits<std::uint32_t>()) return static_cast<std::uint64_t>(n);
  const std::uint64_t bits = n.bit_length();
  if (n.sign() > 0 && gbi::popcount(n) == bits) return bits;
  return std::nullopt;
}

template <class Test>
Test first_or_resumed(const session& run, std::uint64_t exponent, checkpoint& saved) {
  std::optional<Test> test = saved.load<Test>();
  if (!test) return Test(exponent);
  if (test->exponent() != exponent)
    throw support::file_error(run.chosen().checkpoint + ": the test of 2^" +
                              std::to_string(test->exponent()) + " - 1");
  run.note(fmt::format("going on after step {} of {}", test->steps_done(), run.chosen().checkpoint));
  return std::move(*test);
}

/// Takes all remaining steps, with saves in between. Checks the clock about five times a second.
template <class Test>
void take_steps(session& run, Test& test, checkpoint& saved, const kept_residues& kept) {
  const auto shown = run.showing("2^" + std::to_string(test.exponent()) + " - 1", "steps");
  const std::uint64_t first = test.steps_done(), all = first + test.steps_left();
  std::uint64_t pace = 64, errors = test.errors();
  while (test.steps_left() > 0) {
    const std::uint64_t next_kept = kept.next_after(test.steps_done());
    const std::uint64_t steps = std::min(pace, next_kept - test.steps_done());
    const double seconds = support::seconds_of([&] {
      test.step(steps);
      static_cast<void>(test.residue());
    });
    if (test.steps_done() == next_kept) kept.keep(next_kept, test.residue());
    constexpr double between_looks = 0.2;
    pace = std::clamp<std::uint64_t>(
        static_cast<std::uint64_t>(static_cast<double>(steps) * between_looks / seconds), 1, 2 * pace);
    if (test.errors() > errors) {
      errors = test.errors();
      run.note(fmt::format("an error was found, the {}. The test went back and is now at step {}", errors,
                           test.steps_done()));
    }
    shown->advance_to(static_cast<double>(test.steps_done() - std::min(first, test.steps_done())),
                      static_cast<double>(all - first));
    saved.save_if_due(test);
  }
}

template <class Test>
void run_test(session& run, std::uint64_t exponent) {
  checkpoint saved(run);
  Test test = first_or_resumed<Test>(run, exponent, saved);
  const std::uint64_t resumed = test.steps_done();
  const kept_residues kept = residues_for_proof(run, exponent, resumed);
  // A wrong path must show at once, not after hours.
  if (resumed == 0) saved.save(test);
  const bool passes = run.timed("", [&] {
    take_steps(run, test, saved, kept);
    return kind<Test>::passes(test);
  });
  saved.save(test);
  run.members().add("exponent", exponent);
  run.members().add("errors", test.errors());
  run.members().add("resumed_at", resumed);
  run.members().add("largest_rounding_error", test.largest_error());
  put_test_result(run, passes, kind<Test>::prime, kind<Test>::residue(test));
  write_proof(run, exponent, test.residue(), kept);
}

}  // namespace

void put_test_result(session& run, bool passes, const char* prime, const gpu_bigint& residue) {
  const std::string result = passes ? prime : "composite";
  // The lowest 64 bits. Testers compare their results by this number.
  const std::string bits = fmt::format("{:016X}", static_cast<std::uint64_t>(gbi::low_bits(residue, 64)));
  run.members().add("prime", passes);
  run.members().add("residue", bits);
  run.put_text(passes || run.chosen().json ? result : result + ", residue " + bits);
}

void run_prp(session& run) {
  const gpu_bigint n = run.number(0);
  if (const auto exponent = exponent_of(n)) return run_test<mersenne_prp>(run, *exponent);
  if (!run.chosen().checkpoint.empty()) throw usage_error("--checkpoint: only the test of 2^p - 1 is saved");
  if (!run.chosen().proof.empty()) throw usage_error("--proof: only the test of 2^p - 1 has one");
  const bool passes = run.timed("testing", [&] { return gbi::prp(n); });
  run.members().add("prime", passes);
  run.put_text(passes ? "probable prime" : "composite");
}

void run_lucas_lehmer(session& run) {
  const auto exponent = exponent_of(run.number(0));
  if (!exponent) throw usage_error("lucas-lehmer tests 2^p - 1: give p or that number");
  run_test<lucas_lehmer>(run, *exponent);
}

}  // namespace program
