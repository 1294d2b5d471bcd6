/// \file
/// Failing memory under tests of Mersenne numbers: one bit flips, anywhere or in the data that a square reads
/// and writes, or a square goes wrong.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "gpu_bigint/context.hpp"
#include "kernels/mersenne/irrational_base.hpp"
#include "src/context/engine.hpp"
#include "src/exec/all_launches.hpp"
#include "src/exec/host/executor.hpp"
#include "tests/support/random.hpp"
#include "tests/support/watched_executor.hpp"

namespace gbi::test {

class mersenne_faults {
 public:
  mersenne_faults(watched_executor<exec::host::host_executor>& hardware, std::uint64_t seed)
      : hardware_(&hardware), random_(seed) {
    hardware.after_launch = [this](const exec::launchable& kernel, const void* arguments) {
      ++launches_;
      exec::launches::visit(kernel, arguments, [&](const auto& a) { spoil(a); });
      if (countdown_ > 0 && --countdown_ == 0)
        flips_ += hardware_->flip_one(*hardware_, random_).byte != nullptr;
    };
  }
  mersenne_faults(const mersenne_faults&) = delete;
  mersenne_faults& operator=(const mersenne_faults&) = delete;
  ~mersenne_faults() { hardware_->after_launch = nullptr; }

  /// A random bit of all memory in use flips after `launches` more launches.
  void flip_after(std::uint64_t launches) { countdown_ = launches + 1; }
  /// The data of a square modulo 2^p - 1 in which a bit flips. Most bits of the spectrum, and some bits of
  /// carries, make coefficients non-integral or too large, which the rounding monitor sees. It does not see a
  /// low bit of a digit.
  enum class place { pairs, spectrum, digit, carry };
  /// A random bit flips after `squares` more squares modulo 2^p - 1.
  void flip_state_after(std::uint64_t squares, place where) {
    state_countdown_ = squares + 1;
    where_ = where;
  }
  /// From now on, every square modulo 2^p - 1 has an error.
  void fail_squares(bool fail) { fails_ = fail; }
  /// The next square modulo 2^p - 1 becomes 0.
  void lose_square() { loses_ = true; }

  std::uint64_t launches() const { return launches_; }
  std::uint64_t squares() const { return squares_; }
  std::uint64_t flips() const { return flips_; }

 private:
  void spoil(const auto&) {}
  void spoil(const kernels::weighted_block_arguments& a) { spoil_square(a.base, a.number); }
  void spoil(const kernels::columns_arguments<kernels::weighted_out>& a) {
    spoil_square(a.end.base, a.end.number);
  }
  void spoil(const kernels::mirrored_rows_arguments& a) {
    if (state_countdown_ == 1 && where_ == place::spectrum)
      flip_in(reinterpret_cast<std::byte*>(a.points), std::uint64_t{a.n1} * a.n2 * a.row * sizeof(*a.points));
  }

  void spoil_square(const kernels::irrational_base& base, const kernels::irrational_digits& number) {
    std::int32_t* digits = &number.pairs->even;
    if (fails_) digits[base.digits / 2] += 1024;
    if (std::exchange(loses_, false)) {
      std::fill_n(digits, base.digits, 0);
      std::fill_n(number.carries, base.digits / 2 / number.run, 0.0);
    }
    if (state_countdown_ > 0 && --state_countdown_ == 0) {
      if (where_ == place::digit) {
        digits[random_.below(base.digits)] ^= std::int32_t{1} << random_.below(base.digit_bits);
        ++flips_;
      }
      if (where_ == place::carry)
        flip_in(reinterpret_cast<std::byte*>(number.carries), base.digits / 2 / number.run * sizeof(double));
      if (where_ == place::pairs)
        flip_in(reinterpret_cast<std::byte*>(digits), base.digits * sizeof(std::int32_t));
    }
    ++squares_;
  }

  void flip_in(std::byte* memory, std::size_t bytes) {
    memory[random_.below(bytes)] ^= static_cast<std::byte>(1 << random_.below(8));
    ++flips_;
  }

  watched_executor<exec::host::host_executor>* hardware_;
  std::uint64_t countdown_ = 0, state_countdown_ = 0, launches_ = 0, squares_ = 0, flips_ = 0;
  place where_ = place::pairs;
  bool fails_ = false, loses_ = false;
  random_source random_;
};

/// Runs the work on a new executor whose memory fails.
template <class Work>
void on_failing_memory(std::uint64_t seed, Work&& work) {
  auto executor = std::make_unique<watched_executor<exec::host::host_executor>>();
  auto& hardware = *executor;
  const context here =
      detail::context_of(detail::engine::make(std::move(executor), plan::word_limits::none()));
  const scoped_context use(here);
  mersenne_faults faults(hardware, seed);
  work(faults);
}

}  // namespace gbi::test
