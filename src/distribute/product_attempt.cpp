#include "src/distribute/product_attempt.hpp"

#include <algorithm>
#include <utility>

#include "kernels/word/mix.hpp"

namespace gbi::distribute {

using kernels::direction;

namespace {

std::size_t points_for(std::size_t limbs) {
  constexpr std::size_t point_bytes = sizeof(product_attempt::point);
  return (limbs * sizeof(limb) + point_bytes - 1) / point_bytes;
}

/// The product of a transform that wraps around stays on the ranks that share it.
std::shared_ptr<value> new_result(const value& x, const value& y, const plan::shared_plan& plan,
                                  rank_range shares) {
  const group& on = x.on();
  const std::size_t bits = plan.wraps ? (plan.modulus() + 1) * limb_bits : x.bits() + y.bits();
  return std::make_shared<value>(x.handle(),
                                 slabs::of(limbs_of(bits), on.size(), plan.wraps ? shares : on.all()), bits);
}

}  // namespace

product_attempt::product_attempt(const value& x, const value& y, const sharing& how, int first)
    : x_(x),
      y_(y),
      square_(&x == &y),
      how_(how),
      shares_{first, how.plan.ranks},
      result_(new_result(x, y, how.plan, shares_)),
      where_(how.plan.ranks, how.plan.strip()),
      a_(x, where_, limbs_in(x), shares_),
      product_(*result_, where_, shares_),
      carries_(*result_),
      check_(x.on(), how.prime),
      points_(x.on(), how.plan, first),
      memory_of_(x.local()),
      moved_(x.local()),
      exchanges_(x.on().link()) {
  if (!square_) b_.emplace(y, where_, limbs_in(y), shares_);
}

void product_attempt::allocate(rank& r) {
  const std::size_t own = result_->index_of(r);
  result_->allocate(r);
  check_.allocate(r);
  rank_memory& mine = memory_of_[own];
  const bool shares = shares_.has(r.number);
  const std::size_t held = shares ? how_.plan.held_points() : 0, area = shares ? how_.plan.own_points() : 0;
  const std::size_t out = points_for(product_.places(own) + product_.received(own));
  // Strips begin after the area that the first columns write.
  const auto strips_at = [&](const operand_strips& x) { return std::max(area, points_for(x.packed(own))); };
  const auto size_of = [&](const operand_strips& x) {
    return std::max(held, strips_at(x) + points_for(x.places(own)));
  };
  const std::size_t of_a = std::max({size_of(a_), out, area}), of_b = b_ ? std::max(size_of(*b_), area) : 0;
  const std::size_t coefficients_at = b_ ? of_a : std::max(area, out);
  mine.memory = exec::workspace(r.executor, std::max(of_a + of_b, coefficients_at + area) * sizeof(point));
  mine.a = reinterpret_cast<point*>(mine.memory.data());
  mine.b = mine.a + of_a;
  mine.coefficients = mine.a + coefficients_at;

  const auto use = [&](operand_strips& x, point* memory) {
    x.use(own, reinterpret_cast<limb*>(memory + strips_at(x)), reinterpret_cast<limb*>(memory));
  };
  use(a_, mine.a);
  if (b_) use(*b_, mine.b);
  auto* const strips_out = reinterpret_cast<limb*>(mine.a);
  product_.use(own, strips_out, strips_out + product_.places(own));

  mine.slab_chain.emplace(r.engine.chains(), result_->own(own).size() + 1, 1);
  if (!shares) return;
  for (int round = 0; round < product_.rounds(); ++round) {
    const auto rows = static_cast<std::uint32_t>(product_.rows(own, round).size());
    mine.strips_chains.emplace_back(r.engine.chains(), where_.pitch(), std::max(rows, 1U));
  }
  mine.passes.emplace(r.engine, how_.plan, shares_.index(r.number));
}

bool product_attempt::run(std::uint64_t number, product_watch* watch) {
  compute(number, watch);
  join();
  x_.on().step([&](rank& r) { check_.add_product(r, *result_); });
  note(product_step::join);
  return check_.is_right(square_);
}

void product_attempt::compute(std::uint64_t number, product_watch* watch) {
  watch_ = watch;
  const auto seed_of = [&](std::uint64_t operand) {
    return kernels::mixed(how_.key + (2 * number + operand) * kernels::mix_increment);
  };
  multiply(seed_of(0), seed_of(1));
  to_coefficients();
  to_strips();
}

std::shared_ptr<value> product_attempt::result() && {
  const auto sign_x = x_.known_negative(), sign_y = y_.known_negative();
  if (sign_x && sign_y) result_->know_negative(*sign_x != *sign_y);
  return std::move(result_);
}

std::uint64_t product_attempt::begun(std::uint64_t exchange, product_step step) {
  if (is_in_turn()) end_exchange(exchange, step);
  return exchange;
}

std::uint64_t product_attempt::start_points(points_of x, transit way, int chunk) {
  for (std::size_t own = 0; own < memory_of_.size(); ++own)
    moved_[own] = memory_of_[own].passes ? memory_of_[own].*x : nullptr;
  return begun(points_.start(exchanges_, moved_, way, chunk),
               way == transit::to_rows ? product_step::points_there : product_step::points_back);
}

void product_attempt::finish(std::uint64_t exchange, product_step step) {
  if (!is_in_turn()) end_exchange(exchange, step);
}

void product_attempt::end_exchange(std::uint64_t exchange, product_step step) {
  exchanges_.finish(exchange);
  note(step);
}

void product_attempt::first_columns(const operand_strips& x, std::uint64_t seed, points_of to) {
  step([&](const rank_memory& mine, std::size_t own) {
    mine.passes->first_columns(x.at(own), x.places(own), x.limbs(), seed, mine.*to);
  });
  note(product_step::first_columns);
}

void product_attempt::later_columns(points_of x, direction towards, rows_chunk chunk) {
  step([&](const rank_memory& mine, std::size_t) { mine.passes->later_columns(mine.*x, towards, chunk); });
  note(towards == direction::forward ? product_step::later_columns : product_step::columns_back);
}

void product_attempt::add_operands() {
  if (how_.plan.wraps) return;
  x_.on().step([&](rank& r) { check_.add_operands(r, x_, y_); });
  note(product_step::operand_checksums);
}

void product_attempt::multiply_chunk(rows_chunk chunk) {
  step([&](const rank_memory& mine, std::size_t) {
    mine.passes->multiply_rows(mine.a, square_ ? nullptr : mine.b, chunk);
  });
  note(product_step::rows);
  later_columns(&rank_memory::a, direction::backward, chunk);
}

/// From slabs to the points that the last columns start from. The links are the bottleneck, so they must
/// never idle for long. The limbs of b arrive during the first columns of a, and half of the points of a
/// travel during the first columns of b. Then chunks of both operands alternate, so that early chunks are
/// complete early; they go back after the last of them has arrived.
void product_attempt::multiply(std::uint64_t seed_a, std::uint64_t seed_b) {
  const int chunks = points_.chunks();
  const auto in_chunk = [](const auto& numbers, int chunk) {
    return numbers[static_cast<std::size_t>(chunk)];
  };
  const auto start_strips = [&](operand_strips& x) {
    return begun(x.start(exchanges_), product_step::strips_in);
  };
  const std::uint64_t strips_a = start_strips(a_), strips_b = b_ ? start_strips(*b_) : 0;
  finish(strips_a, product_step::strips_in);
  first_columns(a_, seed_a, &rank_memory::a);

  std::vector<std::uint64_t> a, b, back;
  const auto send_a = [&] {
    a.push_back(start_points(&rank_memory::a, transit::to_rows, static_cast<int>(a.size())));
  };
  const auto send_b = [&] {
    b.push_back(start_points(&rank_memory::b, transit::to_rows, static_cast<int>(b.size())));
  };
  const int early = b_ ? (chunks + 1) / 2 : chunks;
  for (int chunk = 0; chunk < early; ++chunk) send_a();
  if (b_) {
    finish(strips_b, product_step::strips_in);
    first_columns(*b_, seed_b, &rank_memory::b);
    for (int chunk = 0; chunk < chunks; ++chunk) {
      if (static_cast<int>(a.size()) < chunks && chunk >= early) send_a();
      send_b();
    }
  }
  add_operands();

  for (int chunk = 0; chunk < chunks; ++chunk) {
    finish(in_chunk(a, chunk), product_step::points_there);
    later_columns(&rank_memory::a, direction::forward, {chunk, chunks});
    if (b_) {
      finish(in_chunk(b, chunk), product_step::points_there);
      later_columns(&rank_memory::b, direction::forward, {chunk, chunks});
    }
    multiply_chunk({chunk, chunks});
    back.push_back(start_points(&rank_memory::a, transit::to_columns, chunk));
  }
  for (const std::uint64_t one : back) finish(one, product_step::points_back);
}

void product_attempt::to_coefficients() {
  step([&](const rank_memory& mine, std::size_t own) {
    auto* const coefficients = reinterpret_cast<std::int64_t*>(mine.coefficients);
    mine.passes->last_columns(mine.a, coefficients, check_.measured(own));
  });
  note(product_step::last_columns);
}

/// A rank's strips for other ranks travel while it normalises its own.
void product_attempt::to_strips() {
  for (int round = 0; round < product_.rounds(); ++round) {
    step([&](const rank_memory& mine, std::size_t own) {
      // Above the strips of a product that wraps around there is only the carry out of the last one.
      const std::size_t all = 2 * how_.plan.rows();
      if (how_.plan.wraps && round == 0)
        x_.on()
            .at(static_cast<int>(own))
            .executor.clear(product_.at(own) + all * where_.pitch(), sizeof(limb));
      const range rows = common(product_.rows(own, round), {0, all});
      if (rows.size() == 0) return;
      auto* const coefficients = reinterpret_cast<std::int64_t*>(mine.coefficients);
      mine.passes->normalize(coefficients, rows, product_.at(own),
                             mine.strips_chains[static_cast<std::size_t>(round)].get());
    });
    note(product_step::normalize);
    if (round + 1 < product_.rounds())
      strips_going_.push_back(begun(product_.start(exchanges_, round), product_step::strips_out));
  }
}

void product_attempt::join() {
  for (const std::uint64_t one : strips_going_) finish(one, product_step::strips_out);
  x_.on().step([&](rank& r) {
    const std::size_t own = result_->index_of(r);
    product_.join(r, memory_of_[own].slab_chain->get(),
                  {x_.sign_word(own), y_.sign_word(own), result_->sign_word(own)});
  });
  carries_.settle(overhang::whole);
}

}  // namespace gbi::distribute
