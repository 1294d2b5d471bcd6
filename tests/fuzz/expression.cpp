/// \file
/// Expressions of the program gbi. The calculator checks each result modulo random primes.
#include "tools/gbi/expression.hpp"

#include <new>
#include <stdexcept>

#include "tests/fuzz/targets.hpp"

namespace gbi::fuzz {

void expression(reader& in) {
  const bytes rest = in.rest();
  const std::string_view text(reinterpret_cast<const char*>(rest.data()), rest.size());
  constexpr std::uint64_t most_bits = 320;  // searches for primes take milliseconds
  static const program::calculator compute(true, most_bits);
  try {
    const gpu_bigint value = program::expression::parse(text).value(compute);
    require(value.bit_length() <= most_bits, "a result above the limit");
    require(gpu_bigint(value.to_string()) == value, "a result as text and back");
  } catch (const program::expression_error& error) {
    require(error.position() <= text.size(), "a mistake outside the text");
    require(!program::explain(error, text).empty(), "a mistake without a message");
  } catch (const program::wrong_result& error) {
    require(false, error.what());
  } catch (const std::logic_error&) {  // a value outside a function's domain, a number too long
  }
}

}  // namespace gbi::fuzz
