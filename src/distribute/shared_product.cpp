#include "src/distribute/shared_product.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "kernels/word/mix.hpp"
#include "src/distribute/carry.hpp"
#include "src/distribute/points_exchange.hpp"
#include "src/distribute/product_check.hpp"
#include "src/distribute/shared_passes.hpp"
#include "src/distribute/strip_exchange.hpp"
#include "src/exec/operation.hpp"
#include "src/ground/carry_chain.hpp"

namespace gbi::distribute {

namespace {

using point = shared_passes::point;

std::size_t limbs_in(const value& x) {
  return std::min(x.where().limbs(), limbs_of(x.bits()));
}

/// A decision in words that processes share.
enum word : std::size_t { ranks, first, second, third, row, bits, chunks, prime, key, failed, count };
using decision = std::array<std::uint64_t, word::count>;

decision words_of(const sharing& how) {
  const plan::fft_shape& shape = how.plan.fft.shape;
  const auto size = [](int number) { return static_cast<std::uint64_t>(number); };
  return {size(how.plan.ranks),
          size(shape.column[0]),
          size(shape.column[1]),
          size(shape.column[2]),
          size(shape.row),
          size(how.plan.fft.digit_bits),
          size(how.plan.chunks),
          how.prime,
          how.key,
          0};
}

sharing sharing_of(const decision& said) {
  const auto size = [&](word which) { return static_cast<int>(said[which]); };
  const plan::fft_shape shape{said[first] * said[second] * said[third] * said[row],
                              size(third) > 1 ? 3 : 2,
                              {size(first), size(second), size(third)},
                              size(row)};
  return {{{shape, size(bits), true}, size(ranks), size(chunks)}, said[prime], said[key]};
}

/// What a local rank needs for one attempt. There are two to four areas of points: what the first columns
/// leave, of the second operand apart if exchanges go in chunks, and what the rows of each operand become. In
/// the last one are the strips of the operands before its points come, and the coefficients after they have
/// gone; in the first one are the strips of the product when its points are done.
struct share {
  exec::buffer<point> memory;
  std::optional<shared_passes> passes;  ///< none if the rank does not share the product
  std::optional<ground::carry_chain> strips_chain, slab_chain;
  point *first = nullptr, *other = nullptr, *second = nullptr, *last = nullptr;
};

/// One attempt at a product.
class attempt {
 public:
  attempt(const value& x, const value& y, const sharing& how)
      : x_(x),
        y_(y),
        square_(&x == &y),
        how_(how),
        result_(std::make_shared<value>(x.handle(), slabs::of(limbs_of(x.bits() + y.bits()), x.on().size()),
                                        x.bits() + y.bits())),
        where_(how.plan.ranks, how.plan.strip()),
        a_(x, where_, limbs_in(x), how.plan.ranks),
        product_(*result_, where_, how.plan.ranks),
        carries_(*result_),
        check_(x.on(), how.prime),
        shares_(x.local()),
        transits_(x.local()),
        points_(x.on(), how.plan) {
    if (!square_) b_.emplace(y, where_, limbs_in(y), how.plan.ranks);
  }

  void allocate(rank& r) {
    const std::size_t own = result_->index_of(r);
    result_->allocate(r);
    check_.allocate(r);
    share& mine = shares_[own];
    const std::size_t packed = std::max(a_.packed(own), b_ ? b_->packed(own) : 0);
    const std::size_t places = a_.places(own) + (b_ ? b_->places(own) : 0);
    const bool shares = r.number < how_.plan.ranks;
    const std::size_t least = shares ? how_.plan.own_points() : 0;
    const std::size_t area = std::max(
        {least, points_for(places + packed), points_for(product_.places(own) + product_.received(own))});
    const std::size_t areas = square_ ? 2 : how_.plan.chunks > 1 ? 4 : 3;
    mine.memory = exec::buffer<point>(r.executor, area * areas);
    mine.first = mine.memory.data();
    mine.second = mine.first + area;
    mine.last = square_ ? mine.second : mine.second + area;
    mine.other = areas == 4 ? mine.last + area : mine.first;

    limb* next = reinterpret_cast<limb*>(mine.last);
    const auto take = [&](std::size_t limbs) { return std::exchange(next, next + limbs); };
    limb* const strips_a = take(a_.places(own));
    limb* const strips_b = b_ ? take(b_->places(own)) : nullptr;
    a_.use(own, strips_a, next);
    if (b_) b_->use(own, strips_b, next);
    auto* const strips_out = reinterpret_cast<limb*>(mine.first);
    product_.use(own, strips_out, strips_out + product_.places(own));

    mine.slab_chain.emplace(r.engine.chains(), result_->own(own).size() + 1, 1);
    if (!shares) return;
    mine.strips_chain.emplace(r.engine.chains(), where_.pitch(), static_cast<std::uint32_t>(product_.rows()));
    mine.passes.emplace(r.engine, how_.plan, r.number);
  }

