#include "tests/fuzz/machine.hpp"

#include <gpu_bigint/bits.hpp>
#include <gpu_bigint/gmp.hpp>

namespace gbi::fuzz {

void compare(const gpu_bigint& ours, const mpz_class& theirs, const char* what) {
  require(to_mpz_class(ours) == theirs, std::string(what) + ": " + ours.to_string(16).substr(0, 200) +
                                            " instead of " + theirs.get_str(16).substr(0, 200));
}

void registers::store(gpu_bigint ours, mpz_class theirs, const char* what) {
  compare(ours, theirs, what);
  twin& target = all_[in_.below(all_.size())];
  target.ours = std::move(ours);
  target.theirs = std::move(theirs);
  if (target.bits() <= most_bits) return;
  target.ours = low_bits(target.ours, most_bits);
  mpz_fdiv_r_2exp(target.get(), target.get(), most_bits);
}

void machine(reader& in) {
  registers all(in);
  const std::span<const step> rooms[] = {value_steps(), arithmetic_steps(), bit_steps(), theory_steps()};
  // Each step may be a modular power, so this many keep the time of an input short.
  constexpr int most_steps = 40;
  for (int i = 0; i < most_steps && !in.at_end(); ++i) {
    const std::uint8_t code = in.byte();
    const std::span<const step> room = rooms[code % 4];
    room[code / 4 % room.size()](all);
  }
}

}  // namespace gbi::fuzz
