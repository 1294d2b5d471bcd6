/// \file
/// Prefix scans of arrays in a context's memory: one problem or a batch, of any length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "gpu_bigint/context.hpp"
#include "gpu_bigint/export.hpp"

namespace gbi {

/// The operation that combines two elements. Integers wrap on overflow. Sums and products of floating-point
/// numbers are rounded in an order that depends on length, device and algorithm. Minimum and maximum are
/// unspecified if an element is a NaN.
enum class scan_operation {
  sum,      ///< identity 0
  product,  ///< identity 1
  minimum,  ///< identity: the largest value of the type, for floating-point numbers an infinity
  maximum   ///< identity: the smallest value of the type, for floating-point numbers an infinity
};

/// Element i of an inclusive scan combines elements 0 to i. Element i of an exclusive scan combines elements
/// 0 to i - 1; element 0 is the identity of the operation.
enum class scan_kind {
  inclusive,  ///< with element i
  exclusive   ///< without element i
};

/// How problems longer than a tile (a few thousand elements) are scanned.
enum class scan_algorithm {
  automatic,  ///< the one with fewer passes over memory: look_back
  cascade,    ///< three kernels: totals of chunks, a scan of the totals, then the chunks; reads everything
              ///< twice
  look_back   ///< one pass with decoupled look-back
};

/// Problem g of a batch has its elements at in[g * in_stride] and its results at out[g * out_stride].
struct scan_options {
  scan_operation operation = scan_operation::sum;        ///< combines two elements
  scan_kind kind = scan_kind::inclusive;                 ///< whether a result contains its own element
  scan_algorithm algorithm = scan_algorithm::automatic;  ///< for problems longer than a tile
  std::size_t batch = 1;                                 ///< problems, below 2^32
  std::size_t in_stride = 0;                             ///< in elements; 0: the size of a problem
  std::size_t out_stride = 0;                            ///< in elements; 0: the size of a problem
};

/// The types of elements: 32-bit and 64-bit integers, float and double.
template <class T>
concept scan_element =
    std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::uint32_t> || std::is_same_v<T, std::int64_t> ||
    std::is_same_v<T, std::uint64_t> || std::is_same_v<T, float> || std::is_same_v<T, double>;

/// Queues the scan of arrays of `size` elements each on the context's stream and returns. O(size). look_back
/// takes one pass over memory: each element is read once and written once.
/// \param in memory of the context's device (for the host executor, of the process), aligned for T.
/// \param out memory of the same kind. May be `in` if the strides are equal; must not overlap it otherwise.
/// \throws std::invalid_argument for strides below the size, forbidden overlap, memory that the device cannot
/// access, or a batch of 2^32 or more.
/// \throws out_of_memory, device_error
template <scan_element T>
GBI_API void scan(const context& where, const T* in, T* out, std::size_t size,
                  const scan_options& options = {});

/// Scans values in host memory: copies them to the context, scans them, and copies the result back. Waits.
/// The problems of a batch are contiguous.
/// \throws std::invalid_argument if the batch is 0 or does not divide the number of values, or if a stride is
/// set.
template <scan_element T>
[[nodiscard]] GBI_API std::vector<T> scan(const std::vector<T>& values, const scan_options& options = {},
                                          const context& where = context::current());

/// Queues out[i] = base^(i + 1) for i below count, the product scan of a constant. Integer powers are modulo
/// 2^32 or 2^64. O(count).
/// \param out memory of the context's device.
/// \throws std::invalid_argument for memory that the device cannot access.
/// \throws out_of_memory, device_error
template <scan_element T>
GBI_API void powers(const context& where, T base, T* out, std::size_t count);

/// base, base^2, ..., base^count, in host memory. O(count). Waits.
/// \throws out_of_memory, device_error
template <scan_element T>
[[nodiscard]] GBI_API std::vector<T> powers(T base, std::size_t count,
                                            const context& where = context::current());

}  // namespace gbi
