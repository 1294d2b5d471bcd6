#include "src/batch/rns_power.hpp"

#include <algorithm>

#include "src/batch/divide.hpp"
#include "src/batch/pieces.hpp"

namespace gbi::detail {

namespace {

using plan::rns_matrix;

}  // namespace

rns_moduli::rns_moduli(const batch& values, bool shared, const kernels::odd_modulus& by,
                       const kernels::team_shape& team)
    : engine_(values.owner().get()),
      table_(&engine_->rns().of(plan::choose_rns(values.limbs(), engine_->tuning()))),
      wave_(std::max<std::size_t>(1, values.executor().properties().multiprocessors)),
      shared_(shared) {
  exec::executor& executor = engine_->executor();
  const exec::buffer<limb> square = squares(values, by, team);
  // One modulus for all elements is a block of equal moduli.
  const std::uint32_t elements = shared ? block_elements() : values.elements();
  const std::uint64_t stride = shared ? 0 : 1;
  kernels::batch_span n = values.span(), a2{square.data(), n.count, values.size(), stride};
  n.element_stride = stride;
  const chunk all{0, elements};
  const std::size_t size = packs_for(elements) * pack_words();
  constants_ = words(executor, size);
  square_ = words(executor, size);
  enter(a2, all, square_);
  enter(n, all, constants_);
  const words unfit = exec::cleared<std::uint64_t>(executor, 1);
  executor.launch(kernels::rns_modulus_arguments{n, constants_.data(), table_->primes(), unfit.data(),
                                                 elements, size, table_->shape()});
  std::uint64_t count = 0;
  executor.download(&count, unfit.data(), sizeof count);
  is_fit_ = count == 0;
}

exec::buffer<limb> rns_moduli::squares(const batch& values, const kernels::odd_modulus& by,
                                       const kernels::team_shape& team) const {
  exec::executor& executor = engine_->executor();
  const std::uint32_t limbs = values.limbs(), size = values.elements();
  const auto long_limbs = static_cast<std::uint32_t>(2 * table_->shape().quads);
  exec::buffer<limb> result(executor, std::size_t{limbs} * size);
  const exec::buffer<limb> remainder(executor, std::size_t{limbs} * size), failed(executor, size);
  queue_division(*engine_, {{table_->product_a(), long_limbs, 1, 0},
                            values.span(),
                            {nullptr, 0, 0, 0, 0},
                            {remainder.data(), limbs, size, 1, ~limb{0}},
                            nullptr,
                            failed.data(),
                            size});
  const kernels::batch_span left{remainder.data(), limbs, size, 1};
  executor.launch(
      kernels::mul_mod_arguments{left, left, by, {result.data(), limbs, size, 1, ~limb{0}}, size, team});
  return result;
}

std::uint32_t rns_moduli::block_elements() const noexcept {
  return kernels::elements_of_pack(table_->shape().tiles) * static_cast<std::uint32_t>(table_->shape().warps);
}
std::size_t rns_moduli::packs_for(std::uint32_t elements) const noexcept {
  return blocks_for(elements) * static_cast<std::size_t>(table_->shape().warps);
}
std::uint64_t rns_moduli::pack_words() const noexcept {
  return kernels::words_of_pack(table_->shape().quads, table_->shape().tiles);
}
std::uint64_t rns_moduli::sums_words() const noexcept {
  return kernels::sums_of_pack(table_->shape().quads, table_->shape().tiles);
}

std::size_t rns_moduli::blocks_for(std::uint32_t elements) const noexcept {
  return (std::size_t{elements} + block_elements() - 1) / block_elements();
}
std::size_t rns_moduli::most_blocks(std::uint64_t words_of_pack) const noexcept {
  const std::size_t block_bytes =
      words_of_pack * sizeof(std::uint64_t) * static_cast<std::size_t>(table_->shape().warps);
  return std::max<std::size_t>(1, engine_->tuning().workspace_bytes / block_bytes);
}

std::vector<rns_moduli::chunk> rns_moduli::chunks_of(std::uint32_t elements,
                                                     std::uint64_t words_of_pack) const {
  const std::size_t blocks = blocks_for(elements), most = std::min(most_blocks(words_of_pack), blocks);
  // All blocks take the same time, one on each multiprocessor. So chunks are whole waves of blocks if they
  // can be that long; otherwise all chunks are equal.
  const std::size_t count = (blocks + most - 1) / most,
                    each = count > 1 && most >= wave_ ? most / wave_ * wave_ : (blocks + count - 1) / count;
  std::vector<chunk> chunks;
  for (std::size_t first = 0; first < elements; first += each * block_elements())
    chunks.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(std::min<std::size_t>(
                                                             each * block_elements(), elements - first))});
  return chunks;
}

