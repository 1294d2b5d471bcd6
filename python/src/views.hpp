/// \file
/// Limbs without a copy for numpy, CuPy, PyTorch and others: __array_interface__, __cuda_array_interface__,
/// DLPack; and the way back.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <optional>

#include "convert.hpp"

namespace gbi::python {

/// Adds the protocols to IntArray: a table with a row of limbs for each element.
void bind_views(nb::class_<bigint_batch>& type);

/// Adds LimbView, Int.limbs() and Int.from_limbs().
void bind_limbs(nb::module_& module, const int_class& type);

/// A batch from a table of limbs in the memory of the host, or of a GPU if it has __cuda_array_interface__.
bigint_batch batch_of_table(nb::handle table, std::optional<std::size_t> bits);

}  // namespace gbi::python
