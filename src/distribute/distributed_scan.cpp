/// \file
/// Scans over a group. Each rank adds up its part; the totals of all ranks are gathered; each rank scans the
/// totals, and then its part, which starts from the total of the lower ranks.
#include "gpu_bigint/distributed_scan.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <stdexcept>

#include "src/blocks/scan.hpp"
#include "src/distribute/value.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace distribute {

namespace {

/// What a local rank has while its part is scanned.
struct rank_scan {
  exec::buffer<unsigned char> totals;    ///< of all ranks, then the rank's own one
  std::optional<scans::cascade> chunks;  ///< empty if the rank has no elements
};

template <class T>
scans::problem problem_of(const scan_part<T>& part, const scan_options& options) {
  scans::problem p = scans::problem_of<T>(options.operation);
  p.in = part.in;
  p.out = part.out;
  p.size = p.in_stride = p.out_stride = part.size;
  p.batch = 1;
  p.exclusive = options.kind == scan_kind::exclusive;
  return p;
}

/// A short scan of totals, whose bits are flipped already, in place.
template <class T>
void scan_totals(detail::engine& engine, unsigned char* totals, std::size_t count, scan_operation operation) {
  scans::problem p =
      problem_of(scan_part<T>{reinterpret_cast<T*>(totals), reinterpret_cast<T*>(totals), count},
                 {.operation = operation, .kind = scan_kind::exclusive});
  p.flip = 0;
  scans::run(engine, p, scan_algorithm::automatic);
}

template <class T>
void require_valid(rank& r, const scan_part<T>& part) {
  const std::less<const T*> below;
  if (part.in != part.out && below(part.in, part.out + part.size) && below(part.out, part.in + part.size))
    throw std::invalid_argument(
        concat("scan of ", part.size, " elements of rank ", r.number, ": input and output overlap"));
  r.executor.require_access(part.in, "scan");
  r.executor.require_access(part.out, "scan");
}

template <class T>
void scan_shared(group& on, std::span<const scan_part<T>> parts, const scan_options& options) {
  const auto ranks = static_cast<std::size_t>(on.size());
  const auto index_of = [&](const rank& r) { return static_cast<std::size_t>(r.number - on.first()); };
  std::vector<rank_scan> scans(parts.size());
  std::vector<communicator::buffers> exchanged(parts.size());
  agree(
      on,
      [&] {
        if (options.batch != 1 || options.in_stride != 0 || options.out_stride != 0)
          throw std::invalid_argument(concat("scan over a group: a batch of ", options.batch,
                                             " problems or a stride is not possible there"));
      },
      [&](rank& r) {
        rank_scan& own = scans[index_of(r)];
        const scan_part<T>& part = parts[index_of(r)];
        own.totals = exec::cleared<unsigned char>(r.executor, (ranks + 1) * sizeof(T));
        exchanged[index_of(r)] = {own.totals.data() + ranks * sizeof(T), own.totals.data()};
        if (part.size == 0) return;
        require_valid(r, part);
        own.chunks.emplace(r.engine, problem_of(part, options));
      });
  on.step([&](rank& r) {
    rank_scan& own = scans[index_of(r)];
    unsigned char* const total = own.totals.data() + ranks * sizeof(T);
    if (own.chunks) {
      own.chunks->add_up();
      own.chunks->total_into(total);
    } else {
      scan_totals<T>(r.engine, total, 1, options.operation);  // the identity
    }
  });
  on.link().all_gather(exchanged, sizeof(T));
  on.step([&](rank& r) {
    rank_scan& own = scans[index_of(r)];
    if (!own.chunks) return;
    scan_totals<T>(r.engine, own.totals.data(), ranks, options.operation);
    own.chunks->finish(own.totals.data() + static_cast<std::size_t>(r.number) * sizeof(T));
  });
}

/// The memory of a local rank for a part of values in host memory.
template <class T>
struct part_memory {
  exec::buffer<T> own, all;  ///< one part, and the parts of all ranks
};

}  // namespace

}  // namespace distribute

