/// \file
/// Products of numbers in host memory. The device multiplies pieces of the operands, adds up the products of
/// one column, the limbs of the result that begin at a multiple of a piece, and moves on with what is above
/// them. Each product of pieces is checked as any other (docs/decisions/0072).
#include <algorithm>
#include <stdexcept>
#include <string>

#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/host_bigint.hpp"
#include "src/host_memory/magnitude.hpp"
#include "src/number/room.hpp"
#include "src/operation/perform.hpp"
#include "src/plan/planner.hpp"
#include "src/process/concat.hpp"

namespace gbi {

using host_memory::magnitude;

namespace {

/// A copy of a piece on the device.
gpu_bigint uploaded(const magnitude& x, std::size_t index, std::size_t piece) {
  const auto limbs = x.part(index * piece, piece);
  return detail::value_of(x.owner()->core(), limbs.data(), limbs.size(), false);
}

/// The product of piece i of a and piece j of b. The pieces leave the device with the return.
gpu_bigint product_of_pieces(const magnitude& a, std::size_t i, const magnitude& b, std::size_t j,
                             std::size_t piece) {
  const gpu_bigint x = uploaded(a, i, piece);
  return &a == &b && i == j ? square(x) : x * uploaded(b, j, piece);
}

void multiply_pieces(const magnitude& a, const magnitude& b, std::size_t piece, magnitude& out) {
  const auto pieces_of = [&](const magnitude& x) { return (x.size() + piece - 1) / piece; };
  const std::size_t m = pieces_of(a), n = pieces_of(b), columns = m + n - 1;
  gpu_bigint sum;
  for (std::size_t c = 0; c < columns; ++c) {
    for (std::size_t i = c < n ? 0 : c - n + 1; i < m && i <= c; ++i) {
      const std::size_t j = c - i;
      if (&a != &b || i == j)
        sum += product_of_pieces(a, i, b, j, piece);
      else if (i < j)
        sum += product_of_pieces(a, i, b, j, piece) << 1;
    }
    const std::size_t begin = c * piece, count = c + 1 < columns ? piece : out.size() - begin;
    host_memory::copy_out(sum, out.limbs() + begin, count);
    sum >>= count * limb_bits;
  }
}

}  // namespace

host_bigint host_bigint::times(const host_bigint& b) const {
  if (!*this || !b) return {};
  const magnitude &x = *magnitude_, &y = *b.magnitude_;
  const auto shape = plan::product_shape::whole(x.size(), y.size(), &x == &y);
  const std::string what = shape.name() + " in host memory";
  host_memory::require_same_context(what, x, y);
  detail::engine& engine = *x.owner();
  const auto multiply = [&](magnitude& result) {
    const std::size_t room = numbers::memory_left(engine);
    const std::size_t piece = engine.planner().host_piece(shape, room);
    if (piece == 0) throw out_of_memory(concat("the ", room, " bytes left on the device hold no pieces"));
    const auto states = [&] {
      return operation::relation{.a = x.span(), .b = y.span(), .sum = result.span()};
    };
    operation::queue(engine, states, [&] { multiply_pieces(x, y, piece, result); });
  };
  return {host_memory::computed(what, x.owner(), shape.out, multiply), negative_ != b.negative_};
}

}  // namespace gbi
