#include "gpu_bigint/fft.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <span>
#include <stdexcept>

#include "src/blocks/transform.hpp"
#include "src/exec/buffer.hpp"
#include "src/process/concat.hpp"

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
  /// The batch without its first problems.
  side from(std::size_t first) const { return {at + first * stride, size, stride}; }
};

enum class overlap { forbidden, in_place };

/// A call of a public function, without its memory.
struct call {
  const context& where;
  const char* operation;
  std::uint64_t complex_points;
  const fft_options& options;
  overlap allowed = overlap::in_place;
};

/// Checks the arguments of a transform. \throws std::invalid_argument
template <class Real, class In, class Out>
void check(const call& c, const side<In>& in, const side<Out>& out) {
  const auto& [where, operation, complex_points, options, allowed] = c;
  const std::size_t batch = options.batch;
  const std::string name = concat(operation, " of ", batch, " x ", complex_points, " complex points");
  if (!plan::is_transform_length(complex_points))
    throw std::invalid_argument(name + ": the length is not 2^k {1, 3, 5, 7, 9, 15} or above 2^28");
  if (batch > std::numeric_limits<std::uint32_t>::max())
    throw std::invalid_argument(name + ": the batch has 2^32 or more problems");
  if (in.stride < in.size || out.stride < out.size)
    throw std::invalid_argument(concat(name, ": strides of ", in.stride, " and ", out.stride,
                                       " for problems of ", in.size, " and ", out.size, " elements"));
  const auto is_aligned = [&](const auto& s) {
    return reinterpret_cast<std::uintptr_t>(s.at) % (2 * sizeof(Real)) == 0 &&
           (batch == 1 || s.stride_bytes() % (2 * sizeof(Real)) == 0);
  };
  if (!is_aligned(in) || !is_aligned(out))
    throw std::invalid_argument(concat(name, ": memory is not aligned to ", 2 * sizeof(Real), " bytes"));
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

/// Checks the arguments, and calls queue(engine, input, output, problems) for pieces of the batch whose
/// workspace fits.
/// \param transposed whether a workspace is needed between passes
template <class Real, class In, class Out, class Queue>
void run(const call& c, const side<In>& in, const side<Out>& out, bool transposed, Queue&& queue) {
  check<Real>(c, in, out);
  const std::size_t batch = c.options.batch;
  if (batch == 0) return;
  detail::engine& engine = *detail::engine_of(c.where);
  std::size_t at_once = batch;
  if (transposed && plan::transform_shape(c.complex_points, plan::spectrum::natural).column_passes > 0)
    at_once = std::clamp<std::size_t>(
        engine.tuning().workspace_bytes / (c.complex_points * sizeof(complex<Real>)), 1, batch);
  for (std::size_t first = 0; first < batch; first += at_once)
    queue(engine, in.from(first), out.from(first),
          static_cast<std::uint32_t>(std::min(at_once, batch - first)));
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

/// Memory as a kernel argument.
template <class Real>
strided<const complex<Real>> points_of(const side<const std::complex<Real>>& s) {
  return {reinterpret_cast<const complex<Real>*>(s.at), s.stride};
}
template <class Real>
strided<complex<Real>> points_of(const side<std::complex<Real>>& s) {
  return {reinterpret_cast<complex<Real>*>(s.at), s.stride};
}
/// Treats pairs of real numbers as the complex numbers that the transform reads.
template <class Real>
strided<const complex<Real>> pairs_of(const side<const Real>& s) {
  return {reinterpret_cast<const complex<Real>*>(s.at), s.stride / 2};
}
template <class Real>
strided<complex<Real>> pairs_of(const side<Real>& s) {
  return {reinterpret_cast<complex<Real>*>(s.at), s.stride / 2};
}

/// Refuses an odd number of points. \throws std::invalid_argument
void check_even(const char* operation, std::size_t points) {
  if (points % 2 != 0)
    throw std::invalid_argument(concat(operation, " of ", points, " real points: the number is odd"));
}

}  // namespace

}  // namespace transforms

using transforms::source, transforms::target;

template <fft_real Real>
void fft(const context& where, const std::complex<Real>* values, std::complex<Real>* spectrum,
         std::size_t points, const fft_options& options) {
  transforms::run<Real>({where, "fft", points, options}, source(values, points, options.value_stride),
                        target(spectrum, points, options.spectrum_stride),
                        options.order == fft_order::natural,
                        [&](detail::engine& engine, const auto& in, const auto& out, std::uint32_t batch) {
                          transforms::transform<Real>(engine, points, options.order, batch)
                              .forward(points_of(in), points_of(out));
                        });
}

template <fft_real Real>
void inverse_fft(const context& where, const std::complex<Real>* spectrum, std::complex<Real>* values,
                 std::size_t points, const fft_options& options) {
  transforms::run<Real>({where, "inverse_fft", points, options},
                        source(spectrum, points, options.spectrum_stride),
                        target(values, points, options.value_stride), options.order == fft_order::natural,
                        [&](detail::engine& engine, const auto& in, const auto& out, std::uint32_t batch) {
                          transforms::transform<Real>(engine, points, options.order, batch)
                              .backward(points_of(in), points_of(out));
                        });
}

