/// \file
/// Random numbers of any size.
#include "gpu_bigint/random.hpp"
#include "src/faults/operation_scope.hpp"

#include <stdexcept>

#include "src/number/host_words.hpp"
#include "src/number/number.hpp"
#include "src/process/concat.hpp"
#include "src/words/linear/random_limbs.hpp"

namespace gbi {

gpu_bigint random_engine::bits(std::size_t count) {
  const std::size_t top_bits = count % limb_bits, limbs = count / limb_bits + (top_bits != 0 ? 1 : 0);
  detail::context_core& core = detail::current_core();
  if (core.limits().residence != 0 && limbs <= core.limits().residence) {
    numbers::word_result result(core, limbs);
    words::random_bits(result.data(), count, seed_, skip(1));
    return result.value(false);
  }
  const faults::operation_scope scope("random number", count);
  const auto engine = core.living_engine();
  auto result = detail::number::make(engine, limbs);
  engine->executor().launch(kernels::random_arguments{seed_, skip(1), result->target(),
                                                      top_bits == 0 ? ~limb{0} : (limb{1} << top_bits) - 1,
                                                      result->sign_word()});
  result->know_negative(false);
  return detail::value_of(std::move(result));
}

gpu_bigint random_engine::below(const gpu_bigint& bound) {
  if (bound.sign() <= 0)
    throw std::domain_error(
        concat("random number below a bound of ", bound.limb_bound(), " limbs: the bound is not positive"));
  const scoped_context use(bound.context());
  // The exact size makes the draw the same on every device.
  const std::size_t count = ((bound.bit_length() + limb_bits - 1) / limb_bits + 2) * limb_bits;
  return (bits(count) * bound) >> static_cast<std::int64_t>(count);
}

}  // namespace gbi
