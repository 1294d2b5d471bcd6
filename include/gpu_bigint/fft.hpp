/// \file
/// Discrete Fourier transforms of arrays in a context's memory: float and double, complex and real, one
/// problem or a batch. Also exact convolutions of words by transforms modulo primes.
///
/// Lengths are 2^k m with m = 1, 3, 5, 7, 9 or 15 (is_fft_length), up to longest_fft points. A transform of
/// up to 4096 points fits in a block and takes one pass over memory. Longer transforms take two or three.
/// Nothing is scaled: a forward and an inverse transform together multiply by N. Memory must be aligned to
/// the size of a complex number: 8 or 16 bytes.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "gpu_bigint/context.hpp"
#include "gpu_bigint/export.hpp"

namespace gbi {

/// The types of real numbers that transforms take: float and double.
template <class Real>
concept fft_real = std::is_same_v<Real, float> || std::is_same_v<Real, double>;

/// The order of a spectrum in memory. The untransformed values are always in natural order.
enum class fft_order {
  natural,  ///< frequency p at position p
  /// Saves transforms of more than one pass the transposition, and lets them run in place without workspace.
  /// The frequency at position p is fft_frequency(N, p). Sufficient for pointwise products of spectra.
  digit_reversed
};

/// Problem g of a batch has its values at values[g * value_stride] and its spectrum at
/// spectrum[g * spectrum_stride], both counted in elements of their type.
struct fft_options {
  fft_order order = fft_order::natural;  ///< of the spectrum
  std::size_t batch = 1;                 ///< problems, below 2^32
  std::size_t value_stride = 0;          ///< 0: the number of a problem's values
  std::size_t spectrum_stride = 0;       ///< 0: the number of a problem's frequencies
};

/// The most points that a transform may have.
inline constexpr std::size_t longest_fft = std::size_t{1} << 28;

/// Whether there are transforms of this length: 2^k {1, 3, 5, 7, 9, 15}, from 1 to longest_fft. O(1).
[[nodiscard]] GBI_API bool is_fft_length(std::size_t points) noexcept;
/// The shortest transform length that is not below `at_least`. O(1).
/// \throws std::length_error beyond longest_fft
[[nodiscard]] GBI_API std::size_t fft_length(std::size_t at_least);
/// The frequency at a position of a spectrum in digit-reversed order. In natural order frequency p is at
/// position p. Up to 4096 points both orders are the same. O(1).
/// \throws std::invalid_argument unless is_fft_length(points) and position < points
[[nodiscard]] GBI_API std::size_t fft_frequency(std::size_t points, std::size_t position);

/// Queues the forward transform X_k = sum_j x_j exp(-2 pi i j k / N) on the context's stream and returns.
/// \param values N complex numbers for each problem, in memory of the context's device (for the host
/// executor, of the process).
/// \param spectrum N complex numbers for each problem, in the same kind of memory. May be `values` if the
/// strides are equal; must not overlap it otherwise.
/// \throws std::invalid_argument for a length that is_fft_length rejects, strides below the size, forbidden
/// overlap, memory that is not aligned, memory that the device cannot access, or a batch of 2^32 or more.
/// With a batch of 0, only these checks are made.
/// \throws out_of_memory, device_error
///
/// Complexity O(N log N). Each pass moves 32 bytes for each point in double precision. Natural order with
/// more than 4096 points takes N points of workspace for each problem that runs at the same time.
/// Source: W. M. Gentleman, G. Sande, "Fast Fourier Transforms - for fun and profit" (1966) for the passes.
template <fft_real Real>
GBI_API void fft(const context& where, const std::complex<Real>* values, std::complex<Real>* spectrum,
                 std::size_t points, const fft_options& options = {});

/// Queues the inverse without its factor 1/N: x_j = sum_k X_k exp(+2 pi i j k / N). Otherwise like fft.
template <fft_real Real>
GBI_API void inverse_fft(const context& where, const std::complex<Real>* spectrum, std::complex<Real>* values,
                         std::size_t points, const fft_options& options = {});

/// Queues the transform of N real numbers, N even, and returns. Computes frequencies 0 to N/2; the others are
/// their conjugates. Pairs of numbers are packed into N/2 complex numbers, and a pass over the spectrum
/// follows the transform. In digit-reversed order frequency fft_frequency(N/2, p) is at position p, frequency
/// N/2 at position N/2.
/// \param points N; is_fft_length(N/2) must hold.
/// \param spectrum N/2 + 1 complex numbers for each problem; may share memory with `values` if value_stride =
/// 2 spectrum_stride.
/// \throws as fft
template <fft_real Real>
GBI_API void real_fft(const context& where, const Real* values, std::complex<Real>* spectrum,
                      std::size_t points, const fft_options& options = {});

/// Queues the inverse of real_fft, times N, and returns. Treats the imaginary parts of frequencies 0 and N/2
/// as 0.
/// \throws as fft
template <fft_real Real>
GBI_API void inverse_real_fft(const context& where, const std::complex<Real>* spectrum, Real* values,
                              std::size_t points, const fft_options& options = {});

/// Queues the right-angle transform of 2N real numbers and returns: X_k = sum_j (x_j - i x_(j+N)) w^j exp(-2
/// pi i j k / N) with w = exp(-2 pi i / 4N). The N complex results are the values of the polynomial sum_j x_j
/// z^j at the roots of z^N = -i. A pointwise product of spectra therefore gives the product of the
/// polynomials modulo z^N + i: 2N real coefficients, without zero padding and without a pass over the
/// spectrum.
/// \param points N, the number of complex points
/// \param values 2N real numbers for each problem
/// \param spectrum N complex numbers for each problem; must not overlap `values`
/// \throws as fft
template <fft_real Real>
GBI_API void right_angle_fft(const context& where, const Real* values, std::complex<Real>* spectrum,
                             std::size_t points, const fft_options& options = {});

/// Queues the inverse of right_angle_fft, times N, and returns. Takes N points of workspace for each problem
/// that runs at the same time.
/// \throws as fft
template <fft_real Real>
GBI_API void inverse_right_angle_fft(const context& where, const std::complex<Real>* spectrum, Real* values,
                                     std::size_t points, const fft_options& options = {});

/// The roots of unity that the blocks of one's own kernels read, in their order
/// (gpu_bigint/device/transform.cuh). 6918 numbers, correctly rounded except for rare near-ties.
template <fft_real Real>
[[nodiscard]] GBI_API std::vector<std::complex<Real>> block_fft_roots();

/// How an exact convolution of n numbers treats the products a_i b_j with i + j >= n.
enum class convolution_wrap {
  cyclic,      ///< adds them to coefficient i + j - n: the polynomials are multiplied modulo z^n - 1
  right_angle  ///< subtracts them there: modulo z^n + 1, which is the right-angle convolution of n/2 points
};

/// The fewest numbers in an exact convolution.
inline constexpr std::size_t shortest_exact_convolution = std::size_t{1} << 14;
/// The most numbers in an exact convolution. The coefficients are known modulo (2^31 - 1) (2^61 - 1), which
/// is more than twice the sum of 2^26 squares of 32-bit numbers.
inline constexpr std::size_t longest_exact_convolution = std::size_t{1} << 26;

/// Whether there are exact convolutions of this many numbers: 2^k {1, 3, 7, 9}, from
/// shortest_exact_convolution to longest_exact_convolution. O(1).
[[nodiscard]] GBI_API bool is_exact_convolution_length(std::size_t count) noexcept;

/// Queues the convolution of two sequences of unsigned 32-bit numbers. Nothing is rounded: transforms modulo
/// 2^31 - 1 and 2^61 - 1 and the Chinese remainder theorem give every coefficient exactly. Coefficient k is
/// low[k] + 2^64 high[k]; it may be negative if wrapped products are subtracted.
/// \param a, b `count` numbers for each problem, in memory of the context's device, aligned to 8 bytes. Both
/// may be the same: a square takes two thirds of the time.
/// \param low, high `count` elements for each problem; must not overlap the operands
/// \param count n; is_exact_convolution_length(n) must hold
/// \param batch problems, one after the other in memory
/// \throws std::invalid_argument for another length, operands that are not aligned, or memory that the
/// device cannot access
/// \throws out_of_memory, device_error
///
/// Complexity O(n log n). Workspace: 20 n bytes for each problem that runs at the same time, or 40 n if the
/// wrap is cyclic.
GBI_API void exact_convolution(const context& where, const std::uint32_t* a, const std::uint32_t* b,
                               std::uint64_t* low, std::int32_t* high, std::size_t count,
                               convolution_wrap wrap, std::size_t batch = 1);

/// The forward transform of values in host memory: copies them to the context, transforms them, and copies
/// the result back. Natural order, one problem. Waits.
/// \throws as fft, also for an empty vector: there is no transform of that length.
template <fft_real Real>
[[nodiscard]] GBI_API std::vector<std::complex<Real>> fft(const context& where,
                                                          const std::vector<std::complex<Real>>& values);
/// The inverse transform of a spectrum in host memory, without the factor 1/N, as above. Waits.
/// \throws as fft
template <fft_real Real>
[[nodiscard]] GBI_API std::vector<std::complex<Real>> inverse_fft(
    const context& where, const std::vector<std::complex<Real>>& spectrum);

}  // namespace gbi
