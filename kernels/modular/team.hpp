/// \file
/// A team of threads that holds an integer: thread `rank` holds one block of words, [rank W, (rank + 1) W).
/// The size of a team depends on the integers and ranges from one thread to a whole thread block, so one
/// kernel instance serves many widths. Neighbours exchange words through shared memory. Carries that run
/// through many blocks are found by look-ahead over the ballots of the team's warps.
#pragma once

#include "kernels/model/kernel.hpp"
#include "kernels/model/unroll.hpp"
#include "kernels/modular/arguments.hpp"
#include "kernels/modular/word_block.hpp"
#include "kernels/word/bit_count.hpp"
#include "kernels/word/carry_chain.hpp"

namespace gbi::kernels {

template <int Limbs>
inline constexpr int thread_words = Limbs* words_per_limb;

/// Blocks per multiprocessor. This leaves 128 registers per thread, or 168 if a thread holds more limbs.
template <int Limbs, int Threads>
inline constexpr int team_blocks = (Limbs > 8 ? 384 : 512) / Threads;

template <class Arguments, int Limbs, int Threads, class Memory>
using team_kernel = kernel<Arguments, Threads, team_blocks<Limbs, Threads>, Memory>;

/// Shared memory for carries between the threads of a team.
template <int Threads>
struct carry_memory {
  static constexpr int warps = Threads / warp_threads;
  machine_word neighbour[2][Threads];  ///< words for the next or the previous thread
  std::uint32_t generate[warps], propagate[warps];
};

template <int Limbs, int Threads>
struct operand_memory {
  /// Every team has one more block than threads, so the teams of a warp start at different banks.
  union {
    word_block<thread_words<Limbs>> blocks[2][2 * Threads];
    limb limbs[2][2 * Threads * Limbs];  ///< the same, for a thread that reads its team's whole number
  };
};

template <int Limbs, int Threads>
struct team_memory : operand_memory<Limbs, Threads>, carry_memory<Threads> {
  std::uint32_t most;
};

/// \tparam Limbs the limbs per thread.
/// \tparam Memory a carry_memory.
template <class Block, int Limbs, class Memory = team_memory<Limbs, Block::threads>>
class team {
 public:
  static constexpr int words = thread_words<Limbs>;
  using value = word_block<words>;
  using memory = Memory;
  using block_type = Block;
  template <class T>
  using each = per_thread<Block, T>;
  static constexpr bool is_one_warp = Block::threads == warp_threads;

  /// \param sharing the teams, a power of two, that share an element
  GBI_DEVICE team(Block& block, memory& shared, int threads, std::uint32_t elements, int sharing = 1)
      : block_(&block),
        shared_(&shared),
        threads_(threads),
        shift_(trailing_zeros(static_cast<std::uint32_t>(threads))),
        element_shift_(trailing_zeros(static_cast<std::uint32_t>(threads * sharing))),
        elements_(elements) {}

  GBI_DEVICE Block& block() const { return *block_; }
  GBI_DEVICE memory& shared() const { return *shared_; }
  /// The threads of a team.
  GBI_DEVICE int threads() const { return threads_; }
  GBI_DEVICE int index(int thread) const { return thread >> shift_; }
  GBI_DEVICE int rank(int thread) const { return thread & (threads_ - 1); }
  GBI_DEVICE int first(int thread) const { return thread & ~(threads_ - 1); }
  GBI_DEVICE bool is_last(int thread) const { return rank(thread) == threads_ - 1; }
  /// The slot of the team's first thread in shared memory; the others follow.
  GBI_DEVICE int first_slot(int thread) const { return first(thread) + index(thread); }
  GBI_DEVICE int slot(int thread) const { return thread + index(thread); }
  GBI_DEVICE std::uint64_t element(int thread) const {
    return (std::uint64_t{block_->index()} * Block::threads + static_cast<std::uint32_t>(thread)) >>
           element_shift_;
  }
  GBI_DEVICE bool is_present(int thread) const { return element(thread) < elements_; }

  /// A phase that reaches all threads of the team.
  template <class Body>
  GBI_DEVICE void phase(Body&& body) const {
    if constexpr (is_one_warp)
      block_->warp_phase(body);
    else
      block_->phase(body);
  }

