#include "batch_values.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <string>

namespace gbi::python {

using namespace nanobind::literals;

namespace {

constexpr std::size_t limb_width = 64;

std::size_t whole_limbs(std::size_t bits) {
  return std::max(limb_width, (bits + limb_width - 1) / limb_width * limb_width);
}

using words = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// A numpy array of built-in integers as words of 64 bits; nothing for any other object.
std::optional<nb::object> words_of(nb::handle values) {
  if (!nb::hasattr(values, "dtype") || !nb::hasattr(values, "astype")) return {};
  const std::string kind = nb::cast<std::string>(nb::str(values.attr("dtype").attr("kind")));
  if (kind != "i" && kind != "u") return {};
  if (nb::cast<int>(values.attr("ndim")) != 1)
    raise(PyExc_ValueError,
          "an array of integers must have one dimension; from_limbs() takes tables of limbs");
  if (kind == "i" && nb::cast<bool>(nb::bool_(values.attr("__lt__")(0).attr("any")())))
    raise(PyExc_ValueError, "an IntArray has no negative elements");
  return values.attr("astype")("uint64", "order"_a = "C");
}

bigint_batch from_words(nb::handle values, std::optional<std::size_t> bits) {
  const auto view = nb::cast<words>(values);
  const std::span all(view.data(), view.size());
  const unlock_if unlock(true);
  const bigint_batch narrow = bigint_batch::from_limbs(all, all.size(), limb_width);
  return bits && *bits != limb_width ? narrow.resized(*bits) : narrow;
}

}  // namespace

bigint_batch batch_of(nb::handle values, std::optional<std::size_t> bits) {
  if (nb::isinstance<bigint_batch>(values)) {
    const auto array = nb::cast<bigint_batch>(values);
    const unlock_if unlock(true);
    return bits ? array.resized(*bits) : array;
  }
  if (const std::optional<nb::object> array = words_of(values)) return from_words(*array, bits);
  std::vector<gpu_bigint> numbers;
  for (const nb::handle value : nb::iter(values)) numbers.push_back(from_index(value));
  const unlock_if unlock(true);
  if (!bits) {
    std::size_t longest = 0;
    for (const gpu_bigint& number : numbers) longest = std::max(longest, number.bit_length());
    bits = whole_limbs(longest);
  }
  return bigint_batch::from_numbers(numbers, *bits);
}

bigint_batch filled_like(const bigint_batch& array, const gpu_bigint& value) {
  const scoped_context use(array.context());
  return bigint_batch::filled(array.size(), value, whole_limbs(value.bit_length()));
}

bigint_batch taken(const bigint_batch& array, std::span<const std::size_t> indices) {
  const std::vector<std::uint64_t> limbs = array.to_limbs();
  const std::size_t width = (array.bits() + limb_width - 1) / limb_width;
  std::vector<std::uint64_t> chosen;
  chosen.reserve(indices.size() * width);
  for (const std::size_t index : indices) {
    const std::uint64_t* const first = limbs.data() + index * width;
    chosen.insert(chosen.end(), first, first + width);
  }
  const scoped_context use(array.context());
  return bigint_batch::from_limbs(chosen, indices.size(), array.bits());
}

std::size_t place_of(nb::handle index, std::size_t size) {
  Py_ssize_t place = PyNumber_AsSsize_t(index.ptr(), PyExc_IndexError);
  if (place == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
  if (place < 0) place += static_cast<Py_ssize_t>(size);
  if (place < 0 || place >= static_cast<Py_ssize_t>(size)) raise(PyExc_IndexError, "index out of range");
  return static_cast<std::size_t>(place);
}

std::vector<std::size_t> places_of(nb::handle indices, std::size_t size) {
  std::vector<std::size_t> places;
  for (const nb::handle index : nb::iter(indices)) places.push_back(place_of(index, size));
  return places;
}

bigint_batch copied_to(const bigint_batch& array, const context& target) {
  if (array.context() == target) return array;
  const std::vector<std::uint64_t> limbs = array.to_limbs();
  const scoped_context use(target);
  return bigint_batch::from_limbs(limbs, array.size(), array.bits());
}

nb::list to_python_list(std::span<const std::uint64_t> limbs, std::size_t size) {
  nb::list result;
  if (size == 0) return result;
  const std::size_t width = limbs.size() / size;
  const nb::object type = nb::borrow(reinterpret_cast<PyObject*>(&PyLong_Type));
  const nb::object convert = type.attr("from_bytes");
  for (std::size_t i = 0; i < size; ++i) {
    std::size_t used = width;
    const std::uint64_t* const element = limbs.data() + i * width;
    while (used > 1 && element[used - 1] == 0) --used;
    if (used <= 1)
      result.append(nb::int_(width == 0 ? 0 : element[0]));
    else
      result.append(convert(nb::bytes(reinterpret_cast<const char*>(element), 8 * used), "little"));
  }
  return result;
}

gpu_bigint product_of(const bigint_batch& array) {
  const std::vector<std::uint64_t> limbs = array.to_limbs();
  const scoped_context use(array.context());
  if (array.bits() <= limb_width) return product(std::span<const std::uint64_t>(limbs));
  const std::size_t width = (array.bits() + limb_width - 1) / limb_width;
  std::vector<gpu_bigint> factors;
  factors.reserve(array.size());
  for (std::size_t i = 0; i < array.size(); ++i)
    factors.push_back(gpu_bigint::from_limbs(std::span(limbs).subspan(i * width, width)));
  return product(factors);
}

gpu_bigint sum_of(const bigint_batch& array) {
  const std::vector<std::uint64_t> limbs = array.to_limbs();
  const std::size_t width = (array.bits() + limb_width - 1) / limb_width;
  // A column of fewer than 2^31 limbs fits two words.
  std::vector<std::uint64_t> sum(width + 1);
  detail::uint128 carry = 0;
  for (std::size_t j = 0; j < width; ++j) {
    detail::uint128 column = carry;
    for (std::size_t i = 0; i < array.size(); ++i) column += limbs[i * width + j];
    sum[j] = static_cast<std::uint64_t>(column);
    carry = column >> limb_width;
  }
  sum[width] = static_cast<std::uint64_t>(carry);
  const scoped_context use(array.context());
  return gpu_bigint::from_limbs(sum);
}

}  // namespace gbi::python
