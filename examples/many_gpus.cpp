/// \file
/// Modular powers on every GPU of the machine: numbers are raised to an exponent modulo the prime 2^2203 - 1
/// and back.
///
///     many_gpus [count]
///
/// What one learns: gbi::for_each_part splits any number of elements over the GPUs. Each of them runs exactly
/// the code for a single GPU. Without a GPU, the host is the only rank.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <gpu_bigint.hpp>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace {

using gbi::bigint_batch;
using gbi::gpu_bigint;

constexpr std::size_t bits = 2240, limbs = bits / 64;

/// The elements of one rank, out of the limbs of all elements.
std::span<const std::uint64_t> elements(const std::vector<std::uint64_t>& all, const gbi::part& own) {
  return std::span(all).subspan(own.first * limbs, own.size * limbs);
}

std::vector<std::uint64_t> random_elements(std::size_t count, const gpu_bigint& below) {
  gbi::random_engine random(2203);
  std::vector<std::uint64_t> all(count * limbs);
  for (std::size_t i = 0; i < count; ++i) {
    const std::vector<std::uint64_t> one = random.below(below).to_limbs();
    std::copy(one.begin(), one.end(), all.begin() + static_cast<std::ptrdiff_t>(i * limbs));
  }
  return all;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::size_t count = argc > 1 ? std::stoull(argv[1]) : 32;
  const gbi::device_group gpus = gbi::device_group::local();

  const gpu_bigint p = (gpu_bigint{1} << 2203) - 1, e = 65537, d = gbi::invert(e, p - 1);
  const std::vector<std::uint64_t> messages = random_elements(count, p);
  std::vector<std::uint64_t> powers(messages.size()), back(messages.size());

  std::mutex output;
  std::cout << std::setprecision(3);
  gbi::for_each_part(gpus, count, [&](const gbi::part& own) {
    const auto start = std::chrono::steady_clock::now();
    const gbi::context here =
        gbi::context::current();  // this rank's context: numbers of other contexts are copied to it
    const gbi::odd_moduli field(p.to(here));
    const auto batch = bigint_batch::from_limbs(elements(messages, own), own.size, bits);
    const bigint_batch raised = gbi::pow_mod(batch, e.to(here), field);
    const bigint_batch lowered = gbi::pow_mod(raised, d.to(here), field);
    const auto store = [&](const bigint_batch& from, std::vector<std::uint64_t>& to) {
      const std::vector<std::uint64_t> own_limbs = from.to_limbs();
      std::copy(own_limbs.begin(), own_limbs.end(),
                to.begin() + static_cast<std::ptrdiff_t>(own.first * limbs));
    };
    store(raised, powers);
    store(lowered, back);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    const std::scoped_lock lock(output);
    std::cout << "rank " << own.rank << ": " << own.size << " elements in " << seconds.count() << " s on "
              << here.device_name() << '\n';
  });

  const bool right = back == messages && (count == 0 || powers != messages);
  std::cout << count << " powers modulo 2^2203 - 1 on " << gpus.size() << " rank"
            << (gpus.size() == 1 ? "" : "s") << ", and back again: " << (right ? "right" : "WRONG") << '\n';
  return right ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "many_gpus: " << error.what() << '\n';
  return 2;
}
