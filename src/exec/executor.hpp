/// \file
/// What the host-side code sees of an executor: memory, copies and one launch for every kernel. Everything is
/// ordered as on one stream; only download and synchronize wait.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "gpu_bigint/context.hpp"
#include "kernels/arithmetic/arguments.hpp"
#include "kernels/batch/arguments.hpp"
#include "kernels/bits/arguments.hpp"
#include "kernels/convolution/arguments.hpp"
#include "kernels/division/arguments.hpp"
#include "kernels/fft/arguments.hpp"
#include "kernels/mersenne/arguments.hpp"
#include "kernels/modular/arguments.hpp"
#include "kernels/normalize/arguments.hpp"
#include "kernels/radix/arguments.hpp"
#include "kernels/random/arguments.hpp"
#include "kernels/residue/arguments.hpp"
#include "kernels/scan/arguments.hpp"
#include "kernels/tree/arguments.hpp"
#include "kernels/verify/arguments.hpp"

namespace gbi::exec {

class executor {
 public:
  executor() = default;
  executor(const executor&) = delete;
  executor& operator=(const executor&) = delete;
  virtual ~executor() = default;

  virtual gbi::backend backend() const noexcept = 0;
  virtual int device() const noexcept = 0;
  virtual std::string device_name() const = 0;
  /// Row of the planner's tables: "host" or "sm_90", "sm_80", ...
  virtual std::string architecture() const = 0;

  /// Memory from the stream-ordered pool, aligned to 256 bytes, contents undefined. \throws out_of_memory
  virtual void* allocate(std::size_t bytes) = 0;
  virtual void release(void* memory) noexcept = 0;
  virtual void trim() = 0;

  /// Whether the host may read and write that memory whenever no launch is under way, which on such executors
  /// are over when they return.
  virtual bool memory_is_host() const noexcept = 0;
  /// Host memory that kernels write while the host reads it. \throws out_of_memory
  virtual void* allocate_pinned(std::size_t bytes) = 0;
  virtual void release_pinned(void* memory) noexcept = 0;
  /// Waits until a kernel has published `value` in a word of it, and counts that.
  virtual void await(const std::uint64_t* word, std::uint64_t value) = 0;

  /// The source may be reused as soon as upload returns; the target is complete when download returns.
  virtual void upload(void* target, const void* source, std::size_t bytes) = 0;
  virtual void download(void* target, const void* source, std::size_t bytes) = 0;
  virtual void copy(void* target, const void* source, std::size_t bytes) = 0;
  virtual void clear(void* target, std::size_t bytes) = 0;
  /// Whether kernels may read and write at that address, as far as the executor can know.
  virtual bool can_access(const void*) const { return true; }
  /// \throws std::invalid_argument naming the operation if they may not
  void require_access(const void* memory, const char* operation) const;
  virtual void synchronize() = 0;
  /// A word that kernels may write and that download and synchronize look at: if it is not 0 they set it to 0
  /// and throw device_error, because a product was wrong even with proven digits.
  virtual std::uint64_t* fault() noexcept = 0;
  /// \throws device_error if there was a fault.
  void check_fault();
  /// How often the host has waited in download and synchronize, whoever called them.
  std::uint64_t waits() const noexcept { return waits_; }
  /// Seconds that the device takes for what `work` queues (CUDA events; a clock on the host). Waits.
  virtual double seconds_of(const std::function<void()>& work) = 0;

