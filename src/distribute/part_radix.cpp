#include "src/distribute/part_radix.hpp"

#include <bit>
#include <cstdint>
#include <optional>
#include <utility>

#include "gpu_bigint/distributed_division.hpp"
#include "src/distribute/first_decides.hpp"
#include "src/text/radix_tree.hpp"

namespace gbi::distribute {

digit_parts digit_parts::of(group& on, int base, std::size_t digits, std::size_t limbs, std::size_t least) {
  const auto is_long = [&]() -> std::vector<std::uint64_t> {
    return {limbs / least >= on.at(0).engine.tuning().sharing.least_limbs};
  };
  const bool shares = on.size() > 1 && first_decides(on, 1, is_long).front() != 0;
  const std::size_t count = shares ? std::bit_ceil(static_cast<unsigned>(on.size())) : 1;
  return {base, (digits + count - 1) / count, static_cast<int>(count)};
}

part_radix::part_radix(const device_group& handle, const digit_parts& parts)
    : parts_(parts),
      levels_(std::countr_zero(static_cast<unsigned>(parts.count))),
      bits_per_digit_(text::bits_per_digit(parts.base)) {
  if (bits_per_digit_ != 0 || levels_ == 0) return;
  powers_.push_back(pow(distributed_bigint(handle, gpu_bigint(parts.base)), parts.width));
  while (static_cast<int>(powers_.size()) < levels_) powers_.push_back(powers_.back() * powers_.back());
}

std::int64_t part_radix::bits_at(int level) const {
  return (static_cast<std::int64_t>(parts_.width) * bits_per_digit_) << level;
}

distributed_bigint part_radix::joined(std::vector<distributed_bigint> parts) const {
  for (int level = 0; level < levels_; ++level) {
    std::vector<distributed_bigint> pairs;
    for (std::size_t i = 0; i < parts.size(); i += 2) {
      const distributed_bigint low = std::move(parts[i]), high = std::move(parts[i + 1]);
      pairs.push_back(low + (bits_per_digit_ != 0 ? high << bits_at(level) : high * power_at(level)));
    }
    parts = std::move(pairs);
  }
  return std::move(parts.front());
}

std::vector<distributed_bigint> part_radix::split(distributed_bigint number) const {
  std::vector<distributed_bigint> parts;
  parts.push_back(std::move(number));
  for (int level = levels_; level-- > 0;) {
    std::optional<distributed_divider> power;
    if (bits_per_digit_ == 0) power.emplace(power_at(level));
    std::vector<distributed_bigint> halves;
    for (distributed_bigint& each : parts) {
      const distributed_bigint whole = std::move(each);
      if (power) {
        auto [high, low] = power->div_rem(whole);
        halves.push_back(std::move(low));
        halves.push_back(std::move(high));
      } else {
        distributed_bigint high = whole >> bits_at(level);
        halves.push_back(whole - (high << bits_at(level)));
        halves.push_back(std::move(high));
      }
    }
    parts = std::move(halves);
  }
  return parts;
}

}  // namespace gbi::distribute
