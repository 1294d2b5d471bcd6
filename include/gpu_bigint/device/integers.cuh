/// \file
/// Integers of 64 to 8192 bits held by teams of threads.
#pragma once

#include <cstdint>

#include "gpu_bigint/device/teams.cuh"
#include "kernels/modular/multiply_rows.hpp"
#include "kernels/word/lehmer_gcd.hpp"
#include "kernels/word/schoolbook_division.hpp"

namespace gbi::device {

/// Integers modulo B = 2^(64 thread_limbs Threads), which is at least 2^Bits.
///
/// One thread of each team computes quotients, gcds and inverses in its local memory, as gbi::bigint_batch
/// does. The other threads of the team wait.
///
/// \tparam Bits the bits of the longest number
/// \tparam Threads the threads of a team, a power of two up to 32, with at most 12 limbs each
/// \tparam Block the type of the block, of 32 threads
template <int Bits, int Threads = team_threads<Bits>, class Block = warp>
class integers : public teams<Bits, Threads, kernels::team<Block, detail::limbs_of_thread(Bits, Threads)>> {
  using team_type = kernels::team<Block, detail::limbs_of_thread(Bits, Threads)>;
  using base = teams<Bits, Threads, team_type>;

 public:
  /// A value of each thread.
  template <class T>
  using each = typename base::template each<T>;
  /// A number, in the registers of a team's threads.
  using number = typename base::words_of_number;
  /// Shared memory of a warp.
  using memory = typename team_type::memory;
  /// The base of a kernel whose blocks are warps with this memory.
  template <class Arguments>
  using kernel = device::kernel<Arguments, kernels::warp_threads, base::warps_of_multiprocessor, memory>;

  /// \param count the numbers of the whole grid
  GBI_DEVICE integers(Block& block, memory& shared, std::uint32_t count)
      : base(team_type(block, shared, Threads, count)) {}

  /// x = number index(thread)
  GBI_DEVICE void load(number& x, const numbers& from) const {
    this->phase([&](int thread) { x[thread] = this->team_.load(from, thread); });
  }
  /// x = value(index), of at most 64 bits
  template <class Value>
  GBI_DEVICE void fill(number& x, Value&& value) const {
    this->fill_words(x, value);
  }
  /// Writes the limbs of x.
  GBI_DEVICE void store(const results& to, const number& x) const { this->store_words(to, x); }

  /// x = x + y mod B. \returns whether the sum is B or more, for each team
  GBI_DEVICE each<bool> add(number& x, const number& y) const { return combine(x, y, false); }
  /// x = x - y mod B. \returns whether y is the larger one, for each team
  GBI_DEVICE each<bool> subtract(number& x, const number& y) const {
    each<bool> borrow = combine(x, y, true);
    this->phase([&](int thread) { borrow[thread] = !borrow[thread]; });
    return borrow;
  }
  /// x = x y mod B, and high = x y / B rounded down. n^2 products of words for n words.
  GBI_DEVICE void multiply(number& x, const number& y, number& high) const {
    each<kernels::machine_word> above;
    auto& blocks = this->team_.shared().blocks;
    this->phase([&](int thread) { blocks[1][this->team_.slot(thread)] = y[thread]; });
    kernels::multiply_rows(this->team_, x, high, above);
    this->team_.resolve(high, above);
    this->phase([&](int thread) { x[thread] = blocks[0][this->team_.slot(thread)]; });
  }
  /// -1, 0 or 1 for x below, equal to or above y, for each team.
  GBI_DEVICE each<int> compare(const number& x, const number& y) const {
    number difference;
    each<int> order;
    this->phase([&](int thread) { difference[thread] = x[thread]; });
    const each<bool> below = subtract(difference, y), same = this->is_zero(difference);
    this->phase([&](int thread) { order[thread] = below[thread] ? -1 : same[thread] ? 0 : 1; });
    return order;
  }
  /// x = x 2^bits(thread) mod B, rounded down if that is negative, for each team.
  template <class Shift>
  GBI_DEVICE void shift(number& x, Shift&& bits) const {
    this->put(base::front, x);
    this->phase([&](int thread) {
      const results all = this->whole(base::front, thread);
      const int lowest = this->team_.rank(thread) * base::thread_limbs * limb_bits - bits(thread);
      kernels::unroll<base::thread_limbs>([&](auto i) {
        const auto here = kernels::window(all.limbs, base::team_limbs, lowest + i * limb_bits);
        team_type::set_limb_at(x[thread], i, kernels::low_limb(here));
      });
    });
  }
  /// x = x / y rounded down, and rest = x mod y; both are 0 for y = 0. n m products of limbs for numbers of n
  /// and m limbs. \returns whether y is not 0, for each team
  GBI_DEVICE each<bool> divide(number& x, const number& y, number& rest) const {
    this->put(base::front, x);
    this->put(base::back, y);
    const each<bool> exists = this->lead([&](int thread) {
      std::uint64_t scaled[2 * base::team_limbs + 1];
      const results quotient = this->whole(base::front, thread), remainder = this->whole(base::back, thread);
      return kernels::schoolbook_division::run(rows(quotient), rows(remainder), quotient, remainder, 0,
                                               {scaled, 1});
    });
    this->take(x, base::front);
    this->take(rest, base::back);
    return exists;
  }
  /// x = the greatest common divisor of x and y. About n Lehmer steps for n limbs.
  GBI_DEVICE void gcd(number& x, const number& y) const {
    this->put(base::front, x);
    this->put(base::back, y);
    this->lead([&](int thread) {
      std::uint64_t work[2 * base::team_limbs];
      const results a = this->whole(base::front, thread), b = this->whole(base::back, thread);
      return kernels::lehmer_gcd::run(rows(a), rows(b), a, {}, 0, {work, 1});
    });
    this->take(x, base::front);
  }
  /// x = the inverse of x modulo n, from 0 to n - 1, or 0 if there is none. About twice the time of a gcd.
  /// \returns whether there is one, for each team
  GBI_DEVICE each<bool> invert(number& x, const number& n) const {
    this->put(base::front, x);
    this->put(base::back, n);
    const each<bool> exists = this->lead([&](int thread) {
      std::uint64_t work[4 * base::team_limbs];
      const results a = this->whole(base::front, thread), modulus = this->whole(base::back, thread);
      return kernels::lehmer_gcd::run(rows(a), rows(modulus), {}, a, 0, {work, 1});
    });
    this->take(x, base::front);
    return exists;
  }

 private:
  GBI_DEVICE each<bool> combine(number& x, const number& y, bool subtracts) const {
    each<kernels::machine_word> carry;
    each<bool> out;
    this->team_.add(x, y, subtracts, carry);
    this->phase([&](int thread) { out[thread] = carry[thread] != 0; });
    return out;
  }
};

}  // namespace gbi::device
