/// \file
/// The number behind a distributed_bigint: a slab of its magnitude and its sign word on each rank, and what
/// the hosts know about it.
#pragma once

#include <array>
#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "gpu_bigint/distributed.hpp"
#include "kernels/distribute/arguments.hpp"
#include "kernels/word/bit_count.hpp"
#include "src/distribute/group.hpp"
#include "src/distribute/slabs.hpp"
#include "src/exec/buffer.hpp"
#include "src/faults/tracked.hpp"

namespace gbi::distribute {

/// Limbs for this many bits.
constexpr std::size_t limbs_of(std::size_t bits) noexcept {
  return bits / limb_bits + (bits % limb_bits != 0 ? 1 : 0);
}

/// The bit length of a word.
constexpr std::size_t bits_of(limb word) noexcept {
  return limb_bits - static_cast<std::size_t>(kernels::leading_zeros(word));
}

/// Immutable once it is a result. What a host knows about it is the same on all hosts, because only
/// collective calls add to it.
class value {
 public:
  value(device_group handle, const slabs& where, std::size_t bits);

  group& on() const noexcept { return *group_; }
  const device_group& handle() const noexcept { return handle_; }
  const slabs& where() const noexcept { return where_; }
  std::size_t local() const noexcept { return memory.raw().size(); }
  std::size_t index_of(const rank& r) const noexcept {
    return static_cast<std::size_t>(r.number - group_->first());
  }
  /// The limbs that a local rank has.
  range own(std::size_t local_rank) const noexcept {
    return where_.at(group_->first() + static_cast<int>(local_rank));
  }

  /// Allocates memory for a local rank: its limbs, one limb above them, and a few words.
  /// \throws out_of_memory
  void allocate(rank& r);
  /// The limbs of a local rank. One more limb above them receives carries.
  limb* limbs(std::size_t own) const noexcept { return memory.raw()[own].data() + header_; }
  limb* sign_word(std::size_t own) const noexcept { return memory.raw()[own].data(); }
  /// Three scratch words for the operation that makes the number.
  limb* scratch(std::size_t own) const noexcept { return memory.raw()[own].data() + 1; }
  kernels::slab_record* record(std::size_t own) const noexcept { return records_at(own, record_at); }
  /// The records of all ranks.
  kernels::slab_record* records(std::size_t own) const noexcept { return records_at(own, all_records_at); }
  kernels::limb_span span(std::size_t local_rank) const noexcept {
    return {limbs(local_rank), own(local_rank).size(), 0};
  }
  std::vector<const limb*> sources() const;

  /// An upper bound on the bits of the magnitude; the exact count once it is known.
  std::size_t bits() const noexcept { return bits_; }
  bool knows_bits() const noexcept { return knows_bits_; }
  /// The sign word, if the hosts know it. A zero may have either sign.
  std::optional<bool> known_negative() const noexcept { return negative_; }
  void know_bits(std::size_t bits) const noexcept {
    bits_ = bits;
    knows_bits_ = true;
  }
  void know_negative(std::optional<bool> negative) const noexcept { negative_ = negative; }

  /// Of the local ranks. Every operation depends on it before it uses any of the addresses above.
  faults::tracked<std::vector<exec::buffer<limb>>> memory;

 private:
  static constexpr std::size_t record_at = 8, all_records_at = 16;

  kernels::slab_record* records_at(std::size_t own, std::size_t word) const noexcept {
    return reinterpret_cast<kernels::slab_record*>(memory.raw()[own].data() + word);
  }

  device_group handle_;
  std::shared_ptr<group> group_;
  slabs where_;
  std::size_t header_;  ///< words before the limbs
  mutable std::size_t bits_;
  mutable bool knows_bits_ = false;
  mutable std::optional<bool> negative_;
};

/// The parts of a distributed_bigint that only the library sees.
struct access {
  static const value* of(const distributed_bigint& a) noexcept { return a.value_.get(); }
  static bool is_negated(const distributed_bigint& a) noexcept { return a.negated_; }
  static distributed_bigint make(std::shared_ptr<const value> made, bool negated = false) noexcept {
    return {std::move(made), negated};
  }
};

/// prepare() with a part for the calling thread, which each process computes once before it takes memory.
/// Collective.
/// \param host may throw
/// \param each called with every local rank; may throw
template <class Host, class Each>
void agree(group& on, Host&& host, Each&& each) {
  std::exception_ptr failed;
  try {
    host();
  } catch (...) {
    failed = std::current_exception();
  }
  on.prepare([&](rank& r) {
    if (failed != nullptr) std::rethrow_exception(failed);
    each(r);
  });
}

/// A few words on each local rank, which the ranks reduce to words that all of them share.
class shared_words {
 public:
  static constexpr std::size_t count = 3;

  explicit shared_words(group& on);
  /// Takes memory for a local rank, and clears it. \throws out_of_memory
  void allocate(rank& r);
  limb* at(std::size_t own) const noexcept { return memory_[own].data(); }
  /// Collective.
  void reduce(communicator::reduction how);
  /// Waits. \param own a local rank
  std::array<limb, count> read(int own = 0) const;

 private:
  group& on_;
  std::vector<exec::buffer<limb>> memory_;
  std::vector<communicator::buffers> buffers_;
};

/// Brings the sign and the bit length of a number to all hosts. Collective. Waits. \throws device_error if it
/// is wrong
void agree_on_size(const value& a);

/// \throws std::invalid_argument naming the operation
void require_same_group(const value& a, const value& b, const char* operation);

/// What a check of a number looks at, in the memory of all ranks.
struct residue {
  limb magnitude;  ///< modulo a word
  limb signs;      ///< the sum of the sign words of all ranks
};
/// Collective. Waits. \throws device_error if the number is known to be wrong
residue residue_of(const value& a, limb modulus);

/// Limbs of the magnitude as a number of their own, not negative. Collective. O(limbs / ranks); they move
/// once.
/// \param limbs from one inside the number on
/// \param to the ranks that receive slabs; std::nullopt: all
distributed_bigint slice(const distributed_bigint& a, range limbs,
                         std::optional<rank_range> to = std::nullopt);

/// A number from limbs in host memory, the same in all processes. Collective.
std::shared_ptr<value> from_host(const device_group& on, std::span<const limb> magnitude, bool negative);

/// Distributes a number of rank `root`, which only that rank's process passes. Collective.
/// \param bits the most bits that it may have
std::shared_ptr<value> scatter(const device_group& on, int root, const gpu_bigint* whole, std::size_t bits);

/// The whole number in the contexts of those local ranks whose `wanted` is set; zeros for the others.
/// Collective.
/// \param wanted an entry for every rank of the group, the same in all processes
std::vector<gpu_bigint> gather(const distributed_bigint& a, const std::vector<bool>& wanted);

}  // namespace gbi::distribute
