/// \file
/// What was measured on an H200: crossovers of products by bench/multiply (bench/results), shapes by
/// bench/tune, the others by timing the operations as `gbi tune` does.
#pragma once

#include "src/plan/devices/measured_device.hpp"

namespace gbi::plan::devices {

inline constexpr measured_device h200{
    .name = "an H200",
    .architecture = "sm_90",
    .multiprocessors = 132,
    .memory_bytes = std::size_t{141} * 1000 * 1000 * 1000,
    .memory_bytes_per_second = 4.9e12,
    .fp32_per_fp64 = 2,
    .values = {
        // An operation takes 3 to 5 us however short its operands are, and copying a result to the host
        // takes the same time again. In words, a sum of 1024 limbs takes 0.3 us and a product of 256 limbs
        // takes 6 us. Sums of about 8000 limbs take the same time in both. Prime tests of a number's
        // neighbours run in parallel, so words are faster up to 1024 bits. A single test is a chain, so words
        // are faster up to a few thousand bits.
        .words = {.residence = 6144,
                  .operands = 1024,
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
                    .short_rows = false,
                    .two_pass_limbs = std::size_t{81} << 14,
                    // Products of 2^26 bits gain 0.3 %, those of 2^28 bits 4 % (docs/decisions/0067).
                    .sum_points = 1 << 21,
                    .few_rows_512 = 660,  // 5 and 1 per multiprocessor (tune_products rows)
                    .few_rows_1024 = 132,
                    // 4 per multiprocessor
                    .verify_blocks = 528,
                    // The idle launches of a repair by a transform add 5 us at 2^25 bits. At 2^25.5
                    // bits, the wider digits that it permits save 26 of 258 us.
                    .repair_limb_products = 0x1.8p38,
                    .wrapped_limbs = 1 << 12,
                    .kept_limbs = 1 << 17,
                    // 15 us, an estimate
                    .cut_points = 4e6,
                    // 141 GB hold no more.
                    .longest_whole = std::uint64_t{3} << 30,
                    .longest_kept = std::uint64_t{1} << 31,
                    // Whole products are faster wherever they fit: 121 ms rather than 147 ms at 2^34 bits.
                    .moduli_limbs = never},
        // Two GPUs copy 390 GB/s each way over NVLink, a twelfth of the memory bandwidth. The fixed costs
        // of a product are 0.45 ms: its launches on all ranks, the chunks, and the wait. 2^21 points of a
        // rank travel for 40 us, and a chunk costs an estimated 20 us. More than 8 chunks gain 2 % for
        // longer products. From 2^29 to 2^36 bits, 0.6 of the exchanges are hidden. Four GPUs multiply 2^30,
        // 2^32, 2^34 and 2^35 bits in 4.2, 15.7, 69 and 135 ms, as if each byte took 1.9 times as long as
        // between two. A GPU that sends to three others at once sends 225 GB/s, to a single one 377 GB/s
        // (four H100). Links between machines are not measured: 50 GB/s for each GPU, one adapter of 400
        // Gb/s.
        .sharing = {.least_limbs = std::size_t{1} << 18,
                    .link_points = 12.6,
                    .shared_link_points = 23.5,
                    .machine_link_points = 98,
                    .fixed_points = 1.85e8,
                    .chunk_points = 1 << 21,
                    .hidden = 0.6,
                    .copies_at_once = 1,
                    .division_gain = 1.7},  // what products gain where a division gains nothing (0069)
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
        // The first 66 limbs of a reciprocal in one block take 10 us; with 18 or 130 first
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
                  // In millions of whole products per second, by bytes and by teams: 1676 and 2084 for 24
                  // limbs, 1635 and 1225 for 32, 711 and 367 for 64, 205 and 92 for 128, 68.7 and 24.3 for
                  // 256. In batches of 1024, 194 and 198 for 32, 197 and 119 for 64, 48 and 19 for 256; of
                  // 128 elements, 31 and 27, 27 and 18, 8.9 and 4.4. Smaller batches were not measured.
                  .byte_batch = 128,
                  .bytes = {.short_run = 767, .run = 2100},
                  .low_bytes = {.short_run = 1040, .run = 2750},
                  // In millions of products per second, by warps and by blocks, 512 products: 113 and 109
                  // for 64 limbs, 63 and 73 for 96; 1024 products: 273 and 267 for 32, 125 and 84 for 96, 49
                  // and 18 (by transforms 44) for 256; 2^17 products: 2110 and 1080 for 2, 1241 and 514 for
                  // 32, 214 and 100 for 96, 69 and 19 (50) for 256.
                  .byte_rows = 1024,
                  // By words, powers of 1024 to 4096 bits take 1.16 to 1.25 times as long. Products by
                  // words take 0.93 of the time at 16384 bits, 0.7 at 1024 bits and 0.63 at 256 bits,
                  // because doubles need their numbers cut into digits and reassembled.
                  .product = kernels::arithmetic::words,
                  .power = kernels::arithmetic::doubles,
                  // In billions of whole products per second, by threads and by teams or bytes: 24 and 20 for
                  // 4 limbs, 4.2 and 3.6 for 16, 2.2 and 2.1 for 24, 1.4 and 1.6 for 32.
                  .product_limbs = 24,
                  // In microseconds by threads and by teams, batches of 4096 products modulo n: 5.2 and 5.4
                  // for 8 limbs, 11 and 7.8 for 16, 35 and 16 for 32; of 16384: 14 and 19, 41 and 52.
                  .quotient_limbs = 32,
                  .thread_batch = 16384,
                  // Batches of 43,000 moduli of 3072 bits, 20,000 of 4096, 4700 of 8192, 2000 of 16384, 800
                  // of 32768 and 400 of 65536 bits take as long either way.
                  .reciprocal_limbs = 48,
                  .reciprocal_limb_products = 80'000'000,
                  .reciprocal_latency = 320'000,
                  .residue_products = never,  // entering and leaving residues already takes as long
                  .residue_powers = 4096,     // fewer never fill a wave
                  .residue_blocks = 132,
                  .single_warps = false,
                  .narrow_words = false},
        // Counted in the code for sm_90.
        .teams = {.columns_2 = {.step = 60, .otherwise = 668},
                  .columns_4 = {.step = 133, .otherwise = 755},
                  .columns_6 = {.step = 243, .otherwise = 1029}},
        // In thousands per second: by doubles (bench_batch), and in residues (docs/decisions/0038).
        .residues = {.limbs_16 = {.doubles = 3200, .residues = 5520},
                     .limbs_24 = {.doubles = 972, .residues = 2150},
                     .limbs_32 = {.doubles = 438, .residues = 1150},
                     .limbs_48 = {.doubles = 130, .residues = 387},
                     .limbs_64 = {.doubles = 58, .residues = 164},
                     .limbs_96 = {.doubles = 17, .residues = 45},
                     .limbs_128 = {.doubles = 7, .residues = 14},
                     .shortest_exponent = 256},
        // A power of 192 limbs takes 81 ms. A power of 256 limbs takes 133 ms, and 322 ms by chains of
        // products. The host computes powers of up to 128 limbs, in 26 ms instead of 44.
        .number_theory = {.leaf_words = 32,         // not measured
                          .exact_exponent = never,  // not measured
                          .power_limbs = 192,       // counted (docs/decisions/0029)
                          .byte_power_limbs = 129,
                          .prime_tests = 1024,
                          .sieved_numbers = std::size_t{1} << 18},  // docs/decisions/0049
        // The stages of a product of 2^28 bits and the individual passes (bench/results/README.md). First
        // columns of more than 256 points and kept rows are estimates. A point takes 3.3 ps.
        .passes = {.short_first_columns = 3.4,
                   .first_columns = 4.4,
                   .second_columns = 2.2,
                   .last_columns = 3.2,
                   .normalization = 2,
                   .short_rows = 3.5,
                   .middle_rows = 4.5,
                   .long_rows = 6.1,
                   .short_kept_rows = 3.3,
                   .middle_kept_rows = 3.8,
                   .long_kept_rows = 5.0,
                   .forward_rows = 2},
        // A product of 2^28 bits has 5042 M operations on doubles in 15.7 M points. By themselves, they take
        // 0.27 of its time, which is 22.1 per point (docs/decisions/0030). Exact products of 2^26 to 2^32
        // bits take 318 to 346 ps per point (bench/results/multiply-h200.json, product/exact); arithmetic is
        // the bottleneck (docs/decisions/0048). Their passes are an estimate: as many as with doubles, but 24
        // bytes for both fields instead of 16. The latencies are the times of products of up to 2^20 bits by
        // doubles, 16 us, and of up to 2^18 bits by integers, 76 us.
        .arithmetic = {.doubles = 5.9,
                       .integers = 103,
                       .moved_integers = 33,
                       .double_latency = 4.8e6,
                       .integer_latency = 2.3e7},
        // 32 and 16 tiles per multiprocessor.
        .scan_4_bytes = {{4, 256, 24}, 64, 4224},
        .scan_8_bytes = {{8, 256, 12}, 4, 2112},
        .workspace_bytes = std::size_t{2048} << 20,
    }};

}  // namespace gbi::plan::devices
