/// \file
/// The Lucas-Lehmer test: steps, repair, the Jacobi check, saved states.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <istream>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>

#include "gpu_bigint/gcd.hpp"
#include "gpu_bigint/mersenne.hpp"
#include "gpu_bigint/serialize.hpp"
#include "kernels/word/wide_product.hpp"
#include "src/exec/operation.hpp"
#include "src/number_theory/mersenne_square.hpp"
#include "src/number_theory/primality.hpp"
#include "src/plan/fft_shape.hpp"
#include "src/words/prime.hpp"

namespace gbi {

namespace {

using number_theory::mersenne_digits, number_theory::mersenne_square;

/// The test in machine words, for primes 2 < p < 64.
bool is_short_mersenne_prime(std::uint64_t p) {
  const limb modulus = (limb{1} << p) - 1;
  limb s = 4 % modulus;
  for (std::uint64_t i = 0; i < p - 2; ++i)
    s = kernels::low_limb((kernels::wide_product(s, s) + modulus - 2) % modulus);
  return s == 0;
}

std::uint64_t checked_exponent(std::uint64_t p) {
  if (p < limb_bits || p >> 32 != 0 || !words::is_prime_word(p))
    throw std::domain_error("Lucas-Lehmer test of 2^" + std::to_string(p) +
                            " - 1: the exponent is not a prime between 64 and 2^32");
  return p;
}

std::uint64_t checked_digits(std::uint64_t p, std::uint64_t digits) {
  if (digits == 0) return mersenne_digits(p);
  constexpr std::uint64_t widest = 30;  // the widest digit that the carry kernel splits
  if (digits < 4 || digits % 2 != 0 || !plan::is_transform_length(digits / 2) || digits > p / 2 ||
      p / digits >= widest)
    throw std::invalid_argument("Lucas-Lehmer test of 2^" + std::to_string(p) + " - 1 in " +
                                std::to_string(digits) + " digits: there is no such transform");
  return digits;
}

/// What precedes the residues in a saved state. The bytes are those of a little-endian machine.
struct saved_header {
  std::array<char, 4> magic{'G', 'B', 'L', 'L'};
  std::uint32_t version = 1;
  std::uint64_t exponent = 0, digits = 0, steps = 0, passed_steps = 0, largest_error = 0;
  std::uint64_t checksum = 0;

  /// FNV-1a of the bytes before the checksum. Source: G. Fowler, L. Noll, K.-P. Vo (1991).
  std::uint64_t digest() const {
    std::array<unsigned char, sizeof(saved_header)> bytes{};
    std::memcpy(bytes.data(), this, sizeof(*this));
    std::uint64_t hash = 0xcbf29ce484222325;
    for (std::size_t i = 0; i < sizeof(*this) - sizeof(checksum); ++i)
      hash = (hash ^ bytes[i]) * 0x100000001b3;
    return hash;
  }
};
static_assert(sizeof(saved_header) == 56 && std::endian::native == std::endian::little);

}  // namespace

class lucas_lehmer::implementation {
 public:
  implementation(std::uint64_t exponent, std::uint64_t digits)
      : engine_(detail::engine_of(context::current())),
        exponent_(checked_exponent(exponent)),
        square_(engine_, exponent_, checked_digits(exponent_, digits)),
        checkpoint_(4),
        passed_(4) {
    square_.set(checkpoint_);
  }

  std::uint64_t exponent() const { return exponent_; }
  std::uint64_t digits() const { return square_.digits(); }
  std::uint64_t steps() const { return trusted_steps_ + new_steps_; }
  double largest_error() const { return largest_error_; }

  void step(std::uint64_t count) {
    constexpr std::uint64_t between_checks = 1000;
    for (; count > 0; --count) {
      square_.step(2);
      if (++new_steps_ == between_checks) check();
    }
  }

  /// The residue, after a check of the rounding errors of the steps that led to it.
  const gpu_bigint& check() {
    if (new_steps_ == 0) return checkpoint_;
    const mersenne_square::rounding rounding = square_.measured();
    if (rounding.trusted)
      accept(rounding);
    else
      repair();
    return checkpoint_;
  }

  bool jacobi_check() {
    check();
    if (trusted_steps_ == passed_steps_) return true;
    if (is_plausible()) {
      passed_ = checkpoint_;
      passed_steps_ = trusted_steps_;
      return true;
    }
    checkpoint_ = passed_;
    trusted_steps_ = passed_steps_;
    square_.set(checkpoint_);
    return false;
  }

  void save(std::ostream& out) {
    check();
    saved_header header;
    header.exponent = exponent_;
    header.digits = digits();
    header.steps = trusted_steps_;
    header.passed_steps = passed_steps_;
    header.largest_error = std::bit_cast<std::uint64_t>(largest_error_);
    header.checksum = header.digest();
    out.write(reinterpret_cast<const char*>(&header), sizeof header);
    serialize(out, checkpoint_);
    serialize(out, passed_);
  }

