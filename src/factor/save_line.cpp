/// \file
/// The lines of GMP-ECM's save files: "METHOD=ECM; PARAM=3; SIGMA=17; B1=1000; N=...; X=0x...;
/// CHECKSUM=...;".
#include <algorithm>
#include <charconv>
#include <optional>
#include <stdexcept>

#include "gpu_bigint/division.hpp"
#include "gpu_bigint/factor.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace {

/// What follows "NAME=" up to the next semicolon.
std::optional<std::string_view> field(std::string_view line, std::string_view name) {
  for (std::size_t at = 0; at < line.size();) {
    at = line.find_first_not_of(' ', at);
    if (at == line.npos) break;
    const std::size_t end = std::min(line.find(';', at), line.size());
    const std::string_view part = line.substr(at, end - at);
    if (part.size() > name.size() && part.starts_with(name) && part[name.size()] == '=')
      return part.substr(name.size() + 1);
    at = end + 1;
  }
  return std::nullopt;
}

[[noreturn]] void refuse(std::string_view line, const std::string& why) {
  throw std::invalid_argument("line of a save file, \"" + std::string(line.substr(0, 60)) + "\": " + why);
}

std::string_view required(std::string_view line, std::string_view name) {
  if (const auto found = field(line, name)) return *found;
  refuse(line, "no " + std::string(name));
}

template <class T>
T number(std::string_view line, std::string_view name) {
  const std::string_view text = required(line, name);
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    refuse(line, "no number in range for " + std::string(name));
  return value;
}

/// The product of all that a line says, modulo the largest prime below 2^32.
std::uint64_t checksum(const ecm_residue& of) {
  constexpr std::uint64_t prime = 4294967291, param = 3;
  const auto rest = [](const gpu_bigint& x) { return static_cast<std::uint64_t>(x % prime); };
  std::uint64_t result = param + 1;
  for (const std::uint64_t factor : {of.b1 % prime, std::uint64_t{of.sigma}, rest(of.n), rest(of.x)})
    result = result * (factor % prime) % prime;
  return result;
}

}  // namespace

std::string ecm_residue::to_line() const {
  return concat("METHOD=ECM; PARAM=3; SIGMA=", sigma, "; B1=", b1, "; N=", n.to_string(), "; X=0x",
                x.to_string(16), "; CHECKSUM=", checksum(*this), "; PROGRAM=gpu_bigint; X0=0x0; Y0=0x0;");
}

ecm_residue ecm_residue::from_line(std::string_view line) {
  if (required(line, "METHOD") != "ECM" || required(line, "PARAM") != "3")
    refuse(line, "no curve of parametrisation 3");
  const std::string_view n = required(line, "N"), x = required(line, "X");
  if (n.find_first_not_of("0123456789") != n.npos) refuse(line, "N is no decimal number");
  if (!x.starts_with("0x")) refuse(line, "X is not hexadecimal");
  ecm_residue result{gpu_bigint(n), number<std::uint32_t>(line, "SIGMA"), number<std::uint64_t>(line, "B1"),
                     gpu_bigint(x.substr(2), 16)};
  if (number<std::uint64_t>(line, "CHECKSUM") != checksum(result)) refuse(line, "the checksum is wrong");
  return result;
}

}  // namespace gbi
