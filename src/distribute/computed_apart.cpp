#include "src/distribute/computed_apart.hpp"

#include <algorithm>
#include <cstdint>

namespace gbi::distribute {

std::vector<distributed_bigint> computed_apart(const device_group& handle, const std::vector<int>& owners,
                                               const std::function<std::vector<gpu_bigint>(int)>& compute) {
  group& on = *of(handle);
  const auto ranks = static_cast<std::size_t>(on.size()), local = static_cast<std::size_t>(on.local());
  std::size_t most = 0;
  for (int rank = 0; rank < on.size(); ++rank)
    most = std::max(most, static_cast<std::size_t>(std::ranges::count(owners, rank)));
  std::vector<std::vector<gpu_bigint>> own(local);
  // Twice the bits of each number, and 1 if it is negative.
  std::vector<std::uint64_t> said(most * local), heard(most * ranks);
  on.prepare_side_by_side([&](int at) {
    const auto index = static_cast<std::size_t>(at);
    own[index] = compute(on.first() + at);
    std::ranges::transform(own[index], said.begin() + static_cast<std::ptrdiff_t>(index * most),
                           [](const gpu_bigint& each) {
                             return 2 * std::uint64_t{each.bit_length()} + (each.sign() < 0 ? 1 : 0);
                           });
  });
  on.link().share(said, heard);

  std::vector<distributed_bigint> result;
  std::vector<std::size_t> moved(ranks);  // numbers of each rank
  for (const int owner : owners) {
    const auto rank = static_cast<std::size_t>(owner);
    const std::size_t number = moved[rank]++;
    const std::uint64_t of_number = heard[rank * most + number];
    const int at = owner - on.first();
    gpu_bigint* const whole =
        at >= 0 && at < on.local() ? &own[static_cast<std::size_t>(at)][number] : nullptr;
    if (of_number == 0) {
      result.push_back(access::make(from_host(handle, {}, false)));
      continue;
    }
    const std::shared_ptr<value> made = scatter(handle, owner, whole, of_number / 2);
    made->know_bits(of_number / 2);
    made->know_negative(of_number % 2 != 0);
    result.push_back(access::make(made));
    if (whole != nullptr) *whole = gpu_bigint();
  }
  return result;
}

}  // namespace gbi::distribute
