#include "gpu_bigint/normalize.hpp"

#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>

#include "src/arithmetic/chain.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"

namespace gbi {

namespace {

/// Names the operation and sizes that an exception is about.
struct request {
  const char* operation;
  std::size_t count, limb_count;
  const normalize_options& options;

  [[noreturn]] void refuse(const std::string& why) const {
    throw std::invalid_argument(std::string(operation) + " of " + std::to_string(options.batch) + " x " +
                                std::to_string(count) + " coefficients to " + std::to_string(limb_count) +
                                " limbs: " + why);
  }
  bool is_empty() const { return limb_count == 0 || options.batch == 0; }

  /// Of neighbouring problems with `size` elements. \throws std::invalid_argument
  std::size_t stride(std::size_t size, std::size_t wanted) const {
    if (wanted == 0) return size;
    if (options.batch > 1 && wanted < size)
      refuse("a stride of " + std::to_string(wanted) + " for " + std::to_string(size) + " elements");
    return wanted;
  }
  std::size_t coefficient_stride() const { return stride(count, options.coefficient_stride); }
  std::size_t limb_stride() const { return stride(limb_count, options.limb_stride); }

  std::uint32_t batch() const {
    constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
    const std::size_t tiles = (limb_count - 1) / kernels::carry_tile_limbs + 1;
    if (options.batch > std::numeric_limits<std::uint32_t>::max()) refuse("too large a batch");
    if (tiles > most / options.batch && (tiles > 1 || options.batch > most))
      refuse("more tiles than a launch has blocks");
    return static_cast<std::uint32_t>(options.batch);
  }

  std::uint32_t digits(int bits) const {
    if (bits < 1 || bits > 32) refuse("digits of " + std::to_string(bits) + " bits");
    return static_cast<std::uint32_t>(bits);
  }
};

/// Memory from a problem's first element to the end of the last problem's.
class extent {
 public:
  template <class T>
  extent(const T* first, std::size_t size, std::size_t stride, std::size_t batch)
      : begin_(first), end_(size == 0 ? first : first + (batch - 1) * stride + size) {}
  friend bool overlap(const extent& a, const extent& b) {
    const std::less<const void*> below;
    return below(a.begin_, b.end_) && below(b.begin_, a.end_);
  }

