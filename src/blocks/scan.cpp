#include "src/blocks/scan.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <stdexcept>

#include "src/context/engine.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace scans {

namespace {

int bytes_of(kernels::scan_type type) {
  return type == kernels::scan_type::uint32 || type == kernels::scan_type::float32 ? 4 : 8;
}

std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) {
  return (a + b - 1) / b;
}

/// The number of problems for one block: as many as fit, reduced where possible so that every block starts at
/// a multiple of 16 bytes.
std::uint32_t problems_per_block(std::uint64_t size, std::uint32_t tile, int element_bytes) {
  const auto fit = static_cast<std::uint32_t>(tile / size);
  for (std::uint32_t aligned = fit; aligned > 0 && aligned + 4 > fit; --aligned)
    if (aligned * size * static_cast<std::uint64_t>(element_bytes) % 16 == 0) return aligned;
  return fit;
}

void launch(exec::executor& executor, const kernels::scan_arguments& a) {
  using kernels::scan_type, kernels::scan_arguments_of;
  switch (a.type) {
    case scan_type::uint32:
      return executor.launch(scan_arguments_of<scan_type::uint32>{a});
    case scan_type::uint64:
      return executor.launch(scan_arguments_of<scan_type::uint64>{a});
    case scan_type::float32:
      return executor.launch(scan_arguments_of<scan_type::float32>{a});
    case scan_type::float64:
      return executor.launch(scan_arguments_of<scan_type::float64>{a});
  }
}

void run_look_back(exec::executor& executor, cache::chain_pool& chains, kernels::scan_arguments a) {
  a.stage = kernels::scan_stage::look_back;
  const std::size_t words =
      std::size_t{a.tiles} * a.batch * static_cast<std::size_t>(a.shape.element_bytes) / 4;
  const cache::chain_pool::lease chain(chains, words);
  a.chain = chain.get();
  launch(executor, a);
}

/// \throws std::invalid_argument for more tiles than a launch has blocks
kernels::scan_arguments arguments_of(const problem& p, const plan::scan_tuning& tuned) {
  const std::uint64_t tiles = divide_up(p.size, tuned.tile_elements());
  if (tiles > 1 && tiles > std::numeric_limits<std::int32_t>::max() / p.batch)
    throw std::invalid_argument(
        concat("scan of ", p.batch, " x ", p.size, " elements: more tiles than a launch has blocks"));
  kernels::scan_arguments a{};
  a.in = p.in;
  a.out = p.out;
  a.count = p.size;
  a.in_stride = p.in_stride;
  a.out_stride = p.out_stride;
  a.batch = p.batch;
  a.exclusive = p.exclusive;
  a.repeat = p.repeat;
  a.flip = p.flip;
  a.tiles = static_cast<std::uint32_t>(tiles);
  a.type = p.type;
  a.combine = p.combine;
  a.shape = tuned.shape;
  return a;
}

}  // namespace

cascade::cascade(exec::executor& executor, cache::chain_pool& chains, const problem& p,
                 const plan::scan_tuning& tuned)
    : executor_(executor), chains_(chains), tuned_(tuned), arguments_(arguments_of(p, tuned)) {
  // A chunk has K tiles. K is smaller if there would be too few chunks, and larger if the totals of the
  // chunks, with one element before them, would not fit in a tile.
  kernels::scan_arguments& a = arguments_;
  const std::uint64_t at_most =
      std::clamp<std::uint64_t>(std::uint64_t{a.tiles} * a.batch / tuned.full_grid, 1, tuned.tiles_per_chunk);
  a.tiles_per_chunk =
      static_cast<std::uint32_t>(std::max(at_most, divide_up(a.tiles, tuned.tile_elements() - 1)));
  a.chunks = static_cast<std::uint32_t>(divide_up(a.tiles, a.tiles_per_chunk));
  sums_ = {executor, (std::size_t{a.chunks} * a.batch + 1) * element()};
}

cascade::cascade(detail::engine& engine, const problem& p)
    : cascade(engine.executor(), engine.chains(), p, engine.tuning().scan(bytes_of(p.type))) {}

void cascade::add_up() {
  arguments_.stage = kernels::scan_stage::chunk_totals;
  arguments_.sums = totals();
  launch(executor_, arguments_);
}

