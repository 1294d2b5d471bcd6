/// \file
/// The list of all kernels. The type of its arguments names each kernel. Everything else about launches
/// follows from the list: the single launch function of an executor, its table (launch_table.hpp), and the
/// sources in which the kernels are instantiated (shells.hpp, cmake/launch_shells.cmake), one for each
/// executor and list.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include "kernels/arithmetic/arguments.hpp"
#include "kernels/batch/arguments.hpp"
#include "kernels/bits/arguments.hpp"
#include "kernels/convolution/arguments.hpp"
#include "kernels/distribute/arguments.hpp"
#include "kernels/division/arguments.hpp"
#include "kernels/fft/arguments.hpp"
#include "kernels/fft/ends/arguments.hpp"
#include "kernels/mersenne/arguments.hpp"
#include "kernels/modular/arguments.hpp"
#include "kernels/moduli/arguments.hpp"
#include "kernels/normalize/arguments.hpp"
#include "kernels/radix/arguments.hpp"
#include "kernels/random/arguments.hpp"
#include "kernels/residue/arguments.hpp"
#include "kernels/residues/arguments.hpp"
#include "kernels/scan/arguments.hpp"
#include "kernels/sieve/arguments.hpp"
#include "kernels/tree/arguments.hpp"
#include "kernels/verify/arguments.hpp"

