/// \file
/// Counts the effects of random bit flips in the live memory of a context, for each operation and each mode
/// of verification:
///
///     torture_bit_flips [--record FILE] [--flips 100] [--changed 10000] [--most-bits 131072]
///                       [--backend cuda|host] [--jobs N] [--seed N] [--commit TEXT]
///
/// --flips is the number of flips for each operation in each mode. --changed is the number of flips that must
/// change the result of the first attempt of a verified product; 0 skips this part. The program fails if one
/// of these is silent. --jobs is the number of concurrent jobs, by default eight on a GPU, which waits for
/// the host most of the time, and one on the host, which has its own threads.
///
/// A flip may end the process or break an executor for good. So a separate process computes each row of the
/// table: this program with --row. It is restarted after a flip that ended it.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <exception>
#include <iomanip>
#include <mutex>
#include <optional>
#include <sstream>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/torture/flips.hpp"
#include "tests/torture/program.hpp"

namespace gbi::test {

namespace {

using counts = std::array<std::uint64_t, std::size(effect_names)>;

std::string json(const counts& of) {
  std::string result;
  for (std::size_t i = 0; i < of.size(); ++i)
    result += std::string(", \"") + effect_names[i] + "\": " + std::to_string(of[i]);
  return result;
}

const tortured& operation_named(const std::vector<tortured>& list, std::string_view name) {
  for (const tortured& one : list)
    if (one.name == name) return one;
  throw std::invalid_argument("no operation " + std::string(name));
}

/// The subject of a row, and the command line of its process.
struct row {
  std::string program, operation;
  std::size_t mode;
  backend where;
  std::uint64_t flips, most_bits, seed;

  std::string command(std::uint64_t first) const {
    std::ostringstream text;
    text << "'" << program << "' --row '" << operation << "' --mode " << mode << " --backend "
         << (where == backend::cuda ? "cuda" : "host") << " --first " << first << " --flips " << flips
         << " --most-bits " << most_bits << " --seed " << seed << " 2>/dev/null";
    return text.str();
  }
};

/// The process of a row. Prints a line when a flip begins, and its effect. Each flip has its own seed.
int run_row(const row& of, std::uint64_t first) {
  constexpr unsigned most_seconds = 120;
  const std::vector<tortured> list = tortured_operations();
  const tortured& one = operation_named(list, of.operation);
  flip_bench bench(of.where, all_modes().at(of.mode));
  for (std::uint64_t i = first; i < of.flips; ++i) {
    random_source random(of.seed + (i << 32));
    alarm(most_seconds);
    std::printf("%llu ", static_cast<unsigned long long>(i));
    std::fflush(stdout);
    const std::uint64_t bits = random.log_uniform(200, std::min(of.most_bits, one.most_bits));
    const auto result = bench.flip(one, draw(one, bits, random), random);
    std::printf("%d %d\n", result ? static_cast<int>(result->now) : -1, result ? result->failures : 0);
    std::fflush(stdout);
  }
  return 0;
}

/// One line of the table; empty if the operation launches nothing.
std::string line_of(const row& of) {
  counts found{};
  std::uint64_t all = 0, late = 0, stays = 0;
  for (std::uint64_t next = 0; next < of.flips;) {
    std::FILE* const lines = popen(of.command(next).c_str(), "r");
    if (lines == nullptr) throw std::runtime_error("no process for a row");
    const std::uint64_t before = next;
    unsigned long long number = 0;
    int became = 0, failures = 0, begun = 0;
    while ((begun = std::fscanf(lines, "%llu %d %d", &number, &became, &failures)) == 3) {
      next = number + 1;
      if (became < 0) continue;
      ++all;
      ++found.at(static_cast<std::size_t>(became));
      if (failures > 0) ++(failures < flip_result::most_failures ? late : stays);
    }
    pclose(lines);
    if (begun != 1 && next == before) throw std::runtime_error("cannot run " + of.command(next));
    if (begun != 1) continue;
    next = number + 1;
    ++all;
    ++found[static_cast<std::size_t>(effect::crashed)];
  }
  if (all == 0) return {};
  const std::string mode(name_of(all_modes().at(of.mode)));
  std::ostringstream text;
  text << std::left << std::setw(34) << of.operation << ' ' << std::setw(8) << mode << std::right;
  for (const std::uint64_t count : found) text << ' ' << std::setw(9) << count;
  text << ' ' << std::setw(6) << late << ' ' << std::setw(6) << stays << '\n';
  std::fputs(text.str().c_str(), stdout);
  std::fflush(stdout);
  return R"({"operation": ")" + of.operation + R"(", "verification": ")" + mode +
         "\", \"flips\": " + std::to_string(all) + json(found) + ", \"found_late\": " + std::to_string(late) +
         ", \"stays\": " + std::to_string(stays) + "}";
}

/// Runs f(job) for all jobs concurrently.
/// \throws the exception of the lowest job, after all have ended
template <class F>
void on_threads(std::uint64_t jobs, F&& f) {
  std::vector<std::exception_ptr> failures(jobs);
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t job = 0; job < jobs; ++job)
      threads.emplace_back([&, job] {
        try {
          f(job);
        } catch (...) {
          failures[job] = std::current_exception();
        }
      });
  }
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

