#include "views.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "gpu_bigint/view.hpp"
#include "places.hpp"

namespace gbi::python {

using namespace nanobind::literals;

namespace {

constexpr std::int64_t limb_bytes = 8;

/// The protocols pass addresses as integers.
template <class T>
T* address(std::int64_t number) {
  return reinterpret_cast<T*>(static_cast<std::intptr_t>(number));  // NOLINT(performance-no-int-to-ptr)
}

/// What the protocols say of an array of limbs.
struct description {
  const std::uint64_t* data;
  std::vector<std::size_t> shape;
  std::vector<std::int64_t> strides;  ///< in limbs
  context where;
};

description describe(const bigint_batch& batch) {
  const batch_view view(batch);
  return {view.data(),
          {view.elements(), view.limbs()},
          {static_cast<std::int64_t>(view.element_stride()), static_cast<std::int64_t>(view.limb_stride())},
          view.context()};
}

description describe(const limb_view& view) {
  return {view.data(), {unlocked([&] { return view.size(); })}, {1}, view.context()};
}

template <class Values>
nb::tuple tuple_of(const Values& values, std::int64_t factor = 1) {
  nb::list items;
  for (const auto value : values) items.append(static_cast<std::int64_t>(value) * factor);
  return nb::tuple(items);
}

bool is_empty(const description& about) {
  for (const std::size_t extent : about.shape)
    if (extent == 0) return true;
  return false;
}

/// The part that both array interfaces share. Their version is 3.
nb::dict interface_of(const description& about) {
  nb::dict entries;
  entries["version"] = 3;
  entries["shape"] = tuple_of(about.shape);
  entries["strides"] = is_empty(about) ? nb::none() : nb::object(tuple_of(about.strides, limb_bytes));
  entries["typestr"] = "<u8";
  return entries;
}

nb::dict host_interface(const description& about) {
  if (about.where.backend() != backend::host)
    raise(PyExc_AttributeError, "__array_interface__: the limbs are on a GPU; to_limbs() copies them");
  nb::dict entries = interface_of(about);
  if (is_empty(about))
    entries["data"] = nb::bytes("", 0);
  else
    entries["data"] = nb::make_tuple(reinterpret_cast<std::uintptr_t>(about.data), true);
  return entries;
}

nb::dict cuda_interface(const description& about) {
  if (about.where.backend() != backend::cuda)
    raise(PyExc_AttributeError, "__cuda_array_interface__: the limbs are on the host");
  nb::dict entries = interface_of(about);
  entries["data"] = nb::make_tuple(is_empty(about) ? 0 : reinterpret_cast<std::uintptr_t>(about.data), true);
  const auto stream = reinterpret_cast<std::uintptr_t>(about.where.stream());
  // A stream of 0 is not allowed: 1 is the legacy default stream.
  entries["stream"] = stream == 0 ? 1 : stream;
  return entries;
}

nb::tuple dlpack_device(const context& where) {
  return where.backend() == backend::host ? nb::make_tuple(nb::device::cpu::value, 0)
                                          : nb::make_tuple(nb::device::cuda::value, where.device());
}

/// Lets the consumer's stream wait for the limbs. Its number is that of DLPack: 1 and 2 are the default
/// streams, -1 asks for no order.
void precede(const context& where, nb::handle stream) {
  if (where.backend() == backend::host) return;
  const std::int64_t number = stream.is_none() ? 1 : nb::cast<std::int64_t>(stream);
  if (number == -1) return;
  where.precede(address<void>(number));
}

nb::object dlpack(nb::handle owner, const description& about, const nb::kwargs& options) {
  nb::dict rest;
  nb::object stream = nb::none();
  for (const auto [key, value] : options) {
    if (nb::cast<std::string>(key) == "stream")
      stream = nb::borrow(value);
    else
      rest[key] = value;
  }
  precede(about.where, stream);
  const bool host = about.where.backend() == backend::host;
  const nb::ndarray<nb::array_api, nb::ro> array(about.data, about.shape.size(), about.shape.data(), owner,
                                                 about.strides.data(), nb::dtype<std::uint64_t>(),
                                                 host ? nb::device::cpu::value : nb::device::cuda::value,
                                                 about.where.device());
  return nb::cast(array).attr("__dlpack__")(**rest);
}

/// Adds the protocols to a type. `viewed` describes the object in a handle.
template <class Type, class Viewed>
void bind_protocols(nb::class_<Type>& type, Viewed viewed) {
  type.def_prop_ro(
          "__array_interface__", [viewed](nb::handle self) { return host_interface(viewed(self)); },
          nb::for_getter(nb::sig("def __array_interface__(self) -> dict[str, object]")),
          "The limbs for numpy, if they are on the host.")
      .def_prop_ro(
          "__cuda_array_interface__", [viewed](nb::handle self) { return cuda_interface(viewed(self)); },
          nb::for_getter(nb::sig("def __cuda_array_interface__(self) -> dict[str, object]")),
          "The limbs for CuPy, Numba, PyTorch and others, if they are on a GPU.")
      .def(
          "__dlpack__",
          [viewed](nb::handle self, const nb::kwargs& options) {
            return dlpack(self, viewed(self), options);
          },
          "options"_a, nb::sig("def __dlpack__(self, **options: typing.Any) -> object"))
      .def(
          "__dlpack_device__", [viewed](nb::handle self) { return dlpack_device(viewed(self).where); },
          nb::sig("def __dlpack_device__(self) -> tuple[int, int]"));
}

/// Limbs that a GPU's array describes.
struct foreign_limbs {
  const std::uint64_t* data;
  std::vector<std::size_t> shape;
  std::vector<std::int64_t> strides;  ///< in limbs
  nb::object stream;
};

foreign_limbs limbs_on_gpu(nb::handle object, std::size_t dimensions) {
  const nb::dict entries = object.attr("__cuda_array_interface__");
  const auto kind = nb::cast<std::string>(entries["typestr"]);
  if (kind != "<u8" && kind != "<i8")
    throw std::invalid_argument("limbs on a GPU must be 64-bit integers, not " + kind);
  foreign_limbs limbs;
  limbs.data = address<const std::uint64_t>(nb::cast<std::int64_t>(entries["data"][0]));
  limbs.shape = nb::cast<std::vector<std::size_t>>(nb::list(entries["shape"]));
  if (limbs.shape.size() != dimensions)
    throw std::invalid_argument("limbs of " + std::to_string(limbs.shape.size()) + " dimensions, not " +
                                std::to_string(dimensions));
  const nb::object strides = entries.contains("strides") ? nb::object(entries["strides"]) : nb::none();
  if (strides.is_none()) {
    limbs.strides.assign(dimensions, 1);
    if (dimensions == 2) limbs.strides[0] = static_cast<std::int64_t>(limbs.shape[1]);
  } else {
    limbs.strides = nb::cast<std::vector<std::int64_t>>(nb::list(strides));
    for (std::int64_t& stride : limbs.strides) {
      if (stride % limb_bytes != 0 || stride < 0)
        throw std::invalid_argument("limbs on a GPU must be aligned");
      stride /= limb_bytes;
    }
  }
  limbs.stream = entries.contains("stream") ? nb::object(entries["stream"]) : nb::none();
  return limbs;
}

/// Orders the context behind the producer's stream, on which it promises that the limbs are complete.
context following(const foreign_limbs& limbs) {
  context where = context::current();
  if (where.backend() != backend::cuda)
    throw std::invalid_argument("limbs on a GPU, but the current device is the host");
  if (!limbs.stream.is_none()) where.follow(address<void>(nb::cast<std::int64_t>(limbs.stream)));
  return where;
}

bool is_on_gpu(nb::handle object) {
  return nb::hasattr(object, "__cuda_array_interface__");
}

template <std::size_t Dimensions>
using host_table = nb::ndarray<const std::uint64_t, nb::ndim<Dimensions>, nb::c_contig, nb::device::cpu>;

/// The limbs of an array on the host, copied if they are not contiguous. Other numbers than integers of 64
/// bits are refused, which a conversion would round.
template <std::size_t Dimensions>
host_table<Dimensions> limbs_on_host(nb::handle object) {
  nb::ndarray<nb::ro, nb::device::cpu> any;
  if (!nb::try_cast(object, any) || any.ndim() != Dimensions || any.dtype().bits != 64 ||
      (any.dtype() != nb::dtype<std::uint64_t>() && any.dtype() != nb::dtype<std::int64_t>()))
    raise(PyExc_TypeError,
          ("limbs must be an array of 64-bit integers with " + std::to_string(Dimensions) + " dimensions")
              .c_str());
  return nb::cast<host_table<Dimensions>>(object);
}

gpu_bigint number_of_limbs(nb::handle object, bool negative) {
  if (!is_on_gpu(object)) {
    const auto limbs = limbs_on_host<1>(object);
    return gpu_bigint::from_limbs(std::span(limbs.data(), limbs.size()), negative);
  }
  const foreign_limbs limbs = limbs_on_gpu(object, 1);
  if (limbs.shape[0] > 1 && limbs.strides[0] != 1)
    throw std::invalid_argument("limbs of a number must be contiguous");
  const context where = following(limbs);
  gpu_bigint number = import_limbs(where, limbs.data, limbs.shape[0], negative);
  // The caller's memory may be written again when this returns.
  const unlock_if unlock(true);
  where.synchronize();
  return number;
}

}  // namespace

bigint_batch batch_of_table(nb::handle table, std::optional<std::size_t> bits) {
  if (!is_on_gpu(table)) {
    const auto limbs = limbs_on_host<2>(table);
    const std::size_t rows = limbs.shape(0), width = bits.value_or(64 * limbs.shape(1));
    const std::span view(limbs.data(), limbs.size());
    const unlock_if unlock(true);
    return bigint_batch::from_limbs(view, rows, width);
  }
  const foreign_limbs limbs = limbs_on_gpu(table, 2);
  const std::size_t width = bits.value_or(64 * limbs.shape[1]);
  if ((width + 63) / 64 != limbs.shape[1])
    throw std::invalid_argument("elements of " + std::to_string(width) + " bits from " +
                                std::to_string(limbs.shape[1]) + " limbs each");
  const context where = following(limbs);
  const batch_layout layout{static_cast<std::size_t>(limbs.strides[0]),
                            static_cast<std::size_t>(limbs.strides[1])};
  bigint_batch batch = import_batch(where, limbs.data, limbs.shape[0], width, layout);
  const unlock_if unlock(true);
  where.synchronize();
  return batch;
}

void bind_views(nb::class_<bigint_batch>& type) {
  bind_protocols(type, [](nb::handle self) { return describe(nb::cast<const bigint_batch&>(self)); });
}

void bind_limbs(nb::module_& module, const int_class& type) {
  nb::class_<limb_view> view(
      module, "LimbView",
      "The 64-bit limbs of a number's magnitude in the memory of its device, the least "
      "significant first, for other libraries. Keeps the number alive.");
  bind_protocols(view, [](nb::handle self) { return describe(nb::cast<const limb_view&>(self)); });
  view.def("__len__", [](const limb_view& limbs) { return unlocked([&] { return limbs.size(); }); })
      .def_prop_ro("negative", &limb_view::negative, "Whether the number is below 0.")
      .def_prop_ro("device", [](const limb_view& limbs) { return place_name(limbs.context()); });
  type.def(
          "limbs", [](const gpu_bigint& a) { return unlocked([&] { return limb_view(a); }); },
          "The limbs without a copy, for numpy.asarray, cupy.asarray, torch.from_dlpack and others.")
      .def_static(
          "from_limbs", number_of_limbs, "limbs"_a, "negative"_a = false,
          nb::sig("def from_limbs(limbs: object, negative: bool = False) -> Int"),
          "From an array of 64-bit limbs, least significant first, on the host or on the current GPU.");
}

}  // namespace gbi::python
