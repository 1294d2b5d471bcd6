/// \file
/// Converts numbers to text. The device computes the whole text, by a tree of fractions unless the base is a
/// power of two. Copies to the host follow.
#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "gpu_bigint/format.hpp"
#include "src/number/host_words.hpp"
#include "src/number/number.hpp"
#include "src/number/room.hpp"
#include "src/operation/perform.hpp"
#include "src/process/concat.hpp"
#include "src/process/fresh_pages.hpp"
#include "src/process/function_ref.hpp"
#include "src/process/memory.hpp"
#include "src/process/overwrite.hpp"
#include "src/text/fraction_tree.hpp"
#include "src/text/text_check.hpp"
#include "src/text/waiting_text.hpp"
#include "src/words/text/characters.hpp"
#include "src/words/text/text.hpp"

namespace gbi {

namespace text {

std::string format_words(const detail::short_view& a, int base) {
  const std::size_t bits = words::bit_length(a.limbs, a.size);
  const std::size_t room = words::text_size(bits, base);
  const numbers::word_memory scratch(words::format_scratch(a.size, base));
  std::string result(room + 1, '-');
  char* const digits = result.data() + (a.negative ? 1 : 0);
  const std::size_t count = words::format(digits, a.limbs, a.size, base, scratch.data());
  result.resize(count + (a.negative ? 1 : 0));
  return result;
}

namespace {

/// How many digits a number has in a base that is not a power of two. Rarely one too many, if the number is
/// just below a power of the base.
std::size_t most_digits(const detail::number& number, int base) {
  const std::size_t below_top = (number.size() - 1) * limb_bits;
  const long double bits =
      static_cast<long double>(below_top) + std::log2(static_cast<long double>(number.top()) + 1);
  return static_cast<std::size_t>(bits / std::log2(static_cast<long double>(base)) * (1 + 1e-15L)) + 1;
}

/// The digits in a base of 2^bits.
device_digits digits_by_bits(const gpu_bigint& value, int bits) {
  const detail::number& number = *detail::number_of(value);
  const auto width = static_cast<std::size_t>(bits);
  const std::size_t digits = (value.bit_length() + width - 1) / width;
  exec::buffer<char> text(number.executor(), (digits + 7) / 8 * 8);
  number.executor().launch(kernels::format_bits_arguments{
      number.limbs(), number.bound(), static_cast<std::uint32_t>(bits), text.data(), digits});
  return {std::move(text), 0, digits};
}

/// Makes one attempt at the digits. The first digit may be a zero.
device_digits queue_digits(const gpu_bigint& value, int base, const conversion_attempt& attempt) {
  if (const int bits = bits_per_digit(base); bits != 0) return digits_by_bits(value, bits);
  const detail::number& number = *detail::number_of(value);
  const std::size_t size = most_digits(number, base);
  exec::buffer<char> text = digits_by_fractions(*number.owner(), {number.limbs(), number.size(), 0},
                                                radix_tree(base, size), attempt);
  const std::size_t begin = text.size() - size;
  return {std::move(text), begin, size};
}

}  // namespace

std::string format_digits(const gpu_bigint& value, int base, std::string_view sign) {
  const faults::operation_scope scope("text", value, base);
  const detail::number& number = *detail::number_of(value);
  std::string result;
  const auto make_room = [&](std::size_t size) {
    process::memory::require(size, concat("text of ", size, " digits"));
    process::reserve_pages(result, sign.size() + size);
  };
  const auto write = [&](std::size_t size, const digit_copy& copy) {
    process::overwrite(result, sign.size() + size,
                       [&](char* at) { copy(std::copy(sign.begin(), sign.end(), at)); });
  };
  const auto queue = [&](const conversion_attempt& attempt) {
    device_digits digits = queue_digits(value, base, attempt);
    if (attempt.is_first) make_room(digits.size);  // while the device computes
    return digits;
  };
  to_text({*number.owner(), number.span(), base, most_digits(number, base), queue}, write);
  if (result[sign.size()] == '0') result.erase(sign.size(), 1);
  faults::require_right(faults::evidence_so_far());  // a text carries no evidence
  return result;
}

waiting_text::waiting_text(const gpu_bigint& value, int base) {
  const detail::number& number = *detail::number_of(value);
  owner_ = number.owner();
  if (operation::is_checked(*owner_)) {
    on_host_ = format_digits(value, base, "");
    return;
  }
  const faults::operation_scope scope("text", value, base);
  on_device_ =
      to_device_text({*owner_, number.span(), base, most_digits(number, base),
                      [&](const conversion_attempt& attempt) { return queue_digits(value, base, attempt); }});
  evidence_ = faults::evidence_so_far();
}

void waiting_text::copy(std::size_t first, std::size_t count, char* to) const {
  if (!on_host_.empty()) {
    on_host_.copy(to, count, first);
    return;
  }
  if (count == 0) return;
  owner_->executor().download(to, on_device_.memory.data() + on_device_.begin + first, count);
  faults::require_right(evidence_);  // before the caller gets any digit; the first wait has settled it
}

void waiting_text::pass_to(process::function_ref<void(std::string_view)> take) const {
  if (!on_host_.empty()) return take(on_host_);
  std::string piece(std::min(size(), longest_piece), '0');
  for (std::size_t done = 0; done < size(); done += piece.size()) {
    piece.resize(std::min(size() - done, longest_piece));
    copy(done, piece.size(), piece.data());
    const bool begins_with_zero = done == 0 && piece.front() == '0';
    take(std::string_view(piece).substr(begins_with_zero ? 1 : 0));
  }
}

}  // namespace text

namespace {

void require_base(const gpu_bigint& a, int base) {
  if (!text::is_base(base))
    throw std::invalid_argument(
        concat("text of a number of ", a.limb_bound(), " limbs in base ", base, ": the base is not 2 to 62"));
}

/// Runs the conversion of a long number. Its error messages name the conversion.
template <class Convert>
auto convert_long(const gpu_bigint& a, int base, Convert&& convert) {
  return numbers::naming(
      convert, [&] { return concat("text of a number of ", a.limb_bound(), " limbs in base ", base); });
}

}  // namespace

std::string gpu_bigint::to_string(int base) const {
  require_base(*this, base);
  const detail::short_view own = short_words_or_wait();
  if (own && own.size == 0) return "0";
  if (own && own.size <= core_->limits().text) return text::format_words(own, base);
  const int s = sign();
  if (s == 0) return "0";
  if (limb_bound() <= core_->limits().text) {
    const std::vector<limb> limbs = to_limbs();
    return text::format_words({limbs.data(), limbs.size(), s < 0}, base);
  }
  return convert_long(*this, base, [&] { return text::format_digits(*this, base, s < 0 ? "-" : ""); });
}

void write_text(const gpu_bigint& a, const std::function<void(std::string_view)>& take, int base) {
  require_base(a, base);
  if (a.limb_bound() <= detail::core_of(a)->limits().text || a.sign() == 0) return take(a.to_string(base));
  if (a.sign() < 0) take("-");
  convert_long(a, base, [&] { text::waiting_text(a, base).pass_to(take); });
}

}  // namespace gbi