struct changed_products {
  std::uint64_t flips = 0, changed = 0;
  counts found{};  ///< of flips that changed the product
};

changed_products change_products(backend where, std::uint64_t wanted, std::uint64_t jobs,
                                 random_source& random) {
  std::vector<std::uint64_t> seeds(jobs);
  for (std::uint64_t& seed : seeds) seed = random.bits();
  changed_products result;
  std::mutex mutex;
  on_threads(jobs, [&](std::uint64_t job) {
    random_source own(seeds[job]);
    // Products of the sizes that a GPU verifies by default would take a hundred times as long, mostly for
    // copies and GMP. The kernels are the same.
    constexpr std::uint64_t verified_limbs = 1024, shortest = verified_limbs * limb_bits, longest = 1 << 21;
    flip_bench bench(where, verification::residue, verified_limbs);
    const tortured& one = operation_named(tortured_arithmetic(), "product by transforms");
    std::optional<drawn_operands> operands;
    for (std::uint64_t left = (wanted + job) / jobs, flips = 0, unverified = 0; left > 0; ++flips) {
      // For long operands, GMP takes longer than everything else.
      constexpr std::uint64_t flips_of_operands = 16, most_unverified = 1000;
      if (flips % flips_of_operands == 0) operands = draw(one, own.log_uniform(shortest, longest), own);
      const auto became = bench.flip_attempt(one, *operands, own);
      if (!became && ++unverified == most_unverified)
        throw std::runtime_error("products that should be verified are not");
      if (!became) continue;
      unverified = 0;
      const std::scoped_lock lock(mutex);
      ++result.flips;
      if (!became->changed) continue;
      --left;
      ++result.changed;
      ++result.found[static_cast<std::size_t>(became->now)];
      if (result.changed % 1000 == 0) {
        std::printf("%llu changed products\n", static_cast<unsigned long long>(result.changed));
        std::fflush(stdout);
      }
    }
  });
  return result;
}

/// The lines of all rows of the table, as JSON.
std::string table(const std::vector<row>& rows, std::uint64_t jobs) {
  std::vector<std::string> lines(rows.size());
  std::atomic<std::size_t> next = 0;
  on_threads(jobs, [&](std::uint64_t) {
    for (std::size_t i = 0; (i = next++) < rows.size();) lines[i] = line_of(rows[i]);
  });
  std::string result;
  for (const std::string& line : lines)
    if (!line.empty()) result += (result.empty() ? "\n    " : ",\n    ") + line;
  return result;
}

int run(int argc, char** argv) {
  options given(argc, argv);
  const backend where = given.where();
  const std::uint64_t flips = given.number("flips", 100), wanted = given.number("changed", 10000),
                      most_bits = given.number("most-bits", 131072),
                      jobs = std::max<std::uint64_t>(1, given.number("jobs", where == backend::cuda ? 8 : 1)),
                      seed = given.number("seed", fresh_seed());
  const std::string record = given.text("record", ""), commit = given.text("commit", "unknown"),
                    row_of = given.text("row", "");
  const std::uint64_t mode_of_row = given.number("mode", 0), first = given.number("first", 0);
  given.no_more();
  if (!row_of.empty()) return run_row({argv[0], row_of, mode_of_row, where, flips, most_bits, seed}, first);

  std::printf("seed %llu\n%-34s %-8s", static_cast<unsigned long long>(seed), "operation", "mode");
  for (const char* const name : effect_names) std::printf(" %9s", name);
  std::printf(" %6s %6s\n", "late", "stays");
  random_source random(seed);
  std::vector<row> rows;
  for (std::size_t mode = 0; mode < all_modes().size(); ++mode) {
    if (all_modes()[mode] == verification::monitor) continue;
    for (const tortured& one : tortured_operations())
      rows.push_back({argv[0], one.name, mode, where, flips, most_bits, random.below(1u << 31)});
  }
  const std::string lines = table(rows, jobs);
  const changed_products products = change_products(where, wanted, jobs, random);
  const std::uint64_t wrong = products.found[static_cast<std::size_t>(effect::silent)] +
                              products.found[static_cast<std::size_t>(effect::at_rest)];
  std::printf("%llu flips, %llu of them changed a product, %llu of these silent\n",
              static_cast<unsigned long long>(products.flips),
              static_cast<unsigned long long>(products.changed), static_cast<unsigned long long>(wrong));
  if (!record.empty())
    write_record(record, "{\n  " + origin(flip_bench(where, verification::residue).here(), commit) +
                             ",\n  \"seed\": " + std::to_string(seed) +
                             ",\n  \"changed_products\": {\"flips\": " + std::to_string(products.flips) +
                             ", \"changed\": " + std::to_string(products.changed) + json(products.found) +
                             "},\n  \"operations\": [" + lines + "\n  ]\n}\n");
  return wrong == 0 ? 0 : 1;
}

}  // namespace

}  // namespace gbi::test

int main(int argc, char** argv) {
  return gbi::test::run_program("torture_bit_flips", gbi::test::run, argc, argv);
}
