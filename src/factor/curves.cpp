#include "src/factor/curves.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "src/factor/groups.hpp"
#include "src/words/linear/linear.hpp"

namespace gbi::factors {

namespace {

/// The curves [first, first + count).
bigint_batch part_of(const curve_limbs& x, std::size_t first, std::size_t count, std::size_t bits) {
  const std::size_t each = detail::limbs_of_bits(bits);
  return bigint_batch::from_limbs(std::span(x).subspan(first * each, count * each), count, bits);
}

/// Replaces the x of points (x : z) by x / z, with one inversion. The registers z lose their values. Takes
/// four products for each point. Source: P. Montgomery, Math. Comp. 48 (1987), 10.3.1. \param prefixes a
/// register for each point \returns the elements for which some z has no inverse; their x become 0
std::vector<common_factor> normalize(field_machine& machine, field_program& steps, const gpu_bigint& n,
                                     std::span<const curve_group::element> points,
                                     std::span<const reg> prefixes) {
  if (points.empty()) return {};
  const std::size_t last = points.size() - 1;
  steps.set(prefixes[0], points[0].z);
  for (std::size_t i = 1; i <= last; ++i) steps.multiply(prefixes[i], prefixes[i - 1], points[i].z);
  machine.run(steps);

  const bigint_batch product = machine.value(prefixes[last]);
  const bigint_batch inverse = invert(product, bigint_batch::filled(machine.elements(), n, machine.bits()));
  const reg left = prefixes[last];  // the inverse of the product of the z up to i
  machine.load(left, inverse);
  for (std::size_t i = last; i > 0; --i) {
    steps.multiply(prefixes[i - 1], prefixes[i - 1], left);
    steps.multiply(points[i].x, points[i].x, prefixes[i - 1]);
    steps.multiply(left, left, points[i].z);
  }
  steps.multiply(points[0].x, points[0].x, left);
  machine.run(steps);
  if (inverse.undefined().empty()) return {};
  return common_factors(product, n);
}

/// Stage 2 of some curves at once.
class continuation {
 public:
  /// Giant steps between inversions.
  static constexpr std::size_t run_length = 64;

  continuation(const gpu_bigint& n, std::span<const std::uint32_t> sigmas, const bigint_batch& x,
               const giant_steps& giants)
      : n_(n),
        giants_(giants),
        base_{registers_.next(), one_},
        offsets_(coprime_numbers(giants.distance)),
        babies_(coprime_multiples(group_, steps_, registers_, base_, giants.distance)),
        step_(curve_group::make(registers_)) {
    for (std::size_t i = 0; i < run_length; ++i) run_.push_back(curve_group::make(registers_));
    for (std::size_t i = 0; i < std::max(run_length, babies_.size()); ++i)
      prefixes_.push_back(registers_.next());
    machine_.emplace(n, sigmas.size(), registers_.used());
    machine_->set_small(sigmas);
    machine_->load(base_.x, x);
    machine_->load(one_, bigint_batch::filled(sigmas.size(), 1, limb_bits));
    steps_.set(product_, one_);
    climb(group_, steps_, giants.distance, base_, step_, run_[0]);
    climb(group_, steps_, giants.first, step_, run_[0], run_[1]);
    machine_->run(steps_);
    add(normalize(*machine_, steps_, n_, std::span(babies_).subspan(1), prefixes_));
  }

  /// \param advance called with the giant steps that are done
  template <class Advance>
  void run(const bounds& within, const prime_sieve& sieve, const Advance& advance) {
    for (std::uint64_t i = giants_.first; i < giants_.end; i += run_length) {
      const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(run_length, giants_.end - i));
      make_run(i);
      add(normalize(*machine_, steps_, n_, run_, prefixes_));
      for (const curve_group::element& giant : run_) steps_.set(giant.z, one_);
      multiply_pairs(within, sieve, i, length);
      machine_->run(steps_);
      advance(i + length - giants_.first);
    }
    add(common_factors(machine_->value(product_), n_));
  }

  const std::vector<common_factor>& found() const noexcept { return found_; }

  /// The registers for a distance.
  static std::size_t registers(const step_distance& d) {
    return d.distance / 3 + std::max<std::size_t>(run_length, d.babies) + 2 * run_length + 16;
  }

 private:
  void add(const std::vector<common_factor>& more) { found_.insert(found_.end(), more.begin(), more.end()); }

  /// Computes the giant steps from i on; the first two of all are there.
  void make_run(std::uint64_t i) {
    for (std::size_t j = i == giants_.first ? 2 : 0; j < run_length; ++j)
      group_.add(steps_, run_[j], run_[(j + run_length - 1) % run_length], step_,
                 run_[(j + run_length - 2) % run_length]);
  }

  void multiply_pairs(const bounds& within, const prime_sieve& sieve, std::uint64_t i, std::size_t length) {
    const std::uint64_t d = giants_.distance, begin = i * d - d / 2;
    const std::vector<bool> prime = sieve.of(begin, begin + length * d + 1);
    const auto is_wanted = [&](std::uint64_t p) {
      return p > within.b1 && p <= within.b2 && prime[p - begin];
    };
    for (std::size_t g = 0; g < length; ++g) {
      const std::uint64_t centre = (i + g) * d;
      for (std::size_t b = 0; b < babies_.size(); ++b)
        if (is_wanted(centre - offsets_[b]) || is_wanted(centre + offsets_[b]))
          steps_.multiply(product_, product_, run_[g].x - babies_[b].x);
    }
  }

