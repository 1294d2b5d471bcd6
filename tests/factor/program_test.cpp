/// \file
/// Programs on registers of remainders, against GMP.
#include "src/factor/field_program.hpp"

#include <string>
#include <vector>

#include "src/factor/field_machine.hpp"
#include "tests/factor/factor_fixture.hpp"
#include "tests/support/environment.hpp"

namespace gbi::test {

namespace {

using factors::operand, factors::reg;

class FieldProgram : public factor_fixture {
 protected:
  static constexpr std::uint16_t registers = 5;
  /// values[r][g] is the remainder of element g in register r.
  using state = std::vector<std::vector<integer>>;

  reg any() { return {static_cast<std::uint16_t>(random.below(registers))}; }
  operand any_operand() {
    const operand all[] = {any(), any() + any(), any() - any()};
    return all[random.below(3)];
  }
  static integer value_of(const state& values, const operand& x, std::size_t g) {
    return values[x.a.index][g] + integer(long{x.sign}) * values[x.b.index][g];
  }

  /// Adds a random step to the program and takes it on the values.
  void take_step(factors::field_program& program, state& values, const integer& n,
                 const std::vector<std::uint32_t>& small) {
    const reg to = any();
    const operand x = any_operand(), y = any_operand();
    const state before = values;
    const auto set = [&](const auto& of) {
      for (std::size_t g = 0; g < small.size(); ++g)
        values[to.index][g] = modulo(of(value_of(before, x, g), value_of(before, y, g), g), n);
    };
    integer inverse;
    mpz_invert(inverse.get(), (integer(1) << 32).get(), n.get());
    switch (random.below(4)) {
      case 0:
        program.square(to, x);
        return set([](const integer& a, const integer&, std::size_t) { return a * a; });
      case 1:
        program.multiply_small(to, x);
        program.square(to, to);
        return set([&](const integer& a, const integer&, std::size_t g) {
          const integer product = a * integer(static_cast<long>(small[g])) * inverse;
          return product * product;
        });
      default:
        program.multiply(to, x, y);
        return set([](const integer& a, const integer& b, std::size_t) { return a * b; });
    }
  }
};

TEST_P(FieldProgram, OfRandomSteps) {
  for (const std::size_t bits : {2, 31, 64, 128, 256, 257, 384, 500, 1024, 2048, 5000, 8192}) {
    if (bits > size({8192, 256, 8192})) continue;
    for (const char* arithmetic : {"doubles", "words"}) {
      const environment_variable set("GPU_BIGINT_MODULAR_ARITHMETIC", arithmetic);
      const scoped_context use(new_context(GetParam(), plan::word_limits::none()));
      const std::size_t elements = random.log_uniform(1, bits < 1000 ? 70 : 3);
      const integer n = random.coin() ? odd_number(bits) : (integer(1) << bits) - integer(1);
      std::vector<std::uint32_t> small;
      for (std::size_t g = 0; g < elements; ++g)
        small.push_back(random.coin() ? ~0U : static_cast<std::uint32_t>(random.bits()));
      factors::field_machine machine(from_oracle(n), elements, registers);
      machine.set_small(small);
      state values;
      for (std::uint16_t r = 0; r < registers; ++r) {
        std::vector<integer> numbers = operands(elements, machine.bits());
        machine.load({r}, batch_of(numbers, machine.bits()));
        for (integer& each : numbers) each = modulo(each, n);
        values.push_back(numbers);
      }
      factors::field_program program;
      for (std::size_t i = size({60, 10, 200}); i > 0; --i) take_step(program, values, n, small);
      machine.run(program);
      for (std::uint16_t r = 0; r < registers; ++r)
        expect_values(machine.value({r}), values[r],
                      "register " + std::to_string(r) + ", " + arithmetic + ", modulo " + brief(n));
    }
  }
}

GPU_BIGINT_ON_EVERY_DEVICE(FieldProgram);

}  // namespace

}  // namespace gbi::test
