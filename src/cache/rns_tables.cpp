#include "src/cache/rns_tables.hpp"

#include <span>
#include <vector>

namespace gbi::cache {

namespace {

/// The number 1 in every element of a pack: 1 mod a_i and 1 / B_i mod b_i.
std::vector<std::uint64_t> ones(const plan::rns_bases& bases, const kernels::rns_shape& shape) {
  const auto n = static_cast<std::size_t>(kernels::rns_primes(shape.quads));
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

struct stored_bases::contents {
  std::size_t matrix_size;
  std::vector<kernels::byte_columns> matrices;
  std::vector<kernels::rns_prime> primes;
  std::vector<std::uint64_t> unit;
  std::vector<limb> product_a;

  explicit contents(const kernels::rns_shape& shape) {
    plan::rns_bases bases = plan::make_rns_bases(shape.quads);
    matrix_size = bases.matrices.front().size();
    for (const auto& matrix : bases.matrices) matrices.insert(matrices.end(), matrix.begin(), matrix.end());
    unit = ones(bases, shape);
    primes = bases.primes;
    product_a.assign(bases.product_a.begin(), bases.product_a.end());
  }
};

stored_bases::stored_bases(exec::executor& executor, const kernels::rns_shape& shape) : shape_(shape) {
  const contents all(shape);
  matrix_size_ = all.matrix_size;
  matrices_ = {executor, std::span<const kernels::byte_columns>(all.matrices)};
  primes_ = {executor, std::span<const kernels::rns_prime>(all.primes)};
  unit_ = {executor, std::span<const std::uint64_t>(all.unit)};
  product_a_ = {executor, std::span<const limb>(all.product_a)};
}

void stored_bases::write(exec::executor& executor) const {
  const contents all(shape_);
  const auto again = [&executor](const auto& to, const auto& values) {
    executor.upload(to.data(), values.data(), values.size() * sizeof values[0]);
  };
  again(matrices_, all.matrices);
  again(primes_, all.primes);
  again(unit_, all.unit);
  again(product_a_, all.product_a);
}

const stored_bases& rns_tables::of(const kernels::rns_shape& shape) {
  const std::scoped_lock lock(mutex_);
  if (const std::uint64_t faults = faults::faults(); faults != faults_) {
    for (const auto& [quads, table] : tables_) table.write(executor_);
    faults_ = faults;
  }
  const auto found = tables_.find(shape.quads);
  return found != tables_.end() ? found->second
                                : tables_.emplace(shape.quads, stored_bases(executor_, shape)).first->second;
}

}  // namespace gbi::cache
