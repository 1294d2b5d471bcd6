/// \file
/// The host executor with everything random that a kernel must not rely on: the order of the threads of a
/// phase, the order of the blocks, what shared memory and fresh device memory hold.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>
#include <vector>

#include "src/exec/host/team.hpp"
#include "tests/support/shuffled_block.hpp"

namespace gbi::test {

class shuffled_executor : public exec::host::host_executor {
 public:
  explicit shuffled_executor(std::uint64_t seed) : source_(seed) {}

  std::string device_name() const override { return "one host thread, in random order"; }
  /// Blocks run so far: proof that work really came here.
  std::uint64_t blocks_run() const { return blocks_run_; }

  void* allocate(std::size_t bytes) override;
  /// As on a device, so that what is made for those is tested here.
  bool memory_is_host() const noexcept override { return false; }

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
  void launch(const kernels::short_division_arguments& a, std::uint32_t batch) override;
  void launch(const kernels::reciprocal_arguments& a, std::uint32_t batch) override;
  void launch(const kernels::remainder_arguments& a, std::uint32_t batch) override;
  void launch(const kernels::limb_division_arguments& a) override;
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

  /// Blocks run one after the other, so that those that wait for others must begin in order.
  template <class Kernel>
  void run(std::uint32_t blocks, std::uint32_t batch, const typename Kernel::arguments& a) {
    using shared_memory = typename Kernel::shared_memory;
    std::vector<std::uint64_t> order(std::uint64_t{blocks} * batch);
    std::iota(order.begin(), order.end(), std::uint64_t{0});
    if constexpr (!kernels::is_in_order<Kernel>) source_.shuffle(order);
    const auto shared = std::make_unique<shared_memory>();
    for (const std::uint64_t i : order) {
      if (exec::host::is_left_out<Kernel>(a, static_cast<std::uint32_t>(i / blocks))) continue;
      fill_with_garbage(shared.get(), sizeof(shared_memory));
      shuffled_block<Kernel::threads> block(static_cast<std::uint32_t>(i % blocks),
                                            static_cast<std::uint32_t>(i / blocks), source_);
      exec::host::run_block<Kernel>(block, *shared, a);
    }
    blocks_run_ += order.size();
  }

 private:
  void fill_with_garbage(void* memory, std::size_t bytes) {
    const std::uint64_t pattern = source_.bits() | 1;  // never zeros by chance
    auto* at = static_cast<unsigned char*>(memory);
    for (std::size_t i = 0; i < bytes; i += sizeof pattern)
      std::memcpy(at + i, &pattern, std::min(sizeof pattern, bytes - i));
  }

  shuffler source_;
  std::uint64_t blocks_run_ = 0;
};

}  // namespace gbi::test
