/// \file
/// Shifts. Right shifts round towards minus infinity, as in two's complement: if a negative number loses a
/// set bit, the magnitude of the result grows by one.
#include <algorithm>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/number/host_words.hpp"
#include "src/number/number.hpp"
#include "src/number/sum.hpp"
#include "src/operation/perform.hpp"
#include "src/process/concat.hpp"
#include "src/words/linear/linear.hpp"

namespace gbi {

namespace {

void require_count(std::int64_t bits, const char* operation) {
  if (bits < 0) throw std::invalid_argument(concat(operation, " by ", bits, " bits: the count is negative"));
}

/// a 2^count in host words; a is not zero.
gpu_bigint words_shifted_left(detail::context_core& core, const detail::short_view& a, std::size_t whole,
                              int bits) {
  const std::size_t limbs = a.size + whole;
  if (limbs > detail::access::inline_limbs) {
    detail::word_block* const result = detail::word_block::make(limbs + 1);
    limb* const out = std::fill_n(result->limbs(), whole, limb{0});
    out[a.size] = words::shift_left(out, a.limbs, a.size, bits);
    return detail::value_of(core, result, limbs + (out[a.size] != 0 ? 1 : 0), a.negative);
  }
  numbers::word_result result(core, limbs + 1);
  limb* const out = std::fill_n(result.data(), whole, limb{0});
  out[a.size] = words::shift_left(out, a.limbs, a.size, bits);
  return result.value(a.negative);
}

/// floor(a / 2^count) in host words; a has more than `whole` limbs.
gpu_bigint words_shifted_right(detail::context_core& core, const detail::short_view& a, std::size_t whole,
                               int bits) {
  const std::size_t remaining = a.size - whole;
  numbers::word_result result(core, remaining + 1);
  limb* const out = result.data();
  const limb lost = words::shift_right(out, a.limbs + whole, remaining, bits);
  const bool rounds_up = a.negative && (lost != 0 || words::significant(a.limbs, whole) != 0);
  out[remaining] = rounds_up ? words::add_1(out, out, remaining, 1) : 0;
  return result.value(a.negative);
}

/// The number of bits of a shift, in whole limbs and further bits.
struct distance {
  std::size_t limbs;
  int bits;

  explicit distance(std::int64_t count)
      : limbs(static_cast<std::size_t>(count / limb_bits)), bits(static_cast<int>(count % limb_bits)) {}
};

std::string described(const gpu_bigint& a, const char* direction, std::int64_t bits) {
  return concat("shift of ", a.limb_bound(), " limbs to the ", direction, " by ", bits, " bits");
}

/// a 2^bits.
struct left_shift {
  const gpu_bigint& a;
  std::int64_t bits;
  distance by = distance(bits);
  detail::short_view own = detail::short_words(a);

  static constexpr const char* name() { return "shift to the left"; }
  auto operands() const { return std::tie(a, bits); }
  std::string description() const { return described(a, "left", bits); }

  bool fits_words() const {
    const std::size_t most = detail::core_of(a)->limits().residence;
    return own && by.limbs < most && own.size + by.limbs < most;
  }
  gpu_bigint in_words() const { return words_shifted_left(*detail::core_of(a), own, by.limbs, by.bits); }

  class launches {
   public:
    launches(const left_shift& wanted, bool /*checked*/)
        : a_(*detail::number_of(wanted.a)),
          bits_(wanted.bits),
          from_(a_.span()),
          result_(detail::number::make(a_.owner(), from_.count + wanted.by.limbs + (wanted.by.bits != 0),
                                       a_.expected() + wanted.by.limbs)) {}
    void queue() const {
      a_.executor().launch(
          kernels::shift_arguments{from_, result_->target(), -bits_, a_.sign_word(), result_->sign_word()});
    }
    operation::relation states() const {
      return {.a = from_,
              .sum = result_->written(),
              .twos = static_cast<std::uint64_t>(bits_),
              .signs = {a_.sign_word(), nullptr, result_->sign_word(), nullptr}};
    }
    gpu_bigint value() {
      if (const auto negative = a_.known_negative()) result_->know_negative(*negative);
      return detail::value_of(std::move(result_));
    }

