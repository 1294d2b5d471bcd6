#include "tools/gbi/commands.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <ostream>
#include <type_traits>

#include "tools/gbi/constants.hpp"
#include "tools/gbi/pi_validation.hpp"
#include "tools/support/output_file.hpp"
#include "tools/support/timing.hpp"

namespace program {

namespace {

using gbi::gpu_bigint;

/// Combines all operands from left to right.
template <class Combine>
void fold(session& run, const std::string& activity, Combine&& combine) {
  gpu_bigint result = run.number(0);
  for (std::size_t i = 1; i < run.chosen().operands.size(); ++i) {
    const gpu_bigint next = run.number(i);
    result = run.timed(activity, [&] { return combine(result, next); });
  }
  run.put(result);
}

void multiply(session& run) {
  fold(run, "multiplying", [&](const auto& a, const auto& b) { return run.compute().multiply(a, b); });
}

void divide(session& run) {
  const gpu_bigint a = run.number(0), b = run.number(1);
  const auto result = run.timed("dividing", [&] { return run.compute().divide(a, b); });
  if (run.chosen().json && !run.chosen().remainder)
    run.members().add("remainder", result.remainder.to_string(run.chosen().base));
  run.put(run.chosen().remainder ? result.remainder : result.quotient);
}

void power(session& run) {
  const gpu_bigint base = run.number(0), exponent = run.number(1);
  if (exponent.sign() < 0) throw usage_error("the exponent of a power must not be negative");
  if (gbi::abs(base) <= 1) {  // every exponent is possible
    const bool stays = exponent.sign() != 0 && exponent % 2 != 0;
    run.put(exponent.sign() == 0 ? gpu_bigint(1) : stays ? base : gbi::abs(base));
    return;
  }
  run.compute().require_length("power",
                               static_cast<double>(base.bit_length() - 1) * static_cast<double>(exponent));
  const auto small = static_cast<std::uint64_t>(exponent);
  run.put(run.timed("raising to a power", [&] { return run.compute().power(base, small); }));
}

void power_modulo(session& run) {
  const gpu_bigint base = run.number(0), exponent = run.number(1), modulus = run.number(2);
  run.put(run.timed("raising to a power", [&] { return run.compute().power_mod(base, exponent, modulus); }));
}

void gcd(session& run) {
  fold(run, "computing the gcd", [&](const auto& a, const auto& b) { return run.compute().gcd(a, b); });
}

void is_prime(session& run) {
  const gpu_bigint n = run.number(0);
  const bool prime = run.timed("testing", [&] { return run.compute().is_prime(n, run.chosen().rounds); });
  run.members().add("prime", prime);
  // Up to 2^64 the answer is proven.
  run.members().add("proven", !prime || n.bit_length() <= 64);
  run.put_text(prime ? "prime" : "composite");
}

void next_prime(session& run) {
  const gpu_bigint n = run.number(0);
  run.put(run.timed("searching", [&] { return run.compute().next_prime(n); }));
}

void factorial(session& run) {
  const std::uint64_t n = run.word(0, "n");
  run.put(run.timed("multiplying", [&] { return run.compute().factorial(n); }));
}

void fibonacci(session& run) {
  const std::uint64_t n = run.word(0, "n");
  run.put(run.timed("doubling", [&] { return run.compute().fibonacci(n); }));
}

std::string text_of(const gpu_bigint& value, int base) {
  return value.to_string(base);
}
std::string text_of(const gbi::distributed_bigint& value, int base) {
  std::string text;
  gbi::write_text(
      value, [&](std::string_view piece) { text += piece; }, base);
  return text;
}

/// Writes digits around a point. Billions of them are not copied to insert it.
void put_digits(session& run, const gpu_bigint& scaled, const precision& size, int /*whole*/) {
  const std::string all = with_zeros(scaled.to_string(size.base), size.digits);
  const std::string_view digits = all;
  run.put_pieces([&](std::ostream& out) {
    const std::size_t whole = digits.size() - size.digits;
    out << digits.substr(0, whole) << (size.digits > 0 ? "." : "") << digits.substr(whole);
  });
}
/// Writes digits piece by piece, so that nobody holds all of them.
/// \param whole the number in front of the point
void put_digits(session& run, const gbi::distributed_bigint& scaled, const precision& size, int whole) {
  run.put_pieces([&](std::ostream& out) {
    std::size_t left = gpu_bigint(whole).to_string(size.base).size();
    const auto take = [&](std::string_view piece) {
      const std::size_t count = std::min(left, piece.size());
      out << piece.substr(0, count);
      piece.remove_prefix(count);
      if (left > 0 && left == count && size.digits > 0) out << '.';
      left -= count;
      out << piece;
    };
    gbi::write_text(scaled, take, size.base);
  });
}

/// A constant, computed by a function of digits and base.
/// \param whole the number in front of the point
/// \param with_text called with the text before it is written
template <class Digits>
void constant(session& run, const std::string& name, std::uint64_t by_default, int whole, Digits&& digits_of,
              const std::function<void(const std::string&, precision)>& with_text = {}) {
  const precision size{run.chosen().digits.value_or(by_default), run.chosen().base};
  const auto shown = run.showing(name, "digits");
  const watcher watch = [&](double part) {
    shown->advance_to(part * static_cast<double>(size.digits), static_cast<double>(size.digits));
  };
  if (run.chosen().binary) throw usage_error("--binary writes integers, not digits behind a point");
  const auto scaled = run.timed("", [&] { return digits_of(run.compute(), size, watch); });
  run.members().add("digits", size.digits);
  if constexpr (std::is_same_v<decltype(scaled), const gbi::distributed_bigint>)
    run.members().add("ranks", scaled.group().size());
  if (!with_text && !run.compute().verifies() && !run.keeps_text())
    return put_digits(run, scaled, size, whole);
  std::string text = text_of(scaled, size.base);
  run.compute().check("text",
                      [&](const prime_field& mod) { return mod.of_text(text, size.base) == mod.of(scaled); });
  text = with_point(std::move(text), size.digits);
  if (with_text) with_text(text, size);
  run.put_text(text);
}

/// Calls f where the user wants a constant to be computed: with one_device or many_ranks.
template <class F>
void somewhere(session& run, F&& f) {
  if (run.chosen().ranks == 1) return f(one_device());
  f(many_ranks{run.ranks()});
}

void pi(session& run) {
  constexpr std::uint64_t by_default = 1000;
  series_sum sum;
  std::optional<support::output_file> validation;
  std::function<void(const std::string&, precision)> validate;
  if (const std::string& path = run.chosen().validation; !path.empty()) {
    pi_validation::require_enough({run.chosen().digits.value_or(by_default), run.chosen().base});
    validation.emplace(path);
    validate = [&](const std::string& text, const precision& size) {
      const auto made = run.timed("validating", [&] { return pi_validation::of(text, size, sum); });
      if (!made.problem_with(text, run.compute()).empty()) throw wrong_result("pi");
      validation->stream() << made.text();
      validation->commit();
    };
  }
  somewhere(run, [&](const auto& place) {
    constant(
        run, "pi", by_default, 3,
        [&](const calculator& compute, const precision& wanted, const watcher& watch) {
          return pi_digits(place, compute, wanted, watch, validation ? &sum : nullptr);
        },
        validate);
  });
}

void euler(session& run) {
  somewhere(run, [&](const auto& place) {
    constant(run, "e", 1000, 2,
             [&](const calculator& compute, const precision& wanted, const watcher& watch) {
               return e_digits(place, compute, wanted, watch);
             });
  });
}

void square_root(session& run) {
  const gpu_bigint n = run.number(0);
  if (n.sign() < 0) throw usage_error("the square root of a negative number");
  if (run.chosen().digits.value_or(0) == 0) {
    run.put(run.timed("extracting the root", [&] { return run.compute().square_root(n); }));
    return;
  }
  constant(run, "root", 0, 0, [&](const calculator& compute, const precision& wanted, const watcher&) {
    return root_digits(compute, n, wanted);
  });
}

void number(session& run) {
  run.put(run.timed("computing", [&] { return run.number(0); }));
}

}  // namespace

void run_command(session& run) {
  using command = void (*)(session&);
  static const std::map<std::string, command> commands{
      {"bench", run_bench},
      {"convert", number},
      {"div", divide},
      {"e", euler},
      {"ecm", run_ecm},
      {"eval", number},
      {"factor", run_factor},
      {"factorial", factorial},
      {"fib", fibonacci},
      {"gcd", gcd},
      {"info", run_info},
      {"isprime", is_prime},
      {"mul", multiply},
      {"nextprime", next_prime},
      {"prp", run_prp},
      {"lucas-lehmer", run_lucas_lehmer},
      {"pi", pi},
      {"plan", run_plan},
      {"pow", power},
      {"powm", power_modulo},
      {"rsa", run_rsa},
      {"sqrt", square_root},
      {"tune", run_tune},
      {"verify-pi", run_verify_pi},
      {"verify-proof", run_verify_proof},
  };
  commands.at(run.chosen().command)(run);
  run.finish();
}

}  // namespace program
