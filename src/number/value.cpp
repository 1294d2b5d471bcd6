/// \file
/// The value type: construction, conversion to limbs, signs.
#include <algorithm>
#include <bit>

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/number/host_words.hpp"
#include "src/number/number.hpp"
#include "src/process/fresh_pages.hpp"
#include "src/process/memory.hpp"
#include "src/words/linear/linear.hpp"

namespace gbi {

void detail::retain(const number* shared) noexcept {
  shared->retain();
}
void detail::release(const number* shared) noexcept {
  shared->release();
}

detail::context_core& gpu_bigint::current_core() {
  return detail::current_core();
}

gpu_bigint::gpu_bigint(detail::context_core& place, const std::uint64_t* limbs, std::size_t size,
                       bool negative)
    : core_(&place) {
  size = words::significant(limbs, size);
  const std::size_t limit = place.limits().residence;
  if (limit != 0 && size <= limit) {
    limb* target = words_.here;
    if (size > inline_limbs) {
      words_.block = detail::word_block::make(size);
      target = words_.block->limbs();
    }
    std::copy_n(limbs, size, target);
    size_ = negative ? -static_cast<std::int64_t>(size) : static_cast<std::int64_t>(size);
  } else {
    number_.store(detail::number::from_host(place, {limbs, size}, negative).detach(),
                  std::memory_order_relaxed);
    size_ = on_device;
  }
}

gpu_bigint::gpu_bigint(detail::context_core& place, bool negative, detail::uint128 magnitude)
    : core_(&place) {
  const auto low = static_cast<limb>(magnitude), high = static_cast<limb>(magnitude >> limb_bits);
  if (place.limits().residence != 0) {
    words_.here[0] = low;
    words_.here[1] = high;
    const std::int64_t size = high != 0 ? 2 : low != 0 ? 1 : 0;
    size_ = negative ? -size : size;
  } else {
    const std::array<limb, 2> limbs{low, high};
    *this = gpu_bigint(place, limbs.data(), limbs.size(), negative);
  }
}

gpu_bigint gpu_bigint::of(const detail::number* owned) noexcept {
  gpu_bigint result;
  result.core_ = &owned->core();
  result.number_.store(owned, std::memory_order_relaxed);
  result.size_ = on_device;
  return result;
}

const detail::number* gpu_bigint::number() const {
  const detail::number* known = number_.load(std::memory_order_acquire);
  if (known != nullptr || core_ == nullptr) return known;
  const detail::short_view own = short_words();
  const detail::number* const made =
      detail::number::from_host(*core_, {own.limbs, own.size}, own.negative).detach();
  if (number_.compare_exchange_strong(known, made, std::memory_order_acq_rel)) return made;
  made->release();  // another thread came first
  return known;
}

detail::short_view gpu_bigint::long_words() const noexcept {
  return number_.load(std::memory_order_relaxed)->words(core_->limits().residence);
}
detail::short_view gpu_bigint::waited_words() const {
  return number_.load(std::memory_order_relaxed)->words_or_wait();
}

gpu_bigint gpu_bigint::from_limbs(std::span<const std::uint64_t> magnitude, bool negative) {
  return {detail::current_core(), magnitude.data(), magnitude.size(), negative};
}

std::vector<std::uint64_t> gpu_bigint::to_limbs() const {
  if (const detail::short_view own = short_words_or_wait()) return {own.limbs, own.limbs + own.size};
  const detail::number& number = *number_.load(std::memory_order_relaxed);
  auto limbs = process::zeros<std::vector<std::uint64_t>>(number.size());
  if (!limbs.empty()) number.executor().download(limbs.data(), number.limbs(), limbs.size() * sizeof(limb));
  return limbs;
}

int gpu_bigint::sign() const {
  if (const detail::short_view own = short_words_or_wait()) return own.size == 0 ? 0 : own.negative ? -1 : 1;
  const detail::number& number = *number_.load(std::memory_order_relaxed);
  if (number.size() == 0) return 0;
  return number.negative() ? -1 : 1;
}

std::size_t gpu_bigint::bit_length() const {
  const detail::short_view own = short_words_or_wait();
  const detail::number* const number = number_.load(std::memory_order_relaxed);
  const std::size_t size = own ? own.size : number->size();
  if (size == 0) return 0;
  const limb top = own ? own.limbs[size - 1] : number->top();
  return size * limb_bits - static_cast<std::size_t>(std::countl_zero(top));
}

std::size_t gpu_bigint::limb_bound() const noexcept {
  if (size_ != on_device) return short_words().size;
  return number_.load(std::memory_order_relaxed)->bound();
}

gbi::context gpu_bigint::context() const {
  return core_ != nullptr ? detail::context_of(core_->living_engine()) : gbi::context::current();
}

gpu_bigint gpu_bigint::to(const gbi::context& target) const {
  detail::context_core& place = detail::engine_of(target)->core();
  if (core_ == nullptr || core_ == &place) return *this;
  if (const detail::short_view own = short_words_or_wait()) return {place, own.limbs, own.size, own.negative};
  const std::vector<limb> limbs = to_limbs();
  return {place, limbs.data(), limbs.size(), sign() < 0};
}

namespace {

/// A copy of the magnitude with a sign that the host knows.
gpu_bigint with_sign(const detail::number& a, bool negative) {
  const faults::operation_scope scope("change of a sign", a);
  // Read the bound only once: it shrinks when another thread learns the size of a number that copies share.
  const std::size_t bound = a.bound();
  auto result = detail::number::make(a.owner(), bound, a.expected());
  result->set_negative(negative);
  if (bound > 0) a.executor().copy(result->limbs(), a.limbs(), bound * sizeof(limb));
  return detail::value_of(std::move(result));
}

}  // namespace

gpu_bigint gpu_bigint::operator-() const {
  if (core_ == nullptr) return *this;
  if (size_ != on_device) {
    gpu_bigint result = *this;
    result.size_ = -size_;
    // The cached copy for kernels still has the old sign.
    if (const detail::number* const copy = result.number_.exchange(nullptr, std::memory_order_relaxed))
      detail::release(copy);
    return result;
  }
  const detail::number& number = *number_.load(std::memory_order_relaxed);
  if (const auto negative = number.known_negative()) return with_sign(number, !*negative);
  return in_same_context(0).plus(*this, true);
}

gpu_bigint abs(const gpu_bigint& a) {
  if (const detail::short_view own = detail::short_words(a)) {
    return own.negative ? -a : a;
  }
  if (detail::number_of(a)->known_negative() == false) return a;
  return with_sign(*detail::number_of(a), false);
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
