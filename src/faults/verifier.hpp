/// \file
/// Shared state for the verification of a context's products: the prime, its powers of 2, seeds and verdicts.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "gpu_bigint/context.hpp"
#include "kernels/verify/arguments.hpp"
#include "kernels/word/small_modulus.hpp"
#include "src/exec/buffer.hpp"
#include "src/process/fork_mutex.hpp"

namespace gbi::faults {

/// An unpredictable prime between 2^60 and 2^61, drawn from std::random_device.
/// Proof: proofs/Check.v, theorem few_primes_miss_an_error.
std::uint64_t random_prime();
/// The same between 2^27 and 2^28.
std::uint64_t random_short_prime();

/// A prime and its powers of 2 on the device.
class checksum_table {
 public:
  checksum_table(exec::executor& executor, std::uint64_t prime);
  kernels::checksum_modulus modulus() const { return modulus_; }

 private:
  kernels::checksum_modulus modulus_;
  exec::buffer<limb> powers_;
};

/// Thread safety: any number of threads.
class verifier {
  /// Two verdicts for each problem.
  struct verdict_pairs {
    exec::buffer<kernels::verdict> all;  ///< the first one of each problem, then the second ones
    bool are_second = false;             ///< which ones are in use
  };

 public:
  verifier(exec::executor& executor, verification mode);

  /// While one of these lives, results of the calling thread need no check of their own, because the final
  /// result is checked: verification::all then requires no more than residue. They nest.
  class covered {
   public:
    covered() noexcept { ++depth_; }
    covered(const covered&) = delete;
    covered& operator=(const covered&) = delete;
    ~covered() { --depth_; }
    static bool by_a_check() noexcept { return depth_ > 0; }

   private:
    static inline constinit thread_local int depth_ = 0;
  };

  verification mode() const noexcept {
    const verification set = mode_.load(std::memory_order_relaxed);
    return set == verification::all && covered::by_a_check() ? verification::residue : set;
  }
  void set_mode(verification mode) noexcept { mode_ = mode; }

  /// How many checks use one prime. If one prime misses a wrong product, the next one finds it. A new prime
  /// takes as long as a few launches (docs/decisions/0033).
  static constexpr std::uint64_t checks_of_prime = 8192;

  /// The table of the current prime, which must be kept until the launch that reads it is queued. The last
  /// owner frees it in the order of the stream. After a fault, which a damaged table may have caused, there
  /// is a new prime. Does not wait.
  std::shared_ptr<const checksum_table> table();
  /// Arithmetic modulo the current prime, for checksums that the host computes.
  kernels::small_modulus modulus() { return kernels::small_modulus::of(table()->modulus().prime); }
  /// A seed for the random recoding of an operand's digits. Seeds are distinct and unpredictable.
  std::uint64_t seed() noexcept;

  /// Verdicts for `problems` products, which leave them cleared. The products must be queued while the lease
  /// lives. Checks also clear the `spent` verdicts of the lease before, in case they were damaged.
  class lease {
   public:
    lease(verifier& owner, std::uint32_t problems);
    lease(const lease&) = delete;
    lease& operator=(const lease&) = delete;
    ~lease();
    kernels::verdict* get() const { return half(verdicts_.are_second); }
    kernels::verdict* spent() const { return half(!verdicts_.are_second); }

   private:
    kernels::verdict* half(bool second) const {
      return verdicts_.all.data() + (second ? verdicts_.all.size() / 2 : 0);
    }

    verifier* owner_;
    verdict_pairs verdicts_;
    int exceptions_;
  };

 private:
  exec::executor* executor_;
  std::atomic<verification> mode_;
  std::uint64_t key_;
  std::atomic<std::uint64_t> seeds_ = 0;
  process::fork_mutex mutex_;
  std::shared_ptr<const checksum_table> table_;
  std::uint64_t checks_ = 0;  ///< checks made with this table
  std::uint64_t faults_ = 0;  ///< faults::faults() when this table was made
  std::vector<verdict_pairs> free_;
};

}  // namespace gbi::faults