  static std::unique_ptr<implementation> load(std::istream& in) {
    saved_header header;
    in.read(reinterpret_cast<char*>(&header), sizeof header);
    if (!in) throw data_error("saved Lucas-Lehmer test: the header is truncated");
    const saved_header expected;
    if (header.magic != expected.magic || header.version != expected.version)
      throw data_error("saved Lucas-Lehmer test: this is none, or one of another version");
    if (header.checksum != header.digest())
      throw data_error("saved Lucas-Lehmer test: the header does not have its checksum");
    const double error = std::bit_cast<double>(header.largest_error);
    if (header.exponent < limb_bits || header.steps > header.exponent - 2 ||
        header.passed_steps > header.steps || !std::isfinite(error))
      throw data_error("saved Lucas-Lehmer test: there is no such step");
    try {
      auto loaded = std::make_unique<implementation>(header.exponent, header.digits);
      loaded->checkpoint_ = loaded->loaded_residue(in);
      loaded->passed_ = loaded->loaded_residue(in);
      loaded->trusted_steps_ = header.steps;
      loaded->passed_steps_ = header.passed_steps;
      loaded->largest_error_ = error;
      loaded->square_.set(loaded->checkpoint_);
      return loaded;
    } catch (const std::logic_error& wrong) {  // an exponent or digits that no test has
      throw data_error(std::string("saved Lucas-Lehmer test: ") + wrong.what());
    }
  }

 private:
  gpu_bigint mersenne_number() const {
    return (passed_.in_same_context(1) << static_cast<std::int64_t>(exponent_)) - 1;
  }

  /// Whether the checkpoint, a step after s_0, can be right.
  bool is_plausible() const {
    const gpu_bigint modulus = mersenne_number();
    const bool is_last = trusted_steps_ == exponent_ - 2;
    if (!is_last && (checkpoint_ == 0 || checkpoint_ == 2 || checkpoint_ == modulus - 2)) return false;
    // The symbol 0 would be a factor of 2^p - 1, not an error.
    return jacobi(checkpoint_ - 2, modulus) != 1;
  }

  gpu_bigint loaded_residue(std::istream& in) const {
    gpu_bigint residue = deserialize(in);
    if (residue.sign() < 0 || residue >= mersenne_number())
      throw data_error("saved Lucas-Lehmer test: a residue is not below 2^p - 1");
    return residue;
  }

  void accept(const mersenne_square::rounding& rounding) {
    checkpoint_ = square_.residue();
    trusted_steps_ += std::exchange(new_steps_, 0);
    largest_error_ = std::max(largest_error_, rounding.distance);
  }

  /// Repeats the steps since the checkpoint with longer transforms. If that fails, the test stands at the
  /// checkpoint.
  void repair() {
    const std::uint64_t steps = std::exchange(new_steps_, 0);
    square_.set(checkpoint_);
    constexpr int most_repairs = 4;
    std::uint64_t digits = square_.digits();
    for (int repairs = 0; repairs < most_repairs; ++repairs) {
      digits = mersenne_digits(exponent_, digits + 1);
      mersenne_square longer(engine_, exponent_, digits);
      longer.set(checkpoint_);
      for (std::uint64_t i = 0; i < steps; ++i) longer.step(2);
      const mersenne_square::rounding rounding = longer.measured();
      if (!rounding.trusted) continue;
      square_ = std::move(longer);
      new_steps_ = steps;
      return accept(rounding);
    }
    throw device_error("Lucas-Lehmer test of 2^" + std::to_string(exponent_) +
                       " - 1: the rounding error of " + std::to_string(digits) +
                       " digits is too large, which only faulty hardware explains");
  }

  std::shared_ptr<detail::engine> engine_;
  std::uint64_t exponent_;
  mersenne_square square_;
  gpu_bigint checkpoint_;
  std::uint64_t trusted_steps_ = 0, new_steps_ = 0;  ///< up to the checkpoint, and since then
  gpu_bigint passed_;  ///< the residue of the last step that passed jacobi_check()
  std::uint64_t passed_steps_ = 0;
  double largest_error_ = 0;
};

lucas_lehmer::lucas_lehmer(std::uint64_t exponent, std::uint64_t digits)
    : implementation_(std::make_unique<implementation>(exponent, digits)) {}
lucas_lehmer::lucas_lehmer(std::unique_ptr<implementation> made) noexcept
    : implementation_(std::move(made)) {}
lucas_lehmer::~lucas_lehmer() = default;
lucas_lehmer::lucas_lehmer(lucas_lehmer&&) noexcept = default;
lucas_lehmer& lucas_lehmer::operator=(lucas_lehmer&&) noexcept = default;

std::uint64_t lucas_lehmer::exponent() const noexcept {
  return implementation_->exponent();
}
std::uint64_t lucas_lehmer::steps_done() const noexcept {
  return implementation_->steps();
}
std::uint64_t lucas_lehmer::steps_left() const noexcept {
  return exponent() - 2 - steps_done();
}
std::uint64_t lucas_lehmer::digits() const noexcept {
  return implementation_->digits();
}
void lucas_lehmer::step(std::uint64_t count) {
  const exec::operation scope("Lucas-Lehmer steps", exponent(), count);
  implementation_->step(std::min(count, steps_left()));
}
gpu_bigint lucas_lehmer::residue() {
  return implementation_->check();
}
double lucas_lehmer::largest_error() {
  implementation_->check();
  return implementation_->largest_error();
}
bool lucas_lehmer::jacobi_check() {
  return implementation_->jacobi_check();
}
void lucas_lehmer::save(std::ostream& out) {
  implementation_->save(out);
}
lucas_lehmer lucas_lehmer::load(std::istream& in) {
  return lucas_lehmer(implementation::load(in));
}
bool lucas_lehmer::is_prime() {
  step(steps_left());
  return residue().sign() == 0;
}

bool is_mersenne_prime(std::uint64_t exponent) {
  if (exponent < limb_bits)
    return exponent == 2 || (words::is_prime_word(exponent) && is_short_mersenne_prime(exponent));
  return words::is_prime_word(exponent) && lucas_lehmer(exponent).is_prime();
}

}  // namespace gbi
