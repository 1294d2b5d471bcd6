#include "places.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <charconv>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bind.hpp"

namespace gbi::python {

using namespace nanobind::literals;

namespace {

using place = std::pair<backend, int>;

place place_of(const std::string& name) {
  if (name == "host" || name == "cpu") return {backend::host, 0};
  if (name == "cuda" || name == "gpu") return {backend::cuda, 0};
  const std::string prefix = "cuda:";
  int ordinal = -1;
  if (name.starts_with(prefix)) {
    const char* const end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data() + prefix.size(), end, ordinal);
    if (error == std::errc{} && stop == end && ordinal >= 0) return {backend::cuda, ordinal};
  }
  throw std::invalid_argument("device \"" + name + "\": not host, cuda or cuda:N");
}

/// The contexts of the process. Numbers of two contexts do not mix, so each device has one.
class context_table {
 public:
  context at(const place& where) {
    const std::lock_guard lock(mutex_);
    adopt_default();
    const auto found = contexts_.find(where);
    if (found != contexts_.end()) return found->second;
    return contexts_.emplace(where, context(where.first, where.second)).first->second;
  }

 private:
  /// Puts the default context into the table. It may not exist: GPU_BIGINT_BACKEND can ask for a GPU where
  /// there is none.
  void adopt_default() {
    if (!contexts_.empty()) return;
    try {
      const context usual = context::current();
      contexts_.emplace(place{usual.backend(), usual.device()}, usual);
    } catch (const device_error&) {
    }
    several_contexts = true;
  }

  std::mutex mutex_;
  std::map<place, context> contexts_;
};

context_table& table() {
  // Not destroyed: a driver may be gone when the process ends.
  static auto* const contexts = new context_table;
  return *contexts;
}

/// The scopes that the calling thread has entered.
thread_local std::vector<std::pair<const void*, std::unique_ptr<scoped_context>>> entered;

/// The context manager `with device(name):`.
class device_scope {
 public:
  explicit device_scope(const std::string& name) : context_(context_at(name)) {}

  void enter() { entered.emplace_back(this, std::make_unique<scoped_context>(context_)); }
  void exit() {
    if (entered.empty() || entered.back().first != this)
      raise(PyExc_RuntimeError,
            "a device's scope must end in the thread that began it, after the scopes within it");
    entered.pop_back();
  }
  const context& where() const noexcept { return context_; }

 private:
  context context_;
};

verification verification_of(const std::string& name) {
  for (const verification known :
       {verification::off, verification::monitor, verification::residue, verification::all})
    if (name == name_of(known)) return known;
  throw std::invalid_argument("verification \"" + name + "\": not off, monitor, residue or all");
}

/// The context manager `with verification(how):`, for the device that is current when it is entered.
class verification_scope {
 public:
  explicit verification_scope(const std::string& name) : wanted_(verification_of(name)) {}

  void enter() {
    const context where = context::current();
    before_.emplace_back(where, where.verification());
    where.set_verification(wanted_);
  }
  void exit() {
    if (before_.empty()) raise(PyExc_RuntimeError, "the scope was not entered");
    const auto [where, how] = before_.back();
    before_.pop_back();
    where.set_verification(how);
  }

 private:
  verification wanted_;
  std::vector<std::pair<context, verification>> before_;
};

std::vector<std::string> available_places() {
  std::vector<std::string> names;
  for (int ordinal = 0; is_available(backend::cuda, ordinal); ++ordinal)
    names.push_back("cuda:" + std::to_string(ordinal));
  names.emplace_back("host");
  return names;
}

std::string why_not(const std::string& name) {
  const auto [which, ordinal] = place_of(name);
  return gbi::why_unavailable(which, ordinal);
}

template <class Scope>
nb::class_<Scope> bind_scope(nb::module_& module, const char* name, const char* text) {
  nb::class_<Scope> type(module, name, text);
  const std::string enter_signature = std::string("def __enter__(self) -> ") + name;
  type.def(
          "__enter__",
          [](nb::handle self) {
            nb::cast<Scope&>(self).enter();
            return nb::borrow(self);
          },
          nb::sig(enter_signature.c_str()))
      .def(
          "__exit__", [](Scope& scope, nb::handle, nb::handle, nb::handle) { scope.exit(); },
          "kind"_a = nb::none(), "error"_a = nb::none(), "trace"_a = nb::none(),
          nb::sig("def __exit__(self, kind: type[BaseException] | None = None, error: BaseException | None = "
                  "None, trace: types.TracebackType | None = None, /) -> None"));
  return type;
}

}  // namespace

context context_at(const std::string& name) {
  return table().at(place_of(name));
}

std::string place_name(const context& where) {
  return where.backend() == backend::host ? "host" : "cuda:" + std::to_string(where.device());
}

void bind_places(nb::module_& module) {
  bind_scope<device_scope>(
      module, "device",
      "Where new numbers live: with device(\"cuda:0\"): ... Each thread has its own scopes.")
      .def(nb::init<const std::string&>(), "name"_a)
      .def_prop_ro("name", [](const device_scope& scope) { return place_name(scope.where()); })
      .def_prop_ro(
          "description", [](const device_scope& scope) { return scope.where().device_name(); },
          "The GPU's name, or the number of the host's threads.")
      .def_prop_ro(
          "tuning", [](const device_scope& scope) { return scope.where().tuning(); },
          "Every limit by which the device's context chooses algorithms, one per line.")
      .def(
          "synchronize", [](const device_scope& scope) { scope.where().synchronize(); },
          nb::call_guard<nb::gil_scoped_release>(), "Waits until everything queued is done.")
      .def(
          "trim", [](const device_scope& scope) { scope.where().trim(); },
          nb::call_guard<nb::gil_scoped_release>(), "Returns unused memory to the system.")
      .def("__repr__",
           [](const device_scope& scope) { return "device('" + place_name(scope.where()) + "')"; });
  bind_scope<verification_scope>(module, "verification",
                                 "How results are verified: with verification(\"all\"): ... "
                                 "\"residue\" is the default, \"monitor\" checks less, \"off\" computes with "
                                 "proven digits. It holds for all threads "
                                 "that use the current device.")
      .def(nb::init<const std::string&>(), "how"_a);
  module.def(
      "current_device", [] { return place_name(context::current()); }, "The device of new numbers.");
  module.def(
      "current_verification", [] { return std::string(name_of(context::current().verification())); },
      "How products on the current device are verified.");
  module.def("devices", available_places,
             "Names of the devices that can be used. The first one is the default.");
  module.def("why_unavailable", why_not, "device"_a = "cuda:0",
             "Why a device cannot be used; empty if it can.");
}

}  // namespace gbi::python
