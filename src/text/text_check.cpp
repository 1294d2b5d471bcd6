#include "src/text/text_check.hpp"

#include "src/ground/relation.hpp"
#include "src/text/host_scan.hpp"

namespace gbi::text {

namespace {

/// The residue of a text, in device memory, and the relation that makes it the number.
class text_relation {
 public:
  text_relation(detail::engine& engine, kernels::limb_span number, const limb* sign, int base)
      : engine_(engine),
        base_(base),
        table_(engine.verifier().table()),
        by_(words::residue_modulus::of(table_->modulus().prime)),
        of_text_(engine.executor(), 1),
        right_{.a = number,
               .b = {},
               .sum = {of_text_.data(), 1, 0},
               .signs = {sign, nullptr, nullptr, nullptr},
               .table = table_} {}

  const ground::relation& get() const { return right_; }
  void take(std::string_view digits) const {
    const limb residue = residue_of(digits, base_, by_);
    engine_.executor().upload(of_text_.data(), &residue, sizeof residue);
  }

 private:
  detail::engine& engine_;
  int base_;
  std::shared_ptr<const tables::residue_table> table_;
  words::residue_modulus by_;
  exec::buffer<limb> of_text_;
  ground::relation right_;
};

}  // namespace

void run_checked_to_text(detail::engine& engine, kernels::limb_span number, int base,
                         const std::function<std::string_view()>& convert) {
  if (!engine.verifier().checks_all()) {
    convert();
    return;
  }
  const text_relation right(engine, number, nullptr, base);
  ground::run_checked(engine, right.get(), [&] { right.take(convert()); });
}

void run_checked_from_text(detail::engine& engine, kernels::limb_span number, const limb* sign,
                           std::string_view digits, int base, const exec::doubt& kept,
                           const std::function<void(const std::function<void()>& meanwhile)>& convert) {
  if (!engine.verifier().checks_all()) return convert([] {});
  const text_relation right(engine, number, sign, base);
  ground::run_checked_alone(
      engine, right.get(), [&] { convert([&] { right.take(digits); }); }, kept);
}

}  // namespace gbi::text
