#include "src/text/text_check.hpp"

#include "src/ground/relation.hpp"
#include "src/words/residue.hpp"

namespace gbi::text {

void run_checked(detail::engine& engine, kernels::limb_span number, const limb* sign, int base,
                 const std::function<std::string_view()>& convert) {
  if (!engine.verifier().checks_all()) {
    convert();
    return;
  }
  const auto table = engine.verifier().table();
  const auto by = words::residue_modulus::of(table->modulus().prime);
  const exec::buffer<limb> of_text(engine.executor(), 1);
  ground::run_checked(
      engine, {.a = number, .b = {}, .sum = {of_text.data(), 1, 0}, .signs = {sign}, .table = table}, [&] {
        const std::string_view digits = convert();
        const limb residue = words::residue_of_text(digits.data(), digits.size(), base, by);
        engine.executor().upload(of_text.data(), &residue, sizeof residue);
      });
}

}  // namespace gbi::text
