#include "src/text/text_check.hpp"

#include "src/ground/relation.hpp"
#include "src/text/host_scan.hpp"
#include "src/text/radix_tree.hpp"

namespace gbi::text {

namespace {

/// The residue of a text, in device memory, and the relation that makes it the number.
class text_relation {
 public:
  text_relation(detail::engine& engine, kernels::limb_span number, const limb* sign)
      : engine_(engine),
        table_(engine.verifier().table()),
        by_(words::residue_modulus::of(table_->modulus().prime)),
        of_text_(engine.executor(), 1),
        right_{.a = number,
               .b = {},
               .sum = {of_text_.data(), 1, 0},
               .signs = {sign, nullptr, nullptr, nullptr},
               .table = table_} {}

  const ground::relation& get() const { return right_; }
  const words::residue_modulus& modulus() const { return by_; }
  void take(limb residue) const { engine_.executor().upload(of_text_.data(), &residue, sizeof residue); }

 private:
  detail::engine& engine_;
  std::shared_ptr<const tables::residue_table> table_;
  words::residue_modulus by_;
  exec::buffer<limb> of_text_;
  ground::relation right_;
};

}  // namespace

void run_checked_to_text(detail::engine& engine, kernels::limb_span number, int base,
                         const std::function<std::string_view(const conversion_attempt&)>& convert) {
  const tables::verifier::covered here;
  const text_relation right(engine, number, nullptr);
  conversion_attempts attempts(engine, number.count);
  ground::run_checked(engine, right.get(), plan::plan_relation(engine.tuning()),
                      [&](kernels::verdict* rounding) {
                        const std::string_view digits = convert(attempts.next(rounding));
                        // The number is not 0.
                        right.take(residue_of_canonical(digits, base, right.modulus()).value_or(0));
                      },
                      {});
}

void run_checked_from_text(detail::engine& engine, kernels::limb_span number, const limb* sign,
                           std::string_view digits, int base, const exec::doubt& kept,
                           const std::function<void(const conversion_attempt&)>& convert) {
  const tables::verifier::covered here;
  const text_relation right(engine, number, sign);
  conversion_attempts attempts(engine, number.count);
  const auto compute = [&](kernels::verdict* rounding) {
    convert(attempts.next(rounding));
    right.take(residue_of(digits, base, right.modulus()));
  };
  if (attempts.may_round() && bits_per_digit(base) == 0)
    ground::run_checked(engine, right.get(), plan::plan_relation(engine.tuning()), compute, {});
  else
    ground::run_checked_alone(
        engine, right.get(), [&] { compute(nullptr); }, kept);
}

}  // namespace gbi::text
