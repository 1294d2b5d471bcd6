/// \file
/// Where numbers live and operations run: a backend, a device, a stream.
#pragma once

#include <memory>
#include <string>

namespace gbi {

namespace detail {
class engine;
}

/// What executes the kernels.
enum class backend {
  cuda,  ///< an NVIDIA GPU
  host   ///< the same kernels on the processor's cores
};

/// How a context's products by transforms are kept right. Wide digits make a product 1.5 to 2 times as fast,
/// but only up to 4096 points are they proven to be exact for every input; so they are recoded at random,
/// which makes every input behave like a random one, and the product is verified on the device. One that does
/// not pass is computed again with proven digits, without the host having to wait (docs/rounding.md).
enum class verification {
  off,      ///< nothing is verified: digits are as narrow as the proof wants them
  monitor,  ///< the distance of all coefficients to integers, and their size
  residue   ///< that, and the product modulo a random prime of 61 bits: the default
};

/// Whether a context of this backend can be made on this machine.
bool is_available(backend which, int device = 0) noexcept;

/// A handle to one executor with its stream and memory pool. Copies refer to the same executor. On CUDA
/// operations on long numbers are queued on the stream and return at once; asking for a value (a sign, a
/// comparison, text) waits. Short numbers are computed by the calling thread (gpu_bigint.hpp).
///
/// The executor lives as long as handles or long numbers need it. Short numbers do not keep it; if one of
/// them needs it later, it is made again. Of every context that was made less than 1 KB stays until the
/// process ends.
///
/// Thread safety: as for GMP, different threads may work on different numbers, of one context or of several.
class context {
 public:
  /// The default backend: what the environment variable GPU_BIGINT_BACKEND (cuda or host) says, else CUDA if
  /// there is a device, else the host.
  /// \throws device_error if the variable asks for CUDA and there is no device.
  /// \throws std::invalid_argument if the variable is set to anything else.
  /// \throws what the other constructor throws
  context();

  /// \param device ordinal of the CUDA device, 0 for the host.
  /// \param stream a cudaStream_t that outlives the context and everything in it; null: a stream of its own.
  /// \throws device_error if there is no such device.
  /// \throws std::invalid_argument if the environment variable GPU_BIGINT_ALGORITHM is set to anything but
  /// schoolbook or fft, GPU_BIGINT_MODULAR_ARITHMETIC to anything but doubles or words,
  /// GPU_BIGINT_VERIFICATION to anything but off, monitor or residue, or GPU_BIGINT_WORD_LIMIT to anything
  /// but 0 to 2^20. They are read here and nowhere else.
  explicit context(gbi::backend which, int device = 0, void* stream = nullptr);

  gbi::backend backend() const noexcept;
  int device() const noexcept;
  /// The device's name, for the host the number of threads that run kernels.
  std::string device_name() const;
  /// Every limit by which this context chooses routes, one a line, as in "product.kept_limbs 131072". The
  /// first line says where they come from: "measured on" the device that is named, or "derived for" this one
  /// from its properties where none like it was measured; and which environment variables had a say.
  std::string tuning() const;

  /// How products queued from now on are verified. At first what the environment variable
  /// GPU_BIGINT_VERIFICATION (off, monitor or residue) says, else residue.
  void set_verification(gbi::verification how) const;
  gbi::verification verification() const noexcept;

  /// Waits until everything queued so far is done.
  /// \throws device_error if any of it failed, or if a product turned out wrong that was computed with proven
  /// digits, which only faulty hardware does.
  void synchronize() const;

  /// Returns memory that the pool keeps for reuse to the system.
  void trim() const;

  /// The calling thread's current context: that of its innermost scoped_context, else the process-wide
  /// default one, made on first use.
  static context current();

  friend bool operator==(const context&, const context&) = default;

  /// For the library itself: what is behind the handle.
  const std::shared_ptr<detail::engine>& engine() const noexcept { return engine_; }
  explicit context(std::shared_ptr<detail::engine> engine) noexcept : engine_(std::move(engine)) {}

 private:
  std::shared_ptr<detail::engine> engine_;
};

/// Makes a context the calling thread's current one until the end of the scope. Scopes nest.
class scoped_context {
 public:
  explicit scoped_context(context use);
  ~scoped_context();
  scoped_context(const scoped_context&) = delete;
  scoped_context& operator=(const scoped_context&) = delete;
};

}  // namespace gbi
