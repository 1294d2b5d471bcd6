#include "src/words/residue_blocks.hpp"

#if defined(__x86_64__)

namespace gbi::words::avx2 {

[[gnu::target("avx2,bmi2")]] wide_limb append_blocks(wide_limb value, const residue_modulus& by,
                                                     const char* at, const char* end) noexcept {
  return blocks_appended(value, by, at, end);
}

}  // namespace gbi::words::avx2

#endif
