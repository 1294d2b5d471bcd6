/// \file
/// Mixed operations of mixed sizes in mixed contexts and modes, for hours, against GMP, or modulo 2^61 - 1 if
/// GMP would take too long:
///
/// torture_soak [--seconds 60] [--most-bits 1048576] [--backend cuda|host] [--seed N] [--record FILE]
///              [--commit TEXT]
///
/// The program fails if a result is wrong, if an operation fails for a reason other than memory, or if memory
/// grows. Operation i of a run depends only on the seed and on i. Other programs may use the device, so an
/// operation without memory is only counted.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <map>
#include <vector>

#include "bench/support/checksum.hpp"
#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/division.hpp"
#include "gpu_bigint/random.hpp"
#include "gpu_bigint/roots.hpp"
#include "tests/torture/flips.hpp"
#include "tests/torture/program.hpp"

namespace gbi::test {

namespace {

/// From this size on, GMP would take longer than everything else.
constexpr std::uint64_t least_checksum_bits = std::uint64_t{1} << 23;

std::size_t resident_bytes() {
  std::ifstream in("/proc/self/statm");
  std::size_t whole = 0, resident = 0;
  in >> whole >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

struct place {
  const char* name;
  context here;
};

std::vector<place> places(backend where) {
  std::vector<place> result{{"default", context(where)}};
#if defined(GPU_BIGINT_WITH_CUDA)
  if (where == backend::cuda)
    result.push_back(
        {"device",
         tortured_context_of<exec::cuda::cuda_executor>(plan::word_limits::none(), 0, nullptr).here});
#endif
  if (where == backend::host) {
    result.push_back(
        {"device", tortured_context_of<exec::host::host_executor>(plan::word_limits::none()).here});
    result.push_back(
        {"words", tortured_context_of<exec::host::host_executor>(plan::word_limits::of(1024)).here});
    result.push_back(
        {"remote", tortured_context_of<distant_executor>(plan::devices::h200.values.words).here});
  }
  return result;
}

std::uint64_t checksum(const gpu_bigint& value) {
  const std::vector<std::uint64_t> limbs = value.to_limbs();
  const std::uint64_t magnitude = bench::checksum(limbs, 64);
  return value.sign() < 0 ? bench::reduced(bench::checksum_modulus - magnitude) : magnitude;
}

/// A relation that holds for right results, modulo 2^61 - 1.
struct long_operation {
  const char* name;
  bool (*holds)(const gpu_bigint& x, const gpu_bigint& y, const gpu_bigint& z);
};

const long_operation long_operations[] = {
    {"long sum",
     [](const gpu_bigint& x, const gpu_bigint& y, const gpu_bigint&) {
       return checksum(x - y) == bench::reduced(checksum(x) + bench::checksum_modulus - checksum(y));
     }},
    {"long product",
     [](const gpu_bigint& x, const gpu_bigint& y, const gpu_bigint&) {
       return checksum(x * y) == bench::checksum_product(checksum(x), checksum(y));
     }},
    {"long square",
     [](const gpu_bigint& x, const gpu_bigint&, const gpu_bigint&) {
       return checksum(square(x)) == bench::checksum_product(checksum(x), checksum(x));
     }},
    {"long quotient",
     [](const gpu_bigint& x, const gpu_bigint&, const gpu_bigint& z) {
       const auto [quotient, remainder] = div_rem(z, x);
       const std::uint64_t product = bench::checksum_product(checksum(quotient), checksum(x));
       return remainder < x && checksum(z) == bench::reduced(product + checksum(remainder));
     }},
    {"long square root",
     [](const gpu_bigint&, const gpu_bigint&, const gpu_bigint& z) {
       const auto [root, remainder] = sqrt_rem(z);
       const std::uint64_t product = bench::checksum_product(checksum(root), checksum(root));
       return remainder <= (root << 1) && checksum(z) == bench::reduced(product + checksum(remainder));
     }},
};

class soak {
 public:
  soak(backend where, std::uint64_t seed, std::uint64_t most_bits)
      : places_(places(where)),
        modes_(all_modes()),
        operations_(tortured_operations()),
        seed_(seed),
        most_bits_(most_bits) {}

  void run(std::uint64_t seconds) {
    const auto begin = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    double next_report = 30;
    while (elapsed() < static_cast<double>(seconds)) {
      operation(count_++);
      // After a quarter of the time, tables of most sizes exist.
      if (early_bytes_ == 0 && elapsed() > static_cast<double>(seconds) / 4) early_bytes_ = trimmed_bytes();
      if (elapsed() < next_report) continue;
      next_report += 30;
      report();
    }
    seconds_ = elapsed();
    late_bytes_ = trimmed_bytes();
    report();
  }

  bool is_sound() const { return mismatches_ == 0 && failures_ == 0 && !grows(); }
  /// Allows for tables of sizes that came late: a multiple of the longest operand, and a quarter.
  bool grows() const {
    return late_bytes_ > early_bytes_ + early_bytes_ / 4 + 64 * most_bits_ / 8 + (std::size_t{256} << 20);
  }

  std::string json(const std::string& commit) const {
    std::string kinds;
    for (const auto& [name, times] : kinds_)
      kinds += std::string(kinds.empty() ? "" : ", ") + "\"" + name + "\": " + std::to_string(times);
    return "{\n  " + origin(places_.front().here, commit) + ",\n  \"seed\": " + std::to_string(seed_) +
           ",\n  \"seconds\": " + std::to_string(static_cast<std::uint64_t>(seconds_)) +
           ",\n  \"most_bits\": " + std::to_string(most_bits_) +
           ",\n  \"operations\": " + std::to_string(count_) +
           ",\n  \"mismatches\": " + std::to_string(mismatches_) +
           ",\n  \"failures\": " + std::to_string(failures_) +
           ",\n  \"without_memory\": " + std::to_string(without_memory_) + ",\n  \"resident_bytes\": [" +
           std::to_string(early_bytes_) + ", " + std::to_string(late_bytes_) + "],\n  \"kinds\": {" + kinds +
           "}\n}\n";
  }

 private:
  void operation(std::uint64_t number) {
    random_source random(seed_ + 0x9e3779b97f4a7c15 * (number + 1));
    const place& in = places_[random.below(places_.size())];
    const verification mode = modes_[random.below(modes_.size())];
    const std::uint64_t bits = random.log_uniform(64, most_bits_);
    in.here.set_verification(mode);
    const scoped_context use(in.here);
    const bool is_long = bits >= least_checksum_bits;
    const long_operation& of_long = long_operations[random.below(std::size(long_operations))];
    const tortured& of_short = operations_[random.below(operations_.size())];
    const char* const name = is_long ? of_long.name : of_short.name;
    const auto where = [&] {
      return std::string(name) + ", about " + std::to_string(bits) + " bits, verification " +
             std::string(name_of(mode)) + ", context " + in.name + ", operation " + std::to_string(number) +
             " of seed " + std::to_string(seed_);
    };
    try {
      if (is_long) {
        random_engine engine(random.bits());
        const gpu_bigint top = gpu_bigint(1) << (bits - 1);
        const gpu_bigint x = engine.bits(bits - 1) + top, y = engine.bits(bits - 1) + top;
        if (!of_long.holds(x, y, engine.bits(2 * bits))) mismatch(where(), "the relation does not hold");
      } else {
        const gmp_operands a = random_operands(random, std::min(bits, of_short.most_bits));
        const own_operands x = own(a);
        const own_outcome ours = of_short.ours(x);
        if (const auto same = match(ours, of_short.theirs(a)); !same) mismatch(where(), same.message());
        if (const auto same = match(x, a); !same)
          mismatch(where(), std::string("an operand: ") + same.message());
      }
    } catch (const std::bad_alloc&) {
      ++without_memory_;
      in.here.trim();
    } catch (const std::exception& error) {
      ++failures_;
      std::printf("failure: %s: %s\n", where().c_str(), error.what());
    }
    ++kinds_[name];
  }

  void mismatch(const std::string& where, const std::string& what) {
    ++mismatches_;
    std::printf("MISMATCH: %s: %s\n", where.c_str(), what.c_str());
    std::fflush(stdout);
  }

  std::size_t trimmed_bytes() const {
    for (const place& one : places_) one.here.trim();
    return resident_bytes();
  }

  void report() const {
    std::printf("%llu operations, %llu mismatches, %llu failures, %llu without memory, %zu MiB resident\n",
                static_cast<unsigned long long>(count_), static_cast<unsigned long long>(mismatches_),
                static_cast<unsigned long long>(failures_), static_cast<unsigned long long>(without_memory_),
                resident_bytes() >> 20);
    std::fflush(stdout);
  }

  const std::vector<place> places_;
  const std::vector<verification> modes_;
  const std::vector<tortured> operations_;
  const std::uint64_t seed_, most_bits_;
  std::map<std::string, std::uint64_t> kinds_;
  std::uint64_t count_ = 0, mismatches_ = 0, failures_ = 0, without_memory_ = 0;
  std::size_t early_bytes_ = 0, late_bytes_ = 0;
  double seconds_ = 0;
};

int run(int argc, char** argv) {
  options given(argc, argv);
  const backend where = given.where();
  const std::uint64_t seconds = given.number("seconds", 60), seed = given.number("seed", fresh_seed()),
                      most_bits =
                          std::max<std::uint64_t>(64, given.number("most-bits", std::uint64_t{1} << 20));
  const std::string record = given.text("record", ""), commit = given.text("commit", "unknown");
  given.no_more();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  soak all(where, seed, most_bits);
  all.run(seconds);
  if (!record.empty()) write_record(record, all.json(commit));
  if (all.grows()) std::printf("memory grows\n");
  return all.is_sound() ? 0 : 1;
}

}  // namespace

}  // namespace gbi::test

int main(int argc, char** argv) {
  return gbi::test::run_program("torture_soak", gbi::test::run, argc, argv);
}
