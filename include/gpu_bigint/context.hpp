/// \file
/// Where numbers live and operations run: a backend, a device, a stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "gpu_bigint/backend.hpp"
#include "gpu_bigint/export.hpp"
#include "gpu_bigint/memory.hpp"

namespace gbi {

namespace detail {
class engine;
struct context_access;
}  // namespace detail

/// How a context keeps results correct. Short products by transforms have digits so narrow that they are
/// proven exact. Long ones have wider digits, which makes them 1.5 to 2 times as fast. These digits are
/// recoded at random, so that every input behaves like a random one, and the product is verified on the
/// device. A product that fails is computed again in integers or with proven digits, without making the host
/// wait (docs/rounding.md). If it fails again, the hardware is faulty: reading the product, or anything
/// computed from it, throws device_error, every time and in every thread. Other numbers are not affected
/// (docs/errors.md).
///
/// Each value includes the checks of those before it.
enum class verification {
  off,      ///< nothing is verified; digits are as narrow as the proof requires
  monitor,  ///< checks how far all coefficients are from integers, and their size
  residue,  ///< also checks long products by transforms modulo a random prime of 61 bits; the default
  /// Also checks every sum, shift, product, quotient, root, text conversion and modular power for hardware
  /// faults. Results computed in host words are not checked. A result that fails is computed again once; on a
  /// GPU, this holds only for some operations. Reading a result that stays wrong throws device_error.
  /// docs/correctness.md lists the operations, with their checks and repairs.
  all
};

/// "off", "monitor", "residue" or "all", as in GPU_BIGINT_VERIFICATION.
[[nodiscard]] constexpr std::string_view name_of(verification how) noexcept {
  switch (how) {
    case verification::off:
      return "off";
    case verification::monitor:
      return "monitor";
    case verification::residue:
      return "residue";
    default:
      return "all";
  }
}

/// Why no context of this backend can be made, in plain words: the library was built without CUDA, the driver
/// is missing or too old, there is no such device, or the device cannot run the library's code. The reason
/// includes CUDA's name and text for the error. It is a clause without a full stop, as in "there is no CUDA
/// device 3: there are 2". The first call for a device initialises that device, which takes a few tenths of a
/// second.
/// \param device ordinal of the CUDA device, 0 for the host
/// \returns an empty string if a context can be made
[[nodiscard]] GBI_API std::string why_unavailable(backend which, int device = 0);

/// Whether a context of this backend can be made on this machine, that is, why_unavailable() returns no
/// reason.
[[nodiscard]] GBI_API bool is_available(backend which, int device = 0) noexcept;

/// What a context is made from, in addition to its backend. At most one of `memory_pool` and `memory` may be
/// set.
struct context_options {
  /// Ordinal of the CUDA device, 0 for the host.
  int device = 0;
  /// A cudaStream_t that outlives the context and everything in it. Null: the context makes its own.
  void* stream = nullptr;
  /// CUDA only: a cudaMemPool_t on the device that outlives the context and everything in it. Its attributes
  /// are left unchanged. Null: a pool of the library's own. Contexts of one device without a memory limit
  /// share that pool, which is destroyed with the last of them. The device's default pool is not touched.
  void* memory_pool = nullptr;
  /// A source of memory in place of a pool. The context keeps a reference for as long as handles or long
  /// numbers need the executor. If the resource is gone when a short number needs the executor again, that
  /// operation throws device_error.
  std::shared_ptr<memory_resource> memory = nullptr;
  /// The most bytes that the context may hold; 0: only the machine's limit. An operation that needs more
  /// throws out_of_memory. On the host, both memory in use and memory kept for reuse count. On CUDA, only
  /// memory in use counts; a context with a limit has its own pool, which keeps up to the next multiple of 32
  /// MiB.
  std::size_t memory_limit = 0;
  /// The text of a tuning file, as context::tuning_file() makes it, or "none" for the built-in values. Empty:
  /// the context looks for a file as docs/tuning.md says.
  std::string tuning = {};
};

/// A value by which contexts choose algorithms, as context::tuning() names and prints it.
struct tuning_value {
  std::string name;   ///< "product.schoolbook_total_limbs"
  std::string value;  ///< "6600"; "never" is a least size that nothing reaches
};

/// A handle to one executor with its stream and memory pool. Copies refer to the same executor. On CUDA,
/// operations on long numbers are queued on the stream and return at once. Asking for a value (a sign, a
/// comparison, text) waits. The calling thread itself computes with short numbers (gpu_bigint.hpp).
///
/// The executor lives as long as handles or long numbers need it. Short numbers do not keep it alive; if one
/// of them needs it later, it is made again. Each context leaves less than 1 KB allocated until the process
/// ends.
///
/// A moved-from context still refers to its executor: a move is a copy.
///
/// Thread safety: as in GMP, different threads may work on different numbers, of one context or of several.
/// The child of a fork may use contexts of the host, but not numbers on which another thread was working when
/// fork was called. CUDA does not work in a child of a process that has used it.
class GBI_API context {
 public:
  /// A context of the default backend. The environment variable GPU_BIGINT_BACKEND (cuda or host) chooses it.
  /// If the variable is not set, the backend is CUDA if there is a device, else the host.
  /// \throws device_error if the variable asks for CUDA and there is no device.
  /// \throws std::invalid_argument if the variable has any other value.
  /// \throws as the other constructor
  context();

