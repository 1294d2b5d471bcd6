/// \file
/// Shifts. Right shifts round towards minus infinity, as in two's complement: if a negative number loses a
/// set bit, the magnitude of the result grows by one.
#include <algorithm>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/exec/operation.hpp"
#include "src/ground/carry_chain.hpp"
#include "src/ground/host_words.hpp"
#include "src/ground/number.hpp"
#include "src/ground/relation.hpp"
#include "src/ground/room.hpp"
#include "src/ground/word_check.hpp"
#include "src/words/linear.hpp"
#include "src/words/linear_checks.hpp"

namespace gbi {

namespace {

constexpr std::size_t bits_per_limb = limb_bits;

std::uint64_t checked_count(std::int64_t bits, const char* operation) {
  if (bits < 0)
    throw std::invalid_argument(std::string(operation) + " by " + std::to_string(bits) +
                                " bits: the count is negative");
  return static_cast<std::uint64_t>(bits);
}

/// a 2^count in host words; a is not zero.
gpu_bigint words_shifted_left(detail::home& home, const detail::short_view& a, std::size_t whole, int rest) {
  constexpr const char* operation = "shift to the left";
  ground::word_result result(home, a.size + whole + 1);
  limb* const zeros = result.data();
  limb* const out = zeros + whole;
  const auto bits_into = [&](std::size_t at) { return at > 0 ? words::moved_up(a.limbs[at - 1], rest) : 0; };
  ground::compute_exactly(
      home, operation, whole, [=] { std::fill_n(zeros, whole, limb{0}); },
      [=] { return std::all_of(zeros, out, [](limb x) { return x == 0; }); });
  ground::compute_in_blocks(
      home, operation, a.size,
      [&](std::size_t begin, std::size_t count) {
        words::shift_left(out + begin, a.limbs + begin, count, rest, bits_into(begin));
      },
      [&](std::size_t begin, std::size_t count) {
        return words::is_shifted_left(out + begin, a.limbs + begin, count, rest, bits_into(begin));
      });
  out[a.size] = bits_into(a.size);
  return result.value(a.negative);
}

/// floor(a / 2^count) in host words; a has more than `whole` limbs.
gpu_bigint words_shifted_right(detail::home& home, const detail::short_view& a, std::size_t whole, int rest) {
  constexpr const char* operation = "shift to the right";
  const std::size_t kept = a.size - whole;
  const limb* const from = a.limbs + whole;
  ground::word_result result(home, kept + 1);
  limb* const out = result.data();
  const auto bits_into = [=](std::size_t at) { return at < kept ? words::moved_down(from[at], rest) : 0; };
  const auto divide = [&](std::size_t begin, std::size_t count) {
    words::shift_right(out + begin, from + begin, count, rest, bits_into(begin + count));
  };
  out[kept] = 0;
  if (a.negative && (words::moved_down(from[0], rest) != 0 || words::significant(a.limbs, whole) != 0))
    ground::compute_exactly(
        home, operation, kept,
        [&] {
          divide(0, kept);
          out[kept] = words::add_1(out, out, kept, 1);
        },
        [=] {
          return words::is_shifted_right(out, from, kept, rest, 0, 1) &&
                 out[kept] == (words::significant(out, kept) == 0 ? 1 : 0);
        });
  else
    ground::compute_in_blocks(home, operation, kept, divide, [=](std::size_t begin, std::size_t count) {
      return words::is_shifted_right(out + begin, from + begin, count, rest, bits_into(begin + count));
    });
  return result.value(a.negative);
}

/// A shift that does not change the sign.
void run_shift(detail::engine& engine, const kernels::shift_arguments& shift) {
  if (!engine.verifier().checks_all()) return engine.executor().launch(shift);
  ground::run_self_checked(engine, [&](const kernels::verdict_report& report) {
    engine.executor().launch(kernels::checked_shift_arguments{shift, report});
  });
}

/// Computes kept = floor(a / 2^bits), bits < 64, and checks kept 2^bits + rest = a, with the signs. Only a
/// and kept may be negative.
/// \param of_limbs the relation without the power of two
void run_checked_right(detail::engine& engine, const ground::relation& of_limbs, int bits,
                       const std::function<void()>& compute) {
  ground::relation right = of_limbs;
  right.table = engine.verifier().table();
  const exec::buffer<limb> power =
      ground::power_of_two(engine, *right.table, static_cast<std::uint64_t>(bits));
  right.b = {power.data(), 1, 0};
  ground::run_checked_alone(engine, right, compute);
}

/// The lowest `bits` bits of a, bits < 64, by two shifts. Does not wait.
exec::buffer<limb> low_bits(exec::executor& executor, kernels::limb_span a, int bits) {
  if (bits == 0) return exec::cleared<limb>(executor, 1);
  exec::buffer<limb> result(executor, 1);
  const exec::buffer<limb> upper(executor, 1);
  executor.launch(kernels::shift_arguments{{a.limbs, 1, 0}, {upper.data(), 1, 0}, bits - limb_bits});
  executor.launch(kernels::shift_arguments{{upper.data(), 1, 0}, {result.data(), 1, 0}, limb_bits - bits});
  return result;
}

/// For a negative number, a modulo 2^bits above `whole` limbs, if any set bit is lost: 2^bits minus the
/// lowest bits, or 2^bits if only whole limbs are lost. Waits.
exec::buffer<limb> rest_of_negative(exec::executor& executor, kernels::limb_span a, std::size_t whole,
                                    int bits) {
  const exec::buffer<limb> low = whole < a.count
                                     ? low_bits(executor, {a.limbs + whole, a.count - whole, 0}, bits)
                                     : exec::cleared<limb>(executor, 1);
  const auto lost = exec::cleared<limb>(executor, 1);
  executor.launch(kernels::significant_arguments{
      {a.limbs, std::min<std::size_t>(whole, a.count), 0}, ~limb{0}, lost.data()});
  limb lowest = 0, lost_limbs = 0;
  executor.download(&lowest, low.data(), sizeof lowest);
  executor.download(&lost_limbs, lost.data(), sizeof lost_limbs);
  const limb rest = lowest != 0 || lost_limbs != 0 ? (limb{1} << bits) - lowest : 0;
  return {executor, std::span<const limb>(&rest, 1)};
}

}  // namespace

gpu_bigint gpu_bigint::shifted_left(std::int64_t bits) const {
  const std::uint64_t count = checked_count(bits, "shift to the left");
  if (size_ == 0 || bits == 0) return *this;
  const std::size_t whole = static_cast<std::size_t>(count / bits_per_limb);
  if (is_inside() && whole + word_count() < inline_limbs) {
    const std::size_t n = word_count();
    gpu_bigint result;
    limb* const out = result.words_.inside;  // still zero here
    out[whole + n] =
        words::shift_left(out + whole, words_.inside, n, static_cast<int>(count % bits_per_limb));
    result.set_inside(home_, whole + n + 1, size_ < 0);
    return result;
  }
  if (limb_bound() == 0) return *this;
  if (const detail::short_view own = short_words())
    if (whole < home_->limits().residence && own.size + whole < home_->limits().residence)
      return words_shifted_left(*home_, own, whole, static_cast<int>(count % bits_per_limb));
  const exec::operation scope("shift to the left", *this, bits);
  const detail::number& a = *number();
  const kernels::limb_span span = a.span();
  const std::size_t limbs =
      span.count + static_cast<std::size_t>((count + bits_per_limb - 1) / bits_per_limb);
  auto result = ground::naming([&] { return detail::number::make(a.owner(), limbs, a.expected() + whole); },
                               [&] {
                                 return "shift of " + std::to_string(span.count) + " limbs to the left by " +
                                        std::to_string(bits) + " bits";
                               });
  run_shift(*a.owner(), {span, result->target(), -bits, a.sign_word(), result->sign_word()});
  if (const auto negative = a.known_negative()) result->know_negative(*negative);
  return detail::value_of(std::move(result));
}

gpu_bigint gpu_bigint::shifted_right(std::int64_t bits) const {
  const std::uint64_t count = checked_count(bits, "shift to the right");
  if (size_ == 0 || bits == 0) return *this;
  const std::size_t whole = static_cast<std::size_t>(count / bits_per_limb);
  if (is_inside() && size_ > static_cast<std::int64_t>(whole)) {
    const std::size_t n = word_count() - whole;
    gpu_bigint result;
    words::shift_right(result.words_.inside, words_.inside + whole, n,
                       static_cast<int>(count % bits_per_limb));
    result.set_inside(home_, n, false);
    return result;
  }
  if (limb_bound() == 0) return *this;
  if (const detail::short_view own = short_words()) {
    if (own.size <= whole) return in_same_context(own.negative ? -1 : 0);
    if (own.size - whole < home_->limits().residence)
      return words_shifted_right(*home_, own, whole, static_cast<int>(count % bits_per_limb));
  }
  const exec::operation scope("shift to the right", *this, bits);
  const detail::number& a = *number();
  exec::executor& executor = a.executor();
  const bool checked = a.owner()->verifier().checks_all();
  if (checked) static_cast<void>(sign());  // the check needs it
  const bool surely_positive = a.known_negative() == false;
  const kernels::limb_span span = a.span();
  const std::size_t kept = whole < span.count ? span.count - whole : 0;
  const std::size_t expected = a.expected() > whole ? a.expected() - whole : 0;

  if (surely_positive && kept == 0) return in_same_context(0);

  // Rounding a negative number away from zero may take one more limb.
  auto result = detail::number::make(a.owner(), surely_positive ? kept : kept + 1, expected);
  const int rest_bits = static_cast<int>(count % bits_per_limb);
  const kernels::limb_span result_span{result->limbs(), result->target().count, 0};
  const kernels::shift_arguments shift{span, result->target(), bits, a.sign_word(), result->sign_word()};
  if (surely_positive) {
    run_shift(*a.owner(), shift);
    result->know_negative(false);
    return detail::value_of(std::move(result));
  }
  const auto compute = [&] {
    executor.launch(shift);
    const std::size_t lost_limbs = std::min<std::size_t>(span.count, whole + (rest_bits != 0));
    const limb last_mask = lost_limbs > whole ? (limb{1} << rest_bits) - 1 : ~limb{0};
    const auto lost = exec::cleared<limb>(executor, 1);
    executor.launch(kernels::significant_arguments{{span.limbs, lost_limbs, 0}, last_mask, lost.data()});
    const ground::carry_chain chain(a.owner()->chains(), result->target().count, 1);
    executor.launch(kernels::add_arguments{result_span,
                                           {nullptr, 0, 0},
                                           result->target(),
                                           {.subtract = false,
                                            .sign_a = nullptr,
                                            .sign_b = nullptr,
                                            .sign_result = nullptr,
                                            .carry_if = lost.data(),
                                            .and_if = a.sign_word()},
                                           chain.get()});
  };
  if (checked) {
    const kernels::limb_span upper{span.limbs + std::min<std::size_t>(whole, span.count), kept, 0};
    const exec::buffer<limb> rest = rest_of_negative(executor, span, whole, rest_bits);
    run_checked_right(*a.owner(),
                      {.a = result_span,
                       .b = {},
                       .sum = upper,
                       .rest = {rest.data(), 1, 0},
                       .signs = {result->sign_word(), nullptr, a.sign_word(), nullptr}},
                      rest_bits, compute);
  } else {
    compute();
  }
  return detail::value_of(std::move(result));
}

}  // namespace gbi