namespace gbi::exec::launches {

/// A list of entries. Each entry is a type of arguments, or a part of such a type.
template <class... Entries>
struct list {};

template <class Arguments, class T>
Arguments owner_of(T Arguments::*);

/// The part of a kernel's instances for arguments whose member has this value. It splits a kernel that has
/// too many instances for one source.
template <auto Member, auto Value>
struct part {
  using arguments = decltype(owner_of(Member));
  using value = std::integral_constant<decltype(Value), Value>;
  static constexpr bool serves(const arguments& a) { return a.*Member == Value; }
};

template <class Entry>
inline constexpr bool is_part = false;
template <auto Member, auto Value>
inline constexpr bool is_part<part<Member, Value>> = true;

template <class Entry>
struct arguments_of_entry {
  using type = Entry;
};
template <auto Member, auto Value>
struct arguments_of_entry<part<Member, Value>> {
  using type = typename part<Member, Value>::arguments;
};
template <class Entry>
using arguments_of = typename arguments_of_entry<Entry>::type;

/// Passes over columns with these ends.
template <class... Ends>
using columns = list<kernels::columns_arguments<Ends>...>;
template <kernels::scan_type Type>
using scan_of = part<&kernels::scan_arguments::type, Type>;

using arithmetic = list<kernels::add_arguments, kernels::residual_arguments, kernels::compare_arguments,
                        kernels::significant_arguments, kernels::report_arguments, kernels::shift_arguments>;
using bits = list<kernels::lowest_one_arguments, kernels::bitwise_arguments, kernels::ones_arguments,
                  kernels::digest_arguments>;
using convolution = list<kernels::tile_arguments, kernels::column_sum_arguments,
                         kernels::limb_product_arguments, kernels::short_product_arguments>;
using distribute =
    list<kernels::slab_record_arguments, kernels::ripple_arguments, kernels::bit_length_arguments,
         kernels::word_residue_arguments, kernels::join_arguments>;
using division =
    list<kernels::short_division_arguments, kernels::reciprocal_arguments, kernels::remainder_arguments,
         kernels::limb_quotient_arguments, kernels::limb_residue_arguments>;
using maps =
    list<kernels::batch_copy_arguments, kernels::batch_add_arguments, kernels::batch_compare_arguments,
         kernels::batch_mask_arguments, kernels::batch_select_arguments, kernels::batch_shift_arguments,
         kernels::batch_divide_arguments, kernels::batch_euclid_arguments, kernels::parse_leaves_arguments,
         kernels::parse_bits_arguments, kernels::format_bits_arguments, kernels::word_leaves_arguments,
         kernels::text_residue_arguments, kernels::gather_arguments, kernels::series_leaves_arguments,
         kernels::reduce_rows_arguments, kernels::pack_arguments, kernels::bias_arguments,
         kernels::sieve_arguments, kernels::select_primes_arguments, kernels::collect_primes_arguments,
         kernels::pair_products_arguments>;
using moduli = list<kernels::wrapped_residue_arguments, kernels::cyclic_residue_arguments,
                    kernels::cyclic_difference_arguments, kernels::lift_arguments, kernels::settle_arguments>;
using normalize = list<kernels::normalize_arguments>;
using radix = list<kernels::centre_arguments, kernels::format_leaves_arguments>;
using random = list<kernels::random_arguments>;
using residue = list<kernels::residues_arguments>;
using tree = list<kernels::sign_arguments>;
using verify = list<kernels::verify_arguments>;

// The transforms. Products use double precision, or are exact.
using fft_columns_points = columns<kernels::points_in<double>, kernels::points_out<double>>;
using fft_columns_right_angle = columns<kernels::reals_in<double>, kernels::reals_out<double>>;
using fft_columns_number =
    columns<kernels::digits_in<kernels::recoding::balanced>, kernels::coefficients_out>;
using fft_columns_verified = columns<kernels::digits_in<kernels::recoding::random>, kernels::measured_out>;
using fft_columns_shared =
    columns<kernels::strip_in, kernels::strip_out, kernels::segments<kernels::direction::forward>,
            kernels::segments<kernels::direction::backward>>;
using fft_columns_float = columns<kernels::points_in<float>, kernels::points_out<float>,
                                  kernels::reals_in<float>, kernels::reals_out<float>>;
using fft_rows_double = list<kernels::rows_arguments<double>, kernels::mixed_rows_arguments<double>,
                             kernels::real_spectrum_arguments<double>>;
using fft_rows_float = list<kernels::rows_arguments<float>, kernels::mixed_rows_arguments<float>,
                            kernels::real_spectrum_arguments<float>>;
using fft_product_rows = list<kernels::row_product_arguments, kernels::pointwise_arguments<double>,
                              kernels::digits_arguments, kernels::rounding_arguments>;
using fft_product_blocks = list<kernels::block_product_arguments>;
template <class Field>
using columns_exact = columns<kernels::points_in<Field>, kernels::points_out<Field>, kernels::words_in<Field>,
                              kernels::residues_out<Field>>;
using fft_columns_m31 = columns_exact<kernels::m31>;
using fft_columns_m61 = columns_exact<kernels::m61>;
using fft_product_m31 =
    list<kernels::row_product_arguments_of<kernels::m31>, kernels::signed_coefficients_arguments>;
using fft_product_m61 = list<kernels::row_product_arguments_of<kernels::m61>>;
using mersenne_columns = columns<kernels::weighted_in, kernels::weighted_out>;
using mersenne_rows = list<kernels::weighted_digits_arguments, kernels::weighted_coefficients_arguments,
                           kernels::mirrored_rows_arguments, kernels::weighted_block_arguments>;
using mersenne_exact = list<kernels::wide_digits_arguments, kernels::wide_coefficients_arguments,
                            kernels::digits_to_residues_arguments, kernels::residues_to_digits_arguments,
                            kernels::mirrored_rows_arguments_of<kernels::m31>,
                            kernels::mirrored_rows_arguments_of<kernels::m61>>;

using modular_product = list<kernels::batch_product_arguments>;
using modular_multiply = list<kernels::montgomery_arguments, kernels::mul_mod_arguments>;
using modular_bytes = list<kernels::byte_power_arguments>;
using modular_power = list<kernels::pow_mod_arguments>;
using modular_prime = list<kernels::strong_test_arguments, kernels::lucas_test_arguments>;
using residues_convert = list<kernels::residue_in_arguments, kernels::residue_out_arguments,
                              kernels::residue_carry_arguments, kernels::residue_modulus_arguments>;
using residues_power = list<kernels::residue_power_arguments>;

using scan_uint32 = list<scan_of<kernels::scan_type::uint32>>;
using scan_uint64 = list<scan_of<kernels::scan_type::uint64>>;
using scan_float32 = list<scan_of<kernels::scan_type::float32>>;
using scan_float64 = list<scan_of<kernels::scan_type::float64>>;

template <class... Lists>
struct concatenation;
template <class... Entries>
struct concatenation<list<Entries...>> {
  using type = list<Entries...>;
};
template <class... First, class... Second, class... Others>
struct concatenation<list<First...>, list<Second...>, Others...>
    : concatenation<list<First..., Second...>, Others...> {};

/// Every list above.
using all = concatenation<arithmetic, bits, convolution, distribute, division, maps, moduli, normalize, radix,
                          random, residue, tree, verify, fft_columns_points, fft_columns_right_angle,
                          fft_columns_number, fft_columns_verified, fft_columns_shared, fft_columns_float,
                          fft_rows_double, fft_rows_float, fft_product_rows, fft_product_blocks,
                          fft_columns_m31, fft_columns_m61, fft_product_m31, fft_product_m61,
                          mersenne_columns, mersenne_rows, mersenne_exact, modular_product, modular_multiply,
                          modular_bytes, modular_power, modular_prime, residues_convert, residues_power,
                          scan_uint32, scan_uint64, scan_float32, scan_float64>::type;

template <class... Entries>
consteval std::size_t count_of(list<Entries...>) {
  return sizeof...(Entries);
}
inline constexpr std::size_t count = count_of(all{});

template <class Arguments, class... Entries>
consteval bool contains(list<Entries...>) {
  return (std::same_as<Arguments, arguments_of<Entries>> || ...);
}
/// Arguments of a kernel on the list.
template <class Arguments>
concept listed = contains<Arguments>(all{});

template <class Entry, class Arguments>
constexpr bool serves(const Arguments& a) {
  if constexpr (!std::same_as<Arguments, arguments_of<Entry>>)
    return false;
  else if constexpr (is_part<Entry>)
    return Entry::serves(a);
  else
    return true;
}

/// The index of the launch that serves the arguments; `count` if they belong to a part that is not listed.
template <class Arguments, class... Entries>
constexpr std::size_t index_in(list<Entries...>, const Arguments& a) {
  std::size_t index = 0;
  static_cast<void>(((serves<Entries>(a) || (++index, false)) || ...));
  return index;
}
template <listed Arguments>
constexpr std::size_t index_of(const Arguments& a) {
  return index_in(all{}, a);
}

/// Calls `look` with the typed arguments of launch number `which`.
template <class Look, class... Entries>
void visit_in(list<Entries...>, std::size_t which, const void* arguments, Look&& look) {
  std::size_t index = 0;
  static_cast<void>(
      ((index++ == which && (look(*static_cast<const arguments_of<Entries>*>(arguments)), true)) || ...));
}
template <class Look>
void visit(std::size_t which, const void* arguments, Look&& look) {
  visit_in(all{}, which, arguments, look);
}

}  // namespace gbi::exec::launches
