/// \file
/// Registers of remainders modulo one odd number, for many elements, and the programs that run on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "gpu_bigint/bigint_batch.hpp"
#include "src/batch/storage.hpp"
#include "src/exec/buffer.hpp"
#include "src/factor/field_program.hpp"
#include "src/number_theory/modular/odd_field.hpp"

namespace gbi::factors {

/// The longest numbers, which a team of one warp holds in words of every executor.
inline constexpr std::size_t longest_bits = 8192;

class field_machine {
 public:
  /// In the context of n, which is odd, above 1, and has at most longest_bits.
  field_machine(const gpu_bigint& n, std::size_t elements, std::size_t registers);

  std::size_t elements() const noexcept { return elements_; }
  std::size_t bits() const noexcept { return modulus_.bits(); }

  /// Sets a register.
  void load(reg to, const bigint_batch& values);
  /// Sets the small number of each element.
  void set_small(std::span<const std::uint32_t> numbers);
  /// Runs a program and clears it. Waits after each launch, which takes a bounded time.
  void run(field_program& program);
  /// The remainders in a register.
  bigint_batch value(reg from) const;

  /// The bits of its remainders.
  static std::size_t bits_of(const gpu_bigint& n);
  /// The bytes of a register for each element.
  static std::size_t register_bytes(const gpu_bigint& n);

 private:
  void launch(std::span<const kernels::field_step> steps, const kernels::batch_span& input,
              const kernels::batch_target& output) const;

  bigint_batch modulus_;
  std::size_t elements_;
  number_theory::montgomery_squares squares_;
  exec::buffer<limb> registers_;
  exec::buffer<std::uint32_t> small_;
};

/// The numbers of the batch that have a factor in common with n, with their greatest common divisors.
struct common_factor {
  std::size_t element;
  gpu_bigint factor;
};
std::vector<common_factor> common_factors(const bigint_batch& values, const gpu_bigint& n);

}  // namespace gbi::factors
