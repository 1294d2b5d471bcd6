/// \file
/// Steps that make, copy, write and read numbers.
#include <cmath>
#include <gpu_bigint/format.hpp>
#include <gpu_bigint/gmp.hpp>
#include <gpu_bigint/serialize.hpp>

#include "tests/fuzz/machine.hpp"

namespace gbi::fuzz {

namespace {

/// A number from the bytes of the program.
void load(registers& r) {
  const std::uint8_t form = r.in().byte();
  const bytes magnitude = r.in().take(r.in().byte());
  mpz_class value;
  mpz_import(value.get_mpz_t(), magnitude.size(), 1, 1, 0, 0, magnitude.data());
  gpu_bigint ours = from_bytes(std::as_bytes(magnitude), std::endian::big);
  if ((form & 1) != 0) {
    value = -value;
    ours = -ours;
  }
  r.store(std::move(ours), std::move(value), "load");
}

/// A long number with little entropy: a power of two of either sign, plus a small number.
void load_long(registers& r) {
  const std::size_t bits = 33 * std::size_t{r.in().byte()};
  const auto low = static_cast<std::int8_t>(r.in().byte());
  const bool ones = (r.in().byte() & 1) != 0;
  const mpz_class value = (mpz_class(ones ? -1 : 1) << bits) + low;
  r.store((gpu_bigint(ones ? -1 : 1) << bits) + low, value, "load of a power of two");
}

void move_sign(registers& r) {
  const twin& a = r.any();
  if ((r.in().byte() & 1) != 0)
    r.store(-a.ours, -a.theirs, "negation");
  else
    r.store(abs(a.ours), abs(a.theirs), "absolute value");
}

void text(registers& r) {
  const twin& a = r.any();
  const int base = 2 + static_cast<int>(r.in().below(61));
  const std::string digits = a.ours.to_string(base);
  require(digits == a.theirs.get_str(base), "text in base " + std::to_string(base));
  r.store(gpu_bigint(digits, base), a.theirs, "number from text");
}

void serialized(registers& r) {
  const twin& a = r.any();
  const std::uint8_t form = r.in().byte();
  if (form % 3 == 0) return r.store(gbi::deserialize(serialize(a.ours)), a.theirs, "deserialization");
  const std::endian order = (form & 4) != 0 ? std::endian::big : std::endian::little;
  const byte_format format = byte_format::twos_complement;
  r.store(from_bytes(to_bytes(a.ours, order, format), order, format), a.theirs, "number from bytes");
}

void floating(registers& r) {
  const twin& a = r.any();
  const double nearest = static_cast<double>(a.ours), cut = mpz_get_d(a.get());
  if (std::isinf(nearest)) return require(a.bits() >= 1024, "an infinite double");
  // GMP rounds towards zero. The nearest double is that one or the next.
  require(nearest == cut || nearest == std::nextafter(cut, a.theirs < 0 ? -INFINITY : INFINITY), "a double");
  require((a.ours <=> nearest) == (a.bits() <= 53 ? std::partial_ordering::equivalent : a.ours <=> nearest),
          "comparison with a double");
  r.store(gpu_bigint(nearest), mpz_class(nearest), "number from a double");
}

void words(registers& r) {
  const twin& a = r.any();
  require(a.ours.fits<long>() == (mpz_fits_slong_p(a.get()) != 0), "fits<long>");
  require(a.ours.fits<unsigned long>() == (mpz_fits_ulong_p(a.get()) != 0), "fits<unsigned long>");
  if (a.ours.fits<long>()) require(static_cast<long>(a.ours) == mpz_get_si(a.get()), "conversion to long");
  require(a.ours.bit_length() == a.bits(), "bit length");
  require(a.ours.sign() == sgn(a.theirs), "sign");
}

void comparison(registers& r) {
  const twin &a = r.any(), &b = r.any();
  const int expected = cmp(a.theirs, b.theirs);
  require((a.ours < b.ours) == (expected < 0) && (a.ours == b.ours) == (expected == 0), "comparison");
  require((hash_value(a.ours) == hash_value(b.ours)) == (expected == 0), "hash");
}

}  // namespace

std::span<const step> value_steps() {
  static constexpr step steps[] = {load,       load_long, move_sign, text,      load,
                                   serialized, floating,  words,     comparison};
  return steps;
}

}  // namespace gbi::fuzz
