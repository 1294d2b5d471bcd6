/// \file
/// The value type: construction, conversion to limbs, signs.
#include <array>
#include <bit>

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/arithmetic/number.hpp"

namespace gbi {

std::shared_ptr<const detail::number> gpu_bigint::from_word(bool negative, detail::uint128 magnitude) {
  const std::array<limb, 2> limbs{static_cast<limb>(magnitude), static_cast<limb>(magnitude >> 64)};
  return detail::number::from_host(gbi::context::current().engine(), limbs, negative);
}

gpu_bigint gpu_bigint::from_limbs(std::span<const std::uint64_t> magnitude, bool negative) {
  return gpu_bigint(detail::number::from_host(gbi::context::current().engine(), magnitude, negative));
}

std::vector<std::uint64_t> gpu_bigint::to_limbs() const {
  if (!number_) return {};
  std::vector<std::uint64_t> limbs(number_->size());
  if (!limbs.empty())
    number_->executor().download(limbs.data(), number_->limbs(), limbs.size() * sizeof(limb));
  return limbs;
}

int gpu_bigint::sign() const {
  if (!number_ || number_->size() == 0) return 0;
  return number_->negative() ? -1 : 1;
}

std::size_t gpu_bigint::bit_length() const {
  const std::size_t size = number_ ? number_->size() : 0;
  if (size == 0) return 0;
  return size * limb_bits - static_cast<std::size_t>(std::countl_zero(number_->top()));
}

std::size_t gpu_bigint::limb_bound() const noexcept {
  return number_ ? number_->bound() : 0;
}

gbi::context gpu_bigint::context() const {
  return number_ ? gbi::context(number_->owner()) : gbi::context::current();
}

gpu_bigint gpu_bigint::to(const gbi::context& target) const {
  if (!number_ || number_->owner() == target.engine()) return *this;
  return gpu_bigint(detail::number::from_host(target.engine(), to_limbs(), sign() < 0));
}

namespace {

/// The same magnitude with a sign that the host knows.
gpu_bigint with_sign(const detail::number& a, bool negative) {
  auto result = std::make_shared<detail::number>(a.owner(), a.bound());
  result->set_negative(negative);
  if (a.bound() > 0) a.executor().copy(result->limbs(), a.limbs(), a.bound() * sizeof(limb));
  return gpu_bigint(std::move(result));
}

}  // namespace

gpu_bigint gpu_bigint::operator-() const {
  if (!number_) return *this;
  if (const auto negative = number_->known_negative()) return with_sign(*number_, !*negative);
  return gpu_bigint(0).to(context()).plus(*this, true);
}

gpu_bigint abs(const gpu_bigint& a) {
  if (!a.number() || a.number()->known_negative() == false) return a;
  return with_sign(*a.number(), false);
}

gpu_bigint gpu_bigint::operator++(int) {
  gpu_bigint before = *this;
  ++*this;
  return before;
}

gpu_bigint gpu_bigint::operator--(int) {
  gpu_bigint before = *this;
  --*this;
  return before;
}

}  // namespace gbi
