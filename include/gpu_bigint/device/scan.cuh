/// \file
/// The host's side of scans over a whole device.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "gpu_bigint/device/blocks.cuh"
#include "gpu_bigint/device/launch.cuh"
#include "kernels/scan/device_scan.hpp"

namespace gbi::device {

/// Through this memory, the blocks of a scan tell each other their sums. One object serves any number of
/// launches on one stream.
class scan_memory {
 public:
  /// The chain for the next launch, of `blocks` blocks with values of type T. Allocates memory if no launch
  /// before had as many.
  /// \throws device_error, std::bad_alloc
  template <class T>
  kernels::scan_chain chain(std::uint32_t blocks) {
    const std::size_t needed = std::size_t{blocks} * kernels::tile_words<T>::count;
    if (words_.size() < needed || epoch_ == kernels::last_scan_epoch) {
      words_ = vector<std::uint64_t>(std::max(needed, 2 * words_.size()));
      epoch_ = 0;
    }
    return {words_.data(), ++epoch_};
  }

 private:
  vector<std::uint64_t> words_;
  std::uint32_t epoch_ = 0;  ///< words of earlier launches count as empty
};

namespace detail {

constexpr int scan_threads = 256;
/// As many as fit in 96 bytes, in whole groups of 16 bytes.
template <class T>
inline constexpr int scan_elements = sizeof(T) > 96 ? 1 : static_cast<int>(96 / sizeof(T));

}  // namespace detail

/// Queues the inclusive scan of `count` elements by an operator of your own (blocks.cuh), or the exclusive
/// one. Reads and writes every element once.
/// \param in, out memory of the context's device; may be the same
/// \tparam T trivially copyable, with a default constructor; its size is a multiple of 4 bytes
/// \throws std::invalid_argument for a context of the other backend or more than 2^31 - 1 blocks
/// \throws device_error, std::bad_alloc
template <class T, class Operator>
void scan(const context& where, const T* in, T* out, std::uint64_t count, scan_memory& memory, Operator,
          bool exclusive = false) {
  using kernel = kernels::look_back_scan_kernel<T, Operator, detail::scan_threads, detail::scan_elements<T>>;
  const std::uint64_t tiles = (count + kernel::tile::elements - 1) / kernel::tile::elements;
  if (tiles >= std::uint64_t{1} << 31)
    throw std::invalid_argument("gbi::device::scan of " + std::to_string(count) +
                                " elements: more tiles than a launch has blocks");
  kernels::scan_arguments args{};
  args.in = in;
  args.out = out;
  args.count = count;
  args.batch = 1;
  args.exclusive = exclusive;
  args.tiles = static_cast<std::uint32_t>(tiles);
  args.chain = memory.chain<T>(args.tiles);
  launch<kernel>(where, args.tiles, args);
}

}  // namespace gbi::device
