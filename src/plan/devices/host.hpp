/// \file
/// What was measured on the host.
#pragma once

#include "src/plan/devices/h200.hpp"

namespace gbi::plan::devices {

inline constexpr measured_device host{
    .name = "two cores of an x86-64 processor",
    .architecture = "host",
    .values = {
        // Words and transforms take the same time for products of 640 to 800 limbs. Divisions by
        // Newton's iteration are faster from a few thousand limbs on. A linear kernel is faster only
        // when many cores share it.
        .words = {.residence = std::size_t{1} << 20,
                  .operands = std::size_t{1} << 20,
                  .product = 768,
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
                    .schoolbook_limb_products = never,
                    .verified_total_limbs = 1024,
                    .short_rows = true,
                    .two_pass_limbs = never,
                    .sum_points = never,
                    .few_rows_512 = 0,
                    .few_rows_1024 = 0,
                    .verify_blocks = 528,
                    // Launches whose gate has nothing to repair cost nothing. Either kind of repair
                    // takes a second at this size.
                    .repair_limb_products = 0x1p26,
                    .wrapped_limbs = 2048,
                    .kept_limbs = 3072,
                    .cut_points = 4e6,
                    .longest_whole = std::uint64_t{3} << 30,
                    .longest_kept = std::uint64_t{1} << 31,
                    .moduli_limbs = never},
        // Estimates for ranks with their own cores, on one machine.
        .sharing = {.least_limbs = std::size_t{1} << 17,
                    .link_points = 2,
                    .shared_link_points = 2,
                    .machine_link_points = 20,
                    .fixed_points = 1e5,
                    .chunk_points = h200.values.sharing.chunk_points,
                    .hidden = h200.values.sharing.hidden,
                    .copies_at_once = h200.values.sharing.copies_at_once,
                    .division_gain = h200.values.sharing.division_gain},
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
                  .byte_batch = never,  // no tensor cores
                  .bytes = {},
                  .low_bytes = {},
                  .byte_rows = never,
                  // Digits of 52 bits are integers here, too. Powers of 256 to 4096 bits take 1.05 to
                  // 1.7 times as long by words.
                  .product = kernels::arithmetic::doubles,
                  .power = kernels::arithmetic::doubles,
                  // In millions per second, by threads and by teams: whole products of 4 limbs 26 and 17, of
                  // 24 limbs 1.3 and 1.2; products modulo n of 4 limbs 12 and 8, of 32 limbs 0.24 and 0.21.
                  .product_limbs = 24,
                  .quotient_limbs = 32,
                  .thread_batch = 0,
                  .reciprocal_limbs = never,
                  .reciprocal_limb_products = 0,
                  .reciprocal_latency = 0,
                  .residue_products = never,  // bytes are too short for a core
                  .residue_powers = never,
                  .residue_blocks = 0,
                  .single_warps = true,
                  .narrow_words = true},
        .teams = h200.values.teams,  // not measured
        .residues = {},
        // Leaves of 256 words take as long as one product of the next level. A power of 2^8 bits takes
        // a quarter of the time of a chain of products, a power of 2^10 bits as long as a chain.
        .number_theory = {.leaf_words = 128,
                          .exact_exponent = never,  // doubles fill a core's vector registers
                          .power_limbs = 8,
                          .byte_power_limbs = never,  // no tensor cores
                          .prime_tests = 16,
                          .sieved_numbers = never},  // the host's own sieve stays in its caches
        .passes = h200.values.passes,                // about the same ratios
        .arithmetic = h200.values.arithmetic,        // not measured
        .scan_4_bytes = {{4, 128, 16}, 16, 64},
        .scan_8_bytes = {{8, 128, 8}, 16, 64},
        .workspace_bytes = std::size_t{256} << 20,
    }};

}  // namespace gbi::plan::devices
