/// \file
/// Sums and differences on the device, before they become values.
#pragma once

#include <cstddef>

#include "src/number/number.hpp"

namespace gbi::numbers {

/// Memory for x + y or x - y.
/// \param most_of_y a bound on the limbs of y that holds even if y is faulty and is computed again
detail::new_number room_for_sum(const detail::number& x, const detail::number& y, bool subtract,
                                std::size_t most_of_y = 0);

/// Queues out = a + b, or what the rule makes of them, for a batch.
void queue_sum(detail::engine& engine, const kernels::limb_span& a, const kernels::limb_span& b,
               const kernels::limb_target& out, const kernels::add_rule& rule = {}, std::uint32_t batch = 1);

/// Queues x + y or x - y.
/// \param result from room_for_sum() for operands with the same bounds
void queue_sum(detail::number& result, const detail::number& x, const detail::number& y, bool subtract);

}  // namespace gbi::numbers
