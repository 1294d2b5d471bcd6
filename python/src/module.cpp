#include <nanobind/nanobind.h>

#include "bind.hpp"
#include "errors.hpp"

NB_MODULE(_core, module) {
  module.doc() = "The compiled part of gpu_bigint.";
  gbi::python::bind_errors(module);
  gbi::python::bind_int(module);
  gbi::python::bind_text(module);
  gbi::python::bind_array(module);
  gbi::python::bind_places(module);
  gbi::python::bind_functions(module);
  gbi::python::bind_number_theory(module);
  gbi::python::bind_factors(module);
  gbi::python::bind_mpmath(module);
}