  // Launches. `batch` problems of one shape run beside each other.
  virtual void launch(const kernels::add_arguments& a, std::uint32_t batch) = 0;
  virtual void launch(const kernels::residual_arguments& a, std::uint32_t batch) = 0;
  virtual void launch(const kernels::compare_arguments& a) = 0;
  virtual void launch(const kernels::significant_arguments& a) = 0;
  virtual void launch(const kernels::report_arguments& a) = 0;
  virtual void launch(const kernels::shift_arguments& a, std::uint32_t batch) = 0;
  virtual void launch(const kernels::lowest_one_arguments& a) = 0;
  virtual void launch(const kernels::bitwise_arguments& a) = 0;
  virtual void launch(const kernels::ones_arguments& a) = 0;
  virtual void launch(const kernels::digest_arguments& a) = 0;
  virtual void launch(const kernels::random_arguments& a, std::uint32_t batch) = 0;
  virtual void launch(const kernels::normalize_arguments& a, std::uint32_t batch) = 0;
  virtual void launch(const kernels::short_division_arguments& a, std::uint32_t batch) = 0;
  virtual void launch(const kernels::reciprocal_arguments& a, std::uint32_t batch) = 0;
  virtual void launch(const kernels::remainder_arguments& a, std::uint32_t batch) = 0;
  virtual void launch(const kernels::limb_division_arguments& a) = 0;
  virtual void launch(const kernels::tile_arguments& a, std::uint32_t batch) = 0;
  virtual void launch(const kernels::column_sum_arguments& a, std::uint32_t batch) = 0;
  virtual void launch(const kernels::limb_product_arguments& a, std::uint32_t batch) = 0;
  virtual void launch(const kernels::verify_arguments& a, std::uint32_t batch) = 0;
  virtual void launch(const kernels::short_product_arguments& a, std::uint32_t batch) = 0;
  /// Columns of 64, 128, ... 1024 points, or with one of 144, 160, 192, 224 or 240.
  virtual void launch(const kernels::columns_arguments<double>& a, kernels::direction direction,
                      kernels::columns_end end, int column, std::uint32_t batch) = 0;
  virtual void launch(const kernels::columns_arguments<float>& a, kernels::direction direction,
                      kernels::columns_end end, int column, std::uint32_t batch) = 0;
  /// a.batch problems; rows of 32, 64, ... 4096 points, transposed up to 1024.
  virtual void launch(const kernels::rows_arguments<double>& a, kernels::direction direction, bool transposed,
                      int row) = 0;
  virtual void launch(const kernels::rows_arguments<float>& a, kernels::direction direction, bool transposed,
                      int row) = 0;
  /// a.batch problems.
  virtual void launch(const kernels::mixed_rows_arguments<double>& a, kernels::direction direction) = 0;
  virtual void launch(const kernels::mixed_rows_arguments<float>& a, kernels::direction direction) = 0;
  virtual void launch(const kernels::real_spectrum_arguments<double>& a, kernels::direction direction) = 0;
  virtual void launch(const kernels::real_spectrum_arguments<float>& a, kernels::direction direction) = 0;
  virtual void launch(const kernels::pointwise_arguments<double>& a, std::uint32_t batch) = 0;
  virtual void launch(const kernels::digits_arguments& a, std::uint32_t batch) = 0;
  virtual void launch(const kernels::rounding_arguments& a, std::uint32_t batch) = 0;
  /// Rows of 64, 128, ... 4096 points; a.b null for a square, a.spectrum given for a factor transformed
  /// before.
  virtual void launch(const kernels::row_product_arguments& a, int row, std::uint32_t batch) = 0;
  /// Products of 64, 128, ... 4096 points.
  virtual void launch(const kernels::block_product_arguments& a, int points) = 0;
  virtual void launch(const kernels::parse_leaves_arguments& a) = 0;
  virtual void launch(const kernels::format_leaves_arguments& a) = 0;
  virtual void launch(const kernels::parse_bits_arguments& a) = 0;
  virtual void launch(const kernels::format_bits_arguments& a) = 0;
  virtual void launch(const kernels::word_leaves_arguments& a) = 0;
  virtual void launch(const kernels::gather_arguments& a) = 0;
  virtual void launch(const kernels::sign_arguments& a) = 0;
  virtual void launch(const kernels::weighted_digits_arguments& a) = 0;
  virtual void launch(const kernels::weighted_carry_arguments& a) = 0;
  virtual void launch(const kernels::weighted_coefficients_arguments& a) = 0;
  virtual void launch(const kernels::spectrum_square_arguments& a) = 0;
  virtual void launch(const kernels::residues_arguments& a) = 0;
  /// a.batch problems.
  virtual void launch(const kernels::scan_arguments& a, const kernels::scan_instance& which) = 0;
  // Batches of equal-width integers.
  virtual void launch(const kernels::batch_copy_arguments& a) = 0;
  virtual void launch(const kernels::batch_add_arguments& a) = 0;
  virtual void launch(const kernels::batch_compare_arguments& a) = 0;
  virtual void launch(const kernels::batch_mask_arguments& a) = 0;
  virtual void launch(const kernels::batch_select_arguments& a) = 0;
  virtual void launch(const kernels::batch_shift_arguments& a) = 0;
  virtual void launch(const kernels::batch_divide_arguments& a) = 0;
  virtual void launch(const kernels::batch_euclid_arguments& a) = 0;
  virtual void launch(const kernels::batch_product_arguments& a) = 0;
  virtual void launch(const kernels::montgomery_arguments& a) = 0;
  virtual void launch(const kernels::mul_mod_arguments& a) = 0;
  virtual void launch(const kernels::pow_mod_arguments& a) = 0;
  virtual void launch(const kernels::strong_test_arguments& a) = 0;
  virtual void launch(const kernels::lucas_test_arguments& a) = 0;

 protected:
  /// Called when the host has waited: counts that. \throws device_error if there was a fault.
  void after_wait() {
    ++waits_;
    check_fault();
  }

 private:
  std::atomic<std::uint64_t> waits_ = 0;
};

}  // namespace gbi::exec