template <scan_element T>
void scan(const device_group& handle, std::span<const scan_part<T>> parts, const scan_options& options) {
  distribute::group& on = *distribute::of(handle);
  if (parts.size() != static_cast<std::size_t>(on.local()))
    throw std::invalid_argument(
        concat("scan over a group: ", parts.size(), " parts for ", on.local(), " ranks of this process"));
  distribute::scan_shared(on, parts, options);
}

template <scan_element T>
std::vector<T> scan(const device_group& handle, const std::vector<T>& values, const scan_options& options) {
  if (options.in_stride != 0 || options.out_stride != 0 || options.batch == 0 ||
      values.size() % options.batch != 0)
    throw std::invalid_argument(concat("scan over a group: a batch of ", options.batch,
                                       " problems with strides ", options.in_stride, " and ",
                                       options.out_stride, " in a vector of ", values.size(), " elements"));
  distribute::group& on = *distribute::of(handle);
  const bool shared = options.batch == 1;
  const std::size_t size = values.size() / options.batch, unit = shared ? 1 : size;
  const auto elements_of = [&](int rank) {
    const part own = part_of(shared ? size : options.batch, rank, on.size());
    return distribute::range{own.first * unit, (own.first + own.size) * unit};
  };
  const std::size_t longest = elements_of(0).size();
  if (longest == 0) return {};
  const auto index_of = [&](const distribute::rank& r) {
    return static_cast<std::size_t>(r.number - on.first());
  };
  const auto local = static_cast<std::size_t>(on.local());
  std::vector<distribute::part_memory<T>> memory(local);
  std::vector<scan_part<T>> parts(local);
  std::vector<communicator::buffers> exchanged(local);
  on.prepare([&](distribute::rank& r) {
    const distribute::range own = elements_of(r.number);
    auto& [mine, all] = memory[index_of(r)];
    mine = exec::cleared<T>(r.executor, longest);
    all = {r.executor, longest * static_cast<std::size_t>(on.size())};
    if (own.size() > 0) r.executor.upload(mine.data(), values.data() + own.begin, own.size() * sizeof(T));
    parts[index_of(r)] = {mine.data(), mine.data(), own.size()};
    exchanged[index_of(r)] = {mine.data(), all.data()};
    if (shared || own.size() == 0) return;
    scan_options of_rank = options;
    of_rank.batch = own.size() / size;
    scan(on.context_of(r.number - on.first()), mine.data(), mine.data(), size, of_rank);
  });
  if (shared) distribute::scan_shared<T>(on, parts, options);
  on.link().all_gather(exchanged, longest * sizeof(T));
  std::vector<T> result(values.size());
  for (int rank = 0; rank < on.size(); ++rank)
    if (const distribute::range own = elements_of(rank); own.size() > 0)
      on.at(0).executor.download(result.data() + own.begin,
                                 memory[0].all.data() + static_cast<std::size_t>(rank) * longest,
                                 own.size() * sizeof(T));
  return result;
}

template void scan(const device_group&, std::span<const scan_part<std::int32_t>>, const scan_options&);
template void scan(const device_group&, std::span<const scan_part<std::uint32_t>>, const scan_options&);
template void scan(const device_group&, std::span<const scan_part<std::int64_t>>, const scan_options&);
template void scan(const device_group&, std::span<const scan_part<std::uint64_t>>, const scan_options&);
template void scan(const device_group&, std::span<const scan_part<float>>, const scan_options&);
template void scan(const device_group&, std::span<const scan_part<double>>, const scan_options&);
template std::vector<std::int32_t> scan(const device_group&, const std::vector<std::int32_t>&,
                                        const scan_options&);
template std::vector<std::uint32_t> scan(const device_group&, const std::vector<std::uint32_t>&,
                                         const scan_options&);
template std::vector<std::int64_t> scan(const device_group&, const std::vector<std::int64_t>&,
                                        const scan_options&);
template std::vector<std::uint64_t> scan(const device_group&, const std::vector<std::uint64_t>&,
                                         const scan_options&);
template std::vector<float> scan(const device_group&, const std::vector<float>&, const scan_options&);
template std::vector<double> scan(const device_group&, const std::vector<double>&, const scan_options&);

}  // namespace gbi
