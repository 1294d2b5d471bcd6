/// \file
/// Numbers to text: the whole text on the device (fraction_tree.hpp, or bits.cpp), then copies to the host.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "gpu_bigint/format.hpp"
#include "src/exec/fresh_pages.hpp"
#include "src/exec/operation.hpp"
#include "src/exec/process_memory.hpp"
#include "src/ground/host_words.hpp"
#include "src/ground/number.hpp"
#include "src/ground/room.hpp"
#include "src/ground/word_check.hpp"
#include "src/text/fraction_tree.hpp"
#include "src/text/host_scan.hpp"
#include "src/text/text_check.hpp"
#include "src/words/characters.hpp"
#include "src/words/text.hpp"

namespace gbi {

namespace text {

std::string format_words(const detail::home& place, const detail::short_view& a, int base) {
  const std::size_t bits =
      a.size * limb_bits - static_cast<std::size_t>(std::countl_zero(a.limbs[a.size - 1]));
  const std::size_t room = words::text_size(bits, base);
  const ground::word_memory scratch(words::format_scratch(a.size, base));
  std::string result(room + 1, '-');
  char* const digits = result.data() + (a.negative ? 1 : 0);
  std::size_t count = 0;
  const auto compute = [&] { count = words::format(digits, a.limbs, a.size, base, scratch.data()); };
  if (ground::is_checked(place, a.size)) {
    const ground::word_check check("text", a.size);
    const limb expected = check.residue(a.limbs, a.size);
    check.repeat([&] {
      compute();
      return words::find_no_digit(digits, count, base) == count &&
             check.residue_of_text(digits, count, base) == expected;
    });
  } else {
    compute();
  }
  result.resize(count + (a.negative ? 1 : 0));
  return result;
}

namespace {

/// The digits of a base that is no power of two, or one more. \param meanwhile is called with their number
/// while the device computes
device_digits digits_by_tree(const gpu_bigint& value, int base,
                             const std::function<void(std::size_t)>& meanwhile) {
  const detail::number& number = *detail::number_of(value);
  const kernels::limb_span limbs{number.limbs(), number.size(), 0};
  // The digits of the number, or one more.
  const auto enough = static_cast<std::size_t>(static_cast<long double>(value.bit_length()) /
                                               std::log2(static_cast<long double>(base)) * (1 + 1e-15L)) +
                      1;
  const radix_tree tree(base, enough);
  const std::uint64_t all = tree.digits_at(tree.height());
  exec::buffer<char> text;
  run_checked_on_device(*number.owner(), limbs, base, all, [&](const conversion_attempt& attempt) {
    text = digits_by_fractions(*number.owner(), limbs, tree, attempt);
    if (attempt.is_first) meanwhile(enough);
    return text.data() + (text.size() - all);
  });
  const std::size_t begin = text.size() - enough;
  return {std::move(text), begin, enough};
}

/// Removes the digit that is one too many.
void remove_zero(exec::executor& executor, device_digits& digits) {
  std::array<char, sizeof(std::uint64_t)> word;  // a word comes faster than a character
  const std::size_t at =
      std::min(digits.begin / word.size() * word.size(), digits.memory.size() - word.size());
  executor.download(word.data(), digits.memory.data() + at, word.size());
  if (word[digits.begin - at] != '0') return;
  ++digits.begin;
  --digits.size;
}

}  // namespace

namespace {

/// The digits, or one more.
device_digits queue_digits(const gpu_bigint& value, int base,
                           const std::function<void(std::size_t)>& meanwhile) {
  const int bits = bits_per_digit(base);
  if (bits == 0) return digits_by_tree(value, base, meanwhile);
  device_digits result = digits_by_bits(value, bits);
  meanwhile(result.size);
  return result;
}

/// The digits behind a sign, if there is one.
std::string download_digits(const gpu_bigint& value, int base, std::string_view sign) {
  exec::executor& executor = detail::number_of(value)->executor();
  std::string result;
  device_digits digits = queue_digits(value, base, [&](std::size_t size) {
    exec::process_memory::require(size, "text of " + std::to_string(size) + " digits");
    result = exec::zeros<std::string>(sign.size() + size);
  });
  remove_zero(executor, digits);
  result.resize(sign.size() + digits.size);
  std::copy(sign.begin(), sign.end(), result.begin());
  executor.download(result.data() + sign.size(), digits.memory.data() + digits.begin, digits.size);
  return result;
}

}  // namespace

std::string format_digits(const gpu_bigint& value, int base, std::string_view sign) {
  const exec::operation scope("text", value, base);
  const detail::number& number = *detail::number_of(value);
  const bool is_checked = number.owner()->verifier().checks_all();
  std::string result;
  run_checked_to_text(*number.owner(), number.span(), base, [&] {
    result = download_digits(value, base, sign);
    const std::string_view digits = std::string_view(result).substr(sign.size());
    return !is_checked || is_canonical(digits, base) ? digits : std::string_view();
  });
  exec::require_right(exec::evidence_so_far());  // a text carries no evidence
  return result;
}

void write_digits(const gpu_bigint& value, int base, const std::function<void(std::string_view)>& take) {
  const detail::number& number = *detail::number_of(value);
  if (number.owner()->verifier().checks_all()) return take(format_digits(value, base, ""));
  const exec::operation scope("text", value, base);
  device_digits digits = queue_digits(value, base, [](std::size_t) {});
  remove_zero(number.executor(), digits);
  exec::require_right(exec::evidence_so_far());  // before anybody gets a digit
  constexpr std::size_t longest_piece = std::size_t{1} << 24;
  std::string piece(std::min(digits.size, longest_piece), '0');
  for (std::size_t done = 0; done < digits.size; done += piece.size()) {
    piece.resize(std::min(digits.size - done, longest_piece));
    number.executor().download(piece.data(), digits.memory.data() + digits.begin + done, piece.size());
    take(piece);
  }
}

}  // namespace text

namespace {

void require_base(const gpu_bigint& a, int base) {
  if (!text::is_base(base))
    throw std::invalid_argument("text of a number of " + std::to_string(a.limb_bound()) + " limbs in base " +
                                std::to_string(base) + ": the base is not 2 to 62");
}

/// Runs the conversion of a long number, whose messages name it.
template <class Convert>
auto convert_long(const gpu_bigint& a, int base, Convert&& convert) {
  return ground::naming(convert, [&] {
    return "text of a number of " + std::to_string(a.limb_bound()) + " limbs in base " + std::to_string(base);
  });
}

}  // namespace

std::string gpu_bigint::to_string(int base) const {
  require_base(*this, base);
  const detail::short_view own = short_words_or_wait();
  if (own && own.size == 0) return "0";
  if (own && own.size <= home_->limits().text) return text::format_words(*home_, own, base);
  const int s = sign();
  if (s == 0) return "0";
  if (limb_bound() <= home_->limits().text) {
    const std::vector<limb> limbs = to_limbs();
    return text::format_words(*home_, {limbs.data(), limbs.size(), s < 0}, base);
  }
  return convert_long(*this, base, [&] { return text::format_digits(*this, base, s < 0 ? "-" : ""); });
}

void write_text(const gpu_bigint& a, const std::function<void(std::string_view)>& take, int base) {
  require_base(a, base);
  if (a.limb_bound() <= detail::home_of(a)->limits().text || a.sign() == 0) return take(a.to_string(base));
  if (a.sign() < 0) take("-");
  convert_long(a, base, [&] { text::write_digits(a, base, take); });
}

}  // namespace gbi
