/// \file
/// A scan as a sequence of launches, for types and operators known only at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "gpu_bigint/scan.hpp"
#include "src/cache/chain_pool.hpp"
#include "src/exec/buffer.hpp"
#include "src/exec/executor.hpp"
#include "src/plan/tuning.hpp"

namespace gbi::detail {
class engine;
}

namespace gbi::scans {

/// A scan in the kernels' terms, with their types and operators.
struct problem {
  kernels::scan_type type;
  kernels::scan_operator combine;
  std::uint64_t flip;  ///< bits that are flipped in every element when it is read and written
  const void* in;
  void* out;
  std::uint64_t size, in_stride, out_stride;
  std::uint32_t batch;
  bool exclusive;
  bool repeat;  ///< in[0] stands for every element
};

/// A problem with its type and operator set; everything else is 0.
template <class T>
problem problem_of(scan_operation operation) {
  problem p{};
  if constexpr (std::is_floating_point_v<T>)
    p.type = sizeof(T) == 4 ? kernels::scan_type::float32 : kernels::scan_type::float64;
  else
    p.type = sizeof(T) == 4 ? kernels::scan_type::uint32 : kernels::scan_type::uint64;

  constexpr std::uint64_t highest = sizeof(T) == 4 ? 1u << 31 : std::uint64_t{1} << 63;
  constexpr std::uint64_t to_unsigned = std::is_integral_v<T> && std::is_signed_v<T> ? highest : 0;
  constexpr std::uint64_t reverse = std::is_floating_point_v<T> ? highest : ~std::uint64_t{0};
  switch (operation) {
    case scan_operation::sum:
      p.combine = kernels::scan_operator::sum;
      break;
    case scan_operation::product:
      p.combine = kernels::scan_operator::product;
      break;
    case scan_operation::maximum:
      p.combine = kernels::scan_operator::flipped_maximum;
      p.flip = to_unsigned;
      break;
    case scan_operation::minimum:
      p.combine = kernels::scan_operator::flipped_maximum;
      p.flip = to_unsigned ^ reverse;
      break;
  }
  return p;
}

/// Queues the scan. `tuned` must be for elements of this size, with a shape that the executor provides.
void run(exec::executor& executor, cache::chain_pool& chains, const problem& p, scan_algorithm algorithm,
         const plan::scan_tuning& tuned);

/// Queues the scan with the tuning of the engine.
void run(detail::engine& engine, const problem& p, scan_algorithm algorithm);

/// Queues the inclusive sums of counts, in place.
void add_up(detail::engine& engine, const exec::buffer<std::uint32_t>& counts);

/// A scan of one problem as a cascade: the totals of its chunks first, then the chunks, in between what the
/// caller does with their total. Elements that precede the problem elsewhere may be combined with it.
class cascade {
 public:
  /// Takes memory for the totals. \param p has at least one element, and repeats none
  cascade(exec::executor& executor, cache::chain_pool& chains, const problem& p,
          const plan::scan_tuning& tuned);
  cascade(detail::engine& engine, const problem& p);

  /// Queues the totals. Reads all elements.
  void add_up();
  /// Queues the total of all elements, with flipped bits, for a batch of one.
  void total_into(void* total);
  /// Queues the scan of all chunks. Reads and writes all elements.
  /// \param start what precedes the first element, with flipped bits, in device memory; null: the identity.
  /// Only for a batch of one
  void finish(const void* start = nullptr);

 private:
  std::size_t element() const noexcept { return static_cast<std::size_t>(arguments_.shape.element_bytes); }
  unsigned char* totals() const noexcept { return sums_.data() + element(); }

  exec::executor& executor_;
  cache::chain_pool& chains_;
  plan::scan_tuning tuned_;
  kernels::scan_arguments arguments_;
  exec::buffer<unsigned char> sums_;  ///< an element for the start, then one for each chunk
};

}  // namespace gbi::scans
