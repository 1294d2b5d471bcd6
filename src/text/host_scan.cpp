#include "src/text/host_scan.hpp"

#include <algorithm>
#include <atomic>

#include "src/exec/host_threads.hpp"
#include "src/words/characters.hpp"
#include "src/words/text.hpp"

namespace gbi::text {

namespace {

/// What a thread takes at a time.
constexpr std::size_t piece_digits = std::size_t{1} << 14;
/// The calling thread is done with fewer pieces before another one wakes.
constexpr std::size_t fewest_shared_pieces = 8;
/// Memory is the limit for more.
constexpr std::size_t most_threads = 16;

std::size_t threads_for(std::size_t pieces) noexcept {
  if (pieces < fewest_shared_pieces) return 1;
  return std::min({pieces, most_threads, std::size_t{exec::host_threads()}});
}

/// Calls take(piece, i) for all pieces, side by side. Piece 0 has the least significant digits, and the last
/// one may be shorter.
template <class Take>
void for_each_piece(std::string_view digits, const Take& take) noexcept {
  const std::size_t pieces = (digits.size() + piece_digits - 1) / piece_digits;
  std::atomic<std::size_t> next = 0;
  const auto share = [&]() noexcept {
    for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < pieces;) {
      const std::size_t end = digits.size() - i * piece_digits, size = std::min(end, piece_digits);
      take(digits.substr(end - size, size), i);
    }
  };
  const std::size_t threads = threads_for(pieces);
  if (threads <= 1) return share();
  exec::on_host_threads(static_cast<unsigned>(threads), share);
}

bool is_canonical(std::string_view digits, int base) noexcept {
  if (words::find_no_digit(digits.data(), digits.size(), base) != digits.size()) return false;
  constexpr int largest_base_without_letters = 10;
  return base <= largest_base_without_letters || base > words::largest_base_of_one_case ||
         std::none_of(digits.begin(), digits.end(), [](char c) { return 'A' <= c && c <= 'Z'; });
}

/// base^exponent modulo the prime.
limb power(limb base, std::size_t exponent, const kernels::small_modulus& prime) noexcept {
  limb result = 1;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent % 2 == 1) result = prime.multiply(result, base);
    base = prime.multiply(base, base);
  }
  return result;
}

/// The residue of a text from those of its pieces, which residue_of_piece finds.
template <class OfPiece>
limb joined_residue(std::string_view digits, int base, const kernels::small_modulus& prime,
                    const OfPiece& residue_of_piece) noexcept {
  const limb of_piece = power(static_cast<limb>(base), piece_digits, prime);
  std::atomic<limb> sum = 0;
  for_each_piece(digits, [&](std::string_view piece, std::size_t i) noexcept {
    const limb part = prime.multiply(residue_of_piece(piece), power(of_piece, i, prime));
    limb others = sum.load(std::memory_order_relaxed);
    while (!sum.compare_exchange_weak(others, prime.add(others, part), std::memory_order_relaxed)) {
    }
  });
  return sum;
}

}  // namespace

limb residue_of(std::string_view digits, int base, const words::residue_modulus& by) noexcept {
  return joined_residue(digits, base, by.prime, [&](std::string_view piece) noexcept {
    return words::residue_of_text(piece.data(), piece.size(), base, by);
  });
}

std::optional<limb> residue_of_canonical(std::string_view digits, int base,
                                         const words::residue_modulus& by) noexcept {
  std::atomic<bool> canonical = true;
  const limb residue = joined_residue(digits, base, by.prime, [&](std::string_view piece) noexcept {
    if (is_canonical(piece, base)) return words::residue_of_text(piece.data(), piece.size(), base, by);
    canonical.store(false, std::memory_order_relaxed);
    return limb{0};
  });
  if (!canonical) return std::nullopt;
  return residue;
}

}  // namespace gbi::text
