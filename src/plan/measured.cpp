/// \file
/// One row for every measured device, with the reasons next to the values. bench/multiply finds the
/// crossovers of products (bench/results), bench/tune the others.
#include "src/plan/measured.hpp"

#include <algorithm>
#include <iterator>

namespace gbi::plan {

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;
constexpr std::size_t never = ~std::size_t{0};

constexpr scan_tuning host_scans[] = {{{4, 128, 16}, 16, 64}, {{8, 128, 8}, 16, 64}};
/// 32 and 16 tiles per multiprocessor.
constexpr scan_tuning sm_90_scans[] = {{{4, 256, 24}, 64, 4224}, {{8, 256, 12}, 4, 2112}};

template <std::size_t Rows, std::size_t Shapes>
constexpr bool are_compiled(const scan_tuning (&rows)[Rows], const kernels::scan_shape (&shapes)[Shapes]) {
  return std::all_of(std::begin(rows), std::end(rows), [&](const scan_tuning& row) {
    return std::find(std::begin(shapes), std::end(shapes), row.shape) != std::end(shapes);
  });
}
static_assert(are_compiled(host_scans, kernels::host_scan_shapes) &&
                  are_compiled(sm_90_scans, kernels::cuda_scan_shapes),
              "a row names a shape that is not compiled");

}  // namespace

measured_row measured_host() {
  return {.device = "two cores of an x86-64 processor",
          .properties = {.backend = backend::host, .architecture = "host"},
          .values = {
              // Words and transforms take the same time for products of 512 limbs. Divisions by Newton's
              // iteration are faster from a few thousand limbs on. A linear kernel is faster only when many
              // cores share it.
              .words = {.residence = std::size_t{1} << 20,
                        .product = 512,
                        .quotient = 6144,
                        .power = 512,
                        .root = 2048,
                        .text = 4096,
                        .prime = 512,
                        .prime_search = 512},
              .product = {.preferred = algorithm::automatic,
                          .exact_total_limbs = never,  // doubles fill a core's vector registers
                          .schoolbook_shorter_limbs = 12,
                          .schoolbook_total_limbs = 46,
                          .schoolbook_limb_products = ~std::size_t{0},
                          .verified_total_limbs = 1024,
                          .few_rows_512 = 0,
                          .few_rows_1024 = 0,
                          .verify_blocks = 528,
                          // Launches whose gate has nothing to repair cost nothing. Either kind of repair
                          // takes a second at this size.
                          .repair_limb_products = 0x1p26,
                          .wrapped_limbs = 2048,
                          .kept_limbs = 3072,
                          .cut_points = 4e6,
                          .moduli_limbs = never},
              // Estimates for ranks with their own cores, on one machine.
              .sharing = {.least_limbs = std::size_t{1} << 17, .link_points = 2, .fixed_points = 1e5},
              .convolution = {.block_limb_products = 5 << 10,
                              .block_batch = 32,
                              .tiles = true,
                              .byte_shorter_limbs = never,  // no tensor cores
                              .byte_total_limbs = 0,
                              .byte_limb_products = 0,
                              .byte_blocks = 64},
              .division = {.block_quotient_limbs = 256,
                           .reciprocal_limbs = 66,
                           .column_sum_limb_products = 0x1p13,
                           // 2^16 bits take 0.3 ms, with 520 limbs 1.1.
                           .inverse_root_limbs = 64},
              .batch = {.transform_batch = 8,
                        // 8 x 8 limbs take 0.56 us by transforms and 1.1 us as convolutions, 16 x 16 limbs
                        // 0.68 and 2.0 us, and 0.67 us by teams.
                        .transform_limbs = 12,
                        .interleaved_transform_limbs = 24,
                        .busy_threads = 1,  // a core runs one thread
                        .narrow_threads = std::size_t{1} << 15,
                        // Never by rows. In millions of products per second, columns and rows reach 2.4 and
                        // 2.8 for 8 limbs, 1.5 and 1.2 for 16, 0.18 and 0.07 for 64 (tune_batches).
                        .shortest_row_product = 1,
                        .longest_row_product = 0,
                        .byte_batch = never,  // no tensor cores
                        .bytes = {},
                        .low_bytes = {},
                        // Digits of 52 bits are integers here, too. Powers of 256 to 4096 bits take 1.05 to
                        // 1.7 times as long by words.
                        .product = kernels::arithmetic::doubles,
                        .power = kernels::arithmetic::doubles,
                        .residue_products = never,  // bytes are too short for a core
                        .residue_powers = never,
                        .residue_blocks = 0,
                        .single_warps = true,
                        .narrow_words = true},
              // Leaves of 256 words take as long as one product of the next level. A power of 2^8 bits takes
              // a quarter of the time of a chain of products, a power of 2^10 bits as long as a chain.
              .number_theory = {.leaf_words = 128,
                                .exact_exponent = never,  // doubles fill a core's vector registers
                                .power_limbs = 8,
                                .byte_power_limbs = never,  // no tensor cores
                                .prime_tests = 16,
                                .sieved_numbers = never},  // the host's own sieve stays in its caches
              .scan_4_bytes = host_scans[0],
              .scan_8_bytes = host_scans[1],
              .workspace_bytes = 256 * mebibyte,
              .memory_bytes = 0,
              .verification = verification::residue,
              .origin = {},
          }};
}

