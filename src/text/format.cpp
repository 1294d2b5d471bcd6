/// \file
/// Numbers to text. Level by level every node is divided by base^k, all nodes of a level at once. One kernel
/// writes the leaves.
#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "src/arithmetic/divide.hpp"
#include "src/exec/operation.hpp"
#include "src/exec/process_memory.hpp"
#include "src/ground/host_words.hpp"
#include "src/ground/number.hpp"
#include "src/ground/room.hpp"
#include "src/ground/word_check.hpp"
#include "src/text/radix_tree.hpp"
#include "src/text/text_check.hpp"
#include "src/words/characters.hpp"
#include "src/words/text.hpp"

namespace gbi {

namespace text {

namespace {

/// The nodes of one level, `limbs` limbs each, one after the other.
struct level_nodes {
  exec::buffer<limb> memory;
  std::uint64_t limbs;
};

/// children[2i + 1], children[2i] = quotient, remainder of parents[i] by `power`.
level_nodes divide(detail::engine& engine, const level_nodes& parents, std::uint32_t count,
                   const gpu_bigint& power, std::uint64_t child_limbs) {
  level_nodes children{exec::buffer<limb>(engine.executor(), 2 * count * child_limbs), child_limbs};
  arithmetic::divide(engine,
                     {.numerators = {parents.memory.data(), parents.limbs, parents.limbs},
                      .quotients = {children.memory.data() + child_limbs, child_limbs, 2 * child_limbs},
                      .remainders = {children.memory.data(), child_limbs, 2 * child_limbs},
                      .batch = count},
                     {detail::number_of(power)->limbs(), detail::number_of(power)->size(), 0},
                     detail::number_of(power)->top());
  return children;
}

}  // namespace

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

/// The digits of a base that is no power of two.
std::string format_by_tree(const gpu_bigint& value, int base) {
  const detail::number& number = *detail::number_of(value);
  detail::engine& engine = *number.owner();
  exec::executor& executor = engine.executor();
  const scoped_context use(value.context());
  const auto enough = static_cast<std::uint64_t>(static_cast<long double>(value.bit_length()) /
                                                 std::log2(static_cast<long double>(base)) * (1 + 1e-15L)) +
                      1;
  const radix_tree tree(base, enough);
  const std::vector<gpu_bigint> powers = tree.powers();

  level_nodes nodes{exec::cleared<limb>(executor, tree.limbs_at(tree.height())),
                    tree.limbs_at(tree.height())};
  executor.copy(nodes.memory.data(), number.limbs(), number.size() * sizeof(limb));
  for (int level = tree.height(); level > 0; --level)
    nodes = divide(engine, nodes, tree.nodes_at(level), powers[static_cast<std::size_t>(level - 1)],
                   tree.limbs_at(level - 1));

  const base_words words = words_of(base);
  const exec::buffer<char> text(executor, tree.digits_at(tree.height()));
  executor.launch(kernels::format_leaves_arguments{
      nodes.memory.data(), static_cast<std::uint32_t>(nodes.limbs), tree.nodes_at(0),
      static_cast<std::uint32_t>(base), tree.digits_per_leaf(), words.digits_per_word, words.divisor,
      words.divisor_shift, text.data()});
  exec::process_memory::require(text.size(), "text of " + std::to_string(text.size()) + " digits");
  std::string result(text.size(), '0');
  executor.download(result.data(), text.data(), result.size());
  result.erase(0, result.find_first_not_of('0'));
  return result;
}

}  // namespace

namespace {

/// Whether all characters are digits, and no letter has the other case, which would mean the same digit.
bool is_canonical(std::string_view digits, int base) {
  if (words::find_no_digit(digits.data(), digits.size(), base) != digits.size()) return false;
  return base > words::largest_base_of_one_case ||
         std::none_of(digits.begin(), digits.end(), [](char c) { return 'A' <= c && c <= 'Z'; });
}

}  // namespace

std::string format_digits(const gpu_bigint& value, int base) {
  const exec::operation scope("text", value, base);
  const detail::number& number = *detail::number_of(value);
  const int bits = bits_per_digit(base);
  std::string result;
  run_checked(*number.owner(), number.span(), nullptr, base, [&] {
    result = bits != 0 ? format_bit_digits(value, bits) : format_by_tree(value, base);
    return is_canonical(result, base) ? std::string_view(result) : std::string_view();
  });
  exec::require_right(exec::evidence_so_far());  // a text carries no evidence
  return result;
}

}  // namespace text

std::string gpu_bigint::to_string(int base) const {
  if (!text::is_base(base))
    throw std::invalid_argument("text of a number of " + std::to_string(limb_bound()) + " limbs in base " +
                                std::to_string(base) + ": the base is not 2 to 62");
  const detail::short_view own = short_words_or_wait();
  if (own && own.size == 0) return "0";
  if (own && own.size <= home_->limits().text) return text::format_words(*home_, own, base);
  const int s = sign();
  if (s == 0) return "0";
  if (limb_bound() <= home_->limits().text) {
    const std::vector<limb> limbs = to_limbs();
    return text::format_words(*home_, {limbs.data(), limbs.size(), s < 0}, base);
  }
  std::string digits = ground::naming([&] { return text::format_digits(*this, base); },
                                      [&] {
                                        return "text of a number of " + std::to_string(limb_bound()) +
                                               " limbs in base " + std::to_string(base);
                                      });
  return s < 0 ? "-" + digits : digits;
}

}  // namespace gbi
