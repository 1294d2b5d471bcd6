/// \file
/// Quotients of numbers in slabs by a word. Each rank finds the remainder of its slab. From those of the
/// higher ranks follows the remainder that comes in from above, and with it as the highest limb each rank
/// divides its slab alone. All passes are linear; each process receives two words from every rank.
#include <optional>
#include <stdexcept>

#include "src/arithmetic/divide.hpp"
#include "src/distribute/value.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace distribute {

namespace {

/// What comes in from above each slab: (the limbs of higher ranks) modulo the word.
std::vector<limb> remainders_above(const value& x, limb word) {
  group& on = x.on();
  const auto by = kernels::word_modulus::of(word);
  shared_words sums(on);
  agree(
      on, [&] { x.memory.require_right(); }, [&](rank& r) { sums.allocate(r); });
  on.step([&](rank& r) {
    const std::size_t own = x.index_of(r);
    r.executor.launch(kernels::word_checksum_arguments{x.span(own), 0, by, sums.at(own)});
  });
  const auto ranks = static_cast<std::size_t>(on.size());
  std::vector<limb> mine, all(2 * ranks), result(ranks);
  for (int own = 0; own < on.local(); ++own) {
    const auto found = sums.read(own);
    mine.insert(mine.end(), found.begin(), found.begin() + 2);
  }
  on.link().share(mine, all);
  const limb base = by.reduce(kernels::wide_limb{1} << limb_bits);
  for (std::size_t r = ranks - 1; r > 0; --r) {
    const limb slab = by.reduce((kernels::wide_limb{all[2 * r + 1]} << 32) + all[2 * r]);
    const limb above = by.multiply(result[r], by.power(base, x.where().at(static_cast<int>(r)).size()));
    result[r - 1] = by.reduce(kernels::wide_limb{above} + slab);
  }
  return result;
}

}  // namespace

}  // namespace distribute

distributed_bigint distributed_bigint::divided_by_word(bool negative, std::uint64_t word) const {
  if (word == 0)
    throw std::domain_error(
        concat("quotient of a distributed number of at most ", bit_bound(), " bits by 0"));
  if (value_ == nullptr) return *this;
  const distribute::value& x = *value_;
  const faults::operation_scope scope("distributed quotient by a word", x.where().limbs());
  const std::vector<limb> above = distribute::remainders_above(x, word);
  const std::size_t bits = x.bits() + 1, least = distribute::bits_of(word);
  std::shared_ptr<distribute::value> result;
  std::vector<exec::buffer<limb>> numerators(x.local());
  agree(
      x.on(),
      [&] {
        x.memory.depend();
        result = std::make_shared<distribute::value>(x.handle(), x.where(), bits > least ? bits - least : 0);
      },
      [&](distribute::rank& r) {
        const std::size_t own = x.index_of(r), limbs = x.own(own).size();
        result->allocate(r);
        r.executor.copy(result->sign_word(own), x.sign_word(own), sizeof(limb));
        if (limbs == 0) return;
        numerators[own] = exec::buffer<limb>(r.executor, limbs + 1);
        r.executor.copy(numerators[own].data(), x.limbs(own), limbs * sizeof(limb));
        r.executor.upload(numerators[own].data() + limbs, &above[static_cast<std::size_t>(r.number)],
                          sizeof(limb));
        arithmetic::divide_by_limb(r.engine,
                                   {.numerators = {numerators[own].data(), limbs + 1, 0},
                                    .quotients = {result->limbs(own), limbs, 0},
                                    .remainders = {}},
                                   word);
      });
  result->know_negative(x.known_negative());
  result->memory.seal();
  return distribute::access::make(std::move(result), negated_ != negative);
}

}  // namespace gbi
