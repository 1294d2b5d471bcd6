/// \file
/// The CUDA executor: one device, one stream, the device's stream-ordered memory pool.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>

#include "src/exec/executor.hpp"
#include "src/exec/mailboxes.hpp"

namespace gbi::exec::cuda {

/// Devices that can be used; 0 also where there is no driver.
int device_count() noexcept;

class cuda_executor : public executor {
 public:
  /// \param stream null: a stream of its own. \throws device_error
  cuda_executor(int device, cudaStream_t stream);
  ~cuda_executor() override;

  gbi::backend backend() const noexcept override { return gbi::backend::cuda; }
  int device() const noexcept override { return device_; }
  std::string device_name() const override;
  std::string architecture() const override { return architecture_; }

  void* allocate(std::size_t bytes) override;
  void release(void* memory) noexcept override;
  void trim() override;
  bool memory_is_host() const noexcept override { return false; }
  void* allocate_pinned(std::size_t bytes) override;
  void release_pinned(void* memory) noexcept override;
  void await(const std::uint64_t* word, std::uint64_t value) override;
  void upload(void* target, const void* source, std::size_t bytes) override;
  void download(void* target, const void* source, std::size_t bytes) override;
  void copy(void* target, const void* source, std::size_t bytes) override;
  void clear(void* target, std::size_t bytes) override;
  bool can_access(const void* memory) const override;
  void synchronize() override;
  std::uint64_t* fault() noexcept override { return fault_.get(); }
  double seconds_of(const std::function<void()>& work) override;

  void launch(const kernels::add_arguments& a, std::uint32_t batch) override;
  void launch(const kernels::residual_arguments& a, std::uint32_t batch) override;
  void launch(const kernels::compare_arguments& a) override;
  void launch(const kernels::significant_arguments& a) override;
  void launch(const kernels::report_arguments& a) override;
  void launch(const kernels::shift_arguments& a, std::uint32_t batch) override;
  void launch(const kernels::lowest_one_arguments& a) override;
  void launch(const kernels::bitwise_arguments& a) override;
  void launch(const kernels::ones_arguments& a) override;
  void launch(const kernels::digest_arguments& a) override;
  void launch(const kernels::random_arguments& a, std::uint32_t batch) override;
  void launch(const kernels::tile_arguments& a, std::uint32_t batch) override;
  void launch(const kernels::column_sum_arguments& a, std::uint32_t batch) override;
  void launch(const kernels::limb_product_arguments& a, std::uint32_t batch) override;
  void launch(const kernels::verify_arguments& a, std::uint32_t batch) override;
  void launch(const kernels::short_product_arguments& a, std::uint32_t batch) override;
  void launch(const kernels::normalize_arguments& a, std::uint32_t batch) override;
  void launch(const kernels::short_division_arguments& a, std::uint32_t batch) override;
  void launch(const kernels::reciprocal_arguments& a, std::uint32_t batch) override;
  void launch(const kernels::remainder_arguments& a, std::uint32_t batch) override;
  void launch(const kernels::limb_division_arguments& a) override;
  void launch(const kernels::columns_arguments<double>& a, kernels::direction direction,
              kernels::columns_end end, int column, std::uint32_t batch) override;
  void launch(const kernels::columns_arguments<float>& a, kernels::direction direction,
              kernels::columns_end end, int column, std::uint32_t batch) override;
  void launch(const kernels::rows_arguments<double>& a, kernels::direction direction, bool transposed,
              int row) override;
  void launch(const kernels::rows_arguments<float>& a, kernels::direction direction, bool transposed,
              int row) override;
  void launch(const kernels::mixed_rows_arguments<double>& a, kernels::direction direction) override;
  void launch(const kernels::mixed_rows_arguments<float>& a, kernels::direction direction) override;
  void launch(const kernels::real_spectrum_arguments<double>& a, kernels::direction direction) override;
  void launch(const kernels::real_spectrum_arguments<float>& a, kernels::direction direction) override;
  void launch(const kernels::pointwise_arguments<double>& a, std::uint32_t batch) override;
  void launch(const kernels::digits_arguments& a, std::uint32_t batch) override;
  void launch(const kernels::rounding_arguments& a, std::uint32_t batch) override;
  void launch(const kernels::row_product_arguments& a, int row, std::uint32_t batch) override;
  void launch(const kernels::block_product_arguments& a, int points) override;
  void launch(const kernels::parse_leaves_arguments& a) override;
  void launch(const kernels::format_leaves_arguments& a) override;
  void launch(const kernels::parse_bits_arguments& a) override;
  void launch(const kernels::format_bits_arguments& a) override;
  void launch(const kernels::word_leaves_arguments& a) override;
  void launch(const kernels::gather_arguments& a) override;
  void launch(const kernels::sign_arguments& a) override;
  void launch(const kernels::weighted_digits_arguments& a) override;
  void launch(const kernels::weighted_carry_arguments& a) override;
  void launch(const kernels::weighted_coefficients_arguments& a) override;
  void launch(const kernels::spectrum_square_arguments& a) override;
  void launch(const kernels::residues_arguments& a) override;
  void launch(const kernels::scan_arguments& a, const kernels::scan_instance& which) override;
  void launch(const kernels::batch_copy_arguments& a) override;
  void launch(const kernels::batch_add_arguments& a) override;
  void launch(const kernels::batch_compare_arguments& a) override;
  void launch(const kernels::batch_mask_arguments& a) override;
  void launch(const kernels::batch_select_arguments& a) override;
  void launch(const kernels::batch_shift_arguments& a) override;
  void launch(const kernels::batch_divide_arguments& a) override;
  void launch(const kernels::batch_euclid_arguments& a) override;
  void launch(const kernels::batch_product_arguments& a) override;
  void launch(const kernels::montgomery_arguments& a) override;
  void launch(const kernels::mul_mod_arguments& a) override;
  void launch(const kernels::pow_mod_arguments& a) override;
  void launch(const kernels::strong_test_arguments& a) override;
  void launch(const kernels::lucas_test_arguments& a) override;

  std::uint32_t multiprocessors() const noexcept { return multiprocessors_; }
  /// Runs a kernel on blocks * batch blocks (launch.cuh).
  template <class Kernel>
  void run(std::uint32_t blocks, std::uint32_t batch, const typename Kernel::arguments& a);

 private:
  template <class... Parameters, class... Arguments>
  void launch_grid(void (*entry)(Parameters...), std::uint32_t blocks, int threads, std::size_t shared_bytes,
                   const Arguments&... arguments);

  struct free_pinned {
    void operator()(void* memory) const noexcept { cudaFreeHost(memory); }
  };

  int device_;
  std::uint32_t multiprocessors_ = 0;
  bool launches_overlap_ = false;
  bool reads_pageable_memory_ = false;  ///< of the process, through its page tables
  cudaStream_t stream_;
  bool owns_stream_;
  std::string architecture_;
  mailboxes peeks_{*this};                             ///< for downloads of a few words
  std::unique_ptr<std::uint64_t, free_pinned> fault_;  ///< in memory that host and device share
};

}  // namespace gbi::exec::cuda
