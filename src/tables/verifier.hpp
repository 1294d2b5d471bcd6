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
#include "src/exec/buffer.hpp"
#include "src/exec/fork_mutex.hpp"

namespace gbi::tables {

/// An unpredictable prime between 2^60 and 2^61, drawn from std::random_device.
std::uint64_t random_prime();

/// A prime and its powers of 2 on the device.
class residue_table {
 public:
  residue_table(exec::executor& executor, std::uint64_t prime);
  kernels::residue_modulus modulus() const { return modulus_; }

 private:
  kernels::residue_modulus modulus_;
  exec::buffer<limb> powers_;
};

/// Thread safety: any number of threads.
class verifier {
  struct verdict_pair {
    exec::buffer<kernels::verdict> both;
    bool is_second = false;  ///< which of them is in use
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
  /// Whether every result is checked.
  bool checks_all() const noexcept { return mode() == verification::all; }
  void set_mode(verification mode) noexcept { mode_ = mode; }

  /// How many checks use one prime. If one prime misses a wrong product, the next one finds it. A new prime
  /// takes as long as a few launches (docs/decisions/0033).
  static constexpr std::uint64_t checks_of_prime = 8192;

  /// The table of the current prime, which must be kept until the launch that reads it is queued. The last
  /// owner frees it in the order of the stream. Does not wait.
  std::shared_ptr<const residue_table> table();
  /// A seed for the random recoding of an operand's digits. Seeds are distinct and unpredictable.
  std::uint64_t seed() noexcept;

  /// Verdicts for `problems` products. The products must be queued while the lease lives.
  class lease {
   public:
    lease(verifier& owner, std::uint32_t problems);
    lease(const lease&) = delete;
    lease& operator=(const lease&) = delete;
    ~lease();
    kernels::verdict* get() const { return verdicts_.data(); }

   private:
    verifier* owner_;
    exec::buffer<kernels::verdict> verdicts_;
    int exceptions_;
  };

  /// A verdict for one product whose last launch checks it. The launch does not clear this verdict but the
  /// `spent` one of the turn before. The launch must be queued while the turn lives.
  class turn {
   public:
    explicit turn(verifier& owner);
    turn(const turn&) = delete;
    turn& operator=(const turn&) = delete;
    ~turn();
    kernels::verdict* get() const { return verdicts_.both.data() + (verdicts_.is_second ? 1 : 0); }
    kernels::verdict* spent() const { return verdicts_.both.data() + (verdicts_.is_second ? 0 : 1); }

   private:
    verifier* owner_;
    verdict_pair verdicts_;
    int exceptions_;
  };

 private:
  /// The last one of a list, or an empty one.
  template <class T>
  T taken(std::vector<T>& free);
  template <class T>
  void give_back(std::vector<T>& free, T used, int exceptions) noexcept;

  exec::executor* executor_;
  std::atomic<verification> mode_;
  std::uint64_t key_;
  std::atomic<std::uint64_t> seeds_ = 0;
  exec::fork_mutex mutex_;
  std::shared_ptr<const residue_table> table_;
  std::uint64_t checks_ = 0;  ///< checks made with this table
  std::vector<exec::buffer<kernels::verdict>> free_;
  std::vector<verdict_pair> free_pairs_;
};

}  // namespace gbi::tables
