/// \file
/// Converts text to numbers. One kernel parses all digits of a base that is a power of two. In other bases
/// a kernel parses the leaves of a tree, and each level computes value = high * base^k + low for all of its
/// nodes at once.
#include <algorithm>
#include <array>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include "src/faults/operation_scope.hpp"
#include "src/multiply/shared_factor.hpp"
#include "src/number/host_words.hpp"
#include "src/number/number.hpp"
#include "src/number/room.hpp"
#include "src/number/sum.hpp"
#include "src/process/concat.hpp"
#include "src/text/digit_limits.hpp"
#include "src/text/powers.hpp"
#include "src/text/text_check.hpp"
#include "src/words/text/text.hpp"

namespace gbi {

namespace text {

namespace {

/// next[i] = nodes[2i + 1] * power + nodes[2i]
void combine(detail::engine& engine, const limb* nodes, const radix_tree& tree, int level,
             const radix_powers& powers, const conversion_attempt& attempt, limb* next) {
  const std::uint64_t limbs = tree.limbs_at(level), next_limbs = tree.limbs_at(level + 1);
  const std::uint32_t count = tree.nodes_at(level + 1);
  const kernels::limb_span high{nodes + limbs, limbs, 2 * limbs}, low{nodes, limbs, 2 * limbs};
  // Not in place, so that no tile of the sum waits for the one before it.
  const exec::buffer<limb> memory(engine.executor(), count * next_limbs);
  const kernels::limb_target rows{memory.data(), next_limbs, next_limbs};
  if (const auto transform = plan_of_level(engine, tree, level, attempt);
      transform && plan::holds_product(*transform, plan::product_shape::whole(limbs, limbs)))
    products::run_by_spectrum(engine, {high, rows, count}, *powers.spectrum_at(level, *transform),
                              attempt.rounding);
  else
    products::run(engine, {.a = high, .b = powers.at(level), .out = rows, .batch = count});
  numbers::queue_sum(engine, {rows.limbs, rows.count, rows.stride}, low, {next, next_limbs, next_limbs}, {},
                     count);
}

/// Writes the number whose digits are in device memory. The base is not a power of two.
/// \returns the flag that says whether the cached powers are suspect
faults::suspect_flag parse_by_tree(detail::engine& engine, const char* text, std::uint64_t text_size,
                                   const radix_tree& tree, const conversion_attempt& attempt, limb* result) {
  exec::executor& executor = engine.executor();
  const auto powers = radix_powers::of(engine, tree, !attempt.is_first);
  exec::buffer<limb> nodes;
  const auto memory_for = [&](int level) {  // of the nodes of a level; the root uses the memory of the result
    if (level == tree.height()) return result;
    nodes = exec::buffer<limb>(executor, tree.limbs_at(level) * tree.nodes_at(level));
    return nodes.data();
  };
  limb* current = memory_for(0);
  executor.launch(kernels::parse_leaves_arguments{text, text_size, tree.words_of_leaf(), current,
                                                  static_cast<std::uint32_t>(tree.limbs_at(0)),
                                                  tree.nodes_at(0)});
  for (int level = 0; level < tree.height(); ++level) {
    const exec::buffer<limb> children = std::exchange(nodes, {});
    limb* parents = memory_for(level + 1);
    combine(engine, current, tree, level, *powers, attempt, parents);
    current = parents;
  }
  return powers->suspect();
}

}  // namespace

gpu_bigint parse_digits(std::string_view digits, int base) {
  const faults::operation_scope scope("number from text", digits, base);
  const auto engine = detail::engine_of(context::current());
  const int bits = bits_per_digit(base);
  const radix_tree tree(base, digits.size());
  const std::uint64_t limbs =
      bits != 0 ? (digits.size() * static_cast<std::size_t>(bits) + limb_bits - 1) / limb_bits
                : tree.limbs_at(tree.height());
  auto result = detail::number::make_nonnegative(engine, limbs);
  const kernels::limb_span number{result->limbs(), limbs, 0};
  exec::buffer<char> text;
  faults::suspect_flag suspect;
  const auto convert = [&](const conversion_attempt& attempt) {
    text = exec::buffer<char>(engine->executor(), std::span<const char>(digits));
    if (bits != 0)
      engine->executor().launch(kernels::parse_bits_arguments{
          text.data(), text.size(), static_cast<std::uint32_t>(bits), result->limbs(), limbs});
    else
      suspect = parse_by_tree(*engine, text.data(), text.size(), tree, attempt, result->limbs());
    return text.data();
  };
  from_text({*engine, digits, base, number, result->sign_word(), convert, suspect});
  return detail::value_of(std::move(result));
}

namespace {

/// The beginning of a text as an error message shows it, with control and non-ASCII characters as \xNN.
std::string shown(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string result;
  for (const char c : text.substr(0, longest)) {
    if (c >= ' ' && c <= '~') {
      result += c;
    } else {
      std::array<char, 5> escape{};
      std::snprintf(escape.data(), escape.size(), "\\x%02x",
                    static_cast<unsigned>(static_cast<unsigned char>(c)));
      result += escape.data();
    }
  }
  return text.size() <= longest ? result : result + "...";
}

[[noreturn]] void reject(std::string_view text, const std::string& reason, std::size_t position) {
  throw std::invalid_argument(concat("not a number: \"", shown(text), "\" (", text.size(),
                                     " characters): ", reason, " at position ", position));
}

/// The base that a prefix at the start of the text names; 0 if there is none.
int prefix_base(std::string_view text) {
  if (text.size() < 2 || text[0] != '0') return 0;
  if (text[1] == 'x' || text[1] == 'X') return 16;
  if (text[1] == 'b' || text[1] == 'B') return 2;
  return 0;
}

}  // namespace

numeral numeral_of(std::string_view text, int base) {
  if (base != 0 && !is_base(base))
    throw std::invalid_argument(concat("text in base ", base, ": the base is not 0 or 2 to 62"));
  std::size_t begin = 0;
  const bool minus = !text.empty() && text[0] == '-';
  if (minus || (!text.empty() && text[0] == '+')) ++begin;
  if (const int prefix = prefix_base(text.substr(begin)); prefix != 0 && (base == 0 || base == prefix)) {
    base = prefix;
    begin += 2;
  }
  if (base == 0) base = 10;
  if (begin == text.size()) reject(text, "a digit is missing", begin);
  begin = std::min(text.find_first_not_of('0', begin), text.size());
  return {minus, base, text.substr(begin)};
}

void require_digits(std::string_view text, const numeral& in) {
  const std::size_t wrong = words::find_no_digit(in.digits.data(), in.digits.size(), in.base);
  if (wrong < in.digits.size())
    reject(text, concat("'", shown(in.digits.substr(wrong, 1)), "' is not a digit of base ", in.base),
           text.size() - in.digits.size() + wrong);
}

}  // namespace text

gpu_bigint::gpu_bigint(std::string_view text, int base, const read_limits& limits) {
  const text::numeral in = text::numeral_of(text, base);
  const std::string_view digits = in.digits;
  base = in.base;
  const text::length_verdict length = limits.max_bits == read_limits().max_bits
                                          ? text::length_verdict::fits
                                          : text::compare(digits.size(), base, limits.max_bits);
  if (length == text::length_verdict::too_long) text::refuse(digits.size(), base, limits.max_bits);
  text::require_digits(text, in);

  if (digits.empty()) {
    *this = gpu_bigint(0);
    return;
  }
  const auto require_length = [&](std::size_t bits) {
    if (bits > limits.max_bits) text::refuse(digits.size(), base, limits.max_bits);
  };
  detail::context_core& core = detail::current_core();
  const std::size_t limbs = words::parse_size(digits.size(), base);
  if (limbs <= core.limits().text) {
    const numbers::word_memory scratch(words::parse_scratch(digits.size(), base)), parsed(limbs);
    const std::size_t size = words::parse(parsed.data(), digits.data(), digits.size(), base, scratch.data());
    if (length == text::length_verdict::unsure) require_length(words::bit_length(parsed.data(), size));
    *this = gpu_bigint(core, parsed.data(), size, in.negative);
    return;
  }
  gpu_bigint value = numbers::naming(
      [&] { return text::parse_digits(digits, base); },
      [&] { return concat("number from text of ", digits.size(), " digits in base ", base); });
  if (length == text::length_verdict::unsure) require_length(value.bit_length());
  *this = in.negative ? -value : std::move(value);
}

}  // namespace gbi
