/// \file
/// Conversion to and from decimal text, compared with the product of numbers of that length and with GMP on
/// one thread.
///
/// bench_text --benchmark_out=FILE.json --benchmark_out_format=json [--benchmark_filter=...]
///
/// NAME/d and NAME/gmp/d have the same numbers of d random decimal digits. The text is in host memory and the
/// number in device memory. The time includes the copy between them and all work of the host. `to_pieces`
/// delivers the text through gbi::write_text, so no string holds all digits.
#include <benchmark/benchmark.h>
#include <gmp.h>

#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/support/numbers.hpp"
#include "bench/support/report.hpp"
#include "bench/support/series.hpp"
#include "gpu_bigint/format.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

namespace {

using gbi::gpu_bigint;
using gbi::bench::gmp_number;
using gbi::bench::task;

/// Bits of a number with this many digits, rounded down to whole limbs.
std::size_t bits_of(std::int64_t digits) {
  return static_cast<std::size_t>(static_cast<double>(digits) * std::log2(10.0)) / 64 * 64;
}

void add_ours(const std::vector<std::int64_t>& sizes) {
  gbi::bench::add_series("product", sizes, [](std::int64_t digits) {
    return task{
        .work = [a = gbi::bench::random_number(bits_of(digits), 0),
                 b = gbi::bench::random_number(bits_of(digits), 1)] { benchmark::DoNotOptimize(a * b); }};
  });
  gbi::bench::add_series("to_text", sizes, [](std::int64_t digits) {
    const gpu_bigint a = gbi::bench::random_number(bits_of(digits), 0);
    return task{.work = [a] { benchmark::DoNotOptimize(a.to_string()); },
                .right = [a] { return gpu_bigint(a.to_string()) == a; }};
  });
  gbi::bench::add_series("to_pieces", sizes, [](std::int64_t digits) {
    const gpu_bigint a = gbi::bench::random_number(bits_of(digits), 0);
    const auto write = [a](auto&& take) { gbi::write_text(a, take, 10); };
    return task{.work = [write] { write([](std::string_view piece) { benchmark::DoNotOptimize(piece); }); },
                .right =
                    [a, write] {
                      std::string text;
                      write([&](std::string_view piece) { text += piece; });
                      return text == a.to_string();
                    }};
  });
  gbi::bench::add_series("from_text", sizes, [](std::int64_t digits) {
    const auto text = std::make_shared<const std::string>(gbi::bench::random_text(digits));
    return task{.work = [text] { benchmark::DoNotOptimize(gpu_bigint(*text)); },
                .right = [text] { return gpu_bigint(*text).to_string() == *text; }};
  });
}

void add_gmps(const std::vector<std::int64_t>& sizes) {
  gbi::bench::add_gmp_series("to_text", sizes, [](std::int64_t digits) {
    const auto text = std::make_shared<std::string>(static_cast<std::size_t>(digits) + 2, ' ');
    return task{.work = [a = gbi::bench::random_gmp_number(bits_of(digits), 0), text] {
      mpz_get_str(text->data(), 10, a);
    }};
  });
  gbi::bench::add_gmp_series("from_text", sizes, [](std::int64_t digits) {
    return task{.work = [text = gbi::bench::random_text(digits), a = gmp_number()] {
      mpz_set_str(a, text.c_str(), 10);
    }};
  });
}

}  // namespace

int main(int argc, char** argv) {
  return gbi::bench::run(argc, argv, [](bool gpu) {
    add_ours(gbi::bench::geometric(1000, gpu ? 1'000'000'000 : 1'000'000, 10));
    add_gmps(gbi::bench::geometric(1000, gpu ? 10'000'000 : 1'000'000, 10));
  });
}
