#include "src/text/host_scan.hpp"

#include <algorithm>

#include "src/process/chunks.hpp"
#include "src/words/number_theory/prime_power.hpp"
#include "src/words/text/characters.hpp"
#include "src/words/text/text.hpp"

namespace gbi::text {

namespace {

bool is_canonical(std::string_view digits, int base) noexcept {
  if (words::find_no_digit(digits.data(), digits.size(), base) != digits.size()) return false;
  constexpr int largest_base_without_letters = 10;
  return base <= largest_base_without_letters || base > words::largest_base_of_one_case ||
         std::none_of(digits.begin(), digits.end(), [](char c) { return 'A' <= c && c <= 'Z'; });
}

}  // namespace

void text_scan::add(std::size_t begin, std::size_t size) noexcept {
  const char* const piece = digits_.data() + begin;
  const std::optional<limb> checksum = base_ == 10 ? words::checksum_of_decimal(piece, size, decimal_)
                                                   : words::checksum_of_text(piece, size, base_, prime_);
  if (!checksum) return canonical_.store(false, std::memory_order_relaxed);
  const limb weight =
      words::power_modulo_prime(static_cast<limb>(base_), digits_.size() - begin - size, prime_);
  const limb part = prime_.multiply(*checksum, weight);
  limb others = sum_.load(std::memory_order_relaxed);
  while (!sum_.compare_exchange_weak(others, prime_.add(others, part), std::memory_order_relaxed)) {
  }
}

void text_scan::add_unchecked(std::size_t begin, std::size_t size) noexcept {
  if (base_ == 10) return add(begin, size);  // looks at the characters anyway
  for (std::size_t run; size > 0; begin += run, size -= run) {
    run = std::min(size, process::chunk_bytes);  // stays in the innermost cache while it is read twice
    if (is_canonical(digits_.substr(begin, run), base_))
      add(begin, run);
    else
      canonical_.store(false, std::memory_order_relaxed);
  }
}

unsigned text_scan::threads() const noexcept {
  constexpr std::size_t shortest_of_others = 4 * process::chunk_bytes;  // they take ten times as long
  return base_ == 10 ? process::threads_for(digits_.size())
                     : process::threads_for(digits_.size(), shortest_of_others);
}

std::optional<limb> text_scan::checksum() const noexcept {
  if (!canonical_) return std::nullopt;
  return sum_;
}

limb checksum_of(std::string_view digits, int base, const kernels::small_modulus& prime) noexcept {
  text_scan scan(digits, base, prime);
  process::for_each_chunk(digits.size(), scan.threads(),
                          [&](std::size_t begin, std::size_t size) noexcept { scan.add(begin, size); });
  return *scan.checksum();
}

}  // namespace gbi::text
