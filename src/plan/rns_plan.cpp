#include "src/plan/rns_plan.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <stdexcept>

#include "kernels/rns/shapes.hpp"
#include "src/process/concat.hpp"

namespace gbi::plan {

namespace {

static_assert(kernels::rns_limbs(std::end(kernels::gpu_rns_shapes)[-1].quads) == longest_rns_limbs &&
                  kernels::rns_limbs(std::end(kernels::host_rns_shapes)[-1].quads) == longest_rns_limbs,
              "every executor has shapes for the same widths");

using word = std::uint32_t;

bool is_prime(word x) {
  for (word d = 3; std::uint64_t{d} * d <= x; d += 2)
    if (x % d == 0) return false;
  return true;
}

word product(word x, word y, word modulus) {
  return static_cast<word>(std::uint64_t{x} * y % modulus);
}
word negated(word x, word modulus) {
  return x == 0 ? 0 : modulus - x;
}
word inverse(word x, word prime) {
  word result = 1;
  for (word exponent = prime - 2; exponent != 0; exponent /= 2, x = product(x, x, prime))
    if (exponent % 2 == 1) result = product(result, x, prime);
  return result;
}

/// 2^32 modulo p.
word radix(word p) {
  return static_cast<word>((std::uint64_t{1} << 32) % p);
}
/// -1 / p modulo 2^32, by Newton's iteration.
word negated_inverse(word p) {
  word result = p;  // right in three bits
  for (int i = 0; i < 4; ++i) result *= 2 - p * result;
  return 0u - result;
}

/// The product of the primes of a base, modulo p.
word product_of(const std::vector<word>& base, word p) {
  word result = 1;
  for (const word prime : base) result = product(result, prime % p, p);
  return result;
}
/// The cofactors P / p_i of a base, each modulo its own prime p_i.
std::vector<word> own_cofactors(const std::vector<word>& base) {
  std::vector<word> result;
  for (const word prime : base) {
    word cofactor = 1;
    for (const word other : base)
      if (other != prime) cofactor = product(cofactor, other % prime, prime);
    result.push_back(cofactor);
  }
  return result;
}
/// The product of the primes of a base, as a number of `count` words.
std::vector<word> long_product(const std::vector<word>& base, std::size_t count) {
  std::vector<word> result(count, 0);
  result[0] = 1;
  for (const word prime : base) {
    std::uint64_t carry = 0;
    for (word& each : result) {
      carry += std::uint64_t{each} * prime;
      each = static_cast<word>(carry);
      carry >>= 32;
    }
  }
  return result;
}
std::vector<word> quotient(std::vector<word> x, word divisor) {
  std::uint64_t remainder = 0;
  for (std::size_t i = x.size(); i-- > 0;) {
    remainder = remainder << 32 | x[i];
    x[i] = static_cast<word>(remainder / divisor);
    remainder %= divisor;
  }
  return x;
}
/// -x modulo a power of 2^32.
std::vector<word> complement(std::vector<word> x) {
  bool borrow = false;
  for (word& each : x) {
    const bool nonzero = each != 0;
    each = 0u - each - (borrow ? 1 : 0);
    borrow = borrow || nonzero;
  }
  return x;
}

/// An entry of a matrix: the contribution of input residue `from`, times 2^(8 byte), to output residue `to`.
using entry = std::function<word(std::size_t from, int byte, std::size_t to)>;

/// The columns of a matrix (kernels/model/byte_product.hpp). Row 4 i + s belongs to byte s of residue i,
/// column 4 j + b to byte b of residue j.
std::vector<kernels::byte_columns> columns_of(int quads, std::size_t inputs, std::size_t outputs,
                                              const entry& value) {
  std::vector<kernels::byte_columns> result(static_cast<std::size_t>(quads) *
                                            static_cast<std::size_t>(kernels::quad_pairs(quads)));
  for (std::size_t j = 0; j < outputs; ++j)
    for (std::size_t i = 0; i < inputs; ++i) {
      auto& columns = result[static_cast<std::size_t>(kernels::columns_place(quads, static_cast<int>(j / 4),
                                                                             static_cast<int>(i / 8)))]
                          .word;
      for (int s = 0; s < 4; ++s) {
        const word found = value(i, s, j);
        for (std::size_t b = 0; b < 4; ++b)
          columns[b / 2][i / 4 % 2][j % 4 * 2 + b % 2][i % 4] |= (found >> (8 * b) & 255) << (8 * s);
      }
    }
  return result;
}

/// Extends value(i, j), the entry for byte 0, to all bytes by multiplying by powers of 2^8.
entry by_bytes(std::function<word(std::size_t, std::size_t)> value, const std::vector<word>& moduli) {
  return [value = std::move(value), &moduli](std::size_t i, int s, std::size_t j) {
    return static_cast<word>((std::uint64_t{value(i, j)} << (8 * s)) % moduli[j]);
  };
}

/// cofactors[i][j] = P / p_i modulo another base's prime j.
std::vector<std::vector<word>> cofactors(const std::vector<word>& base, const std::vector<word>& other) {
  std::vector<std::vector<word>> result(base.size(), std::vector<word>(other.size()));
  for (std::size_t j = 0; j < other.size(); ++j) {
    const word whole = product_of(base, other[j]);
    for (std::size_t i = 0; i < base.size(); ++i)
      result[i][j] = product(whole, inverse(base[i] % other[j], other[j]), other[j]);
  }
  return result;
}

/// The rates of powers, for moduli of this many limbs.
struct rates_of_limbs {
  std::uint32_t limbs;
  power_rates rns_tuning::*rates;
};
constexpr rates_of_limbs measured_rates[] = {{16, &rns_tuning::limbs_16},  {24, &rns_tuning::limbs_24},
                                             {32, &rns_tuning::limbs_32},  {48, &rns_tuning::limbs_48},
                                             {64, &rns_tuning::limbs_64},  {96, &rns_tuning::limbs_96},
                                             {128, &rns_tuning::limbs_128}};

struct local_rates {
  double doubles, residues;
};

/// The rates of powers for integers of `limbs` limbs, if they were measured. Blocks take the same time for
/// all integers of a shape. The time by doubles grows with the square of the limbs.
std::optional<local_rates> rates_for(const tuning& tuned, std::uint32_t limbs) {
  const int quads = choose_rns(limbs, tuned).quads;
  for (const rates_of_limbs& measured : measured_rates) {
    if (choose_rns(measured.limbs, tuned).quads != quads) continue;
    const power_rates& rates = tuned.residues.*measured.rates;
    if (rates.doubles == 0 || rates.residues == 0) return std::nullopt;
    const double shorter = static_cast<double>(measured.limbs) / limbs;
    return local_rates{rates.doubles * shorter * shorter, static_cast<double>(rates.residues)};
  }
  return std::nullopt;
}

/// The elements of a wave of blocks, one on each multiprocessor that the tuning knows.
std::size_t wave_of(const tuning& tuned, std::uint32_t limbs) {
  const kernels::rns_shape shape = choose_rns(limbs, tuned);
  return std::max<std::size_t>(1, tuned.batch.residue_blocks) * kernels::elements_of_pack(shape.tiles) *
         static_cast<std::size_t>(shape.warps);
}

/// The number of elements whose powers are faster in residues. A wave of blocks takes the same time however
/// many elements it has. So the elements of the last wave may be left to doubles. Few elements do not fill a
/// GPU: beside the time at full rate, doubles take 0.2 to 0.4 of a wave's time.
std::size_t faster_elements(const tuning& tuned, std::uint32_t limbs, std::size_t elements) {
  const std::optional<local_rates> known = rates_for(tuned, limbs);
  if (!known || known->residues <= known->doubles) return 0;
  const std::size_t wave = wave_of(tuned, limbs), remainder = elements % wave;
  constexpr double left_of_wave = 0.7;  // for doubles at full rate
  return static_cast<double>(remainder) * known->residues >
                 left_of_wave * static_cast<double>(wave) * known->doubles
             ? elements
             : elements - remainder;
}

/// The time of powers: in waves of residues if their rates are known, else in batches that fill the device.
double time_of_powers(modular_arithmetic asked, const tuning& tuned, std::uint32_t limbs,
                      std::size_t elements, std::uint32_t exponent_bits) {
  const std::size_t in_residues =
      elements_in_rns(asked, tuned, modular_operation::power, limbs, elements, exponent_bits);
  const auto left = static_cast<double>(elements - in_residues);
  const std::optional<local_rates> known =
      limbs <= longest_rns_limbs && tuned.batch.residue_blocks > 0 ? rates_for(tuned, limbs) : std::nullopt;
  if (known) {
    const std::size_t wave = wave_of(tuned, limbs), waves = (in_residues + wave - 1) / wave;
    constexpr double not_full = 0.3;  // see faster_elements
    return static_cast<double>(waves) +
           (left > 0 ? not_full + left * known->residues / known->doubles / static_cast<double>(wave) : 0);
  }
  const double threads =
      choose_team(limbs, elements, tuned, choose_arithmetic(asked, tuned, modular_operation::power)).threads;
  return std::max(1.0,
                  static_cast<double>(elements) * threads / static_cast<double>(tuned.batch.busy_threads));
}

}  // namespace

std::size_t elements_in_rns(modular_arithmetic asked, const tuning& tuned, modular_operation operation,
                            std::uint32_t limbs, std::size_t elements, std::uint32_t exponent_bits) {
  if (limbs > longest_rns_limbs) return 0;
  if (asked != modular_arithmetic::automatic) return asked == modular_arithmetic::residues ? elements : 0;
  if (operation == modular_operation::product) return elements >= tuned.batch.residue_products ? elements : 0;
  if (elements < tuned.batch.residue_powers) return 0;
  if (tuned.batch.residue_blocks == 0) return elements;
  return exponent_bits >= tuned.residues.shortest_exponent ? faster_elements(tuned, limbs, elements) : 0;
}

bool powers_take_one_batch(modular_arithmetic asked, const tuning& tuned, std::uint32_t limbs,
                           std::size_t elements, std::uint32_t exponent_bits) {
  constexpr double for_own_moduli = 1.05;  // residues lose 3 to 8 % (docs/decisions/0038)
  const auto time = [&](std::size_t count) {
    return time_of_powers(asked, tuned, limbs, count, exponent_bits);
  };
  return for_own_moduli * time(2 * elements) < 2 * time(elements);
}

kernels::rns_shape choose_rns(std::uint32_t limbs, const tuning& tuned) {
  using shapes = std::span<const kernels::rns_shape>;
  for (const kernels::rns_shape& shape :
       tuned.batch.single_warps ? shapes(kernels::host_rns_shapes) : shapes(kernels::gpu_rns_shapes))
    if (kernels::rns_limbs(shape.quads) >= limbs) return shape;
  throw std::logic_error(concat("no residues of ", limbs, " limbs: more than ", longest_rns_limbs));
}

rns_bases make_rns_bases(int quads) {
  const auto n = static_cast<std::size_t>(kernels::rns_primes(quads));
  const std::size_t words = 4 * static_cast<std::size_t>(quads);
  rns_bases r;
  for (word x = (word{1} << 30) - 1; r.b.size() < n; x -= 2)
    if (is_prime(x)) (r.a.size() <= r.b.size() ? r.a : r.b).push_back(x);

  const std::vector<word> cofactor_a = own_cofactors(r.a), cofactor_b = own_cofactors(r.b);
  const std::size_t base = 8 * static_cast<std::size_t>(kernels::quad_pairs(quads));
  r.primes.resize(2 * base);
  std::vector<word> in_a, in_b;  // -B mod a_i, -A mod b_i: the factors of a rank
  for (std::size_t i = 0; i < n; ++i) {
    const word a = r.a[i], b = r.b[i], of_a = product_of(r.a, b),
               by_a = product(product(radix(b), radix(b), b), inverse(of_a, b), b);
    r.primes[i] = {{a, negated_inverse(a)}, 0, negated(product(radix(a), inverse(cofactor_a[i], a), a), a)};
    r.primes[base + i] = {{b, negated_inverse(b)}, product(cofactor_b[i], by_a, b), by_a};
    r.one_b.push_back(inverse(cofactor_b[i], b));
    in_b.push_back(negated(of_a, b));
    in_a.push_back(negated(product_of(r.b, a), a));
  }
  const std::vector<word> whole_a = long_product(r.a, words);
  for (std::size_t i = 0; i < words; i += 2) r.product_a.push_back(whole_a[i] | limb{whole_a[i + 1]} << 32);
  const std::vector<word> whole_b = long_product(r.b, words);
  // Input n is the rank.
  const auto set = [&](rns_matrix which, std::size_t inputs, std::size_t outputs, const entry& value) {
    r.matrices[static_cast<std::size_t>(which)] = columns_of(quads, inputs, outputs, value);
  };
  auto a_in_b = cofactors(r.a, r.b), b_in_a = cofactors(r.b, r.a);
  a_in_b.push_back(in_b);
  b_in_a.push_back(in_a);
  set(rns_matrix::a_to_b, n + 1, n, by_bytes([&](auto i, auto j) { return a_in_b[i][j]; }, r.b));
  set(rns_matrix::b_to_a, n + 1, n, by_bytes([&](auto i, auto j) { return b_in_a[i][j]; }, r.a));
  std::vector<std::vector<word>> powers_a(n), powers_b(n);  // of 2^32, from the first one on
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) {
      powers_a[j].push_back(product(i == 0 ? 1 : powers_a[j].back(), radix(r.a[j]), r.a[j]));
      powers_b[j].push_back(product(i == 0 ? r.one_b[j] : powers_b[j].back(), radix(r.b[j]), r.b[j]));
    }
  set(rns_matrix::words_to_a, n, n, by_bytes([&](auto i, auto j) { return powers_a[j][i]; }, r.a));
  set(rns_matrix::words_to_b, n, n, by_bytes([&](auto i, auto j) { return powers_b[j][i]; }, r.b));
  std::vector<std::vector<word>> numbers;
  for (const word b : r.b) numbers.push_back(quotient(whole_b, b));
  numbers.push_back(complement(whole_b));
  set(rns_matrix::b_to_words, n + 1, words, [&](std::size_t i, int s, std::size_t j) {
    const word low = numbers[i][j], below = j > 0 ? numbers[i][j - 1] : 0;
    return s == 0 ? low : low << (8 * s) | below >> (32 - 8 * s);
  });
  return r;
}

}  // namespace gbi::plan