template <fft_real Real>
void real_fft(const context& where, const Real* values, std::complex<Real>* spectrum, std::size_t points,
              const fft_options& options) {
  transforms::check_even("real_fft", points);
  transforms::run<Real>(
      {where, "real_fft", points / 2, options}, source(values, points, options.value_stride),
      target(spectrum, points / 2 + 1, options.spectrum_stride), options.order == fft_order::natural,
      [&](detail::engine& engine, const auto& in, const auto& out, std::uint32_t batch) {
        transforms::transform<Real>(engine, points / 2, options.order, batch)
            .forward_real(pairs_of(in), points_of(out));
      });
}

template <fft_real Real>
void inverse_real_fft(const context& where, const std::complex<Real>* spectrum, Real* values,
                      std::size_t points, const fft_options& options) {
  transforms::check_even("inverse_real_fft", points);
  transforms::run<Real>({where, "inverse_real_fft", points / 2, options},
                        source(spectrum, points / 2 + 1, options.spectrum_stride),
                        target(values, points, options.value_stride), options.order == fft_order::natural,
                        [&](detail::engine& engine, const auto& in, const auto& out, std::uint32_t batch) {
                          transforms::transform<Real>(engine, points / 2, options.order, batch)
                              .backward_real(points_of(in), pairs_of(out));
                        });
}

template <fft_real Real>
void right_angle_fft(const context& where, const Real* values, std::complex<Real>* spectrum,
                     std::size_t points, const fft_options& options) {
  transforms::run<Real>({where, "right_angle_fft", points, options, transforms::overlap::forbidden},
                        source(values, 2 * points, options.value_stride),
                        target(spectrum, points, options.spectrum_stride),
                        options.order == fft_order::natural,
                        [&](detail::engine& engine, const auto& in, const auto& out, std::uint32_t batch) {
                          transforms::transform<Real>(engine, points, options.order, batch)
                              .forward_right_angle({in.at, in.stride}, points_of(out));
                        });
}

template <fft_real Real>
void inverse_right_angle_fft(const context& where, const std::complex<Real>* spectrum, Real* values,
                             std::size_t points, const fft_options& options) {
  transforms::run<Real>({where, "inverse_right_angle_fft", points, options, transforms::overlap::forbidden},
                        source(spectrum, points, options.spectrum_stride),
                        target(values, 2 * points, options.value_stride), true,
                        [&](detail::engine& engine, const auto& in, const auto& out, std::uint32_t batch) {
                          transforms::transform<Real>(engine, points, options.order, batch)
                              .backward_right_angle(points_of(in), {out.at, out.stride});
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

template <fft_real Real>
std::vector<std::complex<Real>> block_fft_roots() {
  std::vector<std::complex<Real>> roots;
  for (const kernels::complex<Real>& root : cache::block_roots<Real>()) roots.emplace_back(root.re, root.im);
  return roots;
}

template void fft(const context&, const std::complex<float>*, std::complex<float>*, std::size_t,
                  const fft_options&);
template void fft(const context&, const std::complex<double>*, std::complex<double>*, std::size_t,
                  const fft_options&);
template void inverse_fft(const context&, const std::complex<float>*, std::complex<float>*, std::size_t,
                          const fft_options&);
template void inverse_fft(const context&, const std::complex<double>*, std::complex<double>*, std::size_t,
                          const fft_options&);
template void real_fft(const context&, const float*, std::complex<float>*, std::size_t, const fft_options&);
template void real_fft(const context&, const double*, std::complex<double>*, std::size_t, const fft_options&);
template void inverse_real_fft(const context&, const std::complex<float>*, float*, std::size_t,
                               const fft_options&);
template void inverse_real_fft(const context&, const std::complex<double>*, double*, std::size_t,
                               const fft_options&);
template void right_angle_fft(const context&, const float*, std::complex<float>*, std::size_t,
                              const fft_options&);
template void right_angle_fft(const context&, const double*, std::complex<double>*, std::size_t,
                              const fft_options&);
template void inverse_right_angle_fft(const context&, const std::complex<float>*, float*, std::size_t,
                                      const fft_options&);
template void inverse_right_angle_fft(const context&, const std::complex<double>*, double*, std::size_t,
                                      const fft_options&);
template std::vector<std::complex<float>> fft(const context&, const std::vector<std::complex<float>>&);
template std::vector<std::complex<double>> fft(const context&, const std::vector<std::complex<double>>&);
template std::vector<std::complex<float>> inverse_fft(const context&,
                                                      const std::vector<std::complex<float>>&);
template std::vector<std::complex<double>> inverse_fft(const context&,
                                                       const std::vector<std::complex<double>>&);
template std::vector<std::complex<float>> block_fft_roots();
template std::vector<std::complex<double>> block_fft_roots();

}  // namespace gbi
