#include "src/plan/environment.hpp"

#include <charconv>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "src/plan/tuning.hpp"
#include "src/plan/tuning_text.hpp"
#include "src/process/concat.hpp"

namespace gbi::plan {

namespace {

[[noreturn]] void refuse(const char* variable, const std::string& value, const std::string& instead) {
  throw std::invalid_argument(std::string(variable) + " is \"" + value + "\", not " + instead);
}

std::size_t word_limit_of(const std::string& text) {
  std::size_t limbs = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), limbs);
  constexpr std::size_t most = 1 << 20;
  if (error != std::errc{} || end != text.data() + text.size() || limbs > most)
    refuse("GPU_BIGINT_WORD_LIMIT", text, concat("0 to ", most, " limbs"));
  return limbs;
}

verification verification_named(const std::string& how) {
  for (const verification known :
       {verification::off, verification::monitor, verification::residue, verification::all})
    if (how == name_of(known)) return known;
  refuse("GPU_BIGINT_VERIFICATION", how, "off, monitor, residue or all");
}

algorithm algorithm_named(const std::string& how) {
  for (const algorithm known : {algorithm::schoolbook, algorithm::fft, algorithm::exact})
    if (how == name_of(known)) return known;
  refuse("GPU_BIGINT_ALGORITHM", how, "schoolbook, fft or exact");
}

}  // namespace

environment read_environment() {
  const auto value_of = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  std::string configuration = value_of("XDG_CONFIG_HOME");
  if (!configuration.starts_with('/')) configuration = value_of("HOME") + "/.config";
  if (!configuration.starts_with('/') || configuration == "/.config") configuration.clear();
  return {.backend = value_of("GPU_BIGINT_BACKEND"),
          .algorithm = value_of("GPU_BIGINT_ALGORITHM"),
          .transforms = value_of("GPU_BIGINT_TRANSFORMS"),
          .verification = value_of("GPU_BIGINT_VERIFICATION"),
          .word_limit = value_of("GPU_BIGINT_WORD_LIMIT"),
          .modular_arithmetic = value_of("GPU_BIGINT_MODULAR_ARITHMETIC"),
          .host_memory = value_of("GPU_BIGINT_HOST_MEMORY"),
          .threads = value_of("GPU_BIGINT_THREADS"),
          .tuning = value_of("GPU_BIGINT_TUNING"),
          .configuration = std::move(configuration)};
}

std::size_t host_memory_limit(const environment& asked) {
  constexpr std::size_t largest = std::numeric_limits<std::size_t>::max();
  const std::string& text = asked.host_memory;
  if (text.empty()) return 0;
  if (text == "unlimited") return largest;
  std::size_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data(), end, value);
  const std::string_view suffixes = "KMGT";
  const std::size_t which = after == end ? std::string_view::npos : suffixes.find(*after);
  const std::size_t shift = which == std::string_view::npos ? 0 : 10 * (which + 1);
  const bool is_number = error == std::errc() && value > 0 &&
                         (after == end || (which != std::string_view::npos && after + 1 == end));
  if (!is_number || value > largest >> shift)
    throw std::invalid_argument("GPU_BIGINT_HOST_MEMORY is \"" + text +
                                "\", not unlimited or a number of bytes, which may end in K, M, G or T");
  return value << shift;
}

unsigned host_threads(const environment& asked) {
  constexpr unsigned most = 4096;
  const std::string& text = asked.threads;
  if (text.empty()) return 0;
  unsigned value = 0;
  const char* const end = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || after != end || value == 0 || value > most)
    throw std::invalid_argument(
        concat("GPU_BIGINT_THREADS is \"", text, "\", not a number from 1 to ", most));
  return value;
}

void apply(const environment& asked, tuning& row) {
  const auto note = [&](const char* variable, const std::string& value) {
    row.origin += std::string(", ") + variable + "=" + value;
  };
  if (const std::string& how = asked.algorithm; !how.empty()) {
    row.product.preferred = algorithm_named(how);
    note("GPU_BIGINT_ALGORITHM", how);
  }
  if (const std::string& how = asked.transforms; !how.empty()) {
    if (how != "doubles" && how != "integers") refuse("GPU_BIGINT_TRANSFORMS", how, "doubles or integers");
    row.product.exact_total_limbs = how == "integers" ? 0 : never;
    row.number_theory.exact_exponent = how == "integers" ? 0 : never;
    note("GPU_BIGINT_TRANSFORMS", how);
  }
  if (const std::string& how = asked.verification; !how.empty()) {
    row.verification = verification_named(how);
    note("GPU_BIGINT_VERIFICATION", how);
  }
  if (const std::string& limit = asked.word_limit; !limit.empty()) {
    row.words = word_limits::of(word_limit_of(limit));
    note("GPU_BIGINT_WORD_LIMIT", limit);
  }
  if (const std::string& how = asked.modular_arithmetic; !how.empty()) {
    if (how != "doubles" && how != "words" && how != "residues")
      refuse("GPU_BIGINT_MODULAR_ARITHMETIC", how, "doubles, words or residues");
    row.batch.quotient_limbs = 0;
    row.batch.reciprocal_limbs = never;
    row.batch.residue_products = row.batch.residue_powers = how == "residues" ? 1 : never;
    row.batch.residue_blocks = 0;
    if (how != "residues")
      row.batch.product = row.batch.power =
          how == "words" ? kernels::arithmetic::words : kernels::arithmetic::doubles;
    note("GPU_BIGINT_MODULAR_ARITHMETIC", how);
  }
}

}  // namespace gbi::plan
