/// \file
/// The primality tests that follow trial division.
#pragma once

#include "gpu_bigint/batch_mask.hpp"

namespace gbi::detail {

/// Which of these numbers, without small factors, pass the strong test to base 2, the strong Lucas test and
/// rounds - 24 strong tests to random bases. In the context of the batch, part of the caller's operation.
batch_mask pass_tests(const bigint_batch& n, int rounds);

}  // namespace gbi::detail