  /// Collective. Waits. \returns whether the product is right
  bool run(std::uint64_t number) {
    const auto seed_of = [&](std::uint64_t operand) {
      return kernels::mixed(how_.key + (2 * number + operand) * kernels::mix_increment);
    };
    a_.run();
    if (b_) b_->run();
    multiply(seed_of(0), seed_of(1));
    to_strips();
    product_.run();
    x_.on().step([&](rank& r) {
      const std::size_t own = result_->index_of(r);
      product_.join(r, shares_[own].slab_chain->get(),
                    {x_.sign_word(own), y_.sign_word(own), result_->sign_word(own)});
    });
    carries_.settle(overhang::whole);
    x_.on().step([&](rank& r) { check_.add(r, x_, y_, *result_); });
    return check_.is_right(square_);
  }

  std::shared_ptr<value> result() && {
    const auto sign_x = x_.known_negative(), sign_y = y_.known_negative();
    if (sign_x && sign_y) result_->know_negative(*sign_x != *sign_y);
    return std::move(result_);
  }

 private:
  static std::size_t points_for(std::size_t limbs) {
    return (limbs * sizeof(limb) + sizeof(point) - 1) / sizeof(point);
  }

  /// f(the share, the index of the rank) for the local ranks that share the product.
  template <class F>
  void step(F&& f) {
    x_.on().step([&](rank& r) {
      const std::size_t own = result_->index_of(r);
      if (shares_[own].passes) f(shares_[own], own);
    });
  }
  /// Begins to move chunks, all or one. \returns the number of each exchange
  std::uint64_t start(point* share::*from, point* share::*to, int chunk) {
    for (std::size_t own = 0; own < shares_.size(); ++own) {
      const share& mine = shares_[own];
      transits_[own] = mine.passes ? transit{mine.*from, mine.*to} : transit{nullptr, nullptr};
    }
    return points_.start(transits_, chunk);
  }
  std::vector<std::uint64_t> start_all(point* share::*from, point* share::*to) {
    std::vector<std::uint64_t> numbers;
    numbers.reserve(static_cast<std::size_t>(points_.chunks()));
    for (int chunk = 0; chunk < points_.chunks(); ++chunk) numbers.push_back(start(from, to, chunk));
    return numbers;
  }
  void finish_all(const std::vector<std::uint64_t>& numbers) {
    for (const std::uint64_t one : numbers) points_.finish(one);
  }

  void first_columns(const operand_strips& x, std::uint64_t seed, point* share::*columns) {
    step([&](const share& mine, std::size_t own) {
      mine.passes->first_columns(x.at(own), x.places(own), x.limbs(), seed, mine.*columns);
    });
  }

