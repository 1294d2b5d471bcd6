/// \file
/// Text of numbers in slabs that no rank holds as a whole: the ranks share the conversion.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "gpu_bigint/distributed.hpp"
#include "gpu_bigint/export.hpp"

namespace gbi {

/// Hands the text of a to `take` in the process of rank 0, in pieces of at most 16 MiB, the first digits
/// first: `gbi::write_text(a, [&](std::string_view piece) { file << piece; })`. The bytes do not depend on
/// the number of ranks. Collective.
///
/// Shared divisions by powers of the base cut a long number into a part for each rank; each rank converts its
/// part and sends the digits when it is their turn. The first rank converts a short number alone. P ranks:
/// log2(P) levels of divisions, and O(M(n / P) log n) on each rank for n digits. Takes one byte of each
/// rank's memory for each digit of its part. Waits.
///
/// \throws std::invalid_argument for a base outside 2..62
///
/// An exception of `take` leaves the function, and the other processes then throw a device_error.
GBI_API void write_text(const distributed_bigint& a, const std::function<void(std::string_view)>& take,
                        int base = 10);

/// The number with these digits, which each rank reads in part: files need not fit in the memory of one rank.
/// Collective. Costs as much as the constructor of distributed_bigint from text, which shares a long
/// conversion in the same way. Waits.
/// \param digits how many there are; the first ones may be zeros
/// \param read returns `count` digits beginning with digit `first`, counted from the highest, 0. Ranks of one
/// process call it at the same time, from different threads, for parts that do not overlap
/// \throws std::invalid_argument for a base outside 2..62, or if `read` returns anything but `count` digits
///
/// An exception of `read` leaves the function, and the other processes then throw a device_error.
[[nodiscard]] GBI_API distributed_bigint
read_text(const device_group& on, std::size_t digits,
          const std::function<std::string(std::size_t first, std::size_t count)>& read, int base = 10);

}  // namespace gbi