   private:
    const detail::number& a_;
    std::int64_t bits_;
    kernels::limb_span from_;
    detail::new_number result_;
  };
};

/// floor(a / 2^bits).
struct right_shift {
  const gpu_bigint& a;
  std::int64_t bits;
  distance by = distance(bits);
  detail::short_view own = detail::short_words(a);

  static constexpr const char* name() { return "shift to the right"; }
  auto operands() const { return std::tie(a, bits); }
  std::string description() const { return described(a, "right", bits); }

  bool fits_words() const {
    return own && (own.size <= by.limbs || own.size - by.limbs < detail::core_of(a)->limits().residence);
  }
  gpu_bigint in_words() const {
    if (own.size <= by.limbs) return a.in_same_context(own.negative ? -1 : 0);
    return words_shifted_right(*detail::core_of(a), own, by.limbs, by.bits);
  }
  std::optional<gpu_bigint> known() const {
    if (by.limbs < a.limb_bound() || detail::number_of(a)->known_negative() != false) return std::nullopt;
    return a.in_same_context(0);
  }

  class launches {
   public:
    launches(const right_shift& wanted, bool checked)
        : a_(*detail::number_of(wanted.a)), bits_(wanted.bits), by_(wanted.by) {
      is_positive_ = a_.known_negative() == false;
      from_ = a_.span();
      const std::size_t lost = std::min<std::size_t>(by_.limbs, from_.count);
      below_ = {from_.limbs, lost, 0};
      kept_ = {from_.limbs + lost, from_.count - lost, 0};
      const std::size_t expected = a_.expected() > by_.limbs ? a_.expected() - by_.limbs : 0;
      // Rounding a negative number away from zero may take one more limb.
      result_ =
          detail::number::make(a_.owner(), kept_.count + (is_positive_ && kept_.count > 0 ? 0 : 1), expected);
      if (checked && !is_positive_) lost_below_ = any_of(below_, ~limb{0});
    }
    void queue() const {
      a_.executor().launch(
          kernels::shift_arguments{from_, result_->target(), bits_, a_.sign_word(), result_->sign_word()});
      if (!is_positive_) round_away();
    }
    operation::relation states() const {
      return {.a = result_->written(),
              .sum = kept_,
              .twos = static_cast<std::uint64_t>(by_.bits),
              .dropped = {limb{1} << by_.bits, kept_.count > 0 ? kept_.limbs : nullptr, lost_below_.data()},
              .signs = {result_->sign_word(), nullptr, a_.sign_word(), nullptr}};
    }
    gpu_bigint value() {
      if (is_positive_) result_->know_negative(false);
      return detail::value_of(std::move(result_));
    }

   private:
    /// Whether a limb is not zero, as a word; only masked bits of the highest limb count.
    exec::buffer<limb> any_of(const kernels::limb_span& limbs, limb mask) const {
      auto result = exec::cleared<limb>(a_.executor(), 1);
      a_.executor().launch(kernels::significant_arguments{limbs, mask, result.data()});
      return result;
    }

    /// Adds 1 to the magnitude of a negative result if a set bit was lost.
    void round_away() const {
      const bool in_limb = by_.bits != 0 && kept_.count > 0;
      const auto lost = any_of({from_.limbs, below_.count + (in_limb ? 1 : 0), 0},
                               in_limb ? (limb{1} << by_.bits) - 1 : ~limb{0});
      numbers::queue_sum(*a_.owner(), result_->written(), {nullptr, 0, 0}, result_->target(),
                         {.carry_if = lost.data(), .and_if = a_.sign_word()});
    }

