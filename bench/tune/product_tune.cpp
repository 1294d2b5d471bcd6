/// \file
/// Finds how best to cut products into passes on this machine's device.
///
///   tune_products shapes [LARGEST]  for src/plan/fft_shape.cpp, lengths up to 2^LARGEST points
///   tune_products rows              for src/plan/devices: how many rows are few
///
/// Every plan multiplies the longest random operands that fit it, verified and with proven digits. Prints the
/// median time of products queued back to back, and that time per bit of an operand.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/support/median.hpp"
#include "gpu_bigint/context.hpp"
#include "src/cache/twiddles.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "src/multiply/product.hpp"
#include "src/plan/error_bound.hpp"

namespace {

using gbi::limb;
using gbi::plan::fft_plan;
using gbi::plan::fft_shape;
using gbi::products::product;

gbi::detail::engine& engine() {
  return *gbi::detail::engine_of(gbi::context::current());
}

/// Random operands of n limbs each, and room for their product.
class operands {
 public:
  explicit operands(std::size_t n)
      : n_(n),
        values_(engine().executor(), std::span<const limb>(random(2 * n))),
        result_(engine().executor(), 2 * n) {}
  product task() const {
    return {.a = {values_.data(), n_, n_},
            .b = {values_.data() + n_, n_, n_},
            .out = {result_.data(), 2 * n_, 2 * n_}};
  }

