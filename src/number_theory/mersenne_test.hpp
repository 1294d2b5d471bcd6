/// \file
/// What is behind the handles of tests of 2^p - 1: a chain of squares, and what brings it back to a step that
/// is known, from host memory or from a file.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "gpu_bigint/mersenne.hpp"
#include "src/number_theory/mersenne_chain.hpp"

namespace gbi {

namespace number_theory {

/// What distinguishes the chain of one test from that of another one.
struct mersenne_kind {
  const char* name;               ///< "Lucas-Lehmer test", for messages
  std::array<char, 4> magic;      ///< of saved tests
  int start;                      ///< x_0
  std::int64_t subtrahend;        ///< x becomes x^2 - subtrahend
  std::uint64_t fewer_steps = 0;  ///< than p in the whole test
};

}  // namespace number_theory

class mersenne_test::implementation {
 public:
  implementation(const implementation&) = delete;
  implementation& operator=(const implementation&) = delete;
  virtual ~implementation() = default;

  std::uint64_t exponent() const { return rule_.exponent; }
  std::uint64_t errors() const { return errors_; }
  const number_theory::mersenne_chain& chain() const { return chain_; }
  std::uint64_t steps_left() const { return exponent() - kind_.fewer_steps - chain_.steps(); }
  const char* name() const { return kind_.name; }

  virtual void step(std::uint64_t count) = 0;
  virtual gpu_bigint residue() = 0;
  virtual void save(std::ostream& out) = 0;

 protected:
  /// So many errors one after the other are not a matter of chance.
  static constexpr std::uint64_t most_failures = 10;

  /// At x_0, in the current context. \throws as the constructor of lucas_lehmer
  implementation(const number_theory::mersenne_kind& kind, std::uint64_t exponent, std::uint64_t digits,
                 algorithm how);

  /// Makes the chain anew at x_steps = value, with the largest error that is known. Its transform and tables
  /// are new, too: one of them may be what is damaged.
  void stand_at(number_theory::mersenne_transform transform, gpu_bigint value, std::uint64_t steps,
                double error);
  /// A number that was kept in host memory, where no error of the device reaches it.
  gpu_bigint from_host(const std::vector<limb>& limbs) const;
  /// 2^p - 1
  gpu_bigint modulus() const;

  /// \throws data_error unless it is below 2^p - 1
  gpu_bigint loaded_residue(std::istream& in) const;

  const number_theory::mersenne_kind& kind_;
  const std::shared_ptr<detail::engine> engine_;
  const number_theory::chain_rule rule_;
  number_theory::mersenne_chain chain_;
  std::uint64_t errors_ = 0, failures_ = 0;  ///< in all, and since a check passed
};

template <class State>
State& mersenne_test::alive_as() const {
  if (!implementation_) throw std::logic_error("test of 2^p - 1: it was moved to another object");
  return static_cast<State&>(*implementation_);
}

}  // namespace gbi
