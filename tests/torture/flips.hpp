/// \file
/// One random bit flips in live memory while an operation runs, and the result is compared with GMP's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gpu_bigint/context.hpp"
#include "tests/torture/operations.hpp"
#include "tests/torture/tortured_executor.hpp"

namespace gbi::test {

/// The effect of a flip.
enum class effect {
  harmless,  ///< the result is right, and no product was computed again
  repaired,  ///< the result is right, and a product was computed again
  reported,  ///< the operation threw
  at_rest,   ///< the only wrong bit is the one that flipped in the memory of the finished result
  silent,    ///< a wrong result
  crashed    ///< the process ended, or it hung
};
inline constexpr const char* effect_names[] = {"harmless", "repaired", "reported",
                                               "at_rest",  "silent",   "crashed"};

struct flip_result {
  static constexpr int most_failures = 2;
  effect now;
  /// How often the same operation then fails, or failed before this flip, one after the other. Once: a check
  /// found the flip, or an earlier one, only then, and the context has written its tables again.
  /// `most_failures`: a flip has hit a table that stays wrong.
  int failures;
  /// The product that the first attempt left was wrong.
  bool changed;
};

/// All modes of verification, cheapest first.
std::vector<verification> all_modes();

/// Operands of an operation, and GMP's results.
struct drawn_operands {
  gmp_operands values;
  gmp_outcome right;
};
drawn_operands draw(const tortured& one, std::uint64_t bits, random_source& random);

/// A context with failing memory. All numbers are on the device, however short they are.
class flip_bench {
 public:
  /// \param verified_total_limbs the least total size of both operands at which products are verified; 0: as
  /// the device is tuned
  flip_bench(backend where, verification mode, std::size_t verified_total_limbs = 0);

  /// Computes once without a flip, and once with a flip of a random bit after a random launch: mostly in
  /// memory that the operation itself allocated, otherwise in any live memory. The operands' memory is
  /// spared, because a changed operand is a valid operand of another operation. \returns nothing if the
  /// operation launches nothing
  std::optional<flip_result> flip(const tortured& one, const drawn_operands& a, random_source& random);
  /// As above, with a flip before the first verification; nothing if there is none.
  std::optional<flip_result> flip_attempt(const tortured& one, const drawn_operands& a,
                                          random_source& random);

  const context& here() const noexcept { return made_->here; }

 private:
  /// The launches of an operation.
  struct course {
    std::uint64_t launches = 0;
    std::uint64_t first_check = std::numeric_limits<std::uint64_t>::max();
    bool changed = false, repaired = false;
  };

  void make();
  std::optional<flip_result> flip_before(const tortured& one, const drawn_operands& a, random_source& random,
                                         bool attempt_only);
  /// \returns false if the operation is wrong without a flip
  bool flip_one_of(const tortured& one, const drawn_operands& a, random_source& random, bool attempt_only,
                   std::optional<flip_result>& result);
  /// Inspects a launch before it begins.
  void look(course& seen, const integer* product, const exec::launchable& kernel, const void* arguments);
  bool is_at_rest(const own_outcome& ours, const gmp_outcome& theirs,
                  const live_memory::place& flipped) const;

  backend where_;
  verification mode_;
  std::size_t verified_total_limbs_;
  std::optional<tortured_context> made_;
};

}  // namespace gbi::test
