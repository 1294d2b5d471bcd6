/// \file
/// Prefix scans over the ranks of a group: one problem that all ranks share, or whole problems on each rank.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gpu_bigint/device_group.hpp"
#include "gpu_bigint/export.hpp"
#include "gpu_bigint/scan.hpp"

namespace gbi {

/// The elements of a shared problem that one rank has, in the memory of its context.
/// \tparam T a scan_element
template <scan_element T>
struct scan_part {
  const T* in;       ///< the elements
  T* out;            ///< receives as many results; may be `in`, must not overlap it otherwise
  std::size_t size;  ///< how many there are; may be 0
};

/// Queues the scan of one problem whose elements are spread over the ranks: those of rank 0, then those of
/// rank 1, and so on. Each rank adds up its part, the totals of all ranks are gathered, and each rank scans
/// its part from the total of the lower ranks. A rank reads its elements twice, writes them once, and sends
/// sizeof(T) bytes to every other rank. Collective. Does not wait in a group of one process. Integers have
/// the same results whatever the number of ranks; sums and products of floating-point numbers may be rounded
/// differently.
/// \param on the ranks
/// \param parts one for each rank of this process, in rank order
/// \param options batch must be 1 and the strides 0; the algorithm does not matter
/// \throws std::invalid_argument for another number of parts, other options, overlapping memory, or memory
/// that the rank cannot access
/// \throws out_of_memory
/// \throws device_error
template <scan_element T>
GBI_API void scan(const device_group& on, std::span<const scan_part<T>> parts,
                  const scan_options& options = {});

/// Scans values in host memory, which every process passes. A single problem (batch 1) is split over the
/// ranks as part_of() splits its elements. In a larger batch each rank scans whole problems, as part_of()
/// assigns them. Every process gets all results. Collective. Waits.
/// \throws std::invalid_argument if the batch is 0 or does not divide the number of values, or if a stride is
/// set
/// \throws out_of_memory
/// \throws device_error
template <scan_element T>
[[nodiscard]] GBI_API std::vector<T> scan(const device_group& on, const std::vector<T>& values,
                                          const scan_options& options = {});

}  // namespace gbi
