/// \file
/// One attempt at a product that ranks share: the memory of the ranks, and the order of passes and exchanges.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "src/distribute/carry.hpp"
#include "src/distribute/points_exchange.hpp"
#include "src/distribute/product_check.hpp"
#include "src/distribute/shared_passes.hpp"
#include "src/distribute/shared_product.hpp"
#include "src/distribute/strip_exchange.hpp"
#include "src/distribute/under_way.hpp"
#include "src/number/carry_chain.hpp"

namespace gbi::distribute {

/// The steps of an attempt.
enum class product_step {
  strips_in,
  first_columns,
  points_there,
  operand_checksums,
  later_columns,
  rows,
  columns_back,
  points_back,
  last_columns,
  normalize,
  strips_out,
  join
};
inline constexpr int product_steps = static_cast<int>(product_step::join) + 1;

/// Observes an attempt step by step.
class product_watch {
 public:
  virtual ~product_watch() = default;
  /// Called when everything that the ranks have queued since the last call belongs to this step, or is their
  /// wait for this exchange.
  virtual void after(product_step step) = 0;
  /// Whether ranks wait for every exchange at once, so that nothing overlaps with it.
  virtual bool is_in_turn() const noexcept { return true; }
};

/// Made in agree(), allocated on each rank, run once. A product that wraps around has no check of its own: it
/// is computed, then joined. Other ranks do not wait while it is computed.
class product_attempt {
 public:
  using point = shared_passes::point;

  /// \param first the lowest of the ranks that share it
  product_attempt(const value& x, const value& y, const sharing& how, int first = 0);

  void allocate(rank& r);
  /// Collective. Waits.
  /// \param number the number of the attempt; each attempt recodes digits differently
  /// \param watch may be null
  /// \returns whether the product is right
  bool run(std::uint64_t number, product_watch* watch = nullptr);

  /// The first part of run(): everything in which only the ranks that share the product take part.
  void compute(std::uint64_t number, product_watch* watch = nullptr);
  /// The second part: the slabs of the product. Collective.
  void join();

  std::shared_ptr<value> result() &&;

 private:
  /// The memory of a local rank. Until its points arrive, an operand's memory holds limbs: those packed for
  /// other ranks, and the rank's strips. Coefficients are in the memory of b, or after the points of a
  /// square. Strips of the product are in the memory of a.
  struct rank_memory {
    exec::workspace memory;
    std::optional<shared_passes> passes;             ///< empty if the rank does not share the product
    std::deque<numbers::carry_chain> strips_chains;  ///< one for each round
    std::optional<numbers::carry_chain> slab_chain;
    point *a = nullptr, *b = nullptr, *coefficients = nullptr;
  };
  using points_of = point* rank_memory::*;

  /// Calls f(memory, rank index) for the local ranks that share the product.
  template <class F>
  void step(F&& f) {
    x_.on().step([&](rank& r) {
      const std::size_t own = result_->index_of(r);
      if (memory_of_[own].passes) f(memory_of_[own], own);
    });
  }
  void note(product_step step) {
    if (watch_ != nullptr) watch_->after(step);
  }
  bool is_in_turn() const { return watch_ != nullptr && watch_->is_in_turn(); }
  /// To be called as soon as an exchange has begun. \returns its number
  std::uint64_t begun(std::uint64_t exchange, product_step step);
  std::uint64_t start_points(points_of x, transit way, int chunk);
  void finish(std::uint64_t exchange, product_step step);
  void end_exchange(std::uint64_t exchange, product_step step);

  void first_columns(const operand_strips& x, std::uint64_t seed, points_of to);
  void later_columns(points_of x, kernels::direction towards, rows_chunk chunk);
  void add_operands();
  void multiply(std::uint64_t seed_a, std::uint64_t seed_b);
  void multiply_chunk(rows_chunk chunk);
  void to_coefficients();
  void to_strips();

  const value &x_, &y_;
  bool square_;
  sharing how_;
  rank_range shares_;
  std::shared_ptr<value> result_;
  strips where_;
  operand_strips a_;
  std::optional<operand_strips> b_;
  product_strips product_;
  carries carries_;
  product_check check_;
  points_exchange points_;
  product_watch* watch_ = nullptr;
  std::vector<rank_memory> memory_of_;
  std::vector<point*> moved_;
  std::vector<std::uint64_t> strips_going_;
  exchanges_under_way exchanges_;  // the last member, so that exchanges end before anything that they use
};

}  // namespace gbi::distribute
