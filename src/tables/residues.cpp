#include "src/tables/residues.hpp"

#include <span>
#include <vector>

namespace gbi::tables {

namespace {

/// The number 1 in every element of a pack: 1 mod a_i and 1 / B_i mod b_i.
std::vector<std::uint64_t> ones(const plan::residue_bases& bases, const kernels::residue_shape& shape) {
  const auto n = static_cast<std::size_t>(kernels::residue_primes(shape.quads));
  std::vector<std::uint64_t> result;
  for (int base = 0; base < 2; ++base)
    for (int pair = 0; pair < kernels::quad_pairs(shape.quads); ++pair)
      for (int row = 0; row < 2 * shape.tiles; ++row)
        for (std::size_t lane = 0; lane < 32; ++lane) {
          const auto one = [&](int quad) -> std::uint64_t {
            const std::size_t i = 4 * static_cast<std::size_t>(quad) + lane % 4;
            return i >= n ? 0 : base == 0 ? 1 : bases.one_b[i];
          };
          result.push_back(one(2 * pair) | one(2 * pair + 1) << 32);
        }
  return result;
}

}  // namespace

stored_bases::stored_bases(exec::executor& executor, const kernels::residue_shape& shape) : shape_(shape) {
  const plan::residue_bases bases = plan::make_residue_bases(shape.quads);
  matrix_size_ = bases.matrices.front().size();
  std::vector<kernels::byte_columns> all;
  for (const auto& matrix : bases.matrices) all.insert(all.end(), matrix.begin(), matrix.end());
  matrices_ = {executor, std::span<const kernels::byte_columns>(all)};
  rows_ = {executor, std::span<const std::uint32_t>(bases.rows)};
  const std::vector<std::uint64_t> unit = ones(bases, shape);
  unit_ = {executor, std::span<const std::uint64_t>(unit)};
  product_a_ = {executor, std::span<const limb>(bases.product_a)};
}

const stored_bases& residue_tables::of(const kernels::residue_shape& shape) {
  const std::scoped_lock lock(mutex_);
  const auto found = tables_.find(shape.quads);
  return found != tables_.end() ? found->second
                                : tables_.emplace(shape.quads, stored_bases(executor_, shape)).first->second;
}

}  // namespace gbi::tables
