/// \file
/// ECM: a search, which goes through both stages and can be saved.
#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

#include "gpu_bigint/factor.hpp"
#include "gpu_bigint/serialize.hpp"
#include "src/factor/curves.hpp"
#include "src/number_theory/primes/primality.hpp"
#include "src/number_theory/saved_header.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace {

using factors::bounds, factors::common_factor, factors::curve_limbs, factors::first_stage;

constexpr const char* saved_search = "search by elliptic curves";
constexpr std::array<char, 4> magic{'G', 'B', 'E', 'C'};
constexpr std::size_t most_curves = std::size_t{1} << 24;
constexpr std::uint64_t end_of_sigmas = std::uint64_t{1} << 32;

std::vector<std::uint32_t> sigmas_of(const ecm_options& options) {
  const auto refuse = [&](const char* why) {
    throw std::invalid_argument(
        concat("ecm with ", options.curves, " curves from sigma ", options.sigma, " on: ", why));
  };
  if (options.curves == 0 || options.curves > most_curves) refuse("1 to 2^24 curves are possible");
  const std::uint64_t last = end_of_sigmas - options.curves;
  const std::uint64_t first =
      options.sigma != 0 ? options.sigma : 2 + number_theory::random_word() % (last - 2);
  if (first < 2 || first > last) refuse("they must be from 2 to 2^32 - 1");
  std::vector<std::uint32_t> result(options.curves);
  std::iota(result.begin(), result.end(), static_cast<std::uint32_t>(first));
  return result;
}

const ecm_residue& first_of(std::span<const ecm_residue> curves) {
  if (curves.empty()) throw std::invalid_argument("ecm with 0 curves after stage 1");
  return curves.front();
}

/// The limbs of x, padded with zeros.
void append(curve_limbs& to, const gpu_bigint& x, std::size_t limbs) {
  const std::vector<limb> own = x.to_limbs();
  to.insert(to.end(), own.begin(), own.end());
  to.resize(to.size() + limbs - own.size());
}

void write_limbs(std::ostream& out, std::span<const limb> limbs) {
  serialize(out, gpu_bigint::from_limbs(limbs));
}
std::vector<limb> read_limbs(std::istream& in, std::size_t count) {
  std::vector<limb> result = deserialize(in, {.max_bits = count * limb_bits}).to_limbs();
  result.resize(count);
  return result;
}

}  // namespace

class ecm_search::state {
 public:
  state(const gpu_bigint& n, const bounds& within, std::vector<std::uint32_t> sigmas)
      : n_(n), within_(within), sigmas_(std::move(sigmas)), reached_(within.b1) {}
  state(const gpu_bigint& n, const ecm_options& options)
      : state(checked(n), bounds::of(options.b1, options.b2, "ecm"), sigmas_of(options)) {
    begin();
  }
  state(std::span<const ecm_residue> curves, std::uint64_t b2)
      : state(checked(first_of(curves).n), bounds::of(first_of(curves).b1, b2, "ecm"), {}) {
    for (const ecm_residue& each : curves) {
      if (each.n != n_ || each.b1 != within_.b1)
        throw std::invalid_argument(
            concat("ecm with ", curves.size(), " curves after stage 1: they differ in n or b1"));
      sigmas_.push_back(each.sigma);
      append(x_, each.x % n_, limbs());
    }
  }

  const gpu_bigint& n() const noexcept { return n_; }
  const bounds& within() const noexcept { return within_; }
  std::size_t curves() const noexcept { return sigmas_.size() + found_.size(); }
  const std::vector<ecm_factor>& found() const noexcept { return found_; }
  bool is_done() const noexcept { return !first_ && (sigmas_.empty() || reached_ >= within_.b2); }

  factor_progress progress(double of_step = 0) const noexcept {
    const auto part = [](double done, std::uint64_t all) { return done / static_cast<double>(all); };
    if (first_) return {1, part(static_cast<double>(first_->done()), first_->bits())};
    if (is_done()) return {2, 1};
    const double done = static_cast<double>(reached_ - within_.b1) +
                        of_step * static_cast<double>(next_bounds().b2 - reached_);
    return {2, part(done, within_.b2 - within_.b1)};
  }