  gpu_bigint n_;
  giant_steps giants_;
  reg_pool registers_;
  field_program steps_;
  reg one_ = registers_.next(), product_ = registers_.next();
  curve_group group_{registers_};
  curve_group::element base_;
  std::vector<std::uint32_t> offsets_;
  std::vector<curve_group::element> babies_;
  curve_group::element step_;
  std::vector<curve_group::element> run_;
  std::vector<reg> prefixes_;
  std::optional<field_machine> machine_;
  std::vector<common_factor> found_;
};

/// The distance with the fewest products whose registers for one curve have room.
const step_distance& choose_distance(const bounds& within, std::size_t room, std::size_t register_bytes) {
  return cheapest_distance(within, [&](const step_distance& d) {
    if (continuation::registers(d) * register_bytes > room) return std::numeric_limits<double>::infinity();
    // Six products for a multiple, four for its division.
    return d.distance + 4.0 * d.babies + 10.0 * static_cast<double>(within.b2 - within.b1) / d.distance;
  });
}

}  // namespace

first_stage::first_stage(const gpu_bigint& n, std::span<const std::uint32_t> sigmas, std::uint64_t b1)
    : n_(n),
      multiplier_(prime_powers(prime_sieve(b1), 0, b1, b1).to_limbs()),
      bits_(words::bit_length(multiplier_.data(), multiplier_.size()) - 1),
      left_(bits_),
      machine_(n, sigmas.size(), registers_.used()) {
  machine_.set_small(sigmas);
  machine_.load(now_.low.x, bigint_batch::filled(sigmas.size(), 2, limb_bits));
  machine_.load(now_.low.z, bigint_batch::filled(sigmas.size(), 1, limb_bits));
  field_program steps;
  group_.twice(steps, now_.high, now_.low);
  machine_.run(steps);
}

void first_stage::step() {
  constexpr std::uint64_t bits_at_once = 400;  // of ten steps each, which fill a launch
  const std::uint64_t end = left_ - std::min(left_, bits_at_once);
  const auto& [low, high] = next_;
  field_program steps;
  curve_group::copy(steps, low, now_.low);
  curve_group::copy(steps, high, now_.high);
  for (std::uint64_t bit = left_; bit-- > end;) {
    const bool is_odd = (multiplier_[bit / limb_bits] >> bit % limb_bits & 1) != 0;
    group_.add_next(steps, is_odd ? low : high, low, high);
    group_.twice(steps, is_odd ? high : low, is_odd ? high : low);
  }
  machine_.run(steps);
  std::swap(now_, next_);
  left_ = end;
}

std::array<curve_limbs, first_stage::coordinates> first_stage::points() const {
  std::array<curve_limbs, coordinates> result;
  for (std::size_t i = 0; i < coordinates; ++i) result[i] = machine_.value(now_.registers()[i]).to_limbs();
  return result;
}

void first_stage::resume(std::uint64_t done, std::span<const curve_limbs, coordinates> points) {
  for (std::size_t i = 0; i < coordinates; ++i)
    machine_.load(now_.registers()[i],
                  bigint_batch::from_limbs(points[i], machine_.elements(), machine_.bits()));
  left_ = bits_ - done;
}

first_stage::outcome first_stage::finish() {
  field_program steps;
  curve_group::copy(steps, next_.low, now_.low);
  std::vector<common_factor> found =
      normalize(machine_, steps, n_, std::array{next_.low}, std::array{next_.high.x});
  return {std::move(found), machine_.value(next_.low.x).to_limbs()};
}

std::vector<common_factor> second_stage(const gpu_bigint& n, std::span<const std::uint32_t> sigmas,
                                        const curve_limbs& x, const bounds& within,
                                        const std::function<void(double)>& advance) {
  const std::size_t room = detail::engine_of(n.context())->tuning().workspace_bytes,
                    bytes = field_machine::register_bytes(n);
  const step_distance& chosen = choose_distance(within, room, bytes);
  const giant_steps giants = giant_steps::of(within, chosen.distance);
  const std::size_t at_once = std::max<std::size_t>(1, room / (continuation::registers(chosen) * bytes));
  const prime_sieve sieve(within.b2 + chosen.distance);
  const std::size_t curves = sigmas.size();
  const double all = static_cast<double>(curves) * static_cast<double>(giants.count());
  std::vector<common_factor> found;
  for (std::size_t first = 0; first < curves; first += at_once) {
    const std::size_t count = std::min(at_once, curves - first);
    continuation part(n, sigmas.subspan(first, count), part_of(x, first, count, field_machine::bits_of(n)),
                      giants);
    part.run(within, sieve, [&](std::uint64_t done) {
      advance(static_cast<double>(first * giants.count() + count * done) / all);
    });
    for (const common_factor& each : part.found()) found.push_back({first + each.element, each.factor});
  }
  return found;
}

}  // namespace gbi::factors
