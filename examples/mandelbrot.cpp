/// \file
/// A picture of the Mandelbrot set, 2.5e-70 wide: the coordinates of a pixel need more than 70 decimals.
///
///     mandelbrot [file.png [pixels in a row]]
///
/// What one learns: fixed-point arithmetic on batches. All pixels are one batch in two's complement, and
/// masks replace branches. So all steps are queued, and the host waits only once, for the result.
#include <png.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gpu_bigint.hpp>
#include <iostream>
#include <numbers>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using gbi::bigint_batch;
using gbi::gpu_bigint;

constexpr std::size_t bits = 320;       // of a number: a sign and 15 bits before the binary point,
constexpr std::int64_t fraction = 304;  // and these after it
constexpr int most_steps = 600;
// The centre, times 10^72.
constexpr const char* centre_re = "246040174087532493392102302291044503081039607039525752200700860305475358";
constexpr const char* centre_im = "621484277930843216668845234537400868650800677383168321143807645576840696";

/// a^2. The smaller of a and -a is |a|. Shifts by 8 bits put the binary point of the upper half in place.
bigint_batch squared(const bigint_batch& a) {
  const bigint_batch negated = bigint_batch(a.size(), bits) - a;
  const bigint_batch magnitude = select(a < negated, a, negated) << (bits - fraction) / 2;
  return mul_high(magnitude, magnitude);
}

/// Iterates z^2 + c until |z| >= 8. Returns the number of steps and the last |z|^2.
std::pair<bigint_batch, bigint_batch> iterate(const std::vector<gpu_bigint>& c_re,
                                              const std::vector<gpu_bigint>& c_im) {
  const std::size_t count = c_re.size();
  const auto re_0 = bigint_batch::from_numbers(c_re, bits), im_0 = bigint_batch::from_numbers(c_im, bits);
  const auto limit = bigint_batch::filled(count, gpu_bigint{64} << fraction, bits);
  const auto zero = bigint_batch(count, 64), one = bigint_batch::filled(count, 1, 64);
  bigint_batch re(count, bits), im = re, norm = re, steps = zero;
  for (int step = 0; step < most_steps; ++step) {
    const bigint_batch re_squared = squared(re), im_squared = squared(im);
    norm = re_squared + im_squared;
    const gbi::batch_mask inside = norm < limit;  // all other points stay as they are
    im = select(inside, squared(re + im) - norm + im_0, im);
    re = select(inside, re_squared - im_squared + re_0, re);
    steps = steps + select(inside, one, zero);
  }
  return {steps, norm};
}

/// The steps of one point, in plain operators and with the same roundings.
std::uint64_t steps_of(const gpu_bigint& c_re, const gpu_bigint& c_im) {
  const auto square = [](const gpu_bigint& a) { return a * a >> fraction; };
  gpu_bigint re, im;
  for (std::uint64_t steps = 0; steps < most_steps; ++steps) {
    const gpu_bigint re_squared = square(re), im_squared = square(im), norm = re_squared + im_squared;
    if (norm >= gpu_bigint{64} << fraction) return steps;
    im = square(re + im) - norm + c_im;
    re = re_squared - im_squared + c_re;
  }
  return most_steps;
}

void write_picture(const std::string& file, std::int64_t width, const std::vector<std::uint64_t>& steps,
                   const std::vector<std::uint64_t>& norms) {
  std::vector<png_byte> colours;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    // The highest of five limbs has 16 bits before the binary point. Each step squares |z|: the logarithm of
    // its logarithm makes the colours continuous.
    const double norm = std::max(64.0, std::ldexp(static_cast<double>(norms[5 * i + 4]), -48));
    const double smooth = static_cast<double>(steps[i]) - std::log2(std::log(norm) / std::log(64));
    const double angle = 4.4 * std::numbers::pi * std::sqrt(std::max(0.0, smooth - 415) / 110);
    for (const double phase : {0.0, 0.6, 1.2})
      colours.push_back(static_cast<png_byte>(127.5 - 127.5 * std::cos(angle + phase)));
  }
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(steps.size()) / image.width;
  image.format = PNG_FORMAT_RGB;
  if (png_image_write_to_file(&image, file.c_str(), 0, colours.data(), 0, nullptr) == 0)
    throw std::runtime_error(file + ": " + image.message);
}

}  // namespace

int main(int argc, char** argv) try {
  const std::string file = argc > 1 ? argv[1] : "mandelbrot.png";
  const std::int64_t width = std::max(2LL, argc > 2 ? std::stoll(argv[2]) : 120), height = width * 2 / 3;
  const auto fixed = [](const char* a) { return (gpu_bigint(a) << fraction) / gbi::pow(10, 72); };
  const gpu_bigint step = fixed("250") / width;
  const gpu_bigint left = fixed(centre_re) - step * (width / 2), top = fixed(centre_im) + step * (height / 2);
  std::vector<gpu_bigint> re, im;
  for (std::int64_t i = 0; i < width * height; ++i) {
    re.push_back(left + step * (i % width));
    im.push_back(top - step * (i / width));
  }
  const auto [escape, norm] = iterate(re, im);
  const std::vector<std::uint64_t> steps = escape.to_limbs();
  write_picture(file, width, steps, norm.to_limbs());

  const bool right = steps.front() == steps_of(re.front(), im.front());
  std::cout << width << " x " << height << " points, " << std::reduce(steps.begin(), steps.end())
            << " steps\n"
            << "the first point in plain operators: " << (right ? "the same" : "NOT the same") << '\n';
  return right ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "mandelbrot: " << error.what() << '\n';
  return 2;
}
