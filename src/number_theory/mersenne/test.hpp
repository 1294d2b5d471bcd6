/// \file
/// The implementation behind the handles of tests of 2^p - 1: a chain of squares, and the means to return it
/// to a known step, from host memory or from a file.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "gpu_bigint/mersenne.hpp"
#include "src/number_theory/mersenne/chain.hpp"

namespace gbi {

namespace number_theory {

/// The parameters that distinguish the chains of different tests.
struct mersenne_kind {
  const char* name;               ///< "Lucas-Lehmer test", for messages
  std::array<char, 4> magic;      ///< first bytes of a saved test
  int start;                      ///< x_0
  std::int64_t subtrahend;        ///< x becomes x^2 - subtrahend
  std::uint64_t fewer_steps = 0;  ///< p minus the steps of the whole test
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
  /// This many consecutive errors are no coincidence.
  static constexpr std::uint64_t most_failures = 10;

  /// Starts at x_0, in the current context. \throws as the constructor of lucas_lehmer
  implementation(const number_theory::mersenne_kind& kind, std::uint64_t exponent, std::uint64_t digits,
                 algorithm how);

  /// Makes a new chain at x_steps = value, with the largest error known so far. The transform and the tables
  /// are also new, because one of them may be damaged.
  void stand_at(number_theory::mersenne_transform transform, gpu_bigint value, std::uint64_t steps,
                double error);
  /// A number that was kept in host memory, where device errors cannot reach it.
  gpu_bigint from_host(const std::vector<limb>& limbs) const;
  /// 2^p - 1
  gpu_bigint modulus() const;

  /// \throws data_error unless the residue is below 2^p - 1
  gpu_bigint loaded_remainder(std::istream& in) const;

  const number_theory::mersenne_kind& kind_;
  const std::shared_ptr<detail::engine> engine_;
  const number_theory::chain_rule rule_;
  number_theory::mersenne_chain chain_;
  std::uint64_t errors_ = 0, failures_ = 0;  ///< in total, and since the last check that passed
};

template <class State>
State& mersenne_test::alive_as() const {
  if (!implementation_) throw std::logic_error("test of 2^p - 1: it was moved to another object");
  return static_cast<State&>(*implementation_);
}

}  // namespace gbi
