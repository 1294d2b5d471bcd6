/// \file
/// Products by every transform of a range of lengths, as long as memory allows, modulo 2^61 - 1:
///
/// torture_lengths [--from-bits 65536] [--to-bits 1048576] [--column 0] [--backend cuda|host] [--seed N]
///
/// Bits are those of each operand. With --column, only transforms whose first columns have so many points are
/// used. Two random operands fill the transform; their product and a square are computed by it, with the
/// digits that the planner gives this length. The program fails if a result is wrong, if it was wrong at
/// first and had to be repaired, or if an operation fails for a reason other than memory.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "bench/support/checksum.hpp"
#include "gpu_bigint/random.hpp"
#include "src/context/engine.hpp"
#include "src/multiply/multiply.hpp"
#include "src/plan/planner.hpp"
#include "tests/torture/program.hpp"

namespace gbi::test {

namespace {

std::uint64_t checksum(const gpu_bigint& value) {
  return bench::checksum(value.to_limbs(), 64);
}

std::string name_of(const plan::fft_plan& plan) {
  std::string name;
  for (int pass = 0; pass < plan.shape.column_passes; ++pass)
    name += std::to_string(plan.shape.column[pass]) + " x ";
  return name + std::to_string(plan.shape.row) + " points, digits of " + std::to_string(plan.digit_bits) +
         " bits";
}

class lengths {
 public:
  explicit lengths(const context& here) : here_(here), engine_(*detail::engine_of(here)) {}

  /// The product and the square that fill this transform, if `find` gives it to products of their length.
  template <class Find>
  void run(const plan::fft_shape& shape, const Find& find, std::uint64_t from, std::uint64_t to,
           random_engine& random) {
    for (const bool square : {false, true})
      for (int width = plan::widest_digit; width > 0; --width) {
        const std::size_t limbs = (shape.points - 1) * static_cast<std::uint64_t>(width) / limb_bits;
        const auto wanted = plan::product_shape::whole(limbs, limbs, square);
        const std::optional<plan::fft_plan> found = find(wanted, engine_.planner().trust_in(wanted));
        if (!found || found->shape != shape) continue;
        if (limbs * limb_bits >= from && limbs * limb_bits <= to) multiply(*found, limbs, square, random);
        break;
      }
  }

  bool is_sound() const { return faults_ == 0; }
  void report() const {
    std::printf("%d products, %d without memory, %d faults\n", products_, without_memory_, faults_);
  }

 private:
  void multiply(const plan::fft_plan& plan, std::size_t limbs, bool square, random_engine& random) {
    const std::string what =
        std::to_string(limbs) + " limbs" + (square ? ", square: " : ": ") + name_of(plan);
    const auto begin = std::chrono::steady_clock::now();
    const std::uint64_t repairs = here_.repairs();
    std::string outcome;
    try {
      const auto operand = [&] {
        const std::uint64_t bits = limbs * limb_bits;
        gpu_bigint made = random.bits(bits - 1) + (gpu_bigint(1) << (bits - 1));
        static_cast<void>(made.bit_length());  // from now on, the limbs of the sum are known
        return made;
      };
      const gpu_bigint x = operand(), y = square ? x : operand();
      const gpu_bigint product =
          products::of_numbers(x, y, [&](detail::engine& engine, const products::product& wanted) {
            products::execute(engine, engine.planner().by_transform(products::shape_of(wanted), plan),
                              wanted);
          });
      const bool right = checksum(product) == bench::checksum_product(checksum(x), checksum(y));
      outcome = !right ? "WRONG" : here_.repairs() != repairs ? "REPAIRED" : "right";
      if (outcome != "right") ++faults_;
    } catch (const std::bad_alloc&) {
      outcome = "no memory";
      ++without_memory_;
      here_.trim();
    } catch (const std::exception& error) {
      outcome = std::string("FAILED: ") + error.what();
      ++faults_;
    }
    ++products_;
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::printf("%s: %s (%.2f s)\n", what.c_str(), outcome.c_str(), seconds.count());
    std::fflush(stdout);
  }

  const context& here_;
  detail::engine& engine_;
  int products_ = 0, without_memory_ = 0, faults_ = 0;
};

int run(int argc, char** argv) {
  options given(argc, argv);
  const context here(given.where());
  const std::uint64_t from = given.number("from-bits", std::uint64_t{1} << 16),
                      to = given.number("to-bits", std::uint64_t{1} << 20),
                      column = given.number("column", 0), seed = given.number("seed", fresh_seed());
  given.no_more();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  const scoped_context use(here);
  random_engine random(seed);
  lengths all(here);
  const auto run_each = [&](std::span<const plan::fft_shape> shapes, const auto& find) {
    for (const plan::fft_shape& shape : shapes)
      if (shape.column_passes > 0 && (column == 0 || shape.column[0] == static_cast<int>(column)))
        all.run(shape, find, from, to, random);
  };
  run_each(plan::fft_shapes(),
           [](const plan::product_shape& wanted, plan::trust how) { return find_verified_fft(wanted, how); });
  if (detail::engine_of(here)->tuning().product.two_pass_limbs != plan::never)
    run_each(plan::two_pass_shapes(), plan::find_two_pass_fft);
  all.report();
  return all.is_sound() ? 0 : 1;
}

}  // namespace

}  // namespace gbi::test

int main(int argc, char** argv) {
  return gbi::test::run_program("torture_lengths", gbi::test::run, argc, argv);
}
