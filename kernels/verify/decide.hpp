/// \file
/// Decides whether products are right whose residues an earlier launch has added
/// (normalize/checked_normalize.hpp). That launch need not wait for the sums, and since a launch begins after
/// the end of the one before it, memory needs no other order.
#pragma once

#include "kernels/model/kernel.hpp"
#include "kernels/verify/arguments.hpp"
#include "kernels/word/counted_residue.hpp"
#include "kernels/word/montgomery.hpp"

namespace gbi::kernels {

/// Whether a b = product modulo the prime, decided by one warp. Also clears the sums, so a flipped bit in one
/// of them lasts for one product.
template <class Warp>
GBI_DEVICE void decide(Warp& warp, const decision_arguments& a) {
  constexpr int numbers = 3;
  const montgomery_modulus reduction{a.prime, a.inverse};
  per_thread<Warp, limb> word;
  warp.phase([&](int lane) GBI_INLINE {
    word[lane] = 0;
    if (lane >= 2 * numbers) return;
    std::uint64_t* const from = &a.sums->of[lane / 2][lane % 2];
    word[lane] = warp.observe_alone(from);
    warp.publish_alone(from, 0);
  });
  const auto low = warp.shuffle(word, [](int lane) GBI_INLINE { return lane % numbers * 2; });
  const auto high = warp.shuffle(word, [](int lane) GBI_INLINE { return lane % numbers * 2 + 1; });
  per_thread<Warp, limb> residue;
  per_thread<Warp, bool> is_damaged;
  warp.phase([&](int lane) GBI_INLINE {
    const std::uint32_t pieces = a.pieces[lane % numbers];
    is_damaged[lane] =
        counted_residue::count(low[lane]) != pieces || counted_residue::count(high[lane]) != pieces;
    residue[lane] = reduction.reduce(counted_residue::sum(low[lane], high[lane]));  // times 2^-192
  });
  const auto any_damaged = warp.ballot(is_damaged);
  const auto x = warp.broadcast(residue, 0), y = warp.broadcast(residue, a.pieces[1] == 0 ? 0 : 1),
             product = warp.broadcast(residue, 2);
  warp.phase([&](int lane) GBI_INLINE {
    if (lane != 0) return;
    const limb expected = reduction.multiply(reduction.multiply(x[lane], y[lane]), a.two_to_320);
    if (a.record == nullptr || (any_damaged[lane] == 0 && product[lane] == expected)) return;
    warp.leave_for_host(a.record, a.ticket);
  });
}

/// Decides alone, if no other product follows.
struct decide_kernel : kernel<decision_arguments, warp_threads, 1> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, no_shared_memory&, const arguments& a) {
    block.first_warp([&](auto& warp) GBI_INLINE { decide(warp, a); });
  }
};

}  // namespace gbi::kernels