  /// \param device ordinal of the CUDA device, 0 for the host.
  /// \param stream a cudaStream_t that outlives the context and everything in it; null: the context makes its
  /// own.
  /// \throws device_error with the text of why_unavailable() if the context cannot be made.
  /// \throws std::invalid_argument if an environment variable has an unknown value. Allowed are schoolbook,
  /// fft or exact for GPU_BIGINT_ALGORITHM, doubles or integers for GPU_BIGINT_TRANSFORMS, doubles, words
  /// or residues for GPU_BIGINT_MODULAR_ARITHMETIC, off, monitor, residue or all for GPU_BIGINT_VERIFICATION,
  /// 0 to 2^20 for GPU_BIGINT_WORD_LIMIT, 1 to 4096 for GPU_BIGINT_THREADS, and for
  /// GPU_BIGINT_HOST_MEMORY "unlimited" or a number of bytes, which may end in K, M, G or T. The variables
  /// are read only here. GPU_BIGINT_TUNING is "none" or a tuning file without mistakes.
  explicit context(gbi::backend which, int device = 0, void* stream = nullptr);

  /// As above, with a choice of stream and memory.
  /// \throws std::invalid_argument also for options that contradict each other or the backend, and for a
  /// tuning that is wrong or for another device.
  context(gbi::backend which, const context_options& options);

  /// Another handle to the same executor.
  context(const context&) noexcept = default;
  /// Refers to the executor of the other handle from now on.
  context& operator=(const context&) noexcept = default;
  /// Gives up the handle.
  ~context() = default;

  /// What executes the kernels.
  [[nodiscard]] gbi::backend backend() const noexcept;
  /// The ordinal of the CUDA device; 0 for the host.
  [[nodiscard]] int device() const noexcept;
  /// The name of the device; for the host the number of threads that run kernels.
  [[nodiscard]] std::string device_name() const;
  /// Every limit by which this context chooses algorithms, one per line, as in "product.kept_limbs 131072".
  /// The first line names the origin of the values: "measured on" a device, or "derived for" this device from
  /// its properties if no such device was measured. It also names the tuning file that is used, or why it is
  /// not used, and the environment variables that changed values.
  [[nodiscard]] std::string tuning() const;
  /// The text of a tuning file for this device: JSON with its name, the versions of driver, CUDA and library,
  /// today's date, and these values. A file changes how results are computed, never the results.
  /// \throws std::invalid_argument if there is no such value, or a file may not set it so
  [[nodiscard]] std::string tuning_file(std::span<const tuning_value> values) const;
  /// The path of the file that contexts on this device load: in gpu_bigint in the user's configuration folder
  /// (XDG_CONFIG_HOME, or .config in HOME). Empty if the user has no such folder.
  [[nodiscard]] std::string tuning_path() const;

  /// Sets how results that are computed or queued from this call on are verified. The initial value comes
  /// from the environment variable GPU_BIGINT_VERIFICATION (off, monitor, residue or all); it is residue if
  /// that is not set.
  void set_verification(gbi::verification how) const;
  /// The current verification.
  [[nodiscard]] gbi::verification verification() const noexcept;

  /// Waits until everything queued so far is done. Does not report results that are known to be wrong:
  /// reading any value computed from such a result does.
  /// \throws device_error if the device reports an error. After such an error, CUDA reports it for every
  /// later call.
  void synchronize() const;

  /// The number of checked results so far that were wrong at first and were computed again. A batch of
  /// products counts once. The number is almost always 0: the digits of products are chosen so that a repair
  /// because of rounding is rare unless nearly all digits are half of their base (docs/rounding.md). If it
  /// grows, suspect faulty hardware. Does not wait: results that are still queued are not yet counted.
  [[nodiscard]] std::uint64_t repairs() const;

  /// The cudaStream_t on which operations are queued; null on the host, where operations are done when they
  /// return.
  [[nodiscard]] void* stream() const noexcept;
  /// Makes another stream wait: work queued on it from now on starts after all work queued on the context so
  /// far. The host does not wait. Does nothing on the host backend.
  /// \param other a cudaStream_t of any device; null: the default stream of the context's device
  /// \throws device_error
  void precede(void* other) const;
  /// Makes the context wait for another stream: work queued on the context from now on starts after all work
  /// queued on the other stream so far. The host does not wait. Does nothing on the host backend.
  /// \param other a cudaStream_t of the context's device; null: its default stream
  /// \throws device_error
  void follow(void* other) const;

  /// The bytes that the context holds. Does not wait. On CUDA, these are the bytes of its pool, which
  /// contexts of one device may share. On the host, short numbers (gpu_bigint.hpp) do not count.
  [[nodiscard]] memory_statistics memory() const;
  /// Drops data that operations cache, such as powers of ten, and returns the memory that the pool keeps for
  /// reuse to the system. On CUDA, waits for everything queued so far. Also trims a pool supplied by the
  /// caller, and calls the trim() of a memory_resource.
  void trim() const;

  /// The calling thread's current context: that of its innermost scoped_context. Outside any scope, this is
  /// the process-wide default context, which is made on first use and lives as long as the process, so
  /// destructors of static objects may compute in it. On CUDA, they get device_error once the driver has shut
  /// down.
  [[nodiscard]] static context current();

  /// Whether both handles refer to the same executor.
  friend bool operator==(const context&, const context&) = default;

 private:
  friend struct detail::context_access;
  explicit context(std::shared_ptr<detail::engine> engine) noexcept : engine_(std::move(engine)) {}

  std::shared_ptr<detail::engine> engine_;
};

/// Makes a context the calling thread's current one until the end of the scope. Scopes nest. A scope must end
/// in the thread that began it.
class GBI_API scoped_context {
 public:
  /// Begins the scope.
  explicit scoped_context(const context& use);
  /// Ends the scope and restores the previous current context.
  ~scoped_context();
  scoped_context(const scoped_context&) = delete;
  scoped_context& operator=(const scoped_context&) = delete;

 private:
  friend struct detail::context_access;

  const context use_;
  mutable const scoped_context* before_;
};

}  // namespace gbi
