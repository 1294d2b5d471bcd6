/// \file
/// The values of batches: from Python's objects and back, chosen, added up.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <span>
#include <vector>

#include "convert.hpp"

namespace gbi::python {

/// A batch from an IntArray, an array of integers, or an iterable of integers.
/// \param bits the width; by default the smallest multiple of 64 that holds all values
bigint_batch batch_of(nb::handle values, std::optional<std::size_t> bits);

/// One number for all elements, in the context of an array and with its size.
bigint_batch filled_like(const bigint_batch& array, const gpu_bigint& value);

/// The elements at these indices, in this order.
bigint_batch taken(const bigint_batch& array, std::span<const std::size_t> indices);
/// An index from Python; a negative one counts from the end. \throws nb::python_error (IndexError)
std::size_t place_of(nb::handle index, std::size_t size);
/// The same for each of an iterable.
std::vector<std::size_t> places_of(nb::handle indices, std::size_t size);

bigint_batch copied_to(const bigint_batch& array, const context& target);

/// Python ints from the limbs of `size` elements.
nb::list to_python_list(std::span<const std::uint64_t> limbs, std::size_t size);

gpu_bigint product_of(const bigint_batch& array);
gpu_bigint sum_of(const bigint_batch& array);

}  // namespace gbi::python
