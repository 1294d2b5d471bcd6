/// \file
/// Failing memory: an executor that flips one bit of its live memory before or after a launch.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>

#include "gpu_bigint/context.hpp"
#include "kernels/mersenne/irrational_base.hpp"
#include "src/context/engine.hpp"
#include "src/exec/host/executor.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

class flipping_executor final : public exec::host::host_executor {
 public:
  /// A random bit of all memory in use flips after so many more launches.
  void flip_after(std::uint64_t launches) { countdown_ = launches + 1; }
  /// What flips in a square modulo 2^p - 1. Most bits of weighted digits and of the spectrum make them no
  /// integers, which the rounding monitor sees; it does not see a bit of a digit before its weight.
  enum class place { weighted, spectrum, digit };
  /// A random bit flips after so many more squares modulo 2^p - 1.
  void flip_state_after(std::uint64_t squares, place where) {
    state_countdown_ = squares + 1;
    where_ = where;
  }
  /// From now on, every square modulo 2^p - 1 has an error.
  void fail_squares(bool fail) { fails_ = fail; }
  /// The next square modulo 2^p - 1 becomes 0.
  void lose_square() { loses_ = true; }
  void seed(std::uint64_t seed) { random_ = random_source(seed); }

  std::uint64_t launches() const { return launches_; }
  std::uint64_t squares() const { return squares_; }
  std::uint64_t flips() const { return flips_; }

  void* allocate(std::size_t bytes) override {
    void* const memory = host_executor::allocate(bytes);
    live_.emplace(static_cast<std::byte*>(memory), bytes);
    bytes_ += bytes;
    return memory;
  }
  void release(void* memory) noexcept override {
    if (const auto found = live_.find(static_cast<std::byte*>(memory)); found != live_.end()) {
      bytes_ -= found->second;
      live_.erase(found);
    }
    host_executor::release(memory);
  }
  void launch_listed(std::size_t which, const void* arguments) override {
    host_executor::launch_listed(which, arguments);
    ++launches_;
    exec::launches::visit(which, arguments, [&](const auto& a) { spoil(a); });
    if (countdown_ > 0 && --countdown_ == 0) flip();
  }

 private:
  void spoil(const auto&) {}
  void spoil(const kernels::weighted_carry_arguments& a) {
    if (fails_) a.out[a.base.digits / 2] += 1024;
    if (std::exchange(loses_, false)) std::fill_n(a.out, a.base.digits, 0.0);
    if (state_countdown_ > 0 && --state_countdown_ == 0) {
      if (where_ == place::weighted)
        flip_in(reinterpret_cast<std::byte*>(a.out), a.base.digits * sizeof(double));
      if (where_ == place::digit) flip_digit(a);
    }
    ++squares_;
  }
  void spoil(const kernels::spectrum_square_arguments& a) {
    if (state_countdown_ == 1 && where_ == place::spectrum)
      flip_in(reinterpret_cast<std::byte*>(a.data), a.half * sizeof(*a.data));
  }

  void flip_digit(const kernels::weighted_carry_arguments& a) {
    const std::uint64_t j = random_.below(a.base.digits);
    const double weight =
        kernels::weight_at(a.base, kernels::phase_at(a.base, j, kernels::first_bit(a.base, j)));
    const auto digit = static_cast<std::int64_t>(std::llrint(a.out[j] / weight));
    a.out[j] = static_cast<double>(digit ^ std::int64_t{1} << random_.below(a.base.digit_bits)) * weight;
    ++flips_;
  }
  void flip_in(std::byte* memory, std::size_t bytes) {
    memory[random_.below(bytes)] ^= static_cast<std::byte>(1 << random_.below(8));
    ++flips_;
  }
  void flip() {
    std::size_t at = random_.below(bytes_);
    for (const auto& [memory, bytes] : live_) {
      if (at < bytes) return flip_in(memory + at, 1);
      at -= bytes;
    }
  }

  std::map<std::byte*, std::size_t> live_;
  std::size_t bytes_ = 0;
  std::uint64_t countdown_ = 0, state_countdown_ = 0, launches_ = 0, squares_ = 0, flips_ = 0;
  place where_ = place::weighted;
  bool fails_ = false, loses_ = false;
  random_source random_{test_seed()};
};

/// Runs the work on a new executor whose memory fails.
template <class Work>
void on_flipping_memory(std::uint64_t seed, Work&& work) {
  auto executor = std::make_unique<flipping_executor>();
  flipping_executor& hardware = *executor;
  hardware.seed(seed);
  const context here =
      detail::context_of(detail::engine::make(std::move(executor), plan::word_limits::none()));
  const scoped_context use(here);
  work(hardware);
}

}  // namespace gbi::test
