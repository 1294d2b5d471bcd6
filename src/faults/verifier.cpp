#include "src/faults/verifier.hpp"

#include <bit>
#include <exception>
#include <new>
#include <random>
#include <span>

#include "gpu_bigint/error.hpp"
#include "kernels/word/mix.hpp"
#include "kernels/word/small_modulus.hpp"
#include "src/faults/evidence.hpp"
#include "src/words/number_theory/prime.hpp"

namespace gbi::faults {

namespace {

std::uint64_t random_word() {
  std::random_device source;
  return std::uniform_int_distribution<std::uint64_t>()(source);
}

/// A prime with this many bits.
std::uint64_t random_prime_of(int bits) {
  std::random_device source;
  std::uniform_int_distribution<std::uint64_t> any((std::uint64_t{1} << (bits - 1)) + 1,
                                                   (std::uint64_t{1} << bits) - 1);
  for (;;)
    if (const std::uint64_t n = any(source) | 1; words::is_prime_word(n)) return n;
}

/// Appends `count` powers 1, base, base^2, ... and returns the next one.
limb append_powers(std::vector<limb>& list, const kernels::small_modulus& modulus, limb base, int count) {
  limb power = 1;
  for (int i = 0; i < count; ++i, power = modulus.multiply(power, base)) list.push_back(power);
  return power;
}

}  // namespace

std::uint64_t random_prime() {
  return random_prime_of(61);
}
std::uint64_t random_short_prime() {
  return random_prime_of(28);
}

checksum_table::checksum_table(exec::executor& executor, std::uint64_t prime) {
  const auto modulus = kernels::small_modulus::of(prime);
  const limb two_to_64 = modulus.reduce(kernels::wide_limb{1} << 64);
  std::vector<limb> powers;
  const limb next_row = append_powers(powers, modulus, two_to_64, kernels::checksum_threads);
  limb next_place = append_powers(powers, modulus, next_row, kernels::checksum_limbs_of_thread);
  powers.push_back(next_place);
  for (int digit = 0; digit < kernels::checksum_modulus::tile_digits; ++digit)
    next_place = append_powers(powers, modulus, next_place, 1 << kernels::checksum_modulus::tile_digit_bits);
  powers_ = exec::buffer<limb>(executor, std::span<const limb>(powers));

  const limb *const of_limb = powers_.data(), *const of_row = of_limb + kernels::checksum_threads;
  modulus_ = {.prime = prime,
              .reciprocal = modulus.reciprocal,
              .of_limb = of_limb,
              .of_row = of_row,
              .of_place = of_row + kernels::checksum_limbs_of_thread + 1};
}

verifier::verifier(exec::executor& executor, verification mode)
    : executor_(&executor), mode_(mode), key_(random_word()) {}

std::shared_ptr<const checksum_table> verifier::table() {
  const std::scoped_lock lock(mutex_);
  const std::uint64_t faults = faults::faults();
  if (table_ != nullptr && ++checks_ <= checks_of_prime && faults == faults_) return table_;
  checks_ = 1;
  try {
    table_ = std::make_shared<const checksum_table>(*executor_, random_prime());
    faults_ = faults;
  } catch (const out_of_memory&) {
    if (table_ == nullptr) throw;  // otherwise, the old prime stays in use
  }
  return table_;
}

std::uint64_t verifier::seed() noexcept {
  return kernels::mixed(key_ + ++seeds_ * kernels::mix_increment);
}

verifier::lease::lease(verifier& owner, std::uint32_t problems)
    : owner_(&owner), exceptions_(std::uncaught_exceptions()) {
  {
    const std::scoped_lock lock(owner.mutex_);
    if (!owner.free_.empty()) {
      verdicts_ = std::move(owner.free_.back());
      owner.free_.pop_back();
    }
  }
  const std::size_t wanted = 2 * std::size_t{std::bit_ceil(problems)};
  if (verdicts_.all.size() < wanted)
    verdicts_.all = exec::cleared<kernels::verdict>(*owner.executor_, wanted);
  verdicts_.are_second = !verdicts_.are_second;
}

verifier::lease::~lease() {
  // After a failed launch the contents of the verdicts are unknown.
  if (std::uncaught_exceptions() > exceptions_) return;
  try {
    const std::scoped_lock lock(owner_->mutex_);
    owner_->free_.push_back(std::move(verdicts_));
  } catch (const std::bad_alloc&) {  // if there is no memory for the list, the verdicts are freed
  }
}

}  // namespace gbi::faults
