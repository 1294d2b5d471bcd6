/// Factors: the searches, which call back now and then and can be interrupted.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <chrono>
#include <gpu_bigint/factor.hpp>
#include <sstream>

#include "bind.hpp"

namespace gbi::python {

using namespace nanobind::literals;

namespace {

/// Lets Ctrl-C end a search, and calls watch(stage, done) unless it is None, a few times a second.
/// \param watch must outlive the result, which is copied without the interpreter's lock
factor_watch watched(nb::handle watch) {
  using clock = std::chrono::steady_clock;
  return [watch, last = clock::now()](const factor_progress& now) mutable {
    constexpr std::chrono::milliseconds between_calls(100);
    if (clock::now() - last < between_calls && now.done < 1) return;
    last = clock::now();
    const nb::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (!watch.is_none()) watch(now.stage, now.done);
  };
}

const char* name_of(number_factor::kind is) {
  using enum number_factor::kind;
  return is == prime ? "prime" : is == probable_prime ? "probable prime" : "composite";
}

nb::list factor_parts(const integer& n, const integer& b1, nb::handle watch) {
  factor_options how{.b1 = to_count(b1.value, "b1"), .progress = watched(watch)};
  std::vector<number_factor> parts = unlocked([&] { return factor(n.value, how); });
  nb::list result;
  for (number_factor& part : parts) {
    nb::list tried;
    for (const auto& [bound, curves] : part.tried) tried.append(nb::make_tuple(bound, curves));
    result.append(nb::make_tuple(make_int(std::move(part.value)), part.times, name_of(part.is), tried));
  }
  return result;
}

nb::object pminus1_part(const integer& n, const integer& b1, const integer& b2, const integer& base,
                        nb::handle watch) {
  pminus1_options how{.b1 = to_count(b1.value, "b1"),
                      .b2 = to_count(b2.value, "b2"),
                      .base = to_count(base.value, "base"),
                      .progress = watched(watch)};
  std::optional<pminus1_factor> found = unlocked([&] { return pminus1(n.value, how); });
  if (!found) return nb::none();
  return nb::make_tuple(make_int(std::move(found->factor)), found->stage);
}

void make_search(ecm_search* made, const integer& n, const integer& b1, const integer& b2,
                 const integer& curves, const integer& sigma) {
  ecm_options how{.b1 = to_count(b1.value, "b1"),
                  .b2 = to_count(b2.value, "b2"),
                  .curves = static_cast<std::size_t>(to_count(curves.value, "curves"))};
  const std::uint64_t first = to_count(sigma.value, "sigma");
  how.sigma = static_cast<std::uint32_t>(first);
  if (how.sigma != first) raise(PyExc_ValueError, "sigma must be below 2**32");
  unlocked([&] { new (made) ecm_search(n.value, how); });
}

nb::list factors_of(const ecm_search& search) {
  nb::list result;
  for (const auto& [factor, sigma, stage] : search.factors())
    result.append(nb::make_tuple(make_int(factor), sigma, stage));
  return result;
}

nb::bytes saved(const ecm_search& search) {
  const std::string bytes = unlocked([&] {
    std::ostringstream out;
    search.save(out);
    return std::move(out).str();
  });
  return nb::bytes(bytes.data(), bytes.size());
}

ecm_search loaded(const nb::bytes& data) {
  const std::string bytes(data.c_str(), data.size());
  return unlocked([&] {
    std::istringstream in(bytes);
    ecm_search search = ecm_search::load(in);
    if (in.peek() != std::istringstream::traits_type::eof())
      throw data_error("saved search by elliptic curves: more bytes follow");
    return search;
  });
}

}  // namespace

void bind_factors(nb::module_& module) {
  module.def("_factor", factor_parts, "n"_a, "b1"_a, "watch"_a.none(),
             nb::sig("def _factor(n: typing.SupportsIndex, b1: typing.SupportsIndex, "
                     "watch: typing.Callable[[int, float], None] | None) -> "
                     "list[tuple[Int, int, str, list[tuple[int, int]]]]"));
  module.def("_pminus1", pminus1_part, "n"_a, "b1"_a, "b2"_a, "base"_a, "watch"_a.none(),
             nb::sig("def _pminus1(n: typing.SupportsIndex, b1: typing.SupportsIndex, "
                     "b2: typing.SupportsIndex, base: typing.SupportsIndex, "
                     "watch: typing.Callable[[int, float], None] | None) -> tuple[Int, int] | None"));
  nb::class_<ecm_search>(module, "EcmSearch",
                         "The search of ecm() in steps, which can be saved and continued by another process. "
                         "One thread at a time may use it.")
      .def("__init__", make_search, "n"_a, "b1"_a = 50'000, "b2"_a = 0, "curves"_a = 100, "sigma"_a = 0)
      .def_prop_ro("n", [](const ecm_search& search) { return search.n(); })
      .def_prop_ro("b1", &ecm_search::b1)
      .def_prop_ro("b2", &ecm_search::b2)
      .def_prop_ro("curves", &ecm_search::curves)
      .def_prop_ro("is_done", &ecm_search::is_done, "Whether no step is left.")
      .def_prop_ro(
          "progress",
          [](const ecm_search& search) {
            const auto [stage, done] = search.progress();
            return nb::make_tuple(stage, done);
          },
          nb::sig("def progress(self) -> tuple[int, float]"), "The stage, and the part of it that is done.")
      .def_prop_ro("factors", factors_of, nb::sig("def factors(self) -> list[tuple[Int, int, int]]"),
                   "The factors found so far, each with the sigma of its curve and the stage.")
      .def(
          "step",
          [](ecm_search& search, nb::handle watch) {
            const factor_watch progress = watched(watch);
            unlocked([&] { search.step(progress); });
          },
          "watch"_a = nb::none(),
          nb::sig("def step(self, watch: typing.Callable[[int, float], None] | None = None) -> None"),
          "Takes a step. Calls watch(stage, done) a few times a second.")
      .def("save", saved, "The state, as load() takes it.")
      .def_static("load", loaded, "data"_a, "The search that was saved.");
}

}  // namespace gbi::python