measured_row measured_sm_90() {
  return {
      .device = "an H200",
      .properties = {.backend = backend::cuda,
                     .architecture = "sm_90",
                     .multiprocessors = 132,
                     .memory_bytes = std::size_t{141} * 1000 * 1000 * 1000,
                     .memory_bytes_per_second = 4.9e12,
                     .fp32_per_fp64 = 2},
      .values = {
          // An operation takes 3 to 5 us however short its operands are, and copying a result to the host
          // takes the same time again. In words, a sum of 1024 limbs takes 0.3 us and a product of 256 limbs
          // takes 6 us. Prime tests of a number's neighbours run in parallel, so words are faster up to 1024
          // bits. A single test is a chain, so words are faster up to a few thousand bits.
          .words = {.residence = 1024,
                    .product = 256,
                    .quotient = 1024,
                    .power = 128,
                    .root = 512,
                    .text = 1024,
                    .prime = 64,
                    .prime_search = 16},
          .product = {.preferred = algorithm::automatic,
                      // Exact products of 2^20 to 2^32 bits take 2.1 to 4.8 times as long.
                      .exact_total_limbs = never,
                      .schoolbook_shorter_limbs = 48,
                      .schoolbook_total_limbs = 6600,
                      // 16 products of 2^16 bits take 18 us by transforms and 27 us otherwise, 128 of
                      // 2^15 bits take 14 and 25, 1024 of 2^13 bits take 16 and 17. A single product may
                      // have as many limb products as 3300 x 3300.
                      .schoolbook_limb_products = 11 << 20,
                      // Proven digits of 13 bits fill two passes of 2^19 points with operands of 106496
                      // limbs: 33.9 us. With 589824 points they take 45.1 us, and verified digits take 41
                      // us.
                      .verified_total_limbs = 13 << 14,
                      .few_rows_512 = 660,  // 5 and 1 per multiprocessor (tune_products rows)
                      .few_rows_1024 = 132,
                      .verify_blocks = 528,            // 4 per multiprocessor
                      .repair_limb_products = 0x1p40,  // about two seconds
                      .wrapped_limbs = 1 << 12,
                      .kept_limbs = 1 << 17,
                      // 15 us, an estimate
                      .cut_points = 4e6,
                      // Whole products are faster wherever they fit: 121 ms rather than 147 ms at 2^34 bits.
                      .moduli_limbs = never},
          // Two GPUs copy 390 GB/s each way over NVLink, a twelfth of the memory bandwidth. The fixed costs
          // of a product are 0.45 ms: its launches on all ranks, the chunks, and the wait.
          .sharing = {.least_limbs = std::size_t{1} << 18, .link_points = 12.6, .fixed_points = 1.85e8},
          // 128 x 128 limbs take 3.5 us in a block, 3.6 us by columns and 12.4 us in tiles. 161 x 161
          // limbs take 5.1, 3.7 and 14 us, 128 products of 2^14 bits 8.4, 23 and 28 us.
          .convolution = {.block_limb_products = 3 << 13,
                          .block_batch = 32,
                          .tiles = false,
                          // By digits and by bytes, in us: 3.0 and 2.6 for 181 x 181 limbs, 9.6 and 4.8 for
                          // 2048 x 2048, 5.8 and 3.3 for 256 x 10000, 11 and 6 for 16 products of 512 x 512.
                          // By transforms and by bytes: 17 and 8.1 for 4096 x 4096, 17 and 12.5 for 5792 x
                          // 5792, 15.5 and 21 for 8192 x 8192. Longer sums take more than two waves of
                          // blocks: 147456 x 256 takes 29 by bytes and about 28 by transforms.
                          .byte_shorter_limbs = 192,
                          .byte_total_limbs = 24000,
                          .byte_limb_products = 36 << 20,
                          // 5000 x 5000 limbs take 11.1 us in 323 blocks of 256 columns and 11.5 us in
                          // 213 of 384, 5792 x 5792 limbs 13.8 and 12.5 us.
                          .byte_blocks = 265},
          // tune_divisions: the first 66 limbs of a reciprocal in one block take 10 us; with 18 or 130 first
          // limbs, longer reciprocals take 5 or 1 us more. Quotients of 27 limbs take 19 us in a block and 22
          // us by Newton's iteration, quotients of 33 limbs 28 and 22 us. The last step to 8194 limbs takes
          // 125 us by columns and 132 us by transforms, to 16386 limbs 262 and 172 us.
          .division = {.block_quotient_limbs = 28,
                       .reciprocal_limbs = 66,
                       .column_sum_limb_products = 17 << 20,
                       // Square roots of 2^16 to 2^22 bits take 20 to 12 us less than with 64; 264 and 1040
                       // are about equal.
                       .inverse_root_limbs = 520},
          .batch = {.transform_batch = 512,
                    .transform_limbs = 128,
                    // In millions per second, by transforms and by teams: 79 and 92 for 128 limbs, 36 and 47
                    // for 192, 32 and 24 for 256.
                    .interleaved_transform_limbs = 200,
                    .busy_threads = std::size_t{1} << 15,  // with fewer, some schedulers have no warps
                    .narrow_threads = std::size_t{1} << 15,
                    // In millions of whole products per second, by columns and by rows: 4960 and 4630 for 12
                    // limbs, 3200 and 3650 for 16, 44 and 47 for 192, 24 and 23 for 256.
                    .shortest_row_product = 16,
                    .longest_row_product = 192,
                    // In millions of whole products per second, by bytes and by teams: 1676 and 2084 for 24
                    // limbs, 1635 and 1225 for 32, 711 and 367 for 64, 205 and 92 for 128, 68.7 and 24.3 for
                    // 256. Smaller batches were not measured.
                    .byte_batch = std::size_t{1} << 15,
                    .bytes = {.short_run = 767, .run = 2100},
                    .low_bytes = {.short_run = 1040, .run = 2750},
                    // By words, powers of 1024 to 4096 bits take 1.16 to 1.25 times as long. Products by
                    // words take 0.93 of the time at 16384 bits, 0.7 at 1024 bits and 0.63 at 256 bits,
                    // because doubles need their numbers cut into digits and reassembled.
                    .product = kernels::arithmetic::words,
                    .power = kernels::arithmetic::doubles,
                    .residue_products = never,  // entering and leaving residues already takes as long
                    .residue_powers = 4096,     // fewer never fill a wave
                    .residue_blocks = 132,
                    .single_warps = false,
                    .narrow_words = false},
          .number_theory = {.leaf_words = 32,         // not measured
                            .exact_exponent = never,  // not measured
                            .power_limbs = 192,       // counted (docs/decisions/0029)
                                                 // A power of 192 limbs takes 81 ms. A power of 256 limbs
                                                 // takes 133 ms, and 322 ms by chains of products. The host
                                                 // computes powers of up to 128 limbs, in 26 ms instead of
                                                 // 44.
                            .byte_power_limbs = 129,
                            .prime_tests = 1024,
                            .sieved_numbers = std::size_t{1} << 18},  // docs/decisions/0049
          .scan_4_bytes = sm_90_scans[0],
          .scan_8_bytes = sm_90_scans[1],
          .workspace_bytes = 2048 * mebibyte,
          .memory_bytes = std::size_t{141} * 1000 * 1000 * 1000,
          .verification = verification::residue,
          .origin = {},
      }};
}

}  // namespace gbi::plan
