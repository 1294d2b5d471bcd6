/// \file
/// Text, streams, bytes, views and contexts as computations to torture.
#include <sstream>

#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/format.hpp"
#include "gpu_bigint/gmp.hpp"
#include "gpu_bigint/random.hpp"
#include "gpu_bigint/serialize.hpp"
#include "gpu_bigint/view.hpp"
#include "tests/torture/operations.hpp"

namespace gbi::test {

namespace {

using in = const own_operands&;
using ref = const gmp_operands&;
constexpr std::uint64_t text_bits = std::uint64_t{1} << 24;

/// Streams whose failures are exceptions.
template <class Stream>
Stream throwing(const std::string& text = {}) {
  Stream made(text);
  made.exceptions(std::ios::badbit);
  return made;
}

}  // namespace

const std::vector<tortured>& tortured_conversions() {
  static const std::vector<tortured> all{
      {"decimal text", text_bits, [](in o) { return own_outcome(o.x.to_string()); },
       [](ref o) { return gmp_outcome(o.x.to_string()); }},
      {"hexadecimal text", text_bits, [](in o) { return own_outcome(o.z.to_string(16)); },
       [](ref o) { return gmp_outcome(o.z.to_string(16)); }},
      {"formatted text", text_bits,
       [](in o) { return own_outcome(to_string(o.u, {.base = 8, .align = alignment::left, .width = 50})); },
       [](ref o) {
         std::string text = o.u.to_string(8);
         text.resize(std::max<std::size_t>(50, text.size()), ' ');
         return gmp_outcome(text);
       }},
      {"number of decimal text", text_bits,
       [](in o) -> own_outcome {
         const integer value = to_oracle(o.x);
         return {gpu_bigint(value.to_string())};
       },
       [](ref o) -> gmp_outcome { return {o.x}; }},
      {"number of hexadecimal text", text_bits,
       [](in o) -> own_outcome {
         const integer value = to_oracle(o.z);
         return {gpu_bigint(value.to_string(16), 16)};
       },
       [](ref o) -> gmp_outcome { return {o.z}; }},
      {"streams of text", text_bits,
       [](in o) -> own_outcome {
         auto stream = throwing<std::stringstream>();
         stream << o.x << ' ' << std::hex << o.u;
         gpu_bigint x, u;
         stream >> std::dec >> x >> std::hex >> u;
         return {x, u};
       },
       [](ref o) -> gmp_outcome {
         return {o.x, o.u};
       }},
      {"serialize", unlimited, [](in o) -> own_outcome { return {deserialize(serialize(o.z))}; },
       [](ref o) -> gmp_outcome { return {o.z}; }},
      {"streams of bytes", unlimited,
       [](in o) -> own_outcome {
         auto stream = throwing<std::stringstream>();
         serialize(stream, o.x);
         write_gmp_raw(stream, o.z);
         const gpu_bigint x = deserialize(stream);
         return {x, read_gmp_raw(stream)};
       },
       [](ref o) -> gmp_outcome {
         return {o.x, o.z};
       }},
      {"bytes", unlimited,
       [](in o) -> own_outcome {
         const auto bytes = to_bytes(o.x, std::endian::big, byte_format::twos_complement);
         const auto padded = to_bytes(o.u, o.u.bit_length() / 8 + 9, std::endian::little);
         return {from_bytes(bytes, std::endian::big, byte_format::twos_complement),
                 from_bytes(padded, std::endian::little)};
       },
       [](ref o) -> gmp_outcome {
         return {o.x, o.u};
       }},
      {"limbs", unlimited,
       [](in o) -> own_outcome { return {gpu_bigint::from_limbs(o.z.to_limbs(), o.z.sign() < 0)}; },
       [](ref o) -> gmp_outcome { return {o.z}; }},
      {"integers of GMP", unlimited,
       [](in o) -> own_outcome {
         integer value;
         to_mpz(value.get(), o.x);
         return {from_mpz(value.get())};
       },
       [](ref o) -> gmp_outcome { return {o.x}; }},
      {"built-in numbers", unlimited,
       [](in o) -> own_outcome {
         const gpu_bigint low = low_bits(o.x, 50);
         const auto [fraction, exponent] = frexp(low);
         return {gpu_bigint(static_cast<std::uint64_t>(low)), gpu_bigint(static_cast<double>(low)),
                 gpu_bigint(fraction * 0x1p53) >> (53 - exponent), low.fits<int>() ? 1 : 0,
                 hash_value(o.x) == hash_value(+o.x) ? 1 : 0};
       },
       [](ref o) -> gmp_outcome {
         const integer low = o.x.low_bits(50);
         return {low, low, low, mpz_fits_sint_p(low.get()) != 0, 1};
       }},
      {"views", unlimited,
       [](in o) -> own_outcome {
         const limb_view view(o.z);
         return {import_limbs(view.context(), view.data(), view.size(), view.negative())};
       },
       [](ref o) -> gmp_outcome { return {o.z}; }},
      {"a number in another context", unlimited,
       [](in o) -> own_outcome {
         const context here = o.x.context(), other(backend::host);
         const gpu_bigint x = o.x.to(other);
         const scoped_context use(other);
         return {(x * x + 1).to(here), o.z.to(other).to(here)};
       },
       [](ref o) -> gmp_outcome {
         return {o.x * o.x + 1, o.z};
       }},
      {"properties of a context", unlimited,
       [](in o) {
         const context here = o.x.context();
         here.synchronize();
         const bool named = !here.device_name().empty() && !here.tuning().empty();
         here.trim();
         return own_outcome(std::string(named && here.memory().limit == 0 ? "yes" : "no"));
       },
       [](ref) { return gmp_outcome(std::string("yes")); }},
      {"random numbers", unlimited,
       [](in o) -> own_outcome {
         random_engine one(5), other(5);
         const std::size_t bits = o.u.bit_length();
         const gpu_bigint a = one.bits(bits), b = one.below(o.y);
         return {a - other.bits(bits), b - other.below(o.y), b < o.y ? 1 : 0};
       },
       [](ref) -> gmp_outcome {
         return {0, 0, 1};
       }},
  };
  return all;
}

}  // namespace gbi::test
