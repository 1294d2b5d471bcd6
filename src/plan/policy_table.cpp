#include "src/plan/policy_table.hpp"

#include <charconv>

namespace gbi::plan {

namespace {

// GPUs in ascending order. The crossovers of the host and sm_90 were measured with bench/multiply
// (bench/results); older ones take those of sm_90 with a smaller workspace and have not been measured.
//
// The limits of one block: those of the host were measured on two cores, those of sm_90 on an H200, where
// 128 x 128 limbs take 3.5 us in a block, 3.6 us by columns and 12.4 us in tiles, 161 x 161 limbs 5.1, 3.7
// and 14 us, and 128 products of 2^14 bits 8.4, 23 and 28 us. Transforms, in one block up to 2^16 bits, take
// 16 products of 2^16 bits in 18 instead of 27 us, 128 of 2^15 in 14 instead of 25 us and 1024 of 2^13 in 16
// instead of 17 us, all that from 2^23 products of limbs on; one product may have as many as 3300 x 3300.
//
// Verified digits: proven ones of 13 bits fill two passes of 2^19 points, of which a multiprocessor has one
// row, with operands of 106496 limbs: 33.9 us, of 589824 points 45.1 us. Verified, so long operands take 41
// us.
//
// Repairs by columns: on the host launches behind a closed gate cost nothing, so that the limit is where both
// ways take a second; on GPUs 2^40 products are about two.
//
// Transforms in one block: on one core of the host products of 8 x 8 limbs alone take 0.56 us by transforms
// and 1.1 us as convolutions, of 16 x 16 limbs 0.68 and 2.0. A convolution takes 3 ns for each product of
// limbs, a transform 11 ns for each limb of the result in a block and 35 ns beyond. Teams of threads take
// 0.67 us for 16 x 16 limbs; interleaved numbers are read more slowly than others. On an H200 interleaved
// ones in millions a second, by transforms and by teams: 79 and 92 of 128 limbs, 36 and 47 of 192, 32 and 24
// of 256.
//
// Teams multiply by columns or by rows, on an H200 in millions of whole products a second: 4960 and 4630 of
// 12 limbs, 3200 and 3650 of 16, 80 and 92 of 128, 44 and 47 of 192, 24 and 23 of 256. Fewer threads than
// 2^15 leave an H200's schedulers without warps; the host's cores run one thread each. On
// one of them columns and rows make 2.4 and 2.8 million products of 8 limbs, 1.5 and 1.2 of 16, 0.18 and 0.07
// of 64 (tune_batches).
//
// The leaves of product trees: on the host a run of 256 words takes a thread the time of one product of 128
// by 128 words; those of GPUs have not been measured.
//
// Modular products: GPUs have a multiply-add of doubles for two of floats, or for 32 to 64. On the host,
// where digits of 52 bits are integers, powers of 256 to 4096 bits by words take 1.05 to 1.7 times as long
// (quick timings on one core of a busy machine). On an H200 powers of 1024 to 4096 bits by words take 1.16 to
// 1.25 times as long, but products, for which numbers must be cut into digits and put together again, 0.93 of
// the time by words at 16384 bits, 0.86 at 4096, 0.7 at 1024 and 0.63 at 256.
//
// Divisions (tune_divisions on an H200): the first 66 limbs of a reciprocal in one block, 10 us; with 18 or
// 130 the longer ones take 5 us or 1 us more. Quotients of 27 limbs take 19 us in a block and 22 by Newton's
// iteration, of 33 limbs 28 and 22. The last step to 8194 limbs takes 125 us by columns and 132 by
// transforms, to 16386 limbs 262 and 172.
//
// Powers in one launch: on the host a power modulo a number of 2^8 bits takes a fourth of the time of a chain
// of products, from 2^10 bits on not less; the limit of GPUs is counted (docs/performance.md). So many prime
// tests at once fill the cores of a small host; on a GPU they take little more than the time of one.
constexpr policy host_row{.architecture = "host",
                          .schoolbook_shorter_limbs = 12,
                          .schoolbook_total_limbs = 46,
                          .schoolbook_limb_products = ~std::size_t{0},
                          .verified_total_limbs = 1024,
                          .repair_limb_products = 0x1p26,
                          .block_limb_products = 5 << 10,
                          .block_batch = 32,
                          .transform_batch = 8,
                          .batch_transform_limbs = 12,
                          .interleaved_transform_limbs = 24,
                          .busy_threads = 1,
                          .shortest_row_product = 1,
                          .longest_row_product = 0,
                          .tiles = true,
                          .leaf_words = 128,
                          .product_words = false,
                          .power_words = false,
                          .power_limbs = 8,
                          .prime_tests = 16,
                          .block_quotient_limbs = 256,
                          .reciprocal_limbs = 66,
                          .column_sum_limb_products = 0x1p13,
                          .wrapped_limbs = 2048,
                          .kept_limbs = 3072,
                          .workspace_bytes = std::size_t{256} << 20};
constexpr policy sm_90_row{.architecture = "sm_90",
                           .schoolbook_shorter_limbs = 48,
                           .schoolbook_total_limbs = 6600,
                           .schoolbook_limb_products = 11 << 20,
                           .verified_total_limbs = 13 << 14,
                           .repair_limb_products = 0x1p40,
                           .block_limb_products = 3 << 13,
                           .block_batch = 32,
                           .transform_batch = 512,
                           .batch_transform_limbs = 128,
                           .interleaved_transform_limbs = 200,
                           .busy_threads = 1 << 15,
                           .shortest_row_product = 16,
                           .longest_row_product = 192,
                           .tiles = false,
                           .leaf_words = 32,
                           .product_words = true,
                           .power_words = false,
                           .power_limbs = 192,
                           .prime_tests = 1024,
                           .block_quotient_limbs = 28,
                           .reciprocal_limbs = 66,
                           .column_sum_limb_products = 17 << 20,
                           .wrapped_limbs = 1 << 12,
                           .kept_limbs = 1 << 17,
                           .workspace_bytes = std::size_t{2} << 30};
/// Another architecture with the limits of sm_90.
constexpr policy row_of(std::string_view architecture, bool power_words,
                        std::size_t workspace_bytes = sm_90_row.workspace_bytes) {
  policy row = sm_90_row;
  row.architecture = architecture;
  row.power_words = power_words;
  row.workspace_bytes = workspace_bytes;
  return row;
}
constexpr std::size_t gibibyte = std::size_t{1} << 30;
constexpr policy gpu_rows[] = {row_of("sm_60", false, gibibyte),
                               row_of("sm_61", true, gibibyte),
                               row_of("sm_70", false, gibibyte),
                               row_of("sm_72", true, gibibyte),
                               row_of("sm_80", false, gibibyte),
                               row_of("sm_86", true, gibibyte),
                               sm_90_row,
                               row_of("sm_103", true)};

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
