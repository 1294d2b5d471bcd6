/// \file
/// Limbs in the memory of a context, without a copy: for your own kernels, and for libraries that exchange
/// arrays by `__cuda_array_interface__` or DLPack.
///
/// Numbers and batches are immutable, so do not write through a view. On CUDA, the limbs are complete when
/// all work queued on the context before the view was made is done. context::precede(stream) makes another
/// stream wait for that. The memory returns to the context in the order of the context's stream: if another
/// stream still reads it, call context::follow(stream) before the last view and the last number are
/// destroyed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu_bigint/bigint_batch.hpp"
#include "gpu_bigint/export.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

/// The limbs of a number in the memory of its context: contiguous 64-bit unsigned integers of the magnitude,
/// least significant first. Keeps the number alive. Copies are cheap.
///
/// For `__cuda_array_interface__` (version 3): `data` is (data(), read-only), `shape` is (size(),), `typestr`
/// is '<u8', `strides` is None, and `stream` is context().stream(). For DLPack: kDLCUDA (kDLCPU on the host),
/// {kDLUInt, 64, 1}.
class GBI_API limb_view {
 public:
  /// If the limbs are only in host words, queues a copy to the device, which the number keeps. O(n) in that
  /// case, else O(1). Does not wait. If a hardware fault is found later, size() and negative() report it, and
  /// so does everything else that reads the number. The caller's own kernels do not notice.
  /// \throws out_of_memory, device_error (also for a number that is known to be wrong)
  explicit limb_view(const gpu_bigint& viewed);

  /// A pointer to the lowest limb, aligned to 128 bytes. Not null, even if there are no limbs.
  [[nodiscard]] const std::uint64_t* data() const noexcept;
  /// The number of limbs without leading zeros; 0 for the number 0. Waits unless the size is known.
  /// \throws device_error
  [[nodiscard]] std::size_t size() const;
  /// An upper bound on size(). Does not wait. The limbs from size() up to this bound are zeros.
  [[nodiscard]] std::size_t bound() const noexcept;
  /// Whether the number is negative. Waits unless the sign is known.
  /// \throws device_error
  [[nodiscard]] bool negative() const;
  /// The context whose memory holds the limbs.
  [[nodiscard]] gbi::context context() const;
  /// The number itself.
  [[nodiscard]] const gpu_bigint& value() const noexcept { return viewed_; }

 private:
  gpu_bigint viewed_;
};

/// The limbs of a batch in the memory of its context. Limb j of element g is at
/// data()[j * limb_stride() + g * element_stride()]. Keeps the batch alive. Copies are cheap.
///
/// For `__cuda_array_interface__`: `shape` is (elements(), limbs()), `strides` is (8 * element_stride(),
/// 8 * limb_stride()) bytes; DLPack counts strides in limbs. Otherwise as for limb_view.
class GBI_API batch_view {
 public:
  /// A view of the batch. O(1). Does not wait. If a hardware fault is found later, everything that reads the
  /// batch reports it. The caller's own kernels do not notice.
  /// \throws device_error if the batch is known to be wrong
  explicit batch_view(const bigint_batch& viewed);

  /// A pointer to the lowest limb of the first element, aligned to 256 bytes. Null if there are no elements.
  [[nodiscard]] const std::uint64_t* data() const noexcept;
  /// The number of elements.
  [[nodiscard]] std::size_t elements() const noexcept { return viewed_.size(); }
  /// The limbs of each element. Bits from value().bits() on are zeros.
  [[nodiscard]] std::size_t limbs() const noexcept { return (viewed_.bits() + 63) / 64; }
  /// In limbs.
  [[nodiscard]] std::size_t element_stride() const noexcept { return 1; }
  /// In limbs.
  [[nodiscard]] std::size_t limb_stride() const noexcept { return viewed_.size(); }
  /// The context whose memory holds the limbs.
  [[nodiscard]] gbi::context context() const { return viewed_.context(); }
  /// The batch itself.
  [[nodiscard]] const bigint_batch& value() const noexcept { return viewed_; }

 private:
  bigint_batch viewed_;
};

/// A number from limbs in device memory. The copy is queued on the context's stream. Work that fills the
/// memory must be queued on that stream before, or on a stream that the context follows (context::follow).
/// Afterwards, the memory may be reused in the order of the context's stream. O(n). Does not wait.
/// \param where the context of the result
/// \param limbs memory of the context's device (on the host, of the process), aligned to 8 bytes, the least
/// significant limb first
/// \param size the number of limbs; the highest may be zeros
/// \param negative whether the number is negative
/// \throws std::invalid_argument for memory that the device cannot access
/// \throws out_of_memory, device_error
[[nodiscard]] GBI_API gpu_bigint import_limbs(const context& where, const std::uint64_t* limbs,
                                              std::size_t size, bool negative = false);

/// The layout of limbs for import_batch(): limb j of element g is at limbs[j * limb_stride + g *
/// element_stride].
struct batch_layout {
  std::size_t element_stride = 0;  ///< in limbs; 0: the limbs of an element, so that elements are contiguous
  std::size_t limb_stride = 1;     ///< in limbs
};

/// A batch from limbs in device memory. The copy is ordered on streams as for import_limbs(). Does not wait.
/// O(size bits).
/// \param where the context of the result
/// \param limbs memory of the context's device (on the host, of the process), aligned to 8 bytes, with
/// (bits + 63) / 64 limbs for each element
/// \param size the number of elements
/// \param bits the bits of each element, 64 to 65536; higher bits of the last limb are cut off
/// \param layout contiguous elements, or any other strides: {1, size} is the layout of batch_view
/// \throws std::invalid_argument for memory that the device cannot access, and for a width or a size that a
/// batch cannot have
/// \throws out_of_memory, device_error
[[nodiscard]] GBI_API bigint_batch import_batch(const context& where, const std::uint64_t* limbs,
                                                std::size_t size, std::size_t bits,
                                                const batch_layout& layout = {});

}  // namespace gbi
