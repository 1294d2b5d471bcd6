#include "src/distribute/product_check.hpp"

#include "kernels/arithmetic/arguments.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace gbi::distribute {

product_check::product_check(group& on, std::uint64_t prime)
    : on_(on), modulus_(kernels::word_modulus::of(prime)), memory_(static_cast<std::size_t>(on.local())) {}

void product_check::allocate(rank& r) {
  memory_[static_cast<std::size_t>(r.number - on_.first())] = exec::cleared<limb>(r.executor, all_words);
}

void product_check::add_operands(rank& r, const value& x, const value& y) {
  add(r, x, 0);
  if (&x != &y)
    add(r, y, 1);
  else
    copy_sign(r, y, 1);
}

void product_check::add_product(rank& r, const value& result) {
  add(r, result, 2);
}

void product_check::add(rank& r, const value& number, std::size_t which) {
  const std::size_t own = number.index_of(r);
  copy_sign(r, number, which);
  r.executor.launch(kernels::word_checksum_arguments{number.span(own), number.own(own).begin, modulus_,
                                                     measured(own)->checksum[which]});
}

void product_check::copy_sign(rank& r, const value& number, std::size_t which) {
  const std::size_t own = number.index_of(r);
  r.executor.copy(memory_[own].data() + verdict_words + which, number.sign_word(own), sizeof(limb));
}

bool product_check::is_right(bool square) {
  const auto ranks = static_cast<std::size_t>(on_.size());
  std::vector<std::uint64_t> mine(memory_.size() * all_words), all(ranks * all_words);
  for (std::size_t own = 0; own < memory_.size(); ++own)
    on_.at(static_cast<int>(own))
        .executor.download(mine.data() + own * all_words, memory_[own].data(), all_words * sizeof(limb));
  on_.link().share(mine, all);

  bool trusted = true;
  std::array<limb, sign_words> sums{};
  const auto signs_of = [&](std::size_t rank) { return all.data() + rank * all_words + verdict_words; };
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    kernels::verdict said;
    std::memcpy(&said, all.data() + rank * all_words, sizeof said);
    trusted = trusted && said.distance < kernels::distrusted_distance &&
              said.largest < kernels::distrusted_coefficient;
    for (std::size_t i = 0; i < sums.size(); ++i)
      sums[i] = modulus_.add(
          sums[i], modulus_.reduce((kernels::wide_limb{said.checksum[i][1]} << 32) + said.checksum[i][0]));
    const std::uint64_t *const signs = signs_of(rank), *const first = signs_of(0);
    trusted = trusted && std::equal(signs, signs + sign_words, first) && signs[2] == (signs[0] ^ signs[1]);
  }
  return trusted && modulus_.multiply(sums[0], square ? sums[0] : sums[1]) == sums[2];
}

}  // namespace gbi::distribute
