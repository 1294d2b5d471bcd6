/// \file
/// Saved tests of Mersenne numbers: written, read, and damaged in between.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "gpu_bigint/error.hpp"
#include "gpu_bigint/mersenne.hpp"
#include "gpu_bigint/serialize.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

inline std::string saved(mersenne_test& test) {
  std::ostringstream out;
  test.save(out);
  return out.str();
}

template <class Test>
Test loaded(const std::string& bytes) {
  std::istringstream in(bytes);
  return Test::load(in);
}

/// A test read from a save of this one, at the same step.
template <class Test>
Test reloaded(Test& test) {
  Test other = loaded<Test>(saved(test));
  EXPECT_EQ(other.exponent(), test.exponent());
  EXPECT_EQ(other.digits(), test.digits());
  EXPECT_EQ(other.steps_done(), test.steps_done());
  EXPECT_EQ(other.largest_error(), test.largest_error());
  EXPECT_EQ(other.residue(), test.residue());
  return other;
}

/// A saved test with other residues after its header. This is how the tests introduce an error.
inline std::string with_residues(const std::string& bytes, std::size_t header_bytes,
                                 const std::vector<std::optional<gpu_bigint>>& others) {
  std::istringstream in(bytes.substr(header_bytes));
  std::ostringstream out;
  out << bytes.substr(0, header_bytes);
  for (const std::optional<gpu_bigint>& other : others) {
    const gpu_bigint own = deserialize(in);
    serialize(out, other.value_or(own));
  }
  return out.str();
}

/// Flips a bit in every byte of a saved test, or in some bytes, and truncates the save there.
template <class Test>
void expect_damage_is_refused(random_source& random, const std::string& bytes, std::size_t step) {
  for (std::size_t i = 0; i < bytes.size(); i += step) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << random.between(0, 7)));
    EXPECT_THROW(loaded<Test>(damaged), data_error) << "byte " << i;
    EXPECT_THROW(loaded<Test>(bytes.substr(0, i)), data_error) << i << " bytes";
  }
}

}  // namespace gbi::test
