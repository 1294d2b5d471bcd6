#include "src/factor/field_machine.hpp"

#include <algorithm>
#include <array>

#include "src/batch/pieces.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/plan/team_shape.hpp"

namespace gbi::factors {

namespace {

kernels::arithmetic arithmetic_of(const plan::tuning& tuned) {
  return plan::choose_arithmetic(modular_arithmetic::automatic, tuned);
}
/// Operands of up to 2 n need R >= 16 n (fused_field.hpp).
kernels::team_shape team_of(std::uint32_t limbs, const plan::tuning& tuned) {
  constexpr std::uint32_t spare_bits = 4;
  return plan::choose_test_team(limbs, spare_bits, tuned, arithmetic_of(tuned));
}
std::size_t places_of(const kernels::team_shape& team, const plan::tuning& tuned) {
  return static_cast<std::size_t>(team.threads) *
         static_cast<std::size_t>(kernels::thread_places(arithmetic_of(tuned), team.limbs));
}
const plan::tuning& tuning_of(const gpu_bigint& n) {
  return detail::engine_of(n.context())->tuning();
}

}  // namespace

field_machine::field_machine(const gpu_bigint& n, std::size_t elements, std::size_t registers)
    : modulus_(bigint_batch::from_numbers(std::array{n}, bits_of(n))),
      elements_(elements),
      squares_(detail::storage_of(modulus_)->executor(), arithmetic_of(tuning_of(n)),
               detail::storage_of(modulus_)->span(), 1,
               team_of(detail::limbs_of_bits(bits_of(n)), tuning_of(n))),
      registers_(detail::storage_of(modulus_)->executor(),
                 registers * elements * places_of(squares_.team(), tuning_of(n))) {}

std::size_t field_machine::bits_of(const gpu_bigint& n) {
  return std::max<std::size_t>(limb_bits, n.bit_length());
}

std::size_t field_machine::register_bytes(const gpu_bigint& n) {
  const plan::tuning& tuned = tuning_of(n);
  return sizeof(limb) * places_of(team_of(detail::limbs_of_bits(bits_of(n)), tuned), tuned);
}

void field_machine::launch(std::span<const kernels::field_step> steps, const kernels::batch_span& input,
                           const kernels::batch_target& output) const {
  exec::executor& executor = detail::storage_of(modulus_)->executor();
  const exec::buffer<kernels::field_step> program(executor, steps);
  kernels::field_program_arguments args{};
  args.modulus = squares_.moduli();
  args.modulus.modulus = detail::for_all(args.modulus.modulus);
  args.modulus.square = detail::for_all(args.modulus.square);
  args.steps = program.data();
  args.count = static_cast<std::uint32_t>(steps.size());
  args.registers = registers_.data();
  args.small = small_.data();
  args.input = input;
  args.output = output;
  args.elements = static_cast<std::uint32_t>(elements_);
  args.team = squares_.team();
  executor.launch(args);
}

void field_machine::load(reg to, const bigint_batch& values) {
  const kernels::field_step step{kernels::field_step::kind::load, to.index, 0, 0, 0, 0, 0, 0};
  launch(std::span(&step, 1), detail::storage_of(values)->span(), {});
}

void field_machine::set_small(std::span<const std::uint32_t> numbers) {
  small_ = exec::buffer<std::uint32_t>(detail::storage_of(modulus_)->executor(), numbers);
}

void field_machine::run(field_program& program) {
  // A step takes about as long as limbs^2 products of limbs: at most a few milliseconds for 2^32 of them on a
  // GPU, seconds on a core.
  constexpr double most_work = 0x1p32;
  constexpr std::size_t fewest = 32, most = 4096;
  const double limbs = detail::limbs_of_bits(bits());
  const double affordable = most_work / (limbs * limbs * static_cast<double>(elements_));
  const std::size_t at_once =
      std::clamp(static_cast<std::size_t>(std::min(affordable, double{most})), fewest, most);
  for (auto left = program.steps(); !left.empty();) {
    const std::size_t count = std::min(left.size(), at_once);
    launch(left.first(count), {}, {});
    detail::storage_of(modulus_)->executor().synchronize();
    left = left.subspan(count);
  }
  program.clear();
}

bigint_batch field_machine::value(reg from) const {
  const faults::operation_scope scope("remainders of a program", elements_, bits());
  auto result = std::make_shared<detail::batch>(detail::storage_of(modulus_)->owner(), elements_, bits());
  const kernels::field_step step{kernels::field_step::kind::store, 0, from.index, 0, 0, 0, 0, 0};
  launch(std::span(&step, 1), {}, result->target());
  return detail::value_of(std::move(result));
}

std::vector<common_factor> common_factors(const bigint_batch& values, const gpu_bigint& n) {
  const bigint_batch divisors = gcd(values, bigint_batch::filled(values.size(), n, values.bits()));
  const std::vector<limb> limbs = divisors.to_limbs();
  const std::size_t each = limbs.size() / values.size();
  std::vector<common_factor> found;
  for (std::size_t g = 0; g < values.size(); ++g) {
    const auto own = std::span(limbs).subspan(g * each, each);
    const bool is_one = own[0] == 1 && std::all_of(own.begin() + 1, own.end(), [](limb l) { return l == 0; });
    if (!is_one) found.push_back({g, divisors[g]});
  }
  return found;
}

}  // namespace gbi::factors
