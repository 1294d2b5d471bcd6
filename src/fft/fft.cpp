#include "gpu_bigint/fft.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>

#include "src/exec/buffer.hpp"
#include "src/fft/transform.hpp"

namespace gbi {

namespace transforms {

namespace {

/// The input or output of a transform: memory, size of a problem and stride, in elements of T.
template <class T>
struct side {
  T* at;
  std::size_t size, stride;

  const char* begin() const { return reinterpret_cast<const char*>(at); }
  const char* end(std::size_t batch) const { return begin() + ((batch - 1) * stride + size) * sizeof(T); }
  std::size_t stride_bytes() const { return stride * sizeof(T); }
};

enum class overlap { forbidden, in_place };

/// Checks the arguments of a transform. \throws std::invalid_argument
template <class Real, class In, class Out>
void check(const context& where, const char* operation, std::uint64_t complex_points, const side<In>& in,
           const side<Out>& out, std::size_t batch, overlap allowed) {
  const std::string name = std::string(operation) + " of " + std::to_string(batch) + " x " +
                           std::to_string(complex_points) + " complex points";
  if (!plan::is_transform_length(complex_points))
    throw std::invalid_argument(name + ": the length is not 2^k {1, 3, 5, 7, 9, 15} or above 2^28");
  if (batch > std::numeric_limits<std::uint32_t>::max())
    throw std::invalid_argument(name + ": the batch has 2^32 or more problems");
  if (in.stride < in.size || out.stride < out.size)
    throw std::invalid_argument(name + ": strides of " + std::to_string(in.stride) + " and " +
                                std::to_string(out.stride) + " for problems of " + std::to_string(in.size) +
                                " and " + std::to_string(out.size) + " elements");
  const auto is_aligned = [&](const auto& s) {
    return reinterpret_cast<std::uintptr_t>(s.at) % (2 * sizeof(Real)) == 0 &&
           (batch == 1 || s.stride_bytes() % (2 * sizeof(Real)) == 0);
  };
  if (!is_aligned(in) || !is_aligned(out))
    throw std::invalid_argument(name + ": memory is not aligned to " + std::to_string(2 * sizeof(Real)) +
                                " bytes");
  if (batch == 0) return;
  const bool in_place = allowed == overlap::in_place && in.begin() == out.begin() &&
                        (batch == 1 || in.stride_bytes() == out.stride_bytes());
  const std::less<const char*> below;
  if (!in_place && below(in.begin(), out.end(batch)) && below(out.begin(), in.end(batch)))
    throw std::invalid_argument(name + ": input and output overlap, or are the same with different strides");
  const exec::executor& executor = detail::engine_of(where)->executor();
  executor.require_access(in.at, operation);
  executor.require_access(out.at, operation);
}

/// Calls work(first problem, problems) for pieces of a batch, each with a workspace that fits.
template <class Work>
void in_pieces(const context& where, std::size_t batch, std::uint64_t workspace_of_problem, Work&& work) {
  if (batch == 0) return;
  const std::size_t limit = detail::engine_of(where)->tuning().workspace_bytes;
  const std::size_t at_once =
      workspace_of_problem == 0 ? batch : std::clamp<std::size_t>(limit / workspace_of_problem, 1, batch);
  for (std::size_t first = 0; first < batch; first += at_once)
    work(first, static_cast<std::uint32_t>(std::min(at_once, batch - first)));
}

/// Bytes of workspace between the passes of a transform of complex points.
template <class Real>
std::uint64_t workspace(std::uint64_t points, bool transposed) {
  return transposed && plan::transform_shape(points, plan::spectrum::natural).column_passes > 0
             ? points * sizeof(complex<Real>)
             : 0;
}

std::size_t stride_or(std::size_t stride, std::size_t size) {
  return stride == 0 ? size : stride;
}

template <class T>
side<const T> source(const T* at, std::size_t size, std::size_t stride) {
  return {at, size, stride_or(stride, size)};
}
template <class T>
side<T> target(T* at, std::size_t size, std::size_t stride) {
  return {at, size, stride_or(stride, size)};
}

/// The part of a batch from problem `first` on, as kernel arguments. Real numbers become pairs where the
/// transform reads them as complex ones.
template <class Real>
strided<const complex<Real>> from(const side<const std::complex<Real>>& s, std::size_t first) {
  return {reinterpret_cast<const complex<Real>*>(s.at + first * s.stride), s.stride};
}
template <class Real>
strided<complex<Real>> from(const side<std::complex<Real>>& s, std::size_t first) {
  return {reinterpret_cast<complex<Real>*>(s.at + first * s.stride), s.stride};
}
template <class Real>
strided<const complex<Real>> pairs_from(const side<const Real>& s, std::size_t first) {
  return {reinterpret_cast<const complex<Real>*>(s.at + first * s.stride), s.stride / 2};
}
template <class Real>
strided<complex<Real>> pairs_from(const side<Real>& s, std::size_t first) {
  return {reinterpret_cast<complex<Real>*>(s.at + first * s.stride), s.stride / 2};
}

/// Refuses an odd number of points. \throws std::invalid_argument
void check_even(const char* operation, std::size_t points) {
  if (points % 2 != 0)
    throw std::invalid_argument(std::string(operation) + " of " + std::to_string(points) +
                                " real points: the number is odd");
}

}  // namespace

}  // namespace transforms

using transforms::source, transforms::target;

template <fft_real Real>
void fft(const context& where, const std::complex<Real>* values, std::complex<Real>* spectrum,
         std::size_t points, const fft_options& options) {
  const auto in = source(values, points, options.value_stride);
  const auto out = target(spectrum, points, options.spectrum_stride);
  transforms::check<Real>(where, "fft", points, in, out, options.batch, transforms::overlap::in_place);
  transforms::in_pieces(where, options.batch,
                        transforms::workspace<Real>(points, options.order == fft_order::natural),
                        [&](std::size_t first, std::uint32_t batch) {
                          transforms::forward<Real>(*detail::engine_of(where), from(in, first),
                                                    from(out, first), points, options.order, batch);
                        });
}

template <fft_real Real>
void inverse_fft(const context& where, const std::complex<Real>* spectrum, std::complex<Real>* values,
                 std::size_t points, const fft_options& options) {
  const auto in = source(spectrum, points, options.spectrum_stride);
  const auto out = target(values, points, options.value_stride);
  transforms::check<Real>(where, "inverse_fft", points, in, out, options.batch,
                          transforms::overlap::in_place);
  transforms::in_pieces(where, options.batch,
                        transforms::workspace<Real>(points, options.order == fft_order::natural),
                        [&](std::size_t first, std::uint32_t batch) {
                          transforms::backward<Real>(*detail::engine_of(where), from(in, first),
                                                     from(out, first), points, options.order, batch);
                        });
}

template <fft_real Real>
void real_fft(const context& where, const Real* values, std::complex<Real>* spectrum, std::size_t points,
              const fft_options& options) {
  transforms::check_even("real_fft", points);
  const auto in = source(values, points, options.value_stride);
  const auto out = target(spectrum, points / 2 + 1, options.spectrum_stride);
  transforms::check<Real>(where, "real_fft", points / 2, in, out, options.batch,
                          transforms::overlap::in_place);
  transforms::in_pieces(where, options.batch,
                        transforms::workspace<Real>(points / 2, options.order == fft_order::natural),
                        [&](std::size_t first, std::uint32_t batch) {
                          transforms::forward_real<Real>(*detail::engine_of(where), pairs_from(in, first),
                                                         from(out, first), points, options.order, batch);
                        });
}

template <fft_real Real>
void inverse_real_fft(const context& where, const std::complex<Real>* spectrum, Real* values,
                      std::size_t points, const fft_options& options) {
  transforms::check_even("inverse_real_fft", points);
  const auto in = source(spectrum, points / 2 + 1, options.spectrum_stride);
  const auto out = target(values, points, options.value_stride);
  transforms::check<Real>(where, "inverse_real_fft", points / 2, in, out, options.batch,
                          transforms::overlap::in_place);
  transforms::in_pieces(
      where, options.batch, transforms::workspace<Real>(points / 2, options.order == fft_order::natural),
      [&](std::size_t first, std::uint32_t batch) {
        transforms::backward_real<Real>(*detail::engine_of(where), from(in, first), pairs_from(out, first),
                                        points, options.order, batch);
      });
}

template <fft_real Real>
void right_angle_fft(const context& where, const Real* values, std::complex<Real>* spectrum,
                     std::size_t points, const fft_options& options) {
  const auto in = source(values, 2 * points, options.value_stride);
  const auto out = target(spectrum, points, options.spectrum_stride);
  transforms::check<Real>(where, "right_angle_fft", points, in, out, options.batch,
                          transforms::overlap::forbidden);
  transforms::in_pieces(where, options.batch,
                        transforms::workspace<Real>(points, options.order == fft_order::natural),
                        [&](std::size_t first, std::uint32_t batch) {
                          transforms::forward_right_angle<Real>(
                              *detail::engine_of(where), {in.at + first * in.stride, in.stride},
                              from(out, first), points, options.order, batch);
                        });
}

template <fft_real Real>
void inverse_right_angle_fft(const context& where, const std::complex<Real>* spectrum, Real* values,
                             std::size_t points, const fft_options& options) {
  const auto in = source(spectrum, points, options.spectrum_stride);
  const auto out = target(values, 2 * points, options.value_stride);
  transforms::check<Real>(where, "inverse_right_angle_fft", points, in, out, options.batch,
                          transforms::overlap::forbidden);
  transforms::in_pieces(where, options.batch, transforms::workspace<Real>(points, true),
                        [&](std::size_t first, std::uint32_t batch) {
                          transforms::backward_right_angle<Real>(*detail::engine_of(where), from(in, first),
                                                                 {out.at + first * out.stride, out.stride},
                                                                 points, options.order, batch);
                        });
}

namespace {

template <class Real, class Transform>
std::vector<std::complex<Real>> on_device(const context& where, const std::vector<std::complex<Real>>& in,
                                          Transform&& transform) {
  if (in.empty()) {
    transform(nullptr);  // refuses a transform of 0 points
    return {};
  }
  exec::executor& executor = detail::engine_of(where)->executor();
  const exec::buffer<std::complex<Real>> memory(executor, std::span<const std::complex<Real>>(in));
  transform(memory.data());
  std::vector<std::complex<Real>> out(in.size());
  executor.download(out.data(), memory.data(), out.size() * sizeof(out[0]));
  return out;
}

}  // namespace

template <fft_real Real>
std::vector<std::complex<Real>> fft(const context& where, const std::vector<std::complex<Real>>& values) {
  return on_device(where, values,
                   [&](std::complex<Real>* x) { fft(where, x, x, values.size(), fft_options{}); });
}

template <fft_real Real>
std::vector<std::complex<Real>> inverse_fft(const context& where,
                                            const std::vector<std::complex<Real>>& spectrum) {
  return on_device(where, spectrum,
                   [&](std::complex<Real>* x) { inverse_fft(where, x, x, spectrum.size(), fft_options{}); });
}

#define GPU_BIGINT_FFT(Real)                                                                                 \
  template void fft<Real>(const context&, const std::complex<Real>*, std::complex<Real>*, std::size_t,       \
                          const fft_options&);                                                               \
  template void inverse_fft<Real>(const context&, const std::complex<Real>*, std::complex<Real>*,            \
                                  std::size_t, const fft_options&);                                          \
  template void real_fft<Real>(const context&, const Real*, std::complex<Real>*, std::size_t,                \
                               const fft_options&);                                                          \
  template void inverse_real_fft<Real>(const context&, const std::complex<Real>*, Real*, std::size_t,        \
                                       const fft_options&);                                                  \
  template void right_angle_fft<Real>(const context&, const Real*, std::complex<Real>*, std::size_t,         \
                                      const fft_options&);                                                   \
  template void inverse_right_angle_fft<Real>(const context&, const std::complex<Real>*, Real*, std::size_t, \
                                              const fft_options&);                                           \
  template std::vector<std::complex<Real>> fft<Real>(const context&,                                         \
                                                     const std::vector<std::complex<Real>>&);                \
  template std::vector<std::complex<Real>> inverse_fft<Real>(const context&,                                 \
                                                             const std::vector<std::complex<Real>>&)

GPU_BIGINT_FFT(float);
GPU_BIGINT_FFT(double);

}  // namespace gbi
