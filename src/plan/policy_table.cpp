#include "src/plan/policy_table.hpp"

#include <charconv>

namespace gbi::plan {

namespace {

// GPUs in ascending order. The crossovers of the host and sm_90 were measured with bench/multiply
// (bench/results); sm_80 takes those of sm_90 with a smaller workspace and has not been measured.
//
// The limits of one block are an estimate on GPUs: a multiprocessor does 32 wide multiply-adds a clock and a
// product of limbs takes four, so that 2^16 of them (2^14 x 2^14 bits) take 8192 clocks, and sm_90_block
// about 10 us at 1.75 GHz and 7 us at best of launches, clearing and atomics saved. To be tuned by
// bench/multiply.
constexpr std::size_t host_block = std::size_t{1} << 11;
constexpr std::size_t sm_90_block = std::size_t{3} << 15;
constexpr std::size_t sm_90_block_batch = 128;  // about as many as multiprocessors
constexpr policy host_row{"host", 128, 640, host_block, 1000000, std::size_t{256} << 20};
constexpr policy gpu_rows[] = {
    {"sm_80", 512, 4096, sm_90_block, sm_90_block_batch, std::size_t{1} << 30},
    {"sm_90", 512, 4096, sm_90_block, sm_90_block_batch, std::size_t{2} << 30},
};

int number_of(std::string_view architecture) {
  int number = 0;
  const std::string_view digits = architecture.substr(architecture.find('_') + 1);
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

}  // namespace

const policy& policy_of(std::string_view architecture) {
  if (architecture == host_row.architecture) return host_row;
  const policy* best = &gpu_rows[0];
  for (const policy& row : gpu_rows)
    if (number_of(row.architecture) <= number_of(architecture)) best = &row;
  return *best;
}

}  // namespace gbi::plan
