#include "src/text/text_check.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "kernels/arithmetic/arguments.hpp"
#include "kernels/distribute/arguments.hpp"
#include "src/exec/buffer.hpp"
#include "src/operation/relation.hpp"
#include "src/plan/planner.hpp"
#include "src/process/function_ref.hpp"
#include "src/text/host_scan.hpp"
#include "src/text/radix_tree.hpp"

namespace gbi::text {

namespace {

/// The residue of a text, in device memory, and the relation that holds if the text is that of the number.
class text_relation {
 public:
  text_relation(detail::engine& engine, kernels::limb_span number, const limb* sign)
      : engine_(engine),
        table_(engine.verifier().table()),
        prime_(kernels::small_modulus::of(table_->modulus().prime)),
        of_text_(engine.executor(), 1),
        right_{.a = number,
               .sum = {of_text_.data(), 1, 0},
               .signs = {sign, nullptr, nullptr, nullptr},
               .table = table_} {}

  const operation::relation& get() const { return right_; }
  const kernels::small_modulus& prime() const { return prime_; }
  void take(limb residue) const { engine_.executor().upload(of_text_.data(), &residue, sizeof residue); }

 private:
  detail::engine& engine_;
  std::shared_ptr<const faults::residue_table> table_;
  kernels::small_modulus prime_;
  exec::buffer<limb> of_text_;
  operation::relation right_;
};

/// A verdict on its way to the host. The host does other work meanwhile.
class verdict_letter {
 public:
  /// \param said is cleared when it has been read
  verdict_letter(detail::engine& engine, kernels::verdict* said)
      : engine_(engine), box_(engine.mailboxes().take()) {
    auto* const words = reinterpret_cast<limb*>(said);
    try {
      engine.executor().launch(kernels::report_arguments{
          {words, word_count, 0}, words, nullptr, box_.words, box_.ticket, word_count, words});
    } catch (...) {
      engine.mailboxes().give_back(box_);
      throw;
    }
  }
  verdict_letter(const verdict_letter&) = delete;
  verdict_letter& operator=(const verdict_letter&) = delete;
  ~verdict_letter() { engine_.mailboxes().give_back(box_); }

  kernels::verdict read() const {
    engine_.executor().await(box_.words + kernels::report_ticket, box_.ticket, box_.mark);
    kernels::verdict result{};  // the box has no words above the highest one that is not 0
    std::memcpy(&result, box_.words + kernels::report_limbs,
                std::min<std::size_t>(box_.words[kernels::report_size], word_count) * sizeof(limb));
    return result;
  }

 private:
  static constexpr std::uint32_t word_count = sizeof(kernels::verdict) / sizeof(limb);

  detail::engine& engine_;
  exec::mailboxes::box box_;
};

/// Whether the digits of all products were certain, and the text has a residue that equals the verdict's
/// first one.
bool is_trusted(const kernels::verdict& said, const std::optional<limb>& of_text,
                const kernels::small_modulus& prime) {
  const limb of_number = prime.reduce((kernels::wide_limb{said.residue[0][1]} << 32) + said.residue[0][0]);
  return said.distance < kernels::distrusted_distance && said.largest < kernels::distrusted_coefficient &&
         of_text == of_number;
}

}  // namespace

void run_checked_to_text(detail::engine& engine, kernels::limb_span number, int base,
                         process::function_ref<device_digits(const conversion_attempt&)> queue,
                         process::function_ref<void(std::size_t, const digit_copy&)> write) {
  const faults::verifier::covered here;
  const kernels::small_modulus prime = engine.verifier().modulus();
  conversion_attempts attempts(engine, number.count);
  const auto is_right = [&] {
    const faults::verifier::lease measured(engine.verifier(), 1);
    engine.executor().launch(kernels::word_checksum_arguments{number, 0, kernels::word_modulus::of(prime.q),
                                                              measured.get()->residue[0]});
    const device_digits digits = queue(attempts.next(measured.get()));
    const verdict_letter letter(engine, measured.get());
    faults::evidence_so_far();  // the wait settles this evidence
    std::optional<limb> of_text;
    write(digits.size, [&](char* text) {
      text_scan scan({text, digits.size}, base, prime);
      engine.executor().download(
          text, digits.memory.data() + digits.begin, digits.size,
          {[&](std::size_t begin, std::size_t size) noexcept { scan.add_unchecked(begin, size); },
           scan.threads()});
      of_text = scan.residue();
    });
    return is_trusted(letter.read(), of_text, prime);
  };
  if (is_right()) return;
  faults::open_record record(engine.ledger());
  record.repeated(is_right());
}

void run_checked_from_text(detail::engine& engine, kernels::limb_span number, const limb* sign,
                           std::string_view digits, int base, const faults::doubt& kept,
                           process::function_ref<void(const conversion_attempt&)> convert) {
  const faults::verifier::covered here;
  const text_relation right(engine, number, sign);
  conversion_attempts attempts(engine, number.count);
  const auto compute = [&](kernels::verdict* rounding) {
    convert(attempts.next(rounding));
    right.take(residue_of(digits, base, right.prime()));
  };
  if (attempts.may_round() && bits_per_digit(base) == 0)
    operation::run_corrected(engine, right.get(), engine.planner().check_by_attempt(), compute, {});
  else
    operation::run_checked(
        engine, right.get(), [&] { compute(nullptr); }, kept);
}

}  // namespace gbi::text
