/// \file
/// The floating-point environment in which the library computes.
///
/// A caller may have set another rounding direction, lower precision, or traps, or may flush denormal numbers
/// to zero. The bounds of transforms hold for none of these (docs/rounding.md). So all floating-point code
/// runs in a scope that sets the environment and restores the caller's, including the exception flags.
#pragma once

#if defined(__x86_64__)
#include <xmmintrin.h>

#include <cstdint>
#else
#include <cfenv>
#endif

namespace gbi::words {

#if defined(__x86_64__)

/// Sets the control register of SSE, AVX and AVX-512: round to nearest, every exception masked, denormal
/// numbers kept. For operations of a few nanoseconds: in most programs there is nothing to set or restore,
/// and the exception flags are left as they are.
/// rounding.md: round to nearest
class vector_scope {
 public:
  vector_scope() noexcept : callers_(_mm_getcsr()) {
    if (differs()) [[unlikely]]
      _mm_setcsr(wanted);
  }
  ~vector_scope() {
    if (differs()) [[unlikely]]
      _mm_setcsr(callers_);
  }
  vector_scope(const vector_scope&) = delete;
  vector_scope& operator=(const vector_scope&) = delete;

 private:
  static constexpr unsigned flags = 0x3f;     ///< exceptions that have occurred
  static constexpr unsigned wanted = 0x1f80;  ///< the masks of all exceptions; everything else is 0

  bool differs() const noexcept { return (callers_ & ~flags) != wanted; }

  unsigned callers_;
};

/// Also sets the x87 unit, which computes with long double, to all 64 bits of its mantissa. Restores the
/// flags, too. Costs a few nanoseconds.
class floating_scope {
 public:
  floating_scope() noexcept : flags_(_mm_getcsr()) {
    asm volatile("fnstcw %0" : "=m"(control_) : : "memory");
    asm volatile("fnstsw %0" : "=m"(status_) : : "memory");
    if (differs()) [[unlikely]]
      load(wanted);
  }
  ~floating_scope() {
    std::uint16_t now = 0;
    asm volatile("fnstsw %0" : "=m"(now) : : "memory");
    if ((now & ~status_ & flags) != 0) restore_status();
    if (differs()) [[unlikely]]
      load(control_);
    if (((_mm_getcsr() ^ flags_) & flags) != 0) _mm_setcsr((_mm_getcsr() & ~flags) | (flags_ & flags));
  }
  floating_scope(const floating_scope&) = delete;
  floating_scope& operator=(const floating_scope&) = delete;

 private:
  static constexpr unsigned flags = 0x3f;
  static constexpr std::uint16_t wanted = 0x33f;  ///< masks of all exceptions, extended precision, to nearest
  static constexpr unsigned unused = 0xf0c0;      ///< bits without a meaning, some of which are always set

  bool differs() const noexcept { return (control_ & ~unused) != wanted; }
  static void load(std::uint16_t control) noexcept { asm volatile("fldcw %0" : : "m"(control) : "memory"); }
  /// Clears the exceptions that occurred in the scope.
  void restore_status() const noexcept {
    if ((status_ & flags) == 0) {
      asm volatile("fnclex" : : : "memory");
      return;
    }
    struct {
      std::uint32_t control, status, others[5];
    } environment;
    asm volatile("fnstenv %0" : "=m"(environment) : : "memory");
    environment.status = (environment.status & ~flags) | (status_ & flags);
    asm volatile("fldenv %0" : : "m"(environment) : "memory");
  }

  unsigned flags_;  ///< flags of the vector units, read before anything else
  vector_scope vectors_;
  std::uint16_t control_ = 0, status_ = 0;
};

#else

/// Sets the default environment of the platform: round to nearest, no traps.
class floating_scope {
 public:
  floating_scope() noexcept {
    std::fegetenv(&callers_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~floating_scope() { std::fesetenv(&callers_); }
  floating_scope(const floating_scope&) = delete;
  floating_scope& operator=(const floating_scope&) = delete;

 private:
  std::fenv_t callers_;
};
using vector_scope = floating_scope;

#endif

}  // namespace gbi::words
