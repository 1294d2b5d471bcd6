/// \file
/// Carry normalisation of arrays in a context's memory: signed coefficients become the limbs of a number.
///
/// The number is sum_k c_k 2^(k b) for coefficients c_k and a digit width of b bits, 1 to 32. The lowest
/// `limb_count` limbs of 64 bits are written, least significant first: the number modulo 2^(64 limb_count).
/// Negative numbers are in two's complement. n coefficients of 64 bits, with the sign, fit in (n - 1) b / 64
/// + 2 limbs; coefficients of 96 bits need one more limb.
///
/// There are two phases. The first moves the coefficients to their limbs, which leaves two limbs to be added
/// at each position. The second adds them with carry look-ahead. `normalize` does both in one pass over
/// memory. All functions take time linear in the bytes that they move, even if a single carry runs through
/// every limb:
///
///     normalize             8 bytes a coefficient (12 of 96 bits) in, 8 bytes a limb out
///     split_coefficients    8 bytes a coefficient (12 of 96 bits) in, 16 bytes a limb out
///     propagate_carries     16 bytes a limb in, 8 bytes a limb out
///
/// Sources: A. Weinberger, J. Smith (1956) for the look-ahead; D. Merrill, M. Garland, "Single-pass parallel
/// prefix scan with decoupled look-back", NVIDIA NVR-2016-002, for the carries between the tiles of a number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gpu_bigint/context.hpp"
#include "gpu_bigint/export.hpp"

namespace gbi {

/// Coefficients of 96 signed bits in two arrays: coefficient k is lower[k] + 2^64 upper[k].
struct wide_coefficients {
  const std::uint64_t* lower;  ///< bits 0 to 63 of each coefficient
  const std::int32_t* upper;   ///< bits 64 to 95 and the sign
};

/// The coefficients of problem g of a batch begin at index g * coefficient_stride. Its limbs and addends
/// begin at index g * limb_stride.
struct normalize_options {
  std::size_t batch = 1;               ///< problems, below 2^32
  std::size_t coefficient_stride = 0;  ///< in coefficients; 0: the number of a problem's coefficients
  std::size_t limb_stride = 0;         ///< in limbs; 0: the number of a problem's limbs
};

/// Queues the normalisation of `count` coefficients on the context's stream and returns.
/// \param coefficients any values, in memory of the context's device (for the host executor, of the process).
/// \param limbs the result, in the same kind of memory; must not overlap the coefficients.
/// \throws std::invalid_argument for digits of less than 1 or more than 32 bits, strides below the sizes,
/// overlap, missing upper words, memory that the device cannot access, a batch of 2^32 or more, or more than
/// 2^31 - 1 tiles of 1024 limbs altogether.
/// \throws out_of_memory, device_error
GBI_API void normalize(const context& where, const std::int64_t* coefficients, std::size_t count,
                       int digit_bits, std::uint64_t* limbs, std::size_t limb_count,
                       const normalize_options& options = {});
/// As above, for coefficients of 96 bits.
GBI_API void normalize(const context& where, const wide_coefficients& coefficients, std::size_t count,
                       int digit_bits, std::uint64_t* limbs, std::size_t limb_count,
                       const normalize_options& options = {});

/// Queues phase 1 alone. Afterwards the number is sum_l (words[l] + addends[l]) 2^(64 l) modulo 2^(64
/// limb_count). For coefficients of 64 bits, the addends may be any limbs; for coefficients of 96 bits, they
/// are 0 to 2. Parameters and exceptions are those of normalize.
GBI_API void split_coefficients(const context& where, const std::int64_t* coefficients, std::size_t count,
                                int digit_bits, std::uint64_t* words, std::uint64_t* addends,
                                std::size_t limb_count, const normalize_options& options = {});
/// As above, for coefficients of 96 bits.
GBI_API void split_coefficients(const context& where, const wide_coefficients& coefficients,
                                std::size_t count, int digit_bits, std::uint64_t* words,
                                std::uint64_t* addends, std::size_t limb_count,
                                const normalize_options& options = {});

/// Queues phase 2 alone: limbs = sum_l (words[l] + addends[l]) 2^(64 l) modulo 2^(64 limb_count).
/// \param limbs may be `words` or `addends`, which costs some speed; must not overlap them otherwise.
/// \throws std::invalid_argument as normalize. coefficient_stride is not used.
GBI_API void propagate_carries(const context& where, const std::uint64_t* words, const std::uint64_t* addends,
                               std::uint64_t* limbs, std::size_t limb_count,
                               const normalize_options& options = {});

/// Normalises coefficients in host memory: copies them to the context, normalises them, and copies the limbs
/// back. Waits. The problems of a batch are contiguous in the arguments and in the result.
/// \param limb_count the limbs of each problem.
/// \throws std::invalid_argument if the batch is 0 or does not divide the number of coefficients, if a stride
/// is set, or if `lower` and `upper` differ in size.
[[nodiscard]] GBI_API std::vector<std::uint64_t> normalize(std::span<const std::int64_t> coefficients,
                                                           int digit_bits, std::size_t limb_count,
                                                           const normalize_options& options = {},
                                                           const context& where = context::current());
/// As above, for coefficients of 96 bits. Waits.
[[nodiscard]] GBI_API std::vector<std::uint64_t> normalize(std::span<const std::uint64_t> lower,
                                                           std::span<const std::int32_t> upper,
                                                           int digit_bits, std::size_t limb_count,
                                                           const normalize_options& options = {},
                                                           const context& where = context::current());

}  // namespace gbi
