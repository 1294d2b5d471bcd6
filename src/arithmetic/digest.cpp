#include "src/arithmetic/digest.hpp"

#include "kernels/word/mix.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/number/number.hpp"
#include "src/words/linear/digest.hpp"

namespace gbi {

namespace arithmetic {

std::uint64_t digest_of(const gpu_bigint& a) {
  if (const detail::short_view own = detail::short_words_or_wait(a))
    return words::digest(own.limbs, own.size);
  const faults::operation_scope scope("digest", a);
  const detail::number& number = *detail::number_of(a);
  const kernels::limb_span limbs = number.span();
  if (limbs.count == 0) return 0;
  return number.owner()->answers().await([&](const kernels::reduction_target& digest) {
    number.executor().launch(kernels::digest_arguments{limbs, digest});
  });
}

}  // namespace arithmetic

std::size_t hash_value(const gpu_bigint& a) {
  const std::uint64_t digest = arithmetic::digest_of(a);
  // Zero has no sign.
  return kernels::mixed(digest != 0 && a.sign() < 0 ? ~digest : digest);
}

}  // namespace gbi
