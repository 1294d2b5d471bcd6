#include "gpu_bigint/normalize.hpp"

#include <functional>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <vector>

#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "src/number/carry_chain.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace {

/// The operation and the sizes of a call, which its exceptions name.
struct request {
  const char* operation;
  std::size_t count, limb_count;
  const normalize_options& options;

  [[noreturn]] void refuse(const std::string& why) const {
    throw std::invalid_argument(concat(operation, " of ", options.batch, " x ", count, " coefficients to ",
                                       limb_count, " limbs: ", why));
  }
  bool is_empty() const { return limb_count == 0 || options.batch == 0; }

  /// The stride of neighbouring problems with `size` elements. \throws std::invalid_argument
  std::size_t stride(std::size_t size, std::size_t wanted) const {
    if (wanted == 0) return size;
    if (wanted < size) refuse(concat("a stride of ", wanted, " for ", size, " elements"));
    return wanted;
  }
  std::size_t coefficient_stride() const { return stride(count, options.coefficient_stride); }
  std::size_t limb_stride() const { return stride(limb_count, options.limb_stride); }

  std::uint32_t batch() const {
    constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
    const std::size_t tiles =
        limb_count / kernels::carry_tile_limbs + (limb_count % kernels::carry_tile_limbs != 0);
    if (options.batch > std::numeric_limits<std::uint32_t>::max())
      refuse("the batch has 2^32 or more problems");
    if (options.batch > 0 && tiles > most / options.batch && (tiles > 1 || options.batch > most))
      refuse("more tiles than a launch has blocks");
    return static_cast<std::uint32_t>(options.batch);
  }

  std::uint32_t digits(int bits) const {
    if (bits < 1 || bits > 32) refuse(concat("digits of ", bits, " bits: 1 to 32 are possible"));
    return static_cast<std::uint32_t>(bits);
  }
};

/// The memory from the first element of the first problem to the end of the last problem.
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

/// Sets the batch, the strides and the chain of `a`, and queues it. `outputs` must overlap neither each other
/// nor the coefficients.
void launch_normalize(const context& where, const request& call, int digit_bits,
                      std::initializer_list<limb*> outputs, kernels::normalize_arguments a) {
  a.digit_bits = call.digits(digit_bits);
  const std::uint32_t batch = call.batch();
  a.batch = batch;
  a.coefficient_count = call.count;
  a.coefficient_stride = call.coefficient_stride();
  a.limb_count = call.limb_count;
  a.limb_stride = call.limb_stride();
  if (call.is_empty()) return;

  std::vector<extent> taken = {{a.coefficients, a.coefficient_count, a.coefficient_stride, batch}};
  if (a.upper != nullptr) taken.emplace_back(a.upper, a.coefficient_count, a.coefficient_stride, batch);
  for (const limb* output : outputs) {
    const extent written(output, a.limb_count, a.limb_stride, batch);
    for (const extent& other : taken)
      if (overlap(written, other)) call.refuse("an output overlaps another array");
    taken.push_back(written);
  }

  exec::executor& executor = detail::engine_of(where)->executor();
  if (a.coefficient_count > 0) {
    executor.require_access(a.coefficients, call.operation);
    if (a.upper != nullptr) executor.require_access(a.upper, call.operation);
  }
  for (const limb* output : outputs) executor.require_access(output, call.operation);
  if (a.phases == kernels::normalize_phases::split) {
    a.chain = {nullptr, numbers::carry_chain::tiles_of(call.limb_count), 0};
    executor.launch(a);
  } else {
    const numbers::carry_chain chain(detail::engine_of(where)->chains(), call.limb_count, batch);
    a.chain = chain.get();
    executor.launch(a);
  }
}

kernels::normalize_arguments arguments_of(const std::int64_t* coefficients) {
  kernels::normalize_arguments a{};
  a.coefficients = coefficients;
  return a;
}

/// The kernels read the lower words of 96-bit coefficients as signed, like 64-bit coefficients.
kernels::normalize_arguments arguments_of(const wide_coefficients& coefficients) {
  if (coefficients.lower != nullptr && coefficients.upper == nullptr)
    throw std::invalid_argument("normalisation of coefficients of 96 bits: the upper words are missing");
  kernels::normalize_arguments a{};
  a.coefficients = reinterpret_cast<const std::int64_t*>(coefficients.lower);
  a.upper = coefficients.upper;
  return a;
}

template <class Coefficients>
void launch_both(const context& where, const Coefficients& coefficients, std::size_t count, int digit_bits,
                 limb* limbs, std::size_t limb_count, const normalize_options& options) {
  kernels::normalize_arguments a = arguments_of(coefficients);
  a.limbs = limbs;
  launch_normalize(where, {"normalize", count, limb_count, options}, digit_bits, {limbs}, a);
}

template <class Coefficients>
void launch_split(const context& where, const Coefficients& coefficients, std::size_t count, int digit_bits,
                  limb* words, limb* addends, std::size_t limb_count, const normalize_options& options) {
  kernels::normalize_arguments a = arguments_of(coefficients);
  a.phases = kernels::normalize_phases::split;
  a.words = words;
  a.addends = addends;
  launch_normalize(where, {"split_coefficients", count, limb_count, options}, digit_bits, {words, addends},
                   a);
}

