#include "src/words/limb_checks.hpp"

namespace gbi::words {

namespace {

// The compiler vectorises these loops for the instructions that the calling function may use.

[[gnu::always_inline]] inline bool all_add_up(const limb* c, const limb* a, const limb* b, std::size_t n,
                                              limb carry) noexcept {
  limb errors = n > 0 ? c[0] - a[0] - b[0] - carry : 0;
  for (std::size_t i = 1; i < n; ++i) errors |= c[i] - a[i] - b[i] - carry_out(a[i - 1], b[i - 1], c[i - 1]);
  return errors == 0;
}

[[gnu::always_inline]] inline bool all_are_shifted(const limb* c, const limb* a, std::size_t n,
                                                   int left) noexcept {
  limb errors = 0;
  for (std::size_t i = 0; i < n; ++i) errors |= c[i] ^ (a[i + 1] << left | a[i] >> (limb_bits - left));
  return errors == 0;
}

}  // namespace

namespace plain {
bool adds_up(const limb* c, const limb* a, const limb* b, std::size_t n, limb carry) noexcept {
  return all_add_up(c, a, b, n, carry);
}
bool are_shifted(const limb* c, const limb* a, std::size_t n, int left) noexcept {
  return all_are_shifted(c, a, n, left);
}
}  // namespace plain

#if defined(__x86_64__)
namespace avx2 {
[[gnu::target("avx2")]] bool adds_up(const limb* c, const limb* a, const limb* b, std::size_t n,
                                     limb carry) noexcept {
  return all_add_up(c, a, b, n, carry);
}
[[gnu::target("avx2")]] bool are_shifted(const limb* c, const limb* a, std::size_t n, int left) noexcept {
  return all_are_shifted(c, a, n, left);
}
}  // namespace avx2

namespace avx512 {
[[gnu::target("avx512f")]] bool are_shifted(const limb* c, const limb* a, std::size_t n, int left) noexcept {
  return all_are_shifted(c, a, n, left);
}
}  // namespace avx512
#endif

}  // namespace gbi::words
