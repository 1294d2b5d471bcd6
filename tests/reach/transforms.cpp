/// \file
/// Passes of transforms, forward and back: columns and rows of every length over every field, whole
/// transforms that stay in a block, and spectra of real numbers.
#include <cmath>
#include <limits>
#include <type_traits>

#include "gpu_bigint/fft.hpp"
#include "src/blocks/passes.hpp"
#include "src/exec/buffer.hpp"
#include "tests/reach/workplace.hpp"
#include "tests/support/tall_passes.hpp"

namespace gbi::test {

namespace {

using kernels::direction, kernels::m31, kernels::m61;

template <class Real>
Real number_of(std::uint64_t value) {
  if constexpr (std::is_floating_point_v<Real>)
    return static_cast<Real>(value % 4096);
  else
    return Real::of(static_cast<decltype(Real::value)>(value));
}
template <class Real>
bool is_close(Real got, Real wanted, int times) {
  if constexpr (std::is_floating_point_v<Real>)
    return std::abs(got - wanted) <=
           static_cast<Real>(4096 * 64) * static_cast<Real>(times) * std::numeric_limits<Real>::epsilon();
  else
    return canonical(got) == canonical(wanted);
}

/// Launches passes over random points, after which every number must be `times` what it was.
template <class Real, class Launch>
void round_trip(workplace& here, const plan::fft_shape& shape, int times, bool as_repair,
                const Launch& launch) {
  exec::executor& device = here.engine().executor();
  std::vector<Real> before(2 * shape.points), after(2 * shape.points);
  for (Real& each : before) each = number_of<Real>(here.random.bits());
  const exec::buffer<Real> numbers(device, std::span<const Real>(before));
  const exec::buffer<kernels::verdict> wrong = here.wrong_verdict();
  const transforms::passes<Real> passes(here.engine(), shape, 1, {as_repair ? wrong.data() : nullptr});
  launch(passes, kernels::strided<kernels::complex<Real>>{
                     reinterpret_cast<kernels::complex<Real>*>(numbers.data()), shape.points});
  device.download(after.data(), numbers.data(), after.size() * sizeof(Real));
  Real factor{};
  if constexpr (std::is_floating_point_v<Real>)
    factor = static_cast<Real>(times);
  else
    factor = Real::of(static_cast<decltype(Real::value)>(times));
  std::size_t right = 0;
  for (std::size_t i = 0; i < after.size(); ++i) right += is_close<Real>(after[i], before[i] * factor, times);
  here.expect(right == after.size() ? testing::AssertionSuccess()
                                    : testing::AssertionFailure() << after.size() - right << " wrong numbers",
              std::to_string(shape.points) + " points");
}

plan::fft_shape shape_of(int column, int row) {
  return {static_cast<std::uint64_t>(column) * static_cast<std::uint64_t>(row), 1, {column, 1, 1}, row};
}

constexpr int shortest = 64, columns[] = {64, 128, 256, 512, 1024, 144, 160, 192, 224, 240};

template <class Real>
void points_in_columns(workplace& here, int column, bool as_repair) {
  round_trip<Real>(here, shape_of(column, shortest), column, as_repair,
                   [](const auto& passes, const auto& data) {
                     passes.launch_columns(0, data, direction::forward);
                     passes.launch_columns(0, data, direction::backward);
                   });
}
template <class Real>
void reals_in_columns(workplace& here, int column) {
  round_trip<Real>(here, shape_of(column, shortest), column, false,
                   [&](const auto& passes, const auto& data) {
                     auto* const numbers = reinterpret_cast<Real*>(data.at);
                     const exec::buffer<kernels::complex<Real>> other(here.engine().executor(), data.stride);
                     const kernels::strided<kernels::complex<Real>> points{other.data(), data.stride};
                     passes.launch_columns(0, points, kernels::reals_in<Real>{{numbers, 2 * data.stride}});
                     passes.launch_columns(0, points, kernels::reals_out<Real>{{numbers, 2 * data.stride}});
                   });
}
/// The columns behind the first ones of a transform that only one rank has.
void segments_in_columns(workplace& here, int column) {
  round_trip<double>(
      here, shape_of(column, shortest), column, false, [&](const auto& passes, const auto& data) {
        const auto launch = [&]<direction Way>() {
          passes.launch_columns(0, data,
                                kernels::segments<Way>{.groups = 1,
                                                       .segment_bits = static_cast<std::uint32_t>(
                                                           std::countr_zero(unsigned(column))),
                                                       .rank = 0,
                                                       .last_rank = 0,
                                                       .segment = 0});
        };
        launch.template operator()<direction::forward>();
        launch.template operator()<direction::backward>();
      });
}
template <class Real>
void rows(workplace& here, int row, bool transposed) {
  // Blocks of transposed rows hold up to sixteen.
  round_trip<Real>(here, shape_of(shortest, row), row, false, [&](const auto& passes, const auto& data) {
    const exec::buffer<kernels::complex<Real>> other(here.engine().executor(), data.stride);
    passes.launch_rows({data.at, data.stride}, {other.data(), data.stride}, direction::forward, transposed);
    passes.launch_rows({other.data(), data.stride}, data, direction::backward, transposed);
  });
}

/// A few transforms by one block, of complex and of real numbers.
template <class Real>
void in_a_block(workplace& here, int points) {
  exec::executor& device = here.engine().executor();
  const auto count = static_cast<std::size_t>(points);
  std::vector<std::complex<Real>> before(3 * count), after(before.size());
  for (auto& each : before) each = {number_of<Real>(here.random.bits()), number_of<Real>(here.random.bits())};
  const exec::buffer<std::complex<Real>> values(device, std::span<const std::complex<Real>>(before)),
      spectrum(device, before.size() + 3);
  fft(here.usual(), values.data(), spectrum.data(), count, {.batch = 3});
  inverse_fft(here.usual(), spectrum.data(), values.data(), count, {.batch = 3});
  auto* const reals = reinterpret_cast<Real*>(values.data());
  real_fft(here.usual(), reals, spectrum.data(), 2 * count, {.batch = 3});
  inverse_real_fft(here.usual(), spectrum.data(), reals, 2 * count, {.batch = 3});
  device.download(after.data(), values.data(), after.size() * sizeof(after[0]));
  bool right = true;
  const int times = points * 2 * points;
  for (std::size_t i = 0; i < after.size(); ++i)
    right &= is_close<Real>(after[i].real(), before[i].real() * static_cast<Real>(times), times) &&
             is_close<Real>(after[i].imag(), before[i].imag() * static_cast<Real>(times), times);
  here.expect(right ? testing::AssertionSuccess() : testing::AssertionFailure() << "wrong numbers",
              std::to_string(points) + " points in a block");
}

}  // namespace

std::vector<reach_case> cases_of_transforms() {
  std::vector<reach_case> all;
  const auto add = [&](const std::string& name, auto run, auto... how) {
    all.push_back({name, [=](workplace& here) { run(here, how...); }});
  };
  for (const int column : columns) {
    const std::string name = "columns of " + std::to_string(column);
    add(name + " doubles", points_in_columns<double>, column, false);
    add(name + " doubles, repaired", points_in_columns<double>, column, true);
    add(name + " floats", points_in_columns<float>, column, false);
    add(name + " real doubles", reals_in_columns<double>, column);
    add(name + " real floats", reals_in_columns<float>, column);
    if (std::has_single_bit(unsigned(column))) add(name + " in segments", segments_in_columns, column);
  }
  const auto tall = [&](const std::string& name, auto check) {
    all.push_back({name, [=](workplace& here) {
                     const scoped_context use(here.usual());
                     tall_passes passes{here.engine(), here.random};
                     here.expect(check(passes), name);
                   }});
  };
  for (const int bits : {kernels::narrowest_tile_digit, kernels::widest_tile_digit}) {
    const std::string digits = "digits of " + std::to_string(bits) + " bits";
    tall("tiles of " + digits,
         [=](tall_passes& passes) { return passes.digits_are_the_numbers(2048, bits); });
    tall("limbs of " + digits,
         [=](tall_passes& passes) { return passes.limbs_are_the_number(256, bits, limb_pattern::runs); });
  }
  for (const std::uint32_t length : {1024u, 2048u, 4096u}) {
    const std::string name = "tall rows of " + std::to_string(length);
    tall(name, [=](tall_passes& passes) { return passes.rows_are_products(16, length, false); });
    tall(name + ", by a spectrum",
         [=](tall_passes& passes) { return passes.rows_are_products(16, length, true); });
    tall(name + ", a square", [=](tall_passes& passes) { return passes.rows_are_squares(16, length); });
  }
  for (const plan::fft_shape& shape : plan::two_pass_shapes()) {
    if (shape.row != 4096) continue;
    const std::string name = "tall columns of " + std::to_string(shape.column[0]);
    tall(name, [=](tall_passes& passes) { return passes.columns_are_transforms(shape.column[0]); });
    tall(name + " back",
         [=](tall_passes& passes) { return passes.sums_are_transforms_back(shape.column[0]); });
  }
  for (const int column : {64, 256, 144, 192, 224}) {
    add("columns of " + std::to_string(column) + " modulo 2^31 - 1", points_in_columns<m31>, column, false);
    add("columns of " + std::to_string(column) + " modulo 2^61 - 1", points_in_columns<m61>, column, false);
  }
  for (int row = 32; row <= 4096; row *= 2)
    for (const bool transposed : {false, true}) {
      if (transposed && row > 1024) continue;
      const std::string name = (transposed ? "transposed rows of " : "rows of ") + std::to_string(row);
      add(name + " doubles", rows<double>, row, transposed);
      add(name + " floats", rows<float>, row, transposed);
    }
  for (const int points : {24, 64, 128, 256, 512, 1024, 2048, 4096}) {
    add("transforms of " + std::to_string(points) + " doubles in a block", in_a_block<double>, points);
    add("transforms of " + std::to_string(points) + " floats in a block", in_a_block<float>, points);
  }
  return all;
}

}  // namespace gbi::test