    const detail::number& a_;
    std::int64_t bits_;
    distance by_;
    bool is_positive_ = false;
    kernels::limb_span from_, below_, kept_;
    detail::new_number result_;
    exec::buffer<limb> lost_below_;
  };
};

/// Not a part of the shifts of numbers inside their values, so that these save no registers.
template <class Shift>
[[gnu::noinline]] gpu_bigint longer_shift(const gpu_bigint& a, std::int64_t bits) {
  require_count(bits, Shift::name());
  if (bits == 0 || a.limb_bound() == 0) return a;
  return operation::perform(Shift{a, bits});
}

}  // namespace

bool gpu_bigint::has_inline_shift_left(std::int64_t bits) const noexcept {
  return bits >= 0 && is_inline() && size_ != 0 &&
         static_cast<std::size_t>(bits / limb_bits) + word_count() < inline_limbs;
}

bool gpu_bigint::has_inline_shift_right(std::int64_t bits) const noexcept {
  return bits >= 0 && is_inline() && size_ > bits / limb_bits;
}

void gpu_bigint::set_shifted_left(const gpu_bigint& a, std::int64_t bits) noexcept {
  const distance by(bits);
  const std::size_t n = a.word_count();
  limb* const out = words_.here;
  if (by.limbs == 0 && n <= 2) {
    const limb low = a.words_.here[0], high = n == 2 ? a.words_.here[1] : 0;
    out[0] = low << by.bits;
    out[1] = high << by.bits | words::moved_up(low, by.bits);
    out[2] = words::moved_up(high, by.bits);
  } else {
    out[by.limbs + n] = words::shift_left(out + by.limbs, a.words_.here, n, by.bits);
    std::fill_n(out, by.limbs, limb{0});
  }
  set_inline(a.core_, by.limbs + n + 1, a.size_ < 0);
}

void gpu_bigint::set_shifted_right(const gpu_bigint& a, std::int64_t bits) noexcept {
  const distance by(bits);
  const std::size_t n = a.word_count() - by.limbs;
  const limb* const x = a.words_.here + by.limbs;
  limb* const out = words_.here;
  if (n <= 2) {
    const limb high = n == 2 ? x[1] : 0;
    out[0] = x[0] >> by.bits | words::moved_down(high, by.bits);
    out[1] = high >> by.bits;
  } else {
    words::shift_right(out, x, n, by.bits);
  }
  set_inline(a.core_, n, false);
}

gpu_bigint gpu_bigint::shifted_left(std::int64_t bits) const {
  if (has_inline_shift_left(bits))
    return made_in_place([&](gpu_bigint& result) { result.set_shifted_left(*this, bits); });
  return longer_shift<left_shift>(*this, bits);
}

gpu_bigint gpu_bigint::shifted_right(std::int64_t bits) const {
  if (has_inline_shift_right(bits))
    return made_in_place([&](gpu_bigint& result) { result.set_shifted_right(*this, bits); });
  return longer_shift<right_shift>(*this, bits);
}

gpu_bigint& gpu_bigint::shift_left(std::int64_t bits) {
  if (has_inline_shift_left(bits)) {
    set_shifted_left(*this, bits);
  } else if (bits >= 0 && bits < limb_bits && may_grow_in_place() && word_count() < block()->capacity()) {
    const std::size_t n = word_count();
    limb* const x = block()->limbs();
    x[n] = words::shift_left(x, x, n, static_cast<int>(bits));
    if (x[n] != 0) size_ += size_ < 0 ? -1 : 1;
  } else {
    return *this = shifted_left(bits);
  }
  forget_copy();
  return *this;
}

gpu_bigint& gpu_bigint::shift_right(std::int64_t bits) {
  if (!has_inline_shift_right(bits)) return *this = shifted_right(bits);
  set_shifted_right(*this, bits);
  forget_copy();
  return *this;
}

}  // namespace gbi
