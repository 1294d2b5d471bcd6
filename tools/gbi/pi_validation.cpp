/// \file
/// gbi pi --validation and gbi verify-pi.
#include "tools/gbi/pi_validation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <sstream>
#include <string_view>

#include "tools/gbi/commands.hpp"
#include "tools/gbi/hexadecimal_pi.hpp"
#include "tools/support/number_file.hpp"

namespace program {

namespace {

using gbi::gpu_bigint;

constexpr std::string_view title = "gbi validation of pi 1";
constexpr std::size_t shown_digits = 50;  // of the first and the last ones
constexpr std::uint64_t hexadecimal_bits = 64;
constexpr std::uint64_t least_bits = 256;

std::string sha256_of(std::string_view text) {
  std::string digest;
  for (const std::byte byte : gbi::sha256().update(std::as_bytes(std::span(text))).digest())
    digest += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  return digest;
}

std::uint64_t bits_of(const precision& size) {
  return static_cast<std::uint64_t>(static_cast<double>(size.digits) * std::log2(size.base));
}

/// The last place whose sixteen digits are decided by the digits of pi: 64 bits more are there, so that the
/// digits are wrong at one place in 2^64.
std::uint64_t last_place(const precision& size) {
  return (bits_of(size) - 2 * hexadecimal_bits) / 4;
}

/// The hexadecimal digits that follow the place in scaled / base^digits.
std::uint64_t hexadecimal_digits(const gpu_bigint& scaled, const precision& size, std::uint64_t place,
                                 const calculator& compute) {
  const auto shift = static_cast<std::int64_t>(4 * place + hexadecimal_bits);
  const gpu_bigint quotient = compute.divide(scaled << shift, compute.power(size.base, size.digits)).quotient;
  return static_cast<std::uint64_t>(gbi::low_bits(quotient, hexadecimal_bits));
}

/// The digits as one integer.
gpu_bigint scaled_from(std::string text, int base) {
  std::erase(text, '.');
  return gpu_bigint(text, base);
}

}  // namespace

void pi_validation::require_enough(const precision& size) {
  if (bits_of(size) < least_bits)
    throw usage_error(fmt::format("a validation needs {} bits of digits", least_bits));
}

pi_validation pi_validation::of(const std::string& text, precision size, const series_sum& sum) {
  static std::mt19937_64 random{std::random_device{}()};
  constexpr std::uint64_t places = 64;
  std::uint64_t place = 0;
  std::optional<std::uint64_t> hexadecimal;
  while (!hexadecimal) {
    place = last_place(size) - random() % std::min(places, last_place(size));
    hexadecimal = hexadecimal_digits_of_pi(place);
  }
  return {size,
          sha256_of(text),
          text.substr(0, shown_digits),
          text.substr(text.size() - shown_digits),
          sum.terms,
          sum.residues,
          place,
          *hexadecimal};
}

std::string pi_validation::text() const {
  std::string lines = fmt::format("{}\nbase {}\ndigits {}\nsha256 {}\nfirst {}\nlast {}\nterms {}\n", title,
                                  size.base, size.digits, sha256, first, last, terms);
  for (const series_residues& each : series)
    lines +=
        fmt::format("prime {} numerator {} denominator {}\n", each.prime, each.numerator, each.denominator);
  lines += fmt::format("place {}\nhexadecimal {:016x}\n", place, hexadecimal);
  return lines + "checksum " + sha256_of(lines) + "\n";
}

pi_validation pi_validation::parsed(const std::string& text) {
  std::istringstream in(text);
  std::string line;
  std::getline(in, line);
  if (line != title) throw support::file_error("is no validation of pi, or one of another version");
  pi_validation found{};
  std::string name;
  in >> name >> found.size.base >> name >> found.size.digits >> name >> found.sha256 >> name >> found.first >>
      name >> found.last >> name >> found.terms;
  for (series_residues& each : found.series)
    in >> name >> each.prime >> name >> each.numerator >> name >> each.denominator;
  in >> name >> found.place >> name >> std::hex >> found.hexadecimal;
  // Writing it again shows every other difference, and the checksum.
  if (!in || found.text() != text) throw support::file_error("is truncated or damaged");
  const auto is_prime = [](const series_residues& each) {
    return each.prime >> 60 == 1 && gbi::is_probable_prime(gpu_bigint(each.prime));
  };
  if (found.size.base < 2 || found.size.base > 36 || found.size.digits >> 40 != 0 ||
      bits_of(found.size) < least_bits || found.terms >> 40 != 0 ||
      found.terms < pi_series_terms(bits_of(found.size)) || found.place > last_place(found.size) ||
      found.series[0].prime == found.series[1].prime || !std::ranges::all_of(found.series, is_prime))
    throw support::file_error("no digits of pi have these values");
  return found;
}

std::string pi_validation::problem() const {
  for (const series_residues& each : series)
    if (pi_series_residues(prime_field(each.prime), terms) != each)
      return fmt::format("the sum of the series is wrong modulo {}", each.prime);
  if (hexadecimal_digits_of_pi(place) != hexadecimal)
    return fmt::format("the hexadecimal digits after place {} are not those of pi", place);
  return "";
}

std::string pi_validation::problem_with(const std::string& digits, const calculator& compute) const {
  if (const std::size_t after = digits.size() - std::min(digits.find('.') + 1, digits.size());
      after != size.digits)
    return fmt::format("there are {} digits instead of {}", after, size.digits);
  if (!digits.starts_with(first)) return "the first digits are others";
  if (!digits.ends_with(last)) return "the last digits are others";
  if (sha256_of(digits) != sha256) return "the digits have another hash";
  if (hexadecimal_digits(scaled_from(digits, size.base), size, place, compute) != hexadecimal)
    return fmt::format("the digits are not those of pi: they differ from it after hexadecimal place {}",
                       place);
  return "";
}

void run_verify_pi(session& run) {
  const auto& operands = run.chosen().operands;
  constexpr std::uint64_t most_bytes = 4096;
  const pi_validation validation = [&] {
    try {
      return pi_validation::parsed(support::read_all(operands.at(0), most_bytes));
    } catch (const support::file_error& error) {
      throw support::file_error(operands.at(0) + ": " + error.what());
    }
  }();
  const auto require = [&](const std::string& problem) {
    if (!problem.empty()) throw std::runtime_error(operands.back() + ": " + problem);
  };
  require(run.timed("checking the series", [&] { return validation.problem(); }));
  if (operands.size() > 1) {
    std::string digits = support::read_all(operands.at(1), run.chosen().max_bits);
    while (!digits.empty() && digits.back() == '\n') digits.pop_back();
    require(
        run.timed("converting the digits", [&] { return validation.problem_with(digits, run.compute()); }));
  }
  run.members().add("digits", validation.size.digits);
  run.members().add("base", validation.size.base);
  run.members().add("sha256", validation.sha256);
  run.put_text(
      fmt::format("{} digits of pi in base {}: {}", validation.size.digits, validation.size.base,
                  operands.size() > 1 ? "valid" : "the validation file holds, no digits were given"));
}

}  // namespace program
