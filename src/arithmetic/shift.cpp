/// \file
/// Shifts. To the right they round towards minus infinity, as in two's complement: a negative number from
/// which a one is lost gets a magnitude one larger.
#include <stdexcept>
#include <string>

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/arithmetic/chain.hpp"
#include "src/arithmetic/number.hpp"

namespace gbi {

namespace {

constexpr std::size_t bits_per_limb = limb_bits;

std::uint64_t checked_count(std::int64_t bits, const char* operation) {
  if (bits < 0)
    throw std::invalid_argument(std::string(operation) + " by " + std::to_string(bits) +
                                " bits: the count is negative");
  return static_cast<std::uint64_t>(bits);
}

}  // namespace

gpu_bigint gpu_bigint::shifted_left(std::int64_t bits) const {
  const std::uint64_t count = checked_count(bits, "shift to the left");
  if (!number_ || number_->bound() == 0 || bits == 0) return *this;
  const detail::number& a = *number_;
  auto result = std::make_shared<detail::number>(
      a.owner(), a.bound() + static_cast<std::size_t>((count + bits_per_limb - 1) / bits_per_limb));
  a.executor().launch(
      kernels::shift_arguments{a.span(), result->target(), -bits, a.sign_word(), result->sign_word()}, 1);
  if (const auto negative = a.known_negative()) result->know_negative(*negative);
  return gpu_bigint(std::move(result));
}

gpu_bigint gpu_bigint::shifted_right(std::int64_t bits) const {
  const std::uint64_t count = checked_count(bits, "shift to the right");
  if (!number_ || number_->bound() == 0 || bits == 0) return *this;
  const detail::number& a = *number_;
  exec::executor& executor = a.executor();
  const bool surely_positive = a.known_negative() == false;
  const std::size_t whole = static_cast<std::size_t>(count / bits_per_limb);
  const std::size_t kept = whole < a.bound() ? a.bound() - whole : 0;

  if (surely_positive && kept == 0) return gpu_bigint(detail::number::from_host(a.owner(), {}, false));

  // Rounding a negative number away from zero may need one more limb.
  auto result = std::make_shared<detail::number>(a.owner(), surely_positive ? kept : kept + 1);
  executor.launch(
      kernels::shift_arguments{a.span(), result->target(), bits, a.sign_word(), result->sign_word()}, 1);
  if (surely_positive) {
    result->know_negative(false);
    return gpu_bigint(std::move(result));
  }

  const std::size_t lost_limbs = std::min<std::size_t>(a.bound(), whole + (count % bits_per_limb != 0));
  const limb last_mask = lost_limbs > whole ? (limb{1} << count % bits_per_limb) - 1 : ~limb{0};
  const auto lost = exec::cleared<limb>(executor, 1);
  executor.launch(kernels::significant_arguments{{a.limbs(), lost_limbs, 0}, last_mask, lost.data()});
  const arithmetic::carry_chain chain(a.owner()->chains(), result->bound(), 1);
  executor.launch(kernels::add_arguments{result->span(),
                                         {nullptr, 0, 0},
                                         result->target(),
                                         {.subtract = false,
                                          .sign_a = nullptr,
                                          .sign_b = nullptr,
                                          .order = nullptr,
                                          .sign_result = nullptr,
                                          .carry_if = lost.data(),
                                          .and_if = a.sign_word()},
                                         chain.get()},
                  1);
  return gpu_bigint(std::move(result));
}

}  // namespace gbi
