/// \file
/// Copies of batches to and from the host.
#include <algorithm>

#include "kernels/batch/arguments.hpp"
#include "src/batch/pieces.hpp"
#include "src/batch/storage.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/number/number.hpp"
#include "src/number/room.hpp"
#include "src/plan/team_shape.hpp"
#include "src/process/concat.hpp"
#include "src/process/fresh_pages.hpp"
#include "src/process/memory.hpp"

namespace gbi {

namespace detail {

namespace {

std::size_t checked_bits(std::size_t size, std::size_t bits) {
  const auto refuse = [&](const std::string& why) {
    throw std::invalid_argument(concat("batch of ", size, " x ", bits, " bits: ", why));
  };
  if (bits < limb_bits || bits > plan::longest_batch_bits)
    refuse(concat("a width must be ", limb_bits, " to ", plan::longest_batch_bits));
  if (size >= std::size_t{1} << 31) refuse("at most 2^31 - 1 elements are possible");
  return bits;
}

}  // namespace

batch::batch(std::shared_ptr<engine> engine, std::size_t size, std::size_t bits)
    : engine_(std::move(engine)),
      size_(size),
      bits_(checked_bits(size, bits)),
      contents_(numbers::naming(
          [&] {
            return contents{{engine_->executor(), size * limbs_of_bits(bits)}, {}};
          },
          [&] { return concat("batch of ", size, " x ", bits, " bits"); })) {}

}  // namespace detail

namespace {

/// Copies to another layout or another width.
void copy(exec::executor& executor, const kernels::batch_span& from, const kernels::batch_target& to,
          std::uint32_t elements) {
  if (elements > 0) executor.launch(kernels::batch_copy_arguments{from, to, elements});
}

}  // namespace

bigint_batch::bigint_batch(std::size_t size, std::size_t bits) {
  const auto result = std::make_shared<detail::batch>(detail::engine_of(gbi::context::current()), size, bits);
  result->executor().clear(result->target().limbs, size * result->limbs() * sizeof(limb));
  storage_ = result;
}

bigint_batch bigint_batch::from_limbs(std::span<const std::uint64_t> limbs, std::size_t size,
                                      std::size_t bits) {
  const std::size_t each = detail::limbs_of_bits(detail::checked_bits(size, bits));
  const auto refuse = [&](auto exception, const std::string& why) {
    throw decltype(exception)(concat("batch of ", size, " x ", bits, " bits: ", why));
  };
  if (limbs.size() != size * each)
    refuse(std::invalid_argument(""), concat(limbs.size(), " limbs instead of ", size * each));
  auto result = std::make_shared<detail::batch>(detail::engine_of(gbi::context::current()), size, bits);
  for (std::size_t g = 0; g < size; ++g)
    if ((limbs[g * each + each - 1] & ~result->top_mask()) != 0)
      refuse(std::length_error(""), concat("element ", g, " is too long"));
  const exec::buffer<limb> rows(result->executor(), limbs);
  copy(result->executor(), {rows.data(), result->limbs(), 1, each}, result->target(), result->elements());
  return detail::value_of(std::move(result));
}

bigint_batch bigint_batch::from_numbers(std::span<const gpu_bigint> values, std::size_t bits) {
  const std::size_t each = detail::limbs_of_bits(detail::checked_bits(values.size(), bits));
  process::memory::require(values.size() * each * sizeof(limb),
                           concat("batch of ", values.size(), " x ", bits, " bits"));
  std::vector<limb> limbs(values.size() * each);
  for (std::size_t g = 0; g < values.size(); ++g) {
    const std::vector<limb> magnitude = values[g].to_limbs();
    const std::string which = concat("element ", g, " of a batch of ", bits, " bits: ");
    if (values[g].sign() < 0) throw std::domain_error(which + "it is negative");
    if (magnitude.size() > each)
      throw std::length_error(concat(which, "it has ", magnitude.size(), " limbs"));
    std::copy(magnitude.begin(), magnitude.end(), limbs.begin() + static_cast<std::ptrdiff_t>(g * each));
  }
  return from_limbs(limbs, values.size(), bits);
}

bigint_batch bigint_batch::filled(std::size_t size, const gpu_bigint& value, std::size_t bits) {
  const faults::operation_scope scope("batch of one number", size, bits);
  auto result = std::make_shared<detail::batch>(detail::engine_of(gbi::context::current()), size, bits);
  const auto message = [&](const char* why) {
    return concat("batch of ", size, " x ", bits, " bits, each the same number of ", value.bit_length(),
                  " bits: ", why);
  };
  if (value.sign() < 0) throw std::domain_error(message("it is negative"));
  if (value.sign() == 0) return bigint_batch(size, bits);
  const detail::number& number = *detail::number_of(value);
  if (number.owner() != result->owner()) throw std::invalid_argument(message("it lives in another context"));
  // Asking for the bit length waits, and the limb bound is usually enough.
  if (number.bound() * limb_bits > bits && value.bit_length() > bits)
    throw std::length_error(message("it is too long"));
  copy(result->executor(), {number.limbs(), static_cast<std::uint32_t>(number.bound()), 1, 0},
       result->target(), result->elements());
  return detail::value_of(std::move(result));
}

std::vector<std::uint64_t> bigint_batch::to_limbs() const {
  const faults::operation_scope scope("limbs of a batch", *this);
  const detail::batch& a = *detail::storage_of(*this);
  process::memory::require(a.size() * a.limbs() * sizeof(limb),
                           concat("copy of a batch of ", a.size(), " x ", a.bits(), " bits"));
  const exec::buffer<limb> rows(a.executor(), a.size() * a.limbs());
  copy(a.executor(), a.span(), {rows.data(), a.limbs(), 1, a.limbs(), ~limb{0}}, a.elements());
  auto limbs = process::zeros<std::vector<limb>>(rows.size());
  a.executor().download(limbs.data(), rows.data(), limbs.size() * sizeof(limb));
  return limbs;
}

std::size_t bigint_batch::size() const noexcept {
  return storage_ == nullptr ? 0 : storage_->size();
}
std::size_t bigint_batch::bits() const noexcept {
  return storage_ == nullptr ? 0 : storage_->bits();
}
gbi::context bigint_batch::context() const {
  return detail::context_of(detail::storage_of(*this)->owner());
}

gpu_bigint bigint_batch::operator[](std::size_t index) const {
  const detail::batch& a = *detail::storage_of(*this);
  if (index >= a.size()) throw std::out_of_range(concat("element ", index, " of a batch of ", a.size()));
  const faults::operation_scope scope("element of a batch", *this);
  auto result = detail::number::make_nonnegative(a.owner(), a.limbs());
  copy(a.executor(), detail::from(a.span(), index), {result->limbs(), a.limbs(), 1, 0, ~limb{0}}, 1);
  return detail::value_of(std::move(result));
}

std::vector<std::size_t> bigint_batch::undefined() const {
  const faults::operation_scope scope("undefined elements of a batch", *this);
  const detail::batch& a = *detail::storage_of(*this);
  const detail::failures& failed = a.failed();
  if (!failed.words) return {};
  std::vector<limb> words(failed.words->size());
  a.executor().download(words.data(), failed.words->data(), words.size() * sizeof(limb));
  std::vector<std::size_t> result;
  for (std::size_t g = 0; g < size(); ++g)
    if (words[g * failed.stride] != 0) result.push_back(g);
  return result;
}

bigint_batch bigint_batch::resized(std::size_t bits) const {
  const faults::operation_scope scope("resized batch", *this);
  const detail::batch& a = *detail::storage_of(*this);
  auto result = std::make_shared<detail::batch>(a.owner(), a.size(), bits);
  copy(a.executor(), a.span(), result->target(), a.elements());
  result->set_failed(a.failed());
  return detail::value_of(std::move(result));
}

}  // namespace gbi