 private:
  static std::vector<limb> random(std::size_t count) {
    static std::mt19937_64 generator{std::random_device{}()};
    std::vector<limb> result(count);
    for (limb& x : result) x = generator();
    return result;
  }
  std::size_t n_;
  gbi::exec::buffer<limb> values_, result_;
};

/// Microseconds per call of work queued back to back, the median of several measurements.
double microseconds(const std::function<void()>& work) {
  auto& executor = engine().executor();
  const double once = std::max(executor.seconds_of(work), executor.seconds_of(work));
  const int count = std::clamp(static_cast<int>(1e-3 / once), 1, 64);
  std::vector<double> seconds;
  for (int i = 0; i < 7; ++i)
    seconds.push_back(executor.seconds_of([&] {
      for (int k = 0; k < count; ++k) work();
    }));
  return gbi::bench::median(seconds) / count * 1e6;
}

/// The longest operands that a shape multiplies, in limbs, and the digits for them.
struct filled {
  std::size_t limbs;
  fft_plan plan;
};

filled fill(const fft_shape& shape, bool verified) {
  filled best{0, {}};
  for (int bits = gbi::plan::widest_digit; bits > 0; --bits) {
    const std::size_t limbs = (shape.points - 1) * static_cast<std::size_t>(bits) / 64;
    const std::uint64_t digits = gbi::plan::digits_of(limbs, bits);
    const bool good = verified ? gbi::plan::is_trusted(shape.points, bits, digits, digits, false)
                               : gbi::plan::is_exact(shape, bits, digits, digits);
    if (good && limbs > best.limbs) best = {limbs, {shape, bits, verified}};
  }
  return best;
}

/// The time with these transforms, whatever the planner would choose.
double time_of(const filled& wanted) {
  const operands numbers(wanted.limbs);
  const product task = numbers.task();
  const gbi::plan::planned_product plan =
      engine().planner().by_transform(gbi::products::shape_of(task), wanted.plan);
  return microseconds([&] { gbi::products::execute(engine(), plan, task); });
}

std::string name_of(const fft_shape& shape) {
  std::string name;
  for (int pass = 0; pass < shape.column_passes; ++pass) name += std::to_string(shape.column[pass]) + " x ";
  return name + std::to_string(shape.row);
}

/// Every shape for which kernels exist, by its number of points.
std::multimap<std::uint64_t, fft_shape> all_shapes(std::uint64_t largest) {
  std::multimap<std::uint64_t, fft_shape> shapes;
  const auto add = [&](int passes, int first, int second, int row) {
    const auto points = static_cast<std::uint64_t>(first) * static_cast<std::uint64_t>(second) *
                        static_cast<std::uint64_t>(row);
    if (points <= largest) shapes.emplace(points, fft_shape{points, passes, {first, second}, row});
  };
  for (const int first : {64, 128, 144, 160, 192, 224, 240, 256, 512, 1024})
    for (int row = 64; row <= 4096; row *= 2) {
      add(1, first, 1, row);
      for (int second = 64; second <= 1024; second *= 2) add(2, first, second, row);
    }
  return shapes;
}

void search_shapes(int largest) {
  constexpr std::uint64_t smallest = std::uint64_t{1} << 13;
  const auto shapes = all_shapes(std::uint64_t{1} << largest);
  std::printf("%10s  %-18s %8s %10s %8s %8s %10s %8s\n", "points", "passes", "verified", "us", "ps a bit",
              "proven", "us", "ps a bit");
  for (auto it = shapes.lower_bound(smallest); it != shapes.end();) {
    const auto end = shapes.upper_bound(it->first);
    // Sorted by time, fastest first.
    std::multimap<double, std::string> lines;
    for (; it != end; ++it) {
      char line[160];
      double key = 0;
      int at = std::snprintf(line, sizeof line, "%10llu  %-18s", static_cast<unsigned long long>(it->first),
                             name_of(it->second).c_str());
      for (const bool verified : {true, false}) {
        const filled wanted = fill(it->second, verified);
        if (wanted.limbs == 0) continue;
        const double time = time_of(wanted);
        if (key == 0) key = time;
        at +=
            std::snprintf(line + at, sizeof line - static_cast<std::size_t>(at), " %8d %10.2f %8.2f",
                          wanted.plan.digit_bits, time, time * 1e6 / static_cast<double>(wanted.limbs * 64));
      }
      lines.emplace(key, line);
    }
    for (const auto& [time, line] : lines) std::puts(line.c_str());
    std::fflush(stdout);
  }
}

/// Times the fused rows of products alone, by few threads and by many, in grids of growing size. All rows are
/// an impulse, which every product leaves unchanged.
void search_rows() {
  using complex = gbi::kernels::complex<double>;
  using gbi::kernels::row_threads;
  auto& executor = engine().executor();
  const complex* const roots = engine().twiddles().stages<double>();
  std::printf("microseconds, 16 points a thread and 8\n%6s %6s %6s %17s %17s %17s\n", "points", "rows",
              "batch", "product", "square", "by a spectrum");
  for (const int points : {512, 1024, 2048, 4096}) {
    const auto time_of_rows = [&](std::uint32_t rows, std::uint32_t batch) {
      const std::uint64_t n = std::uint64_t{rows} * static_cast<std::uint64_t>(points);
      std::vector<complex> impulses(n * batch, complex{0, 0});
      for (std::uint64_t at = 0; at < impulses.size(); at += static_cast<std::uint64_t>(points))
        impulses[at] = {1.0 / points, 0};
      const gbi::exec::buffer<complex> a(executor, std::span<const complex>(impulses)),
          b(executor, std::span<const complex>(impulses)),
          flat(executor, std::span<const complex>(std::vector<complex>(n, complex{1.0 / points, 0})));
      std::printf("%6d %6u %6u", points, rows, batch);
      struct second_factor {
        const complex *digits, *spectrum;
      };
      for (const second_factor& factor :
           {second_factor{b.data(), nullptr}, {nullptr, nullptr}, {nullptr, flat.data()}})
        for (const row_threads threads : {row_threads::few, row_threads::many})
          std::printf(" %8.2f", microseconds([&] {
                        executor.launch(gbi::kernels::row_product_arguments{
                            a.data(), factor.digits, n, roots, {}, factor.spectrum, threads, points, batch});
                      }));
      std::printf("\n");
      std::fflush(stdout);
    };
    for (const std::uint32_t rows :
         {16, 32, 64, 128, 144, 160, 192, 224, 256, 320, 384, 512, 640, 768, 1024, 1536, 2048, 4096})
      time_of_rows(rows, 1);
    time_of_rows(64, 4);
    time_of_rows(160, 16);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view search = argc > 1 ? argv[1] : "";
  if (search == "shapes") {
    search_shapes(argc > 2 ? std::atoi(argv[2]) : 25);
  } else if (search == "rows") {
    search_rows();
  } else {
    std::fprintf(stderr, "usage: %s shapes [LARGEST] | rows\n", argv[0]);
    return 1;
  }
}