  void step(const factor_watch& watch) {
    if (is_done()) return;
    const scoped_context use(n_.context());
    if (first_) {
      first_->step();
      const factor_progress now = progress();
      if (first_->done() == first_->bits()) finish_stage_1();
      if (watch) watch(now);
      return;
    }
    const bounds next = next_bounds();
    take(factors::second_stage(n_, sigmas_, x_, next,
                               [&](double of_step) {
                                 if (watch && of_step < 1) watch(progress(of_step));
                               }),
         2);
    reached_ = next.b2;
    if (watch) watch(progress());
  }

  std::vector<ecm_residue> residues() const {
    if (first_) throw std::logic_error("residues of ecm during stage 1");
    const scoped_context use(n_.context());
    std::vector<ecm_residue> result;
    for (std::size_t g = 0; g < sigmas_.size(); ++g)
      result.push_back(
          {n_, sigmas_[g], within_.b1, gpu_bigint::from_limbs(std::span(x_).subspan(g * limbs(), limbs()))});
    return result;
  }

  void save(std::ostream& out) const {
    const scoped_context use(n_.context());
    number_theory::write_header<6>(out, magic,
                                   {first_ ? 1U : 2U, first_ ? first_->done() : reached_, within_.b1,
                                    within_.b2, sigmas_.size(), found_.size()});
    serialize(out, n_);
    write_limbs(out, std::vector<limb>(sigmas_.begin(), sigmas_.end()));
    if (first_)
      for (const curve_limbs& each : first_->points()) write_limbs(out, each);
    else
      write_limbs(out, x_);
    std::vector<limb> values, curves;
    for (const ecm_factor& each : found_) {
      append(values, each.factor, limbs());
      curves.push_back(each.sigma + end_of_sigmas * static_cast<limb>(each.stage));
    }
    write_limbs(out, values);
    write_limbs(out, curves);
  }

  static std::unique_ptr<state> load(std::istream& in) {
    const auto [stage, position, b1, b2, count, factors] =
        number_theory::read_header<6>(in, magic, saved_search);
    const auto require = [](bool is_right) {
      if (!is_right)
        throw data_error(number_theory::saved_name(saved_search) + ": no search has these values");
    };
    require(stage == 1 || stage == 2);
    require(count <= most_curves && factors <= most_curves && (stage == 2 || (count > 0 && factors == 0)));
    const gpu_bigint n = checked(deserialize(in, {.max_bits = factors::longest_bits}));
    const std::vector<limb> sigmas = read_limbs(in, count);
    require(std::all_of(sigmas.begin(), sigmas.end(), [](limb s) { return s < end_of_sigmas; }));
    auto search = std::make_unique<state>(n, bounds::of(b1, b2, "ecm"),
                                          std::vector<std::uint32_t>(sigmas.begin(), sigmas.end()));
    const std::size_t each = search->limbs();
    if (stage == 1) {
      std::array<curve_limbs, first_stage::coordinates> points;
      for (curve_limbs& one : points) one = read_limbs(in, count * each);
      search->begin();
      require(position < search->first_->bits());
      search->first_->resume(position, points);
    } else {
      require(position >= b1);
      search->reached_ = position;
      search->x_ = read_limbs(in, count * each);
    }
    const std::vector<limb> values = read_limbs(in, factors * each), curves = read_limbs(in, factors);
    for (std::size_t i = 0; i < factors; ++i) {
      gpu_bigint factor = gpu_bigint::from_limbs(std::span(values).subspan(i * each, each));
      require(factor > 1 && n % factor == 0);
      search->found_.push_back(
          {std::move(factor), static_cast<std::uint32_t>(curves[i]), static_cast<int>(curves[i] >> 32)});
    }
    return search;
  }

