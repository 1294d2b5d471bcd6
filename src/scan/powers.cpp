/// \file
/// Tables of powers. A table is the inclusive product scan of one repeated element.
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "src/scan/scan.hpp"

namespace gbi {

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

#define GPU_BIGINT_POWERS(T)                                   \
  template void powers<T>(const context&, T, T*, std::size_t); \
  template std::vector<T> powers<T>(T, std::size_t, const context&)

GPU_BIGINT_POWERS(std::int32_t);
GPU_BIGINT_POWERS(std::uint32_t);
GPU_BIGINT_POWERS(std::int64_t);
GPU_BIGINT_POWERS(std::uint64_t);
GPU_BIGINT_POWERS(float);
GPU_BIGINT_POWERS(double);

}  // namespace gbi