void cascade::total_into(void* total) {
  // All totals are one chunk.
  kernels::scan_arguments a = arguments_;
  a.in = totals();
  a.count = a.in_stride = a.chunks;
  a.flip = 0;
  a.tiles = a.tiles_per_chunk = static_cast<std::uint32_t>(divide_up(a.count, tuned_.tile_elements()));
  a.chunks = 1;
  a.sums = total;
  a.stage = kernels::scan_stage::chunk_totals;
  launch(executor_, a);
}

void cascade::finish(const void* start) {
  if (start != nullptr) executor_.copy(sums_.data(), start, element());
  unsigned char* const starts = start != nullptr ? sums_.data() : totals();
  const std::uint64_t count = arguments_.chunks + (start != nullptr ? 1U : 0U);
  scans::run(executor_, chains_,
             {.type = arguments_.type,
              .combine = arguments_.combine,
              .flip = 0,
              .in = starts,
              .out = starts,
              .size = count,
              .in_stride = count,
              .out_stride = count,
              .batch = arguments_.batch,
              .exclusive = start == nullptr,
              .repeat = false},
             scan_algorithm::cascade, tuned_);
  arguments_.stage = kernels::scan_stage::chunks;
  arguments_.sums = starts;
  launch(executor_, arguments_);
}

void run(exec::executor& executor, cache::chain_pool& chains, const problem& p, scan_algorithm algorithm,
         const plan::scan_tuning& tuned) {
  if (p.size == 0 || p.batch == 0) return;
  kernels::scan_arguments a = arguments_of(p, tuned);
  if (a.tiles == 1) {
    a.stage = kernels::scan_stage::short_problems;
    a.problems_per_block = problems_per_block(p.size, tuned.tile_elements(), tuned.shape.element_bytes);
    a.reciprocal = divide_up(std::uint64_t{1} << 32, p.size);
    launch(executor, a);
  } else if (algorithm == scan_algorithm::cascade) {
    cascade chunks(executor, chains, p, tuned);
    chunks.add_up();
    chunks.finish();
  } else {
    run_look_back(executor, chains, a);
  }
}

void run(detail::engine& engine, const problem& p, scan_algorithm algorithm) {
  run(engine.executor(), engine.chains(), p, algorithm, engine.tuning().scan(bytes_of(p.type)));
}

void add_up(detail::engine& engine, const exec::buffer<std::uint32_t>& counts) {
  problem sums = problem_of<std::uint32_t>(scan_operation::sum);
  sums.in = sums.out = counts.data();
  sums.size = counts.size();
  sums.batch = 1;
  run(engine, sums, scan_algorithm::automatic);
}

namespace {

/// The stride, or `size` if it is 0. \throws std::invalid_argument if it is shorter than a problem
std::size_t checked_stride(std::size_t size, std::size_t stride) {
  if (stride == 0) return size;
  if (stride < size)
    throw std::invalid_argument(concat("scan: a stride of ", stride, " for problems of ", size, " elements"));
  return stride;
}

/// The number of elements from the first of the first problem to the last of the last problem.
std::size_t extent(std::size_t size, std::size_t batch, std::size_t stride) {
  return (batch - 1) * stride + size;
}

}  // namespace

}  // namespace scans

template <scan_element T>
void scan(const context& where, const T* in, T* out, std::size_t size, const scan_options& options) {
  if (options.batch > std::numeric_limits<std::uint32_t>::max())
    throw std::invalid_argument(
        concat("scan: a batch of ", options.batch, " problems: at most 2^32 - 1 are possible"));
  scans::problem p = scans::problem_of<T>(options.operation);
  p.in = in;
  p.out = out;
  p.size = size;
  p.in_stride = scans::checked_stride(size, options.in_stride);
  p.out_stride = scans::checked_stride(size, options.out_stride);
  p.batch = static_cast<std::uint32_t>(options.batch);
  p.exclusive = options.kind == scan_kind::exclusive;

  if (size == 0 || options.batch == 0) return;
  const T* in_end = in + scans::extent(size, options.batch, p.in_stride);
  const T* out_end = out + scans::extent(size, options.batch, p.out_stride);
  const std::less<const T*> below;
  const bool in_place = in == out && (p.in_stride == p.out_stride || options.batch == 1);
  if (!in_place && below(in, out_end) && below(out, in_end))
    throw std::invalid_argument(
        concat("scan of ", options.batch, " x ", size,
               " elements: input and output overlap, or are the same with different strides"));
  exec::executor& executor = detail::engine_of(where)->executor();
  executor.require_access(in, "scan");
  executor.require_access(out, "scan");
  scans::run(*detail::engine_of(where), p, options.algorithm);
}