 private:
  /// Stage 2 takes this many numbers at a time. Another start costs it 13000 products, 2 % of them.
  static constexpr std::uint64_t numbers_at_once = 1 << 24;

  static const gpu_bigint& checked(const gpu_bigint& n) {
    factors::require_odd(n, "ecm");
    return n;
  }
  std::size_t limbs() const { return detail::limbs_of_bits(factors::field_machine::bits_of(n_)); }
  bounds next_bounds() const noexcept { return {reached_, std::min(within_.b2, reached_ + numbers_at_once)}; }

  void begin() {
    const scoped_context use(n_.context());
    first_.emplace(n_, sigmas_, within_.b1);
  }
  void finish_stage_1() {
    first_stage::outcome result = first_->finish();
    first_.reset();
    x_ = std::move(result.x);
    take(result.found, 1);
  }

  /// Removes the curves that have a factor.
  void take(const std::vector<common_factor>& found, int stage) {
    std::vector<bool> is_found(sigmas_.size());
    for (const common_factor& each : found) {
      if (is_found[each.element]) continue;
      is_found[each.element] = true;
      found_.push_back({each.factor, sigmas_[each.element], stage});
    }
    std::sort(found_.begin(), found_.end(),
              [](const ecm_factor& a, const ecm_factor& b) { return a.sigma < b.sigma; });
    std::size_t left = 0;
    for (std::size_t g = 0; g < sigmas_.size(); ++g) {
      if (is_found[g]) continue;
      sigmas_[left] = sigmas_[g];
      std::copy_n(x_.begin() + static_cast<std::ptrdiff_t>(g * limbs()), limbs(),
                  x_.begin() + static_cast<std::ptrdiff_t>(left++ * limbs()));
    }
    sigmas_.resize(left);
    x_.resize(left * limbs());
  }

  gpu_bigint n_;
  bounds within_;
  std::vector<std::uint32_t> sigmas_;  ///< of the curves without a factor
  std::vector<ecm_factor> found_;
  std::optional<first_stage> first_;  ///< during stage 1
  curve_limbs x_;                     ///< after stage 1
  std::uint64_t reached_;             ///< the primes up to here are done
};

ecm_search::ecm_search(const gpu_bigint& n, const ecm_options& options)
    : state_(std::make_unique<state>(n, options)) {}
ecm_search::ecm_search(std::span<const ecm_residue> curves, std::uint64_t b2)
    : state_(std::make_unique<state>(curves, b2)) {}
ecm_search::ecm_search(std::unique_ptr<state> made) noexcept : state_(std::move(made)) {}
ecm_search::ecm_search(ecm_search&&) noexcept = default;
ecm_search& ecm_search::operator=(ecm_search&&) noexcept = default;
ecm_search::~ecm_search() = default;

const gpu_bigint& ecm_search::n() const noexcept {
  return state_->n();
}
std::uint64_t ecm_search::b1() const noexcept {
  return state_->within().b1;
}
std::uint64_t ecm_search::b2() const noexcept {
  return state_->within().b2;
}
std::size_t ecm_search::curves() const noexcept {
  return state_->curves();
}
factor_progress ecm_search::progress() const noexcept {
  return state_->progress();
}
bool ecm_search::is_done() const noexcept {
  return state_->is_done();
}
void ecm_search::step(const factor_watch& progress) {
  state_->step(progress);
}
const std::vector<ecm_factor>& ecm_search::factors() const noexcept {
  return state_->found();
}
std::vector<ecm_residue> ecm_search::residues() const {
  return state_->residues();
}
void ecm_search::save(std::ostream& out) const {
  state_->save(out);
}
ecm_search ecm_search::load(std::istream& in) {
  return ecm_search(number_theory::loaded(saved_search, [&] { return state::load(in); }));
}

std::vector<ecm_factor> ecm(const gpu_bigint& n, const ecm_options& options) {
  ecm_search search(n, options);
  while (!search.is_done()) search.step(options.progress);
  return search.factors();
}

}  // namespace gbi