 private:
  const void *begin_, *end_;
};

/// Phase 1, and phase 2 as well if there are no addends to write.
void launch_normalize(const context& where, const request& what, const std::int64_t* lower,
                      const std::int32_t* upper, int digit_bits, std::uint64_t* limbs,
                      std::uint64_t* addends) {
  const std::uint32_t bits = what.digits(digit_bits);
  if (what.is_empty()) return;
  const std::uint32_t batch = what.batch();
  const std::size_t stride = what.coefficient_stride(), limb_stride = what.limb_stride();
  for (std::uint64_t* out : {limbs, addends}) {
    if (out == nullptr) continue;
    const extent written(out, what.limb_count, limb_stride, batch);
    if (overlap(written, extent(lower, what.count, stride, batch)) ||
        (upper != nullptr && overlap(written, extent(upper, what.count, stride, batch))))
      what.refuse("limbs overlap coefficients");
  }
  if (addends != nullptr && overlap(extent(limbs, what.limb_count, limb_stride, batch),
                                    extent(addends, what.limb_count, limb_stride, batch)))
    what.refuse("words overlap addends");

  exec::executor& executor = where.engine()->executor();
  std::optional<arithmetic::carry_chain> chain;  // phase 1 needs its number of tiles only
  if (addends == nullptr) chain.emplace(executor, what.limb_count, batch);
  executor.launch(
      kernels::normalize_arguments{
          .coefficients = lower,
          .coefficient_count = what.count,
          .coefficient_stride = stride,
          .digit_bits = bits,
          .limbs = limbs,
          .limb_count = what.limb_count,
          .limb_stride = limb_stride,
          .chain = chain ? chain->get()
                         : kernels::tile_chain{nullptr, nullptr,
                                               arithmetic::carry_chain::tiles_of(what.limb_count)},
          .sign = {nullptr, nullptr, nullptr},
          .upper = upper,
          .addends = addends},
      batch);
}

/// Copies coefficients to the context, normalises them, and copies the limbs back.
std::vector<std::uint64_t> normalize_in_host_memory(std::span<const std::int64_t> lower,
                                                    std::span<const std::int32_t> upper, int digit_bits,
                                                    std::size_t limb_count, const normalize_options& options,
                                                    const context& where) {
  const request all{"normalize", lower.size(), limb_count, options};
  if (options.coefficient_stride != 0 || options.limb_stride != 0)
    all.refuse("problems in host memory have no strides");
  if (options.batch == 0 || lower.size() % options.batch != 0)
    all.refuse("the batch does not divide the coefficients");
  const request what{"normalize", lower.size() / options.batch, limb_count, options};
  exec::executor& executor = where.engine()->executor();
  const exec::buffer<std::int64_t> lower_memory(executor, lower);
  const exec::buffer<std::int32_t> upper_memory(executor, upper);
  std::vector<std::uint64_t> result(limb_count * options.batch);
  const exec::buffer<std::uint64_t> limbs(executor, result.size());
  launch_normalize(where, what, lower_memory.data(), upper_memory.data(), digit_bits, limbs.data(), nullptr);
  if (!result.empty()) executor.download(result.data(), limbs.data(), result.size() * sizeof(std::uint64_t));
  return result;
}

/// The kernels take the lower words of 96 bits for signed ones, as those of 64 bits are.
const std::int64_t* as_signed(const std::uint64_t* words) {
  return reinterpret_cast<const std::int64_t*>(words);
}

}  // namespace

void normalize(const context& where, const std::int64_t* coefficients, std::size_t count, int digit_bits,
               std::uint64_t* limbs, std::size_t limb_count, const normalize_options& options) {
  launch_normalize(where, {"normalize", count, limb_count, options}, coefficients, nullptr, digit_bits, limbs,
                   nullptr);
}

void normalize(const context& where, const wide_coefficients& coefficients, std::size_t count, int digit_bits,
               std::uint64_t* limbs, std::size_t limb_count, const normalize_options& options) {
  launch_normalize(where, {"normalize", count, limb_count, options}, as_signed(coefficients.lower),
                   coefficients.upper, digit_bits, limbs, nullptr);
}

void split_coefficients(const context& where, const std::int64_t* coefficients, std::size_t count,
                        int digit_bits, std::uint64_t* words, std::uint64_t* addends, std::size_t limb_count,
                        const normalize_options& options) {
  launch_normalize(where, {"split_coefficients", count, limb_count, options}, coefficients, nullptr,
                   digit_bits, words, addends);
}

void split_coefficients(const context& where, const wide_coefficients& coefficients, std::size_t count,
                        int digit_bits, std::uint64_t* words, std::uint64_t* addends, std::size_t limb_count,
                        const normalize_options& options) {
  launch_normalize(where, {"split_coefficients", count, limb_count, options}, as_signed(coefficients.lower),
                   coefficients.upper, digit_bits, words, addends);
}

void propagate_carries(const context& where, const std::uint64_t* words, const std::uint64_t* addends,
                       std::uint64_t* limbs, std::size_t limb_count, const normalize_options& options) {
  const request what{"propagate_carries", 0, limb_count, options};
  if (what.is_empty()) return;
  const std::uint32_t batch = what.batch();
  const std::size_t stride = what.limb_stride();
  const extent written(limbs, limb_count, stride, batch);
  for (const std::uint64_t* in : {words, addends})
    if (in != limbs && overlap(written, extent(in, limb_count, stride, batch)))
      what.refuse("limbs overlap words or addends");
  exec::executor& executor = where.engine()->executor();
  const arithmetic::carry_chain chain(executor, limb_count, batch);
  executor.launch(kernels::add_arguments{{words, limb_count, stride},
                                         {addends, limb_count, stride},
                                         {limbs, limb_count, stride},
                                         {},
                                         chain.get()},
                  batch);
}

std::vector<std::uint64_t> normalize(std::span<const std::int64_t> coefficients, int digit_bits,
                                     std::size_t limb_count, const normalize_options& options,
                                     const context& where) {
  return normalize_in_host_memory(coefficients, {}, digit_bits, limb_count, options, where);
}

std::vector<std::uint64_t> normalize(std::span<const std::uint64_t> lower,
                                     std::span<const std::int32_t> upper, int digit_bits,
                                     std::size_t limb_count, const normalize_options& options,
                                     const context& where) {
  if (lower.size() != upper.size())
    throw std::invalid_argument("normalize: " + std::to_string(lower.size()) + " lower words and " +
                                std::to_string(upper.size()) + " upper words");
  return normalize_in_host_memory({as_signed(lower.data()), lower.size()}, upper, digit_bits, limb_count,
                                  options, where);
}

}  // namespace gbi
