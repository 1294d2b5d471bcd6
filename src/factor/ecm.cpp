#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "gpu_bigint/factor.hpp"
#include "src/factor/curves.hpp"
#include "src/number_theory/primes/primality.hpp"

namespace gbi {

namespace {

constexpr std::uint64_t end_of_sigmas = std::uint64_t{1} << 32;

std::vector<std::uint32_t> sigmas_of(const ecm_options& options) {
  const auto refuse = [&](const char* why) {
    throw std::invalid_argument("ecm with " + std::to_string(options.curves) + " curves from sigma " +
                                std::to_string(options.sigma) + " on: " + why);
  };
  if (options.curves == 0 || options.curves > std::size_t{1} << 24) refuse("1 to 2^24 curves are possible");
  const std::uint64_t last = end_of_sigmas - options.curves;
  const std::uint64_t first =
      options.sigma != 0 ? options.sigma : 2 + number_theory::random_word() % (last - 2);
  if (first < 2 || first > last) refuse("they must be from 2 to 2^32 - 1");
  std::vector<std::uint32_t> result(options.curves);
  std::iota(result.begin(), result.end(), static_cast<std::uint32_t>(first));
  return result;
}

std::vector<ecm_factor> in_order(std::vector<ecm_factor> found) {
  std::sort(found.begin(), found.end(),
            [](const ecm_factor& a, const ecm_factor& b) { return a.sigma < b.sigma; });
  return found;
}

}  // namespace

std::vector<ecm_factor> ecm(const gpu_bigint& n, const ecm_options& options) {
  factors::require_odd(n, "ecm");
  const factors::bounds within = factors::bounds::of(options.b1, options.b2, "ecm");
  const scoped_context use(n.context());
  factors::curves all = factors::stage_1(n, sigmas_of(options), within.b1, options.progress);
  if (options.save)
    for (std::size_t g = 0; g < all.sigmas.size(); ++g)
      if (!all.has_factor[g]) options.save({n, all.sigmas[g], within.b1, all.x[g]});
  factors::stage_2(n, all, within, options.progress);
  return in_order(std::move(all.found));
}

std::vector<ecm_factor> resume_ecm(std::span<const ecm_residue> curves, std::uint64_t b2,
                                   const factor_watch& progress) {
  if (curves.empty()) return {};
  const auto& [n, sigma, b1, x] = curves.front();
  factors::require_odd(n, "ecm");
  const factors::bounds within = factors::bounds::of(b1, b2, "ecm");
  const scoped_context use(n.context());
  std::vector<std::uint32_t> sigmas;
  std::vector<gpu_bigint> points;
  for (const ecm_residue& each : curves) {
    if (each.n != n || each.b1 != b1)
      throw std::invalid_argument("ecm resumed with " + std::to_string(curves.size()) +
                                  " curves: they differ in n or b1");
    sigmas.push_back(each.sigma);
    points.push_back(each.x);
  }
  const std::size_t bits = std::max<std::size_t>(limb_bits, n.bit_length());
  factors::curves all{
      std::move(sigmas), bigint_batch::from_numbers(points, bits), {}, std::vector<bool>(curves.size())};
  factors::stage_2(n, all, within, progress);
  return in_order(std::move(all.found));
}

}  // namespace gbi
