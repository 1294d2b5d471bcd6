#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

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

}  // namespace

std::vector<ecm_factor> ecm(const gpu_bigint& n, const ecm_options& options) {
  factors::require_odd(n, "ecm");
  const factors::bounds within = factors::bounds::of(options.b1, options.b2, "ecm");
  const scoped_context use(n.context());
  factors::curves all = factors::stage_1(n, sigmas_of(options), within.b1, options.progress);
  factors::stage_2(n, all, within, options.progress);
  std::sort(all.found.begin(), all.found.end(),
            [](const ecm_factor& a, const ecm_factor& b) { return a.sigma < b.sigma; });
  return all.found;
}

}  // namespace gbi
