#include "src/arithmetic/number.hpp"

#include <algorithm>
#include <array>

namespace gbi::detail {

number::number(std::shared_ptr<engine> engine, std::size_t bound)
    : engine_(std::move(engine)), bound_(bound), memory_(engine_->executor(), header_limbs + bound) {
  if (bound_ == 0) size_.store(0, std::memory_order_relaxed);
}

std::shared_ptr<const number> number::from_host(std::shared_ptr<engine> engine,
                                                std::span<const limb> magnitude, bool negative) {
  while (!magnitude.empty() && magnitude.back() == 0) magnitude = magnitude.first(magnitude.size() - 1);
  auto result = std::make_shared<number>(std::move(engine), magnitude.size());
  negative = negative && !magnitude.empty();
  if (magnitude.size() <= header_limbs) {
    // A short number goes over in one piece: the time is that of starting a copy.
    std::array<limb, 2 * header_limbs> image{};
    image[0] = negative ? 1 : 0;
    std::copy(magnitude.begin(), magnitude.end(), image.begin() + header_limbs);
    result->executor().upload(result->sign_word(), image.data(),
                              (header_limbs + magnitude.size()) * sizeof(limb));
    result->know_negative(negative);
  } else {
    result->set_negative(negative);
    result->executor().upload(result->limbs(), magnitude.data(), magnitude.size_bytes());
  }
  result->size_.store(static_cast<std::int64_t>(magnitude.size()), std::memory_order_relaxed);
  if (!magnitude.empty()) result->top_.store(magnitude.back(), std::memory_order_relaxed);
  return result;
}

void number::set_negative(bool negative) {
  const limb word = negative ? 1 : 0;
  executor().upload(sign_word(), &word, sizeof word);
  know_negative(negative);
}

std::optional<bool> number::known_negative() const noexcept {
  const std::int8_t known = negative_.load(std::memory_order_relaxed);
  if (known < 0) return std::nullopt;
  return known != 0;
}

bool number::negative() const {
  if (const auto known = known_negative()) return *known;
  limb word = 0;
  executor().download(&word, sign_word(), sizeof word);
  know_negative(word != 0);
  return word != 0;
}

std::size_t number::size() const {
  const std::int64_t known = size_.load(std::memory_order_relaxed);
  if (known >= 0) return static_cast<std::size_t>(known);
  const auto found = exec::cleared<limb>(executor(), 1);
  executor().launch(kernels::significant_arguments{span(), ~limb{0}, found.data()});
  limb size = 0;
  executor().download(&size, found.data(), sizeof size);
  size_.store(static_cast<std::int64_t>(size), std::memory_order_relaxed);
  return size;
}

limb number::top() const {
  const limb known = top_.load(std::memory_order_relaxed);
  if (known != 0 || size() == 0) return known;
  limb result = 0;
  executor().download(&result, limbs() + size() - 1, sizeof result);
  top_.store(result, std::memory_order_relaxed);
  return result;
}

}  // namespace gbi::detail
