/// \file
/// Arguments of the scan kernels, and the compiled instances.
#pragma once

#include <cstdint>

#include "kernels/model/launches.hpp"

namespace gbi::kernels {

/// The words through which the tiles of a launch with look-back communicate.
struct scan_chain {
  std::uint64_t* words;  ///< batch * tiles * tile_words<T>::count (kernels/scan/look_back.hpp)
  std::uint32_t epoch;   ///< before the launch, no word holds a state of this epoch; zero words hold no state
};
inline constexpr std::uint32_t last_scan_epoch = (1u << 30) - 1;

/// Signed integers are scanned as unsigned ones: the bits are the same, and overflow wraps.
enum class scan_type : std::uint8_t { uint32, uint64, float32, float64 };
enum class scan_operator : std::uint8_t { sum, product, flipped_maximum };

/// The kernel to run. short_problems: one block scans one or several whole problems. look_back: one pass with
/// look-back. The cascade has two kernels: the totals of the chunks, and the scan of the chunks that starts
/// from these totals.
enum class scan_stage : std::uint8_t { short_problems, look_back, chunk_totals, chunks };

/// The parameters L and P of the thesis: threads of a block, and elements in the registers of a thread.
struct scan_shape {
  int element_bytes, threads, per_thread;
  friend constexpr bool operator==(const scan_shape&, const scan_shape&) = default;
};

/// The compiled shapes. A tuning (src/plan/devices) names one of them.
inline constexpr scan_shape host_scan_shapes[] = {{4, 128, 16}, {8, 128, 8}};
inline constexpr scan_shape cuda_scan_shapes[] = {{4, 256, 24}, {8, 256, 12}};

struct scan_arguments {
  const void* in;  ///< element i of problem g is in[g * in_stride + i]
  void* out;       ///< element i of problem g is out[g * out_stride + i]; may be `in`
  std::uint64_t count;
  std::uint64_t in_stride, out_stride;
  std::uint32_t batch;
  bool exclusive;
  bool repeat;          ///< in[0] stands for every element
  std::uint64_t flip;   ///< bits flipped when elements are read and written (kernels/scan/operators.hpp)
  std::uint32_t tiles;  ///< of one problem

  scan_chain chain;  ///< look-back only

  void* sums;  ///< cascade only: one element for each chunk; those of problem g begin at g * chunks
  std::uint32_t chunks, tiles_per_chunk;

  std::uint32_t problems_per_block;  ///< short problems only
  std::uint64_t reciprocal;          ///< ceil(2^32 / count); short problems only

  scan_type type;
  scan_operator combine;
  scan_stage stage;
  scan_shape shape;
};

/// Names the kernels for one type. They are compiled apart.
template <scan_type Type>
struct scan_arguments_of : scan_arguments {};

namespace launches {
using scan_uint32 = list<scan_arguments_of<scan_type::uint32>>;
using scan_uint64 = list<scan_arguments_of<scan_type::uint64>>;
using scan_float32 = list<scan_arguments_of<scan_type::float32>>;
using scan_float64 = list<scan_arguments_of<scan_type::float64>>;
}  // namespace launches

}  // namespace gbi::kernels
