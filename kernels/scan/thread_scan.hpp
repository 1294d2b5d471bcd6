/// \file
/// Scan and reduction of the values that one thread holds in registers: sequential, with the least possible
/// work.
#pragma once

#include "kernels/model/unroll.hpp"

namespace gbi::kernels {

/// value(0) o value(1) o ... o value(Count - 1).
template <int Count, class Value, class Operator>
GBI_DEVICE auto thread_reduce(Value&& value, Operator combine) {
  auto total = value(std::integral_constant<int, 0>{});
  unroll<Count - 1>([&](auto i) { total = combine(total, value(std::integral_constant<int, i + 1>{})); });
  return total;
}

/// Replaces value(i), a reference, by start o value(0) o ... o value(i), or without value(i) if `exclusive`.
template <int Count, class T, class Value, class Operator>
GBI_DEVICE void thread_scan(const T& start, Value&& value, bool exclusive, Operator combine) {
  T before = start;
  unroll<Count>([&](auto i) {
    const T with = combine(before, value(i));
    value(i) = exclusive ? before : with;
    before = with;
  });
}

}  // namespace gbi::kernels