  /// Inside a phase: this thread's words of an integer, zeros for teams without an element.
  GBI_DEVICE value load(const batch_span& a, int thread) const {
    value result;
    unroll<Limbs>([&](auto i) {
      const limb l = is_present(thread)
                         ? limb_of(a, element(thread), static_cast<std::uint32_t>(rank(thread) * Limbs + i))
                         : 0;
      set_limb_at(result, i, l);
    });
    return result;
  }
  GBI_DEVICE static limb limb_at(const value& x, int i) {
    limb result = 0;
    unroll<words_per_limb>([&](auto j) {
      result |= static_cast<limb>(x.word[i * words_per_limb + j]) << (j * (word_bits % limb_bits));
    });
    return result;
  }
  template <int Words>
  GBI_DEVICE static void set_limb_at(word_block<Words>& x, int i, limb l) {
    unroll<words_per_limb>([&](auto j) {
      x.word[i * words_per_limb + j] = static_cast<machine_word>(l >> (j * (word_bits % limb_bits)));
    });
  }
  /// Writes limb i of the integer to limb `first` + i of out, if out has that limb.
  GBI_DEVICE void store(const batch_target& out, int thread, const value& x, std::int64_t first) const {
    if (!is_present(thread)) return;
    unroll<Limbs>([&](auto i) {
      const std::int64_t index = first + rank(thread) * Limbs + i;
      if (index >= 0 && index < out.count)
        set_limb(out, element(thread), static_cast<std::uint64_t>(index), limb_at(x, i));
    });
  }

  /// Whether any thread of the block has the flag; every thread gets the answer.
  GBI_DEVICE bool any(const each<bool>& flag) const {
    const each<std::uint32_t> flags = block_->ballot(flag);
    if constexpr (is_one_warp) {
      return flags[0] != 0;
    } else {
      auto& ballots = shared_->generate;
      phase([&](int thread) { ballots[thread / warp_threads] = flags[thread]; });
      std::uint32_t all = 0;
      for (const std::uint32_t some : ballots) all |= some;
      return all != 0;
    }
  }

  /// Whether any thread of the team has the flag, for teams of at most a warp; every thread gets its team's
  /// answer.
  GBI_DEVICE each<bool> any_of_team(const each<bool>& flag) const {
    const each<std::uint32_t> flags = block_->ballot(flag);
    each<bool> result;
    phase([&](int thread) {
      const std::uint32_t mask = ~std::uint32_t{0} >> (warp_threads - threads_);
      result[thread] = (flags[thread] >> first(thread % warp_threads) & mask) != 0;
    });
    return result;
  }

  /// Finds the carries between the blocks of a number at once. A block with `generate` emits a carry, a block
  /// with `propagate` passes on the carry that it receives; no block has both. `in` becomes the carry into a
  /// block, `out` the carry out of the team's last block.
  GBI_DEVICE void look_ahead(const each<bool>& generate, const each<bool>& propagate, each<bool>& in,
                             each<bool>& out) const {
    const each<std::uint32_t> generates = block_->ballot(generate), propagates = block_->ballot(propagate);
    if constexpr (Block::threads > warp_threads)
      phase([&](int thread) {
        shared_->generate[thread / warp_threads] = generates[thread];
        shared_->propagate[thread / warp_threads] = propagates[thread];
      });
    phase([&](int thread) {
      // In the sum of x = g | p and y = g, a bit generates where g is set and propagates where p is set. The
      // carries are the bits in which the sum differs from x ^ y = p.
      const int lane = thread % warp_threads;
      if (is_one_warp || threads_ <= warp_threads) {
        const int from = first(lane);
        const std::uint32_t mask = ~std::uint32_t{0} >> (warp_threads - threads_);
        const std::uint64_t g = generates[thread] >> from & mask, p = propagates[thread] >> from & mask;
        const std::uint64_t sum = (g | p) + g;
        in[thread] = ((sum ^ p) >> (lane - from) & 1) != 0;
        out[thread] = (sum >> threads_ & 1) != 0;
        return;
      }
      std::uint64_t carry = 0;
      const int begin = first(thread) / warp_threads;
      for (int warp = begin; warp < begin + threads_ / warp_threads; ++warp) {
        const std::uint64_t g = shared_->generate[warp], p = shared_->propagate[warp];
        const std::uint64_t sum = (g | p) + g + carry;
        if (warp == thread / warp_threads) in[thread] = ((sum ^ p) >> lane & 1) != 0;
        carry = sum >> warp_threads;
      }
      out[thread] = carry != 0;
    });
  }