template <scan_element T>
std::vector<T> scan(const std::vector<T>& values, const scan_options& options, const context& where) {
  if (options.in_stride != 0 || options.out_stride != 0)
    throw std::invalid_argument(
        concat("scan of a vector of ", values.size(), " elements: strides are not possible there"));
  if (options.batch == 0 || values.size() % options.batch != 0)
    throw std::invalid_argument(concat("scan: a batch of ", options.batch, " problems in ", values.size(),
                                       " elements: their number is not a multiple of the batch"));
  if (values.empty()) return {};
  exec::executor& executor = detail::engine_of(where)->executor();
  const exec::buffer<T> memory(executor, std::span<const T>(values));
  scan(where, memory.data(), memory.data(), values.size() / options.batch, options);
  std::vector<T> result(values.size());
  executor.download(result.data(), memory.data(), result.size() * sizeof(T));
  return result;
}

// A table of powers is the inclusive product scan of one repeated element.
template <scan_element T>
void powers(const context& where, T base, T* out, std::size_t count) {
  if (count == 0) return;
  exec::executor& executor = detail::engine_of(where)->executor();
  executor.require_access(out, "powers");
  const exec::buffer<T> element(executor, std::span<const T>(&base, 1));
  scans::problem p = scans::problem_of<T>(scan_operation::product);
  p.in = element.data();
  p.out = out;
  p.size = p.in_stride = p.out_stride = count;
  p.batch = 1;
  p.repeat = true;
  scans::run(*detail::engine_of(where), p, scan_algorithm::automatic);
}

template <scan_element T>
std::vector<T> powers(T base, std::size_t count, const context& where) {
  exec::executor& executor = detail::engine_of(where)->executor();
  const exec::buffer<T> memory(executor, count);
  powers(where, base, memory.data(), count);
  std::vector<T> result(count);
  executor.download(result.data(), memory.data(), count * sizeof(T));
  return result;
}

template void scan(const context&, const std::int32_t*, std::int32_t*, std::size_t, const scan_options&);
template void scan(const context&, const std::uint32_t*, std::uint32_t*, std::size_t, const scan_options&);
template void scan(const context&, const std::int64_t*, std::int64_t*, std::size_t, const scan_options&);
template void scan(const context&, const std::uint64_t*, std::uint64_t*, std::size_t, const scan_options&);
template void scan(const context&, const float*, float*, std::size_t, const scan_options&);
template void scan(const context&, const double*, double*, std::size_t, const scan_options&);

template std::vector<std::int32_t> scan(const std::vector<std::int32_t>&, const scan_options&,
                                        const context&);
template std::vector<std::uint32_t> scan(const std::vector<std::uint32_t>&, const scan_options&,
                                         const context&);
template std::vector<std::int64_t> scan(const std::vector<std::int64_t>&, const scan_options&,
                                        const context&);
template std::vector<std::uint64_t> scan(const std::vector<std::uint64_t>&, const scan_options&,
                                         const context&);
template std::vector<float> scan(const std::vector<float>&, const scan_options&, const context&);
template std::vector<double> scan(const std::vector<double>&, const scan_options&, const context&);

template void powers(const context&, std::int32_t, std::int32_t*, std::size_t);
template void powers(const context&, std::uint32_t, std::uint32_t*, std::size_t);
template void powers(const context&, std::int64_t, std::int64_t*, std::size_t);
template void powers(const context&, std::uint64_t, std::uint64_t*, std::size_t);
template void powers(const context&, float, float*, std::size_t);
template void powers(const context&, double, double*, std::size_t);

template std::vector<std::int32_t> powers(std::int32_t, std::size_t, const context&);
template std::vector<std::uint32_t> powers(std::uint32_t, std::size_t, const context&);
template std::vector<std::int64_t> powers(std::int64_t, std::size_t, const context&);
template std::vector<std::uint64_t> powers(std::uint64_t, std::size_t, const context&);
template std::vector<float> powers(float, std::size_t, const context&);
template std::vector<double> powers(double, std::size_t, const context&);

}  // namespace gbi