  /// From strips to the points that the last columns begin with. While points of one operand travel, the
  /// columns of the other are computed, and while a chunk of rows is computed, others come and go.
  void multiply(std::uint64_t seed_a, std::uint64_t seed_b) {
    const int chunks = points_.chunks();
    first_columns(a_, seed_a, &share::first);
    std::vector<std::uint64_t> coming_a = start_all(&share::first, &share::second), coming_b, going;
    if (b_) {
      if (chunks == 1) finish_all(std::exchange(coming_a, {}));  // both operands' columns share an area
      first_columns(*b_, seed_b, &share::other);
      coming_b = start_all(&share::other, &share::last);
      for (int chunk = 0; chunk < chunks; ++chunk) {
        if (!coming_a.empty()) points_.finish(coming_a[static_cast<std::size_t>(chunk)]);
        later_columns(&share::second, kernels::direction::forward, {chunk, chunks});
      }
    }
    going.reserve(static_cast<std::size_t>(chunks));
    for (int chunk = 0; chunk < chunks; ++chunk) {
      const auto& coming = b_ ? coming_b : coming_a;
      points_.finish(coming[static_cast<std::size_t>(chunk)]);
      later_columns(b_ ? &share::last : &share::second, kernels::direction::forward, {chunk, chunks});
      step([&](const share& mine, std::size_t) {
        mine.passes->multiply_rows(mine.second, square_ ? nullptr : mine.last, {chunk, chunks});
      });
      later_columns(&share::second, kernels::direction::backward, {chunk, chunks});
      going.push_back(start(&share::second, &share::first, chunk));
    }
    finish_all(going);
  }
  void later_columns(point* share::*data, kernels::direction towards, rows_chunk chunk) {
    step([&](const share& mine, std::size_t) { mine.passes->later_columns(mine.*data, towards, chunk); });
  }
  void to_strips() {
    step([&](const share& mine, std::size_t own) {
      auto* const coefficients = reinterpret_cast<std::int64_t*>(mine.last);
      mine.passes->last_columns(mine.first, coefficients, check_.measured(own));
      mine.passes->normalize(coefficients, product_.rows(), product_.at(own), mine.strips_chain->get());
    });
  }

  const value &x_, &y_;
  bool square_;
  sharing how_;
  std::shared_ptr<value> result_;
  strips where_;
  operand_strips a_;
  std::optional<operand_strips> b_;
  product_strips product_;
  carries carries_;
  product_check check_;
  std::vector<share> shares_;
  std::vector<transit> transits_;
  points_exchange points_;  // after the shares: its exchanges end before their memory is given back
};

}  // namespace

std::optional<sharing> choose_sharing(const value& x, const value& y) {
  group& on = x.on();
  if (on.size() == 1) return {};
  decision own{};
  std::exception_ptr failure;
  if (on.first() == 0) try {
      detail::engine& engine = on.at(0).engine;
      if (const auto plan = plan::choose_shared(limbs_in(x), limbs_in(y), &x == &y, on.size(),
                                                engine.tuning(), engine.verifier().mode()))
        own = words_of({*plan, engine.verifier().table()->modulus().prime, engine.verifier().seed()});
    } catch (...) {
      failure = std::current_exception();
      own[word::failed] = 1;
    }
  std::vector<std::uint64_t> mine, all(static_cast<std::size_t>(on.size()) * word::count);
  for (int local = 0; local < on.local(); ++local) mine.insert(mine.end(), own.begin(), own.end());
  on.link().share(mine, all);
  decision agreed{};
  std::copy_n(all.begin(), agreed.size(), agreed.begin());  // that of rank 0
  if (agreed[word::failed] != 0)
    agree(
        on,
        [&] {
          if (failure != nullptr) std::rethrow_exception(failure);
        },
        [](rank&) {});
  if (agreed[word::ranks] == 0) return {};
  return sharing_of(agreed);
}

std::shared_ptr<value> multiply_shared(const value& x, const value& y, const sharing& how) {
  constexpr std::uint64_t most_attempts = 3;
  const exec::operation scope("distributed product", x.where().limbs(), y.where().limbs());
  group& on = x.on();
  for (std::uint64_t number = 0; number < most_attempts; ++number) {
    std::optional<attempt> made;
    agree(
        on,
        [&] {
          exec::depend_on(x.evidence);
          exec::depend_on(y.evidence);
          made.emplace(x, y, how);
        },
        [&](rank& r) { made->allocate(r); });
    if (!made->run(number)) continue;
    std::shared_ptr<value> result = std::move(*made).result();
    result->evidence = exec::evidence_so_far();
    return result;
  }
  throw device_error("product of distributed numbers of " + std::to_string(x.where().limbs()) + " and " +
                     std::to_string(y.where().limbs()) + " limbs on " + std::to_string(how.plan.ranks) +
                     " ranks: wrong in " + std::to_string(most_attempts) + " attempts");
}

}  // namespace gbi::distribute
