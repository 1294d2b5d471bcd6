/// \file
/// The building blocks: scans of every type, operator and form; normalisation in all of its phases, of short
/// and of long numbers.
#include <algorithm>
#include <limits>

#include "gpu_bigint/normalize.hpp"
#include "gpu_bigint/scan.hpp"
#include "src/exec/buffer.hpp"
#include "tests/reach/workplace.hpp"
#include "tests/support/oracle.hpp"

namespace gbi::test {

namespace {

/// Some tiles of one problem, or many problems in a tile. All results are small integers.
template <class T>
void scan_of(workplace& here, scan_operation operation, scan_algorithm algorithm, std::size_t size,
             std::size_t batch) {
  std::vector<T> values(size * batch), wanted(values.size());
  for (T& each : values)
    each = operation == scan_operation::product ? static_cast<T>(here.random.coin() ? 1 : -1)
                                                : static_cast<T>(here.random.below(256));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const T before = wanted[i == 0 ? 0 : i - 1], own = values[i];
    wanted[i] = i % size == 0                          ? own
                : operation == scan_operation::sum     ? static_cast<T>(before + own)
                : operation == scan_operation::product ? static_cast<T>(before * own)
                                                       : std::max(before, own);
  }
  const std::vector<T> got =
      scan(values, {.operation = operation, .algorithm = algorithm, .batch = batch}, here.usual());
  here.expect(got == wanted ? testing::AssertionSuccess() : testing::AssertionFailure() << "wrong numbers",
              std::to_string(batch) + " scans");
}

template <class T>
void scans_of(workplace& here) {
  for (const scan_operation operation :
       {scan_operation::sum, scan_operation::product, scan_operation::maximum}) {
    constexpr std::size_t tiles = 20'000;
    scan_of<T>(here, operation, scan_algorithm::cascade, tiles, 1);
    scan_of<T>(here, operation, scan_algorithm::look_back, tiles, 1);
    scan_of<T>(here, operation, scan_algorithm::automatic, 30, 400);
  }
}

/// Coefficients of 32 bits with digits of 16 bits: two of them overlap everywhere.
void normalisation(workplace& here, std::size_t limb_count, std::size_t batch, bool is_wide) {
  constexpr int digit_bits = 16;
  const context& where = here.usual();
  exec::executor& device = here.engine().executor();
  const std::size_t count = 64 / digit_bits * limb_count - 4;
  std::vector<std::int64_t> values(count * batch);
  for (auto& each : values) each = static_cast<std::int32_t>(here.random.bits());
  std::vector<integer> wanted;
  for (std::size_t g = 0; g < batch; ++g) {
    // The sum of a number of odd digits and one of even ones, with signs.
    integer sum;
    for (const bool negative : {false, true})
      for (const std::size_t odd : {0, 1}) {
        std::vector<std::uint32_t> part(count / 2 + 1, 0);
        for (std::size_t i = odd; i < count; i += 2) {
          const std::int64_t value = values[g * count + i];
          if ((value < 0) == negative) part[i / 2] = static_cast<std::uint32_t>(negative ? -value : value);
        }
        integer number;
        mpz_import(number.get(), part.size(), -1, sizeof part[0], 0, 0, part.data());
        number = number << (odd * digit_bits);
        sum = negative ? sum - number : sum + number;
      }
    wanted.push_back(sum.low_bits(64 * limb_count));
  }
  const exec::buffer<std::int64_t> coefficients(device, std::span<const std::int64_t>(values));
  std::vector<std::int32_t> signs(values.size());
  std::transform(values.begin(), values.end(), signs.begin(),
                 [](std::int64_t each) { return each < 0 ? -1 : 0; });
  const exec::buffer<std::int32_t> upper(device, std::span<const std::int32_t>(signs));
  const wide_coefficients pairs{reinterpret_cast<const std::uint64_t*>(coefficients.data()), upper.data()};
  const exec::buffer<std::uint64_t> out(device, limb_count * batch), words(device, limb_count * batch),
      addends(device, limb_count * batch);
  const auto expect = [&](const char* name) {
    std::vector<std::uint64_t> all(limb_count * batch);
    device.download(all.data(), out.data(), all.size() * sizeof(std::uint64_t));
    for (std::size_t g = 0; g < batch; ++g)
      here.expect(matches(integer(std::span(all).subspan(g * limb_count, limb_count)), wanted[g]), name);
  };
  const normalize_options options{.batch = batch};
  if (is_wide) {
    normalize(where, pairs, count, digit_bits, out.data(), limb_count, options);
    expect("wide coefficients");
    split_coefficients(where, pairs, count, digit_bits, words.data(), addends.data(), limb_count, options);
  } else {
    normalize(where, coefficients.data(), count, digit_bits, out.data(), limb_count, options);
    expect("coefficients");
    split_coefficients(where, coefficients.data(), count, digit_bits, words.data(), addends.data(),
                       limb_count, options);
  }
  propagate_carries(where, words.data(), addends.data(), out.data(), limb_count, options);
  expect("carries");
}

}  // namespace

std::vector<reach_case> cases_of_blocks() {
  std::vector<reach_case> all;
  const auto add = [&](const std::string& name, auto run, auto... how) {
    all.push_back({name, [=](workplace& here) { run(here, how...); }});
  };
  add("scans of words of 32 bits", scans_of<std::uint32_t>);
  add("scans of words of 64 bits", scans_of<std::uint64_t>);
  add("scans of floats", scans_of<float>);
  add("scans of doubles", scans_of<double>);
  // More tiles than multiprocessors, fewer, and several problems in a tile.
  for (const bool is_wide : {false, true}) {
    add("normalisation of many tiles", normalisation, 400'000, 1, is_wide);
    add("normalisation of some tiles", normalisation, 5'000, 1, is_wide);
    add("normalisation of short numbers", normalisation, 3, 1'100, is_wide);
  }
  return all;
}

}  // namespace gbi::test
