/// \file
/// The instances of kernels that run shuffled and with sanitizers. Compiling all instances of a kernel may
/// take minutes, and a defect of one instance, such as a missing barrier, is also one of its representative.
/// Every list of kernels has representatives. A kernel that is not named here is tested with
/// all its instances.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "kernels/fft/ends/arguments.hpp"
#include "kernels/fft/policy.hpp"
#include "kernels/mersenne/arguments.hpp"

// Declared, not included, because every source with kernels of such an executor includes this file.
namespace gbi::kernels {

template <class, int, block_policy>
struct columns_kernel;
template <class, int, direction, bool, block_policy>
struct rows_kernel;
template <class, int, direction, block_policy>
struct real_rows_kernel;
template <class, int, row_factor, block_policy>
struct row_product_kernel;
template <int, bool, block_policy>
struct block_product_kernel;
template <int, block_policy, class>
struct mirrored_rows_kernel;
template <int, block_policy>
struct weighted_block_kernel;
enum class tall_rows;
template <int>
struct tall_columns_kernel;
template <int, tall_rows>
struct tall_rows_kernel;
template <int>
struct tall_sums_kernel;
struct weighted_in;
struct weighted_out;

template <int, int>
struct batch_product_kernel;
template <class, int, int>
struct montgomery_kernel;
template <class, int, int>
struct mul_mod_kernel;
template <class, int, int>
struct pow_mod_kernel;
template <int, int>
struct byte_power_kernel;
template <class, int, int>
struct strong_test_kernel;
template <int, int>
struct lucas_test_kernel;
template <class, int, int>
struct field_program_kernel;

template <int, int, int>
struct rns_in_kernel;
template <int, int, int>
struct rns_out_kernel;
template <int, int, int>
struct rns_power_kernel;

enum class scan_pattern;
template <class, class, int, int, scan_pattern>
struct short_scan_kernel;
template <class, class, int, int, scan_pattern>
struct look_back_scan_kernel;
template <class, class, int, int, bool, scan_pattern>
struct chunk_scan_kernel;
template <class>
struct sum;
template <class>
struct product;
template <class>
struct flipped_maximum;

}  // namespace gbi::kernels

