/// \file
/// Numbers in host memory as values: where they come from, and what the host reads of them.
#include <algorithm>
#include <bit>
#include <string>

#include "gpu_bigint/host_bigint.hpp"
#include "src/context/context_core.hpp"
#include "src/host_memory/magnitude.hpp"
#include "src/number/number.hpp"
#include "src/number/room.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace host_memory {

void copy_out(const gpu_bigint& number, limb* target, std::size_t count) {
  const detail::short_view own = detail::short_words(number);
  const detail::number* const on_device = own ? nullptr : detail::number_of(number);
  const std::size_t copied = std::min(count, own ? own.size : on_device != nullptr ? on_device->size() : 0);
  if (on_device != nullptr && copied > 0)
    on_device->executor().download(target, on_device->limbs(), copied * sizeof(limb));
  else
    std::copy_n(own.limbs, copied, target);
  std::fill(target + copied, target + count, 0);
}

}  // namespace host_memory

using host_memory::magnitude;

host_bigint::host_bigint(const gpu_bigint& number) {
  const int sign = number.sign();
  if (sign == 0) return;
  const std::size_t limbs = number.limb_bound();  // exact, because sign() has waited
  magnitude_ = host_memory::computed(
      concat("copy of ", limbs, " limbs to host memory"), detail::core_of(number)->living_engine(), limbs,
      [&](magnitude& result) { host_memory::copy_out(number, result.limbs(), result.size()); });
  negative_ = sign < 0;
}

host_bigint host_bigint::from_limbs(std::span<const std::uint64_t> limbs, bool negative) {
  if (limbs.empty()) return {};
  return {host_memory::computed(concat("copy of ", limbs.size(), " limbs to host memory"),
                                detail::engine_of(gbi::context::current()), limbs.size(),
                                [&](magnitude& result) { std::ranges::copy(limbs, result.limbs()); }),
          negative};
}

gpu_bigint host_bigint::gather() const {
  if (magnitude_ == nullptr) return {};
  return numbers::naming(
      [&] {
        return detail::value_of(magnitude_->owner()->core(), magnitude_->limbs(), magnitude_->size(),
                                negative_);
      },
      [&] { return concat("copy of ", magnitude_->size(), " limbs from host memory"); });
}

std::span<const std::uint64_t> host_bigint::limbs() const noexcept {
  if (magnitude_ == nullptr) return {};
  return {magnitude_->limbs(), magnitude_->size()};
}

std::size_t host_bigint::bit_length() const noexcept {
  if (magnitude_ == nullptr) return 0;
  return magnitude_->size() * limb_bits -
         static_cast<std::size_t>(std::countl_zero(magnitude_->limbs()[magnitude_->size() - 1]));
}

gbi::context host_bigint::context() const {
  return magnitude_ != nullptr ? detail::context_of(magnitude_->owner()) : gbi::context::current();
}

}  // namespace gbi
