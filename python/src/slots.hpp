/// \file
/// The slots of the type Int: operators, comparisons, conversions, hash and text.
#pragma once

#include <nanobind/nanobind.h>

namespace gbi::python {

/// The slots, ended by an empty one.
extern PyType_Slot int_slots[];

/// Int's __new__, and its description.
PyObject* new_int(PyTypeObject* type, PyObject* arguments, PyObject* named);
extern const char int_doc[];

/// `_core.int_text`, which writes repr(); set by bind_int().
nanobind::object decimal_text(PyObject* self);

}  // namespace gbi::python