namespace gbi::test {

/// Lengths of columns: two stages, three stages, and two odd factors; another one in GF(p^2). The reads and
/// writes at the ends of a pass do not depend on stages, and single precision shares the source of double
/// precision, so two lengths suffice for these.
constexpr bool is_representative_column(int points, bool every_stage = true) {
  return points == 64 || points == 240 || (every_stage && (points == 512 || points == 144));
}
/// Lengths of rows, and of products in a block.
constexpr bool is_representative_row(int points, bool every_stage = true) {
  return points == 64 || (every_stage && points == 512);
}
/// Tall columns: a power of two, and one with the factors 3 and 5. Tall rows: one in a half of a block, and
/// four of them.
constexpr bool is_representative_tall_column(int points) {
  return points == 2048 || points == 3840;
}
constexpr bool is_representative_tall_row(int points) {
  return points == 1024 || points == 4096;
}
/// Limbs per thread of a team.
inline constexpr int representative_limbs = 4;
/// Residues: two tiles and two warps, and matrices that arrive while the block computes; all shapes of a GPU,
/// which have more warps, because the host has no instance of them.
constexpr bool is_representative_of_rns(int quads, int warps) {
  return quads == 3 || quads == 33 || warps > 2;
}

/// Every operator on 64-bit integers, and one operator on each other type.
template <class T, class Operator>
inline constexpr bool is_representative_scan = false;
template <class Operator>
inline constexpr bool is_representative_scan<std::uint64_t, Operator> = true;
template <>
inline constexpr bool is_representative_scan<std::uint32_t, kernels::sum<std::uint32_t>> = true;
template <>
inline constexpr bool is_representative_scan<float, kernels::flipped_maximum<float>> = true;
template <>
inline constexpr bool is_representative_scan<double, kernels::product<double>> = true;

template <class Kernel>
inline constexpr bool is_representative = true;

/// Whether all stages of columns run shuffled with this end.
template <class End>
inline constexpr bool has_every_stage =
    std::same_as<End, kernels::weighted_in> || std::same_as<End, kernels::weighted_out>;
template <class Real>
inline constexpr bool has_every_stage<kernels::points_in<Real>> = sizeof(Real) == 8;
template <class Real>
inline constexpr bool has_every_stage<kernels::points_out<Real>> = sizeof(Real) == 8;
template <class End, int Points, kernels::block_policy Policy>
inline constexpr bool is_representative<kernels::columns_kernel<End, Points, Policy>> =
    is_representative_column(Points, has_every_stage<End>) ||
    (!std::is_floating_point_v<typename End::real> && Points == 192);
template <class Real, int Points, kernels::direction Direction, bool Transposed, kernels::block_policy Policy>
inline constexpr bool is_representative<kernels::rows_kernel<Real, Points, Direction, Transposed, Policy>> =
    is_representative_row(Points, sizeof(Real) == 8);
template <class Real, int Points, kernels::direction Direction, kernels::block_policy Policy>
inline constexpr bool is_representative<kernels::real_rows_kernel<Real, Points, Direction, Policy>> =
    is_representative_row(Points, sizeof(Real) == 8);
template <class Real, int Points, kernels::row_factor Factor, kernels::block_policy Policy>
inline constexpr bool is_representative<kernels::row_product_kernel<Real, Points, Factor, Policy>> =
    is_representative_row(Points);
template <int Points, bool Square, kernels::block_policy Policy>
inline constexpr bool is_representative<kernels::block_product_kernel<Points, Square, Policy>> =
    is_representative_row(Points);

template <int Points, kernels::block_policy Policy, class Real>
inline constexpr bool is_representative<kernels::mirrored_rows_kernel<Points, Policy, Real>> =
    is_representative_row(Points);
template <int Points, kernels::block_policy Policy>
inline constexpr bool is_representative<kernels::weighted_block_kernel<Points, Policy>> =
    Points <= 32 || is_representative_row(Points);

template <int Points>
inline constexpr bool is_representative<kernels::tall_columns_kernel<Points>> =
    is_representative_tall_column(Points);
template <int Row, kernels::tall_rows Work>
inline constexpr bool is_representative<kernels::tall_rows_kernel<Row, Work>> =
    is_representative_tall_row(Row);
template <int Points>
inline constexpr bool is_representative<kernels::tall_sums_kernel<Points>> =
    is_representative_tall_column(Points);

template <int Limbs, int Threads>
inline constexpr bool is_representative<kernels::batch_product_kernel<Limbs, Threads>> =
    Limbs == representative_limbs;
template <class Arithmetic, int Limbs, int Threads>
inline constexpr bool is_representative<kernels::montgomery_kernel<Arithmetic, Limbs, Threads>> =
    Limbs == representative_limbs;
template <class Arithmetic, int Limbs, int Threads>
inline constexpr bool is_representative<kernels::mul_mod_kernel<Arithmetic, Limbs, Threads>> =
    Limbs == representative_limbs;
template <class Arithmetic, int Limbs, int Threads>
inline constexpr bool is_representative<kernels::pow_mod_kernel<Arithmetic, Limbs, Threads>> =
    Limbs == representative_limbs;
template <int Bytes, int Runs>
inline constexpr bool is_representative<kernels::byte_power_kernel<Bytes, Runs>> = Bytes == 256;
template <class Arithmetic, int Limbs, int Threads>
inline constexpr bool is_representative<kernels::strong_test_kernel<Arithmetic, Limbs, Threads>> =
    Limbs == representative_limbs;
template <int Limbs, int Threads>
inline constexpr bool is_representative<kernels::lucas_test_kernel<Limbs, Threads>> =
    Limbs == representative_limbs;
template <class Arithmetic, int Limbs, int Threads>
inline constexpr bool is_representative<kernels::field_program_kernel<Arithmetic, Limbs, Threads>> =
    Limbs == representative_limbs;

template <int Quads, int Tiles, int Warps>
inline constexpr bool is_representative<kernels::rns_in_kernel<Quads, Tiles, Warps>> =
    is_representative_of_rns(Quads, Warps);
template <int Quads, int Tiles, int Warps>
inline constexpr bool is_representative<kernels::rns_out_kernel<Quads, Tiles, Warps>> =
    is_representative_of_rns(Quads, Warps);
template <int Quads, int Tiles, int Warps>
inline constexpr bool is_representative<kernels::rns_power_kernel<Quads, Tiles, Warps>> =
    is_representative_of_rns(Quads, Warps);

template <class T, class Operator, int Threads, int PerThread, kernels::scan_pattern Pattern>
inline constexpr bool
    is_representative<kernels::short_scan_kernel<T, Operator, Threads, PerThread, Pattern>> =
        is_representative_scan<T, Operator>;
template <class T, class Operator, int Threads, int PerThread, kernels::scan_pattern Pattern>
inline constexpr bool
    is_representative<kernels::look_back_scan_kernel<T, Operator, Threads, PerThread, Pattern>> =
        is_representative_scan<T, Operator>;
template <class T, class Operator, int Threads, int PerThread, bool Store, kernels::scan_pattern Pattern>
inline constexpr bool
    is_representative<kernels::chunk_scan_kernel<T, Operator, Threads, PerThread, Store, Pattern>> =
        is_representative_scan<T, Operator>;

}  // namespace gbi::test