  /// Adds the carry of the previous block to every block. `carry` becomes the part above the number.
  GBI_DEVICE void resolve(each<value>& x, each<machine_word>& carry) const {
    each<bool> generate, propagate, in, out;
    phase([&](int thread) { shared_->neighbour[0][thread] = carry[thread]; });
    phase([&](int thread) {
      const machine_word before = rank(thread) > 0 ? shared_->neighbour[0][thread - 1] : 0;
      machine_word passed = 0, ones = ~machine_word{0};
      unroll<words>([&](auto i) {
        machine_word& word = x[thread].word[i];
        word = add_words(word, i == 0 ? before : 0, passed);
        ones &= word;
      });
      generate[thread] = passed != 0;
      propagate[thread] = ones == static_cast<machine_word>(~machine_word{0});
    });
    look_ahead(generate, propagate, in, out);
    phase([&](int thread) {
      machine_word passed = in[thread];
      unroll<words>([&](auto i) {
        machine_word& word = x[thread].word[i];
        word = add_words(word, 0, passed);
      });
      carry[thread] = shared_->neighbour[0][first(thread) + threads_ - 1] + out[thread];
    });
  }

  /// x = x + y or, as x + ~y + 1, x - y. `carry` becomes the part above the number: 0 or 1 for a sum, 1 for a
  /// difference that is not negative, else 0.
  GBI_DEVICE void add(each<value>& x, const each<value>& y, bool subtract, each<machine_word>& carry) const {
    const machine_word flipped = subtract ? ~machine_word{0} : 0;
    phase([&](int thread) {
      machine_word passed = subtract && rank(thread) == 0 ? 1 : 0;
      unroll<words>([&](auto i) {
        machine_word& word = x[thread].word[i];
        word = add_words(word, y[thread].word[i] ^ flipped, passed);
      });
      carry[thread] = passed;
    });
    resolve(x, carry);
  }

  /// x = 2 x mod n, for x < n.
  GBI_DEVICE void double_modulo(each<value>& x, const each<value>& n) const {
    each<machine_word> carry;
    phase([&](int thread) {
      machine_word passed = 0;
      unroll<words>([&](auto i) {
        const machine_word word = x[thread].word[i];
        x[thread].word[i] = word << 1 | passed;
        passed = word >> (word_bits - 1);
      });
      carry[thread] = passed;
    });
    resolve(x, carry);
    subtract_once(x, carry, n);
  }

  /// x -= n where x + carry 2^(bits of x) >= n.
  GBI_DEVICE void subtract_once(each<value>& x, const each<machine_word>& carry, const each<value>& n) const {
    each<bool> generate, propagate, in, out;
    each<value> difference;
    phase([&](int thread) {
      // A borrow is a missing carry: x - n = x + ~n + 1.
      machine_word enough = 1, some = 0;
      unroll<words>([&](auto i) {
        machine_word& word = difference[thread].word[i];
        word = add_words(x[thread].word[i], ~n[thread].word[i], enough);
        some |= word;
      });
      generate[thread] = enough == 0;
      propagate[thread] = some == 0;
    });
    look_ahead(generate, propagate, in, out);
    phase([&](int thread) {
      if (carry[thread] == 0 && out[thread]) return;
      machine_word enough = in[thread] ? 0 : 1;
      unroll<words>([&](auto i) {
        x[thread].word[i] = add_words(difference[thread].word[i], ~machine_word{0}, enough);
      });
    });
  }

 private:
  Block* block_;
  memory* shared_;
  int threads_, shift_, element_shift_;
  std::uint32_t elements_;
};

}  // namespace gbi::kernels
