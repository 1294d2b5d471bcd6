/// \file
/// Products and powers of batches in residues (docs/rns.md).
#pragma once

#include <cstdint>

#include "src/batch/storage.hpp"
#include "src/cache/rns_tables.hpp"

namespace gbi::detail {

/// Odd moduli with the constants for products in residues: one for each element, or one for all.
class rns_moduli {
 public:
  /// Waits once.
  /// \param by the moduli in the form for products with another arithmetic and this team
  rns_moduli(const batch& values, bool shared, const kernels::odd_modulus& by,
             const kernels::team_shape& team);

  /// Whether every odd modulus is coprime to the first base. If not, products are not possible.
  bool is_fit() const noexcept { return is_fit_; }

  struct operand {
    kernels::batch_span span;
    std::uint32_t elements;
  };
  /// out = a b mod n
  void multiply(const operand& a, const kernels::batch_span& b, const kernels::odd_modulus& n,
                const kernels::batch_target& out) const;
  /// out = base^exponent mod n
  /// \param window_bits of a table of powers, or fewer if the tables of a wave of blocks have no room
  void power(const operand& base, const kernels::batch_span& exponent, std::uint32_t exponent_bits,
             std::uint32_t window_bits, const kernels::odd_modulus& n,
             const kernels::batch_target& out) const;

 private:
  using words = exec::buffer<std::uint64_t>;

  /// The elements that a launch computes, from `first` on.
  struct chunk {
    std::uint32_t first, elements;
  };
  /// Chunks of whole blocks, none larger than the workspace, of which each pack takes `words_of_pack` words.
  std::vector<chunk> chunks_of(std::uint32_t elements, std::uint64_t words_of_pack) const;
  std::uint32_t block_elements() const noexcept;
  std::size_t blocks_for(std::uint32_t elements) const noexcept;
  /// The blocks whose packs fit in the workspace, or one.
  std::size_t most_blocks(std::uint64_t words_of_pack) const noexcept;
  std::size_t packs_for(std::uint32_t elements) const noexcept;
  std::uint64_t pack_words() const noexcept;
  std::uint64_t sums_words() const noexcept;
  kernels::rns_constants moduli_from(std::uint32_t first) const noexcept;

  /// Exponents, and the bits that a step takes of them.
  struct windows {
    kernels::batch_span span;
    std::uint32_t bits, window_bits;
  };
  /// out = a b mod n, or a^exponent mod n if b is null.
  void run(const operand& a, const windows& exponent, const kernels::batch_span* b,
           const kernels::odd_modulus& n, const kernels::batch_target& out) const;
  /// A^2 mod n for the product A of the first base.
  exec::buffer<limb> squares(const batch& values, const kernels::odd_modulus& by,
                             const kernels::team_shape& team) const;
  void enter(const kernels::batch_span& a, const chunk& which, const words& out) const;
  void leave(const words& x, const std::uint64_t* y, std::uint64_t y_stride, const chunk& which,
             const kernels::odd_modulus& n, const words& sums, const kernels::batch_target& out) const;

  engine* engine_;
  const cache::stored_bases* table_;
  std::size_t wave_;  ///< blocks that run at the same time
  bool shared_, is_fit_ = false;
  words constants_, square_;
};

}  // namespace gbi::detail
