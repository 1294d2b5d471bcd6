/// \file
/// Residue bases in an executor's memory, computed once for each number of quads and kept.
#pragma once

#include <map>
#include <mutex>

#include "src/exec/buffer.hpp"
#include "src/faults/evidence.hpp"
#include "src/plan/rns_plan.hpp"
#include "src/process/fork_mutex.hpp"

namespace gbi::cache {

class stored_bases {
 public:
  stored_bases(exec::executor& executor, const kernels::rns_shape& shape);

  const kernels::rns_shape& shape() const noexcept { return shape_; }
  kernels::rns_matrices of(plan::rns_matrix first, plan::rns_matrix second) const noexcept {
    return {at(first), at(second), primes_.data()};
  }
  const kernels::rns_prime* primes() const noexcept { return primes_.data(); }
  /// A pack of ones.
  const std::uint64_t* unit() const noexcept { return unit_.data(); }
  /// The product of base A, with 2 quads limbs.
  const limb* product_a() const noexcept { return product_a_.data(); }
  /// Writes the tables again, in case they are damaged.
  void write(exec::executor& executor) const;

 private:
  struct contents;

  const kernels::byte_columns* at(plan::rns_matrix which) const noexcept {
    return matrices_.data() + static_cast<std::size_t>(which) * matrix_size_;
  }

  kernels::rns_shape shape_;
  std::size_t matrix_size_ = 0;
  exec::buffer<kernels::byte_columns> matrices_;
  exec::buffer<kernels::rns_prime> primes_;
  exec::buffer<std::uint64_t> unit_;
  exec::buffer<limb> product_a_;
};

class rns_tables {
 public:
  explicit rns_tables(exec::executor& executor) : executor_(executor) {}

  /// Valid as long as the engine. After a fault, which a damaged table may have caused, all tables are
  /// written again.
  const stored_bases& of(const kernels::rns_shape& shape);

 private:
  exec::executor& executor_;
  process::fork_mutex mutex_;
  std::uint64_t faults_ = faults::faults();  ///< when the tables were last written
  std::map<int, stored_bases> tables_;       ///< by number of quads
};

}  // namespace gbi::cache
