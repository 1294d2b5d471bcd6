#include "src/text/text_check.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "kernels/arithmetic/arguments.hpp"
#include "src/exec/buffer.hpp"
#include "src/operation/perform.hpp"
#include "src/plan/planner.hpp"
#include "src/text/host_scan.hpp"
#include "src/words/number_theory/prime_power.hpp"

namespace gbi::text {

namespace {

/// The checksums of a text, one for each chunk of the length that the kernel takes.
class text_checksums {
 public:
  text_checksums(detail::engine& engine, limb prime, int base, std::uint64_t text_size)
      : engine_(engine),
        words_(words_of(base)),
        modulus_(kernels::small_modulus::of(prime)),
        text_size_(text_size),
        chunk_(kernels::text_chunk_words * words_.digits_per_word),
        checksums_(engine.executor(), (text_size + chunk_ - 1) / chunk_) {}

  kernels::limb_span span() const { return {checksums_.data(), checksums_.size(), 0}; }

  void find(const char* text) const {
    const limb two_to_64 = modulus_.reduce(kernels::wide_limb{1} << 64);
    const limb step =
        modulus_.multiply(words::power_modulo_prime(static_cast<limb>(words_.base), chunk_, modulus_),
                          words::power_modulo_prime(two_to_64, modulus_.q - 2, modulus_));
    engine_.executor().launch(kernels::text_checksum_arguments{
        text, text_size_, static_cast<std::uint32_t>(words_.base), words_.digits_per_word, modulus_, step,
        checksums_.data(), checksums_.size()});
  }

 private:
  detail::engine& engine_;
  base_words words_;
  kernels::small_modulus modulus_;
  std::uint64_t text_size_, chunk_;
  exec::buffer<limb> checksums_;
};

/// Runs a conversion between a number and a text of `text_size` digits in device memory. `convert` returns
/// the text.
void run_on_device(detail::engine& engine, kernels::limb_span number, int base, std::uint64_t text_size,
                   process::function_ref<const char*(const conversion_attempt&)> convert) {
  conversion_attempts attempts(engine, number.count);
  if (!attempts.may_round() || bits_per_digit(base) != 0) {
    convert(attempts.next(nullptr));
    return;
  }
  const plan::check_plan check{.how = engine.verifier().mode(),
                               .blocks = engine.tuning().product.verify_blocks};
  const auto table = engine.verifier().table();
  const text_checksums checksums(engine, table->modulus().prime, base, text_size);
  operation::run_corrected(engine, {.a = number, .sum = checksums.span(), .table = table}, check,
                           [&](kernels::verdict* rounding) {
                             const char* const text = convert(attempts.next(rounding));
                             if (check.how >= verification::residue) checksums.find(text);
                           },
                           {});
}

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

/// Whether the digits of all products were certain, and the text has a checksum that equals the verdict's
/// first one.
bool is_trusted(const kernels::verdict& said, const std::optional<limb>& of_text,
                const kernels::small_modulus& prime) {
  const limb of_number = prime.reduce((kernels::wide_limb{said.checksum[0][1]} << 32) + said.checksum[0][0]);
  return said.distance < kernels::distrusted_distance && said.largest < kernels::distrusted_coefficient &&
         of_text == of_number;
}

/// Finds the digits, and whether they are right.
bool attempt_text(const outgoing& wanted, conversion_attempts& attempts,
                  process::function_ref<void(std::size_t, const digit_copy&)> write) {
  detail::engine& engine = wanted.engine;
  const kernels::small_modulus prime = engine.verifier().modulus();
  const faults::verifier::lease measured(engine.verifier(), 1);
  engine.executor().launch(kernels::word_checksum_arguments{
      wanted.number, 0, kernels::word_modulus::of(prime.q), measured.get()->checksum[0]});
  const device_digits digits = wanted.queue(attempts.next(measured.get()));
  const verdict_letter letter(engine, measured.get());
  faults::evidence_so_far();  // the wait settles this evidence
  std::optional<limb> of_text;
  write(digits.size, [&](char* text) {
    text_scan scan({text, digits.size}, wanted.base, prime);
    engine.executor().download(
        text, digits.memory.data() + digits.begin, digits.size,
        {[&](std::size_t begin, std::size_t size) noexcept { scan.add_unchecked(begin, size); },
         scan.threads()});
    of_text = scan.checksum();
  });
  return is_trusted(letter.read(), of_text, prime);
}

/// Computes a number for verification::all.
void run_on_host(const incoming& wanted) {
  detail::engine& engine = wanted.engine;
  const faults::verifier::covered here;
  const auto table = engine.verifier().table();
  const auto prime = kernels::small_modulus::of(table->modulus().prime);
  const exec::buffer<limb> of_text(engine.executor(), 1);
  const operation::relation right{.a = wanted.number,
                                  .sum = {of_text.data(), 1, 0},
                                  .signs = {wanted.sign, nullptr, nullptr, nullptr},
                                  .table = table};
  conversion_attempts attempts(engine, wanted.number.count);
  const auto compute = [&](kernels::verdict* rounding) {
    wanted.queue(attempts.next(rounding));
    const limb checksum = checksum_of(wanted.digits, wanted.base, prime);
    engine.executor().upload(of_text.data(), &checksum, sizeof checksum);
  };
  if (attempts.may_round() && bits_per_digit(wanted.base) == 0)
    operation::run_corrected(engine, right, engine.planner().check_by_attempt(), compute, {});
  else
    operation::run_checked(
        engine, right, [&] { compute(nullptr); }, wanted.suspect);
}

}  // namespace

device_digits to_device_text(const outgoing& wanted) {
  device_digits result;
  run_on_device(wanted.engine, wanted.number, wanted.base, wanted.size,
                [&](const conversion_attempt& attempt) {
                  result = wanted.queue(attempt);
                  return result.memory.data() + result.begin;
                });
  return result;
}

void to_text(const outgoing& wanted, process::function_ref<void(std::size_t, const digit_copy&)> write) {
  if (operation::is_checked(wanted.engine)) {
    const faults::verifier::covered here;
    conversion_attempts attempts(wanted.engine, wanted.number.count);
    if (attempt_text(wanted, attempts, write)) return;
    faults::open_record record(wanted.engine.ledger());
    return record.repeated(attempt_text(wanted, attempts, write));
  }
  const device_digits digits = to_device_text(wanted);
  faults::evidence_so_far();  // the wait settles this evidence
  write(digits.size, [&](char* at) {
    wanted.engine.executor().download(at, digits.memory.data() + digits.begin, digits.size);
  });
}

void from_text(const incoming& wanted) {
  if (operation::is_checked(wanted.engine)) return run_on_host(wanted);
  run_on_device(wanted.engine, wanted.number, wanted.base, wanted.digits.size(), wanted.queue);
}

}  // namespace gbi::text
