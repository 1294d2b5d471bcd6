#include "src/distribute/carry.hpp"

namespace gbi::distribute {

carries::carries(value& result) : result_(result), buffers_(result.local()) {}

void carries::settle(overhang above, std::optional<bool> rounded_sign) {
  group& on = result_.on();
  if (on.size() == 1 && !rounded_sign) return;
  on.step([&](rank& r) {
    const std::size_t own = result_.index_of(r);
    const kernels::limb_span slab = result_.span(own);
    r.executor.clear(result_.record(own), sizeof(kernels::slab_record));
    r.executor.launch(kernels::slab_record_arguments{
        slab, above == overhang::none ? nullptr : result_.limbs(own) + slab.count,
        above == overhang::with_sign, result_.record(own)});
    buffers_[own] = {result_.record(own), result_.records(own)};
  });
  on.link().all_gather(buffers_, sizeof(kernels::slab_record));
  on.step([&](rank& r) {
    const std::size_t own = result_.index_of(r);
    kernels::ripple_arguments ripple{{result_.limbs(own), result_.own(own).size(), 0},
                                     result_.records(own),
                                     static_cast<std::uint32_t>(r.number)};
    if (rounded_sign) {
      ripple.one_if = result_.scratch(own);
      ripple.sign = result_.sign_word(own);
      ripple.is_negated = *rounded_sign;
    }
    r.executor.launch(ripple);
  });
}

}  // namespace gbi::distribute
