/// \file
/// Arithmetic modulo odd numbers of 64 to 8192 bits, held by teams of threads. It is the arithmetic of
/// gbi::odd_moduli (kernels/modular/word_field.hpp, fused_field.hpp).
#pragma once

#include <cstdint>

#include "gpu_bigint/device/teams.cuh"
#include "kernels/modular/fields.hpp"
#include "kernels/modular/radix_square.hpp"
#include "kernels/modular/window_power.hpp"
#include "kernels/word/lehmer_gcd.hpp"

namespace gbi::device {

/// Products of machine words: for GPUs with few units for doubles, and for short computations on all GPUs.
using words = kernels::by_words;
/// Products of doubles, 52 bits at a time: for long computations on GPUs that compute doubles at half the
/// rate of floats (compute capability 8.0, 9.0 and 10.0).
using doubles = kernels::by_doubles;

/// Arithmetic modulo odd numbers. Each team of a warp has its own modulus n, or all have the same. Numbers
/// are in Montgomery form, x R mod n, from load() to store().
///
/// With `words`, a number is the remainder. With `doubles`, sums are not reduced: the result of a product is
/// below 0.6 n in magnitude, and a sum of t results below 0.6 t n. The factors of a product may be such sums
/// of t and u results if t u <= 4. So (a + b)(c + d), a (b + c - d) and (a - b)^2 are allowed. Results are
/// those of every function here except add, subtract and negate.
///
/// \tparam Bits the bits of the longest modulus
/// \tparam Threads the threads of a team, a power of two up to 32, with at most 12 limbs each
/// \tparam Arithmetic words or doubles
/// \tparam Block the type of the block, of 32 threads
template <int Bits, int Threads = team_threads<Bits>, class Arithmetic = words, class Block = warp>
class field
    : public teams<
          Bits, Threads,
          typename Arithmetic::template field<Block, detail::limbs_of_thread(Bits, Threads)>::team_type> {
  using body = typename Arithmetic::template field<Block, detail::limbs_of_thread(Bits, Threads)>;
  using base = teams<Bits, Threads, typename body::team_type>;
  using element = typename body::element;

 public:
  /// A value of each thread.
  template <class T>
  using each = typename base::template each<T>;
  /// A number modulo n, in the registers of a team's threads.
  using number = typename body::value;

  /// Shared memory of a warp.
  using memory = typename Arithmetic::template memory<base::thread_limbs, kernels::warp_threads>;
  /// The base of a kernel whose blocks are warps with this memory.
  template <class Arguments>
  using kernel = device::kernel<Arguments, kernels::warp_threads, base::warps_of_multiprocessor, memory>;

  /// Reads the moduli and computes their constants. That takes as long as log2(Bits) products, and a doubling
  /// for each bit by which n is shorter than R, which is 2^(64 limbs) or 2^(52 digits) of a team.
  /// \param moduli odd and below 2^Bits; results for even moduli are unspecified
  /// \param count the numbers of the whole grid
  GBI_DEVICE field(Block& block, memory& shared, const numbers& moduli, std::uint32_t count)
      : base(typename body::team_type(block, shared, Threads, count)),
        body_(this->team_, moduli),
        moduli_(moduli) {
    number square;
    typename base::words_of_number remainder;
    kernels::radix_square(block, body_, moduli, square);
    body_.words_of(square, remainder);
    this->phase([&](int thread) { square_of(thread) = remainder[thread]; });
  }

  /// x = number index(thread) mod n, for a number below 2^Bits. One product.
  GBI_DEVICE void load(number& x, const numbers& from) const {
    this->phase([&](int thread) { x[thread] = body_.load(from, thread); });
    enter(x);
  }
  /// x = value(index) mod n for a value of 64 bits. One product.
  template <class Value>
  GBI_DEVICE void fill(number& x, Value&& value) const {
    typename base::words_of_number small;
    this->fill_words(small, value);
    body_.from_words(small, x);
    enter(x);
  }
  /// Writes x mod n, from 0 to n - 1. One product.
  GBI_DEVICE void store(const results& to, const number& x) const {
    typename base::words_of_number remainder;
    leave(x, remainder);
    this->store_words(to, remainder);
  }

  /// x = x + y mod n
  GBI_DEVICE void add(number& x, const number& y) const { body_.add(x, y, false); }
  /// x = x - y mod n
  GBI_DEVICE void subtract(number& x, const number& y) const { body_.add(x, y, true); }
  /// x = -x mod n
  GBI_DEVICE void negate(number& x) const { body_.negate(x); }
  /// x = x y mod n
  GBI_DEVICE void multiply(number& x, const number& y) const {
    body_.multiply(x, [&](int thread) { return y[thread]; });
  }
  /// x = x^2 mod n, in about three quarters of the time of a product if a thread holds at most 8 limbs.
  GBI_DEVICE void square(number& x) const { body_.square(x); }

  /// x = x^e mod n for the lowest `bits` bits above the first first(thread) of each team's exponent. Takes
  /// `bits` squares, bits / Window products, and 2^Window products for a table in local memory. The steps are
  /// the same for all exponents, but the entries that are read are not.
  /// \tparam Window the bits of a window
  template <int Window = 5, class First>
  GBI_DEVICE void power(number& x, const numbers& exponents, std::uint32_t bits, First&& first) const {
    each<powers<Window>> table;
    number square;
    load_square(square);
    this->phase([&](int thread) { table[thread].entry[1] = x[thread]; });
    kernels::window_power(
        body_, x, kernels::windows_of(bits, Window), Window, table_of<Window>{table},
        [&](int thread) { return table[thread].entry[1]; },
        [&](int thread, std::uint32_t index) { return index == 0 ? square[thread] : table[thread].entry[0]; },
        [&](int thread, std::uint32_t window) {
          if (!this->exists(thread)) return std::uint32_t{0};
          const std::uint32_t from = window * Window, rest = bits - from;
          return kernels::bits_of(exponents, this->index(thread), first(thread) + from,
                                  rest < Window ? rest : Window);
        });
  }
  /// x = x^e mod n for the lowest `bits` bits of each team's exponent.
  template <int Window = 5>
  GBI_DEVICE void power(number& x, const numbers& exponents, std::uint32_t bits) const {
    power<Window>(x, exponents, bits, [](int) { return std::uint32_t{0}; });
  }

  /// x = 1 / x mod n, or 0 if there is no inverse. Two products, and Lehmer steps that one thread of the team
  /// takes in its local memory, about n for n limbs. \returns whether there is an inverse, for each team
  GBI_DEVICE each<bool> invert(number& x) const {
    typename base::words_of_number remainder;
    leave(x, remainder);
    this->put(base::front, remainder);
    const each<bool> exists = this->lead([&](int thread) {
      std::uint64_t work[4 * base::team_limbs];
      numbers modulus = moduli_;
      modulus.limbs += this->index(thread) * modulus.element_stride;
      if (modulus.count > base::team_limbs) modulus.count = base::team_limbs;
      const results a = this->whole(base::front, thread);
      return kernels::lehmer_gcd::run(rows(a), modulus, {}, a, 0, {work, 1});
    });
    this->take(remainder, base::front);
    body_.from_words(remainder, x);
    enter(x);
    return exists;
  }

  /// Whether x = y mod n, for each team. One product.
  GBI_DEVICE each<bool> equal(const number& x, const number& y) const {
    number difference;
    typename base::words_of_number remainder;
    this->phase([&](int thread) { difference[thread] = x[thread]; });
    subtract(difference, y);
    leave(difference, remainder);
    return this->is_zero(remainder);
  }

 private:
  template <int Window>
  struct powers {
    element entry[1 << Window];
  };
  template <int Window>
  struct table_of {
    each<powers<Window>>& all;

    GBI_DEVICE void put(int thread, std::uint32_t index, const element& x) const {
      all[thread].entry[index] = x;
    }
    GBI_DEVICE element get(int thread, std::uint32_t index) const { return all[thread].entry[index]; }
  };

  /// This thread's words of R^2 mod n, in shared memory that the arithmetic leaves free.
  GBI_DEVICE auto& square_of(int thread) const {
    return this->team_.shared().blocks[1][this->team_.slot(thread)];
  }
  GBI_DEVICE void load_square(number& square) const {
    typename base::words_of_number remainder;
    this->phase([&](int thread) { remainder[thread] = square_of(thread); });
    body_.from_words(remainder, square);
  }
  GBI_DEVICE void enter(number& x) const {
    number square;
    load_square(square);
    multiply(x, square);
  }
  GBI_DEVICE void leave(const number& x, typename base::words_of_number& remainder) const {
    number plain;
    this->phase([&](int thread) { plain[thread] = x[thread]; });
    body_.multiply(plain, [&](int thread) { return body_.one(thread); });
    body_.words_of(plain, remainder);
  }

  body body_;
  numbers moduli_;
};

}  // namespace gbi::device
