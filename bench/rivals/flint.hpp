/// \file
/// FLINT's integer product, if FLINT 3 is installed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace gbi::bench {

/// FLINT, loaded at run time: the library that GPU_BIGINT_FLINT names, otherwise the system's.
class flint {
 public:
  /// \return null if no library with `flint_mpn_mul` is found
  static std::unique_ptr<flint> load();

  const std::string& version() const { return version_; }
  /// Whether the library has FLINT's fast transforms, for AVX2 or NEON.
  bool has_fft_small() const { return has_fft_small_; }
  /// Sets the size of FLINT's thread pool for all later products.
  void set_threads(int threads) const { set_threads_(threads); }
  /// result = a b. a must not be shorter than b; result has as many limbs as both together.
  void multiply(std::span<std::uint64_t> result, std::span<const std::uint64_t> a,
                std::span<const std::uint64_t> b) const {
    multiply_(result.data(), a.data(), static_cast<long>(a.size()), b.data(), static_cast<long>(b.size()));
  }

 private:
  using multiply_function = std::uint64_t (*)(std::uint64_t*, const std::uint64_t*, long,
                                              const std::uint64_t*, long);
  multiply_function multiply_ = nullptr;
  void (*set_threads_)(int) = nullptr;
  std::string version_;
  bool has_fft_small_ = false;
};

}  // namespace gbi::bench
