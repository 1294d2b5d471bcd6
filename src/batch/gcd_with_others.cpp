/// \file
/// The common factors of each element of a batch and all others: the gcd with the remainder of its cofactor
/// (cofactor_tree.hpp).
///
/// If the tree over all elements does not fit in memory, the batch is cut into pieces with the products N_i.
/// For an element of piece i, its cofactor in the piece times the product of all other N_j is its cofactor in
/// the batch. So S_i and all other N_j are multiplied modulo N_i before the walk down.
#include "src/batch/gcd_with_others.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <stdexcept>
#include <vector>

#include "gpu_bigint/division.hpp"
#include "src/batch/cofactor_tree.hpp"
#include "src/batch/pieces.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/number/number.hpp"
#include "src/number/room.hpp"
#include "src/plan/fft_plan.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace detail {

namespace {

std::string name_of(const batch& n) {
  return concat("gcd with others of a batch of ", n.size(), " x ", n.bits(), " bits");
}

[[noreturn]] void refuse_zero(const bigint_batch& n) {
  const std::vector<signed char> order = compare(n, bigint_batch(n.size(), n.bits()));
  const auto first = std::find(order.begin(), order.end(), 0) - order.begin();
  throw std::domain_error(concat(name_of(*storage_of(n)), ": element ", first, " is 0"));
}

std::vector<element_range> pieces_of(const batch& n, std::uint32_t piece) {
  std::vector<element_range> result;
  for (std::uint64_t first = 0; first < n.elements(); first += piece)
    result.push_back({static_cast<std::uint32_t>(first),
                      static_cast<std::uint32_t>(std::min<std::uint64_t>(piece, n.elements() - first))});
  return result;
}

/// Whether a tree over this many elements, and the memory that all pieces share, may fit.
bool has_room(const batch& n, std::uint32_t piece) {
  // Divisions compute products longer than the root.
  constexpr std::uint64_t longest_root = plan::longest_product_bits / limb_bits / 3;
  if (cofactor_tree::root_limbs(n, piece) > longest_root) return false;
  // The result, and the products of all pieces.
  const std::uint64_t beside = (piece < n.size() ? 2 : 1) * n.size() * n.limbs() * sizeof(limb);
  try {
    numbers::require_memory(n.executor(), cofactor_tree::bytes_for(n, piece) + beside, {});
    return true;
  } catch (const out_of_memory&) {
    return false;
  }
}

/// Whether shorter pieces would take much less memory. They would not if the batch itself takes most of it;
/// then there would be far too many pairs of pieces to multiply.
bool may_be_shorter(const batch& n, std::uint32_t piece) {
  return piece > 1 && cofactor_tree::bytes_for(n, piece) > n.size() * n.limbs() * sizeof(limb);
}

/// The next shorter piece. Trees over a power of two of elements have no empty places.
std::uint32_t shorter(std::uint32_t piece) {
  return std::bit_floor(piece - 1);
}

}  // namespace

bigint_batch gcd_with_others(const bigint_batch& n, std::uint32_t piece) {
  const batch& elements = *storage_of(n);
  const std::vector<element_range> pieces = pieces_of(elements, piece);
  std::unique_ptr<cofactor_tree> tree;
  std::vector<gpu_bigint> products;
  for (const element_range& one : pieces) {
    tree.reset();  // frees its memory before the next tree is made
    tree = std::make_unique<cofactor_tree>(elements, one);
    products.push_back(tree->product());
    if (products.back().sign() == 0) refuse_zero(n);
  }
  const auto result = std::make_shared<batch>(elements.owner(), elements.size(), elements.bits());
  // The last tree is still there.
  for (std::size_t i = pieces.size(); i-- > 0;) {
    if (tree == nullptr) tree = std::make_unique<cofactor_tree>(elements, pieces[i]);
    gpu_bigint cofactors = tree->cofactors();
    for (std::size_t j = 0; j < pieces.size(); ++j)
      if (j != i) cofactors = cofactors * products[j] % products[i];
    const auto shift = static_cast<std::int64_t>(tree->fraction_limbs() * limb_bits);
    tree->remainders((cofactors << shift) / products[i], from(result->target(), pieces[i].first));
    tree.reset();
  }
  return gcd(value_of(result), n);
}

}  // namespace detail

bigint_batch gcd_with_others(const bigint_batch& n) {
  const faults::operation_scope scope("gcd with others", n);
  const detail::batch& elements = *detail::storage_of(n);
  if (n.size() == 0) return n;
  const scoped_context use(n.context());
  std::uint32_t piece = elements.elements();
  while (detail::may_be_shorter(elements, piece) && !detail::has_room(elements, piece))
    piece = detail::shorter(piece);
  return numbers::naming(
      [&] {
        for (;; piece = detail::shorter(piece)) {
          try {
            return detail::gcd_with_others(n, piece);
          } catch (const out_of_memory&) {
            if (!detail::may_be_shorter(elements, piece)) throw;
          }
        }
      },
      [&] { return detail::name_of(elements); });
}

}  // namespace gbi
