#include "src/text/device_check.hpp"

#include "src/exec/buffer.hpp"
#include "src/operation/relation.hpp"
#include "src/process/function_ref.hpp"
#include "src/text/radix_tree.hpp"

namespace gbi::text {

namespace {

limb power(const kernels::small_modulus& modulus, limb base, limb exponent) {
  limb result = 1;
  for (; exponent > 0; exponent >>= 1, base = modulus.multiply(base, base))
    if (exponent % 2 == 1) result = modulus.multiply(result, base);
  return result;
}

/// The residues of a text, one for each chunk of the length that the kernel takes.
class text_residues {
 public:
  text_residues(detail::engine& engine, limb prime, int base, std::uint64_t text_size)
      : engine_(engine),
        words_(words_of(base)),
        modulus_(kernels::small_modulus::of(prime)),
        text_size_(text_size),
        chunk_(kernels::text_chunk_words * words_.digits_per_word),
        residues_(engine.executor(), (text_size + chunk_ - 1) / chunk_) {}

  kernels::limb_span span() const { return {residues_.data(), residues_.size(), 0}; }

  void find(const char* text) const {
    const limb two_to_64 = modulus_.reduce(kernels::wide_limb{1} << 64);
    const limb step = modulus_.multiply(power(modulus_, static_cast<limb>(words_.base), chunk_),
                                        power(modulus_, two_to_64, modulus_.q - 2));
    engine_.executor().launch(kernels::text_residue_arguments{
        text, text_size_, static_cast<std::uint32_t>(words_.base), words_.digits_per_word, modulus_, step,
        residues_.data(), residues_.size()});
  }

 private:
  detail::engine& engine_;
  base_words words_;
  kernels::small_modulus modulus_;
  std::uint64_t text_size_, chunk_;
  exec::buffer<limb> residues_;
};

}  // namespace

void run_checked_on_device(detail::engine& engine, kernels::limb_span number, int base,
                           std::uint64_t text_size,
                           process::function_ref<const char*(const conversion_attempt&)> convert) {
  conversion_attempts attempts(engine, number.count);
  if (!attempts.may_round()) {
    convert(attempts.next(nullptr));
    return;
  }
  const verification mode = engine.verifier().mode();
  const auto table = engine.verifier().table();
  const text_residues residues(engine, table->modulus().prime, base, text_size);
  operation::run_corrected(engine, {.a = number, .sum = residues.span(), .table = table},
                           {.how = mode, .blocks = engine.tuning().product.verify_blocks},
                           [&](kernels::verdict* rounding) {
                             const char* const text = convert(attempts.next(rounding));
                             if (mode >= verification::residue) residues.find(text);
                           },
                           {});
}

}  // namespace gbi::text
