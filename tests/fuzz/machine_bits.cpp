/// \file
/// Steps on bits, and shifts.
#include <gpu_bigint/bits.hpp>

#include "tests/fuzz/machine.hpp"

namespace gbi::fuzz {

namespace {

std::size_t index(registers& r) {
  return r.in().byte() * std::size_t{r.in().byte()} % 5000;
}

void shift_left(registers& r) {
  const twin& a = r.any();
  const std::size_t count = index(r);
  r.store(a.ours << count, a.theirs << count, "shift to the left");
}
void shift_right(registers& r) {
  const twin& a = r.any();
  const std::size_t count = index(r);
  r.store(a.ours >> count, a.theirs >> count, "shift to the right");
}
void combine(registers& r) {
  const twin &a = r.any(), &b = r.any();
  switch (r.in().below(4)) {
    case 0:
      return r.store(a.ours & b.ours, a.theirs & b.theirs, "and");
    case 1:
      return r.store(a.ours | b.ours, a.theirs | b.theirs, "or");
    case 2:
      return r.store(a.ours ^ b.ours, a.theirs ^ b.theirs, "exclusive or");
    default:
      return r.store(~a.ours, ~a.theirs, "complement");
  }
}
void change(registers& r) {
  const twin& a = r.any();
  const std::size_t at = index(r);
  mpz_class theirs = a.theirs;
  require(test_bit(a.ours, at) == (mpz_tstbit(a.get(), at) != 0), "a bit");
  switch (r.in().below(3)) {
    case 0:
      mpz_setbit(theirs.get_mpz_t(), at);
      return r.store(set_bit(a.ours, at), theirs, "bit set");
    case 1:
      mpz_clrbit(theirs.get_mpz_t(), at);
      return r.store(clear_bit(a.ours, at), theirs, "bit cleared");
    default:
      mpz_combit(theirs.get_mpz_t(), at);
      return r.store(flip_bit(a.ours, at), theirs, "bit flipped");
  }
}
void search(registers& r) {
  const twin &a = r.any(), &b = r.any();
  const std::size_t start = index(r);
  require(scan0(a.ours, start) == mpz_scan0(a.get(), start), "scan for a zero");
  require(scan1(a.ours, start) == mpz_scan1(a.get(), start), "scan for a one");
  require(popcount(a.ours) == mpz_popcount(a.get()), "count of ones");
  require(hamming_distance(a.ours, b.ours) == mpz_hamdist(a.get(), b.get()), "Hamming distance");
  require(trailing_zeros(a.ours) == mpz_scan1(a.get(), 0), "trailing zeros");
}
void lowest(registers& r) {
  const twin& a = r.any();
  const std::size_t count = index(r);
  mpz_class theirs;
  mpz_fdiv_r_2exp(theirs.get_mpz_t(), a.get(), count);
  r.store(low_bits(a.ours, count), theirs, "lowest bits");
}
void rotate(registers& r) {
  const twin& a = r.any();
  const std::size_t width = 1 + index(r), count = r.in().byte() % width;
  mpz_class word, high;
  mpz_fdiv_r_2exp(word.get_mpz_t(), a.get(), width);
  mpz_fdiv_r_2exp(high.get_mpz_t(), a.get(), width - count);
  const mpz_class left = (high << count) | (word >> (width - count));
  compare(rotate_right(rotate_left(a.ours, count, width), count, width), word, "rotation and back");
  r.store(rotate_left(a.ours, count, width), left, "rotation to the left");
}

}  // namespace

std::span<const step> bit_steps() {
  static constexpr step steps[] = {shift_left, shift_right, combine, change, search, lowest, rotate};
  return steps;
}

}  // namespace gbi::fuzz
