#include "src/plan/scan_policy.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace gbi::plan {

namespace {

// GPUs in ascending order; searched with bench/tune.
//  architecture, {bytes, L, P}, K, full grid
constexpr scan_policy rows[] = {
    {"host", {4, 128, 16}, 16, 64},
    {"host", {8, 128, 8}, 16, 64},
    {"sm_90", {4, 256, 24}, 64, 4224},
    {"sm_90", {8, 256, 12}, 4, 2112},
};

template <std::size_t Count>
constexpr bool is_one_of(const kernels::scan_shape& shape, const kernels::scan_shape (&shapes)[Count]) {
  return std::find(std::begin(shapes), std::end(shapes), shape) != std::end(shapes);
}
static_assert(std::all_of(std::begin(rows), std::end(rows),
                          [](const scan_policy& row) {
                            return row.architecture == "host"
                                       ? is_one_of(row.shape, kernels::host_scan_shapes)
                                       : is_one_of(row.shape, kernels::cuda_scan_shapes);
                          }),
              "a policy names a shape that is not compiled");

int number_of(std::string_view architecture) {
  int number = -1;  // the host comes before all GPUs
  const std::string_view digits = architecture.substr(architecture.find('_') + 1);
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

}  // namespace

const scan_policy& scan_policy_of(std::string_view architecture, int element_bytes) {
  const bool host = architecture == "host";
  const scan_policy* best = nullptr;
  for (const scan_policy& row : rows) {
    if (row.shape.element_bytes != element_bytes || (row.architecture == "host") != host) continue;
    if (best == nullptr || number_of(row.architecture) <= number_of(architecture)) best = &row;
  }
  return *best;
}

std::string scan_policy::to_string() const {
  return "{\"" + std::string(architecture) + "\", {" + std::to_string(shape.element_bytes) + ", " +
         std::to_string(shape.threads) + ", " + std::to_string(shape.per_thread) + "}, " +
         std::to_string(tiles_per_chunk) + ", " + std::to_string(full_grid) + "},";
}

}  // namespace gbi::plan