kernels::rns_constants rns_moduli::moduli_from(std::uint32_t first) const noexcept {
  const std::uint64_t stride = shared_ ? 0 : pack_words();
  const std::uint64_t at = first / kernels::elements_of_pack(table_->shape().tiles) * stride;
  return {constants_.data() + at, square_.data() + at, stride};
}

void rns_moduli::enter(const kernels::batch_span& a, const chunk& which, const words& out) const {
  engine_->executor().launch(kernels::rns_in_arguments{
      from(a, which.first), out.data(), table_->of(rns_matrix::words_to_a, rns_matrix::words_to_b),
      which.elements, table_->shape()});
}

void rns_moduli::leave(const words& x, const std::uint64_t* y, std::uint64_t y_stride, const chunk& which,
                       const kernels::odd_modulus& n, const words& sums,
                       const kernels::batch_target& out) const {
  exec::executor& executor = engine_->executor();
  executor.launch(kernels::rns_out_arguments{
      x.data(), y, y_stride, table_->of(rns_matrix::a_to_b, rns_matrix::b_to_words), moduli_from(which.first),
      sums.data(), which.elements, table_->shape()});
  executor.launch(kernels::rns_carry_arguments{sums.data(), from(n.modulus, which.first),
                                               from(out, which.first), which.elements, table_->shape()});
}

void rns_moduli::multiply(const operand& a, const kernels::batch_span& b, const kernels::odd_modulus& n,
                          const kernels::batch_target& out) const {
  run(a, {{}, 0, 1}, &b, n, out);
}

void rns_moduli::power(const operand& base, const kernels::batch_span& exponent, std::uint32_t exponent_bits,
                       std::uint32_t window_bits, const kernels::odd_modulus& n,
                       const kernels::batch_target& out) const {
  // Half a table costs 1 % more products. Part of a wave takes as long as a whole one.
  while (window_bits > 1 && most_blocks(pack_words() + (pack_words() << window_bits) + sums_words()) <
                                std::min(wave_, blocks_for(base.elements)))
    --window_bits;
  run(base, {exponent, exponent_bits, window_bits}, nullptr, n, out);
}

void rns_moduli::run(const operand& a, const windows& exponent, const kernels::batch_span* b,
                     const kernels::odd_modulus& n, const kernels::batch_target& out) const {
  exec::executor& executor = engine_->executor();
  const std::uint64_t other_words = b != nullptr ? pack_words() : pack_words() << exponent.window_bits;
  const std::vector<chunk> chunks = chunks_of(a.elements, pack_words() + other_words + sums_words());
  const std::size_t packs = packs_for(chunks.front().elements);
  const words x(executor, packs * pack_words()), other(executor, packs * other_words),
      sums(executor, packs * sums_words());
  for (const chunk& each : chunks) {
    enter(a.span, each, x);
    if (b != nullptr) enter(*b, each, other);
    executor.launch(kernels::rns_power_arguments{.x = x.data(),
                                                 .by = table_->of(rns_matrix::a_to_b, rns_matrix::b_to_a),
                                                 .unit = table_->unit(),
                                                 .modulus = moduli_from(each.first),
                                                 .exponent = from(exponent.span, each.first),
                                                 .exponent_bits = exponent.bits,
                                                 .window_bits = exponent.window_bits,
                                                 .table = b != nullptr ? nullptr : other.data(),
                                                 .elements = each.elements,
                                                 .shape = table_->shape()});
    if (b != nullptr)
      leave(x, other.data(), pack_words(), each, n, sums, out);
    else
      leave(x, table_->unit(), 0, each, n, sums, out);
  }
}

}  // namespace gbi::detail