/// Copies coefficients to the context, normalises them, and copies the limbs back.
template <class Coefficients>
std::vector<limb> normalize_in_host_memory(const context& where, const Coefficients& coefficients,
                                           std::size_t count, int digit_bits, std::size_t limb_count,
                                           const normalize_options& options) {
  exec::executor& executor = detail::engine_of(where)->executor();
  std::vector<limb> result(limb_count * options.batch);
  const exec::buffer<limb> limbs(executor, result.size());
  launch_both(where, coefficients, count, digit_bits, limbs.data(), limb_count, options);
  if (!result.empty()) executor.download(result.data(), limbs.data(), result.size() * sizeof(limb));
  return result;
}

/// The number of coefficients of one problem, of `all` in host memory. \throws std::invalid_argument
std::size_t coefficients_of_one(std::size_t all, std::size_t limb_count, const normalize_options& options) {
  const request call{"normalize", all, limb_count, options};
  if (options.coefficient_stride != 0 || options.limb_stride != 0)
    call.refuse("strides are not possible in host memory");
  if (options.batch == 0 || all % options.batch != 0)
    call.refuse("the number of coefficients is not a multiple of the batch");
  return all / options.batch;
}

}  // namespace

void normalize(const context& where, const std::int64_t* coefficients, std::size_t count, int digit_bits,
               std::uint64_t* limbs, std::size_t limb_count, const normalize_options& options) {
  launch_both(where, coefficients, count, digit_bits, limbs, limb_count, options);
}

void normalize(const context& where, const wide_coefficients& coefficients, std::size_t count, int digit_bits,
               std::uint64_t* limbs, std::size_t limb_count, const normalize_options& options) {
  launch_both(where, coefficients, count, digit_bits, limbs, limb_count, options);
}

void split_coefficients(const context& where, const std::int64_t* coefficients, std::size_t count,
                        int digit_bits, std::uint64_t* words, std::uint64_t* addends, std::size_t limb_count,
                        const normalize_options& options) {
  launch_split(where, coefficients, count, digit_bits, words, addends, limb_count, options);
}

void split_coefficients(const context& where, const wide_coefficients& coefficients, std::size_t count,
                        int digit_bits, std::uint64_t* words, std::uint64_t* addends, std::size_t limb_count,
                        const normalize_options& options) {
  launch_split(where, coefficients, count, digit_bits, words, addends, limb_count, options);
}

void propagate_carries(const context& where, const std::uint64_t* words, const std::uint64_t* addends,
                       std::uint64_t* limbs, std::size_t limb_count, const normalize_options& options) {
  const request call{"propagate_carries", 0, limb_count, options};
  const std::size_t stride = call.limb_stride();
  const std::uint32_t batch = call.batch();
  if (call.is_empty()) return;
  const extent written(limbs, limb_count, stride, batch);
  for (const std::uint64_t* in : {words, addends})
    if (in != limbs && overlap(written, extent(in, limb_count, stride, batch)))
      call.refuse("limbs overlap words or addends");
  const exec::executor& executor = detail::engine_of(where)->executor();
  for (const std::uint64_t* memory : {words, addends, static_cast<const std::uint64_t*>(limbs)})
    executor.require_access(memory, call.operation);
  kernels::normalize_arguments a{};
  a.phases = kernels::normalize_phases::propagate;
  a.limbs = limbs;
  a.words = const_cast<limb*>(words);  // phase 2 only reads them
  a.addends = const_cast<limb*>(addends);
  constexpr int any_digit_bits = 32;  // there are no coefficients
  launch_normalize(where, call, any_digit_bits, {}, a);
}

std::vector<std::uint64_t> normalize(std::span<const std::int64_t> coefficients, int digit_bits,
                                     std::size_t limb_count, const normalize_options& options,
                                     const context& where) {
  const std::size_t count = coefficients_of_one(coefficients.size(), limb_count, options);
  const exec::buffer<std::int64_t> memory(detail::engine_of(where)->executor(), coefficients);
  const std::int64_t* data = memory.data();
  return normalize_in_host_memory(where, data, count, digit_bits, limb_count, options);
}

std::vector<std::uint64_t> normalize(std::span<const std::uint64_t> lower,
                                     std::span<const std::int32_t> upper, int digit_bits,
                                     std::size_t limb_count, const normalize_options& options,
                                     const context& where) {
  if (lower.size() != upper.size())
    throw std::invalid_argument(
        concat("normalize: ", lower.size(), " lower words and ", upper.size(), " upper words"));
  const std::size_t count = coefficients_of_one(lower.size(), limb_count, options);
  exec::executor& executor = detail::engine_of(where)->executor();
  const exec::buffer<std::uint64_t> lower_memory(executor, lower);
  const exec::buffer<std::int32_t> upper_memory(executor, upper);
  return normalize_in_host_memory(where, wide_coefficients{lower_memory.data(), upper_memory.data()}, count,
                                  digit_bits, limb_count, options);
}

}  // namespace gbi
