#include "src/plan/tuning_text.hpp"

#include "src/plan/tuning.hpp"
#include "src/plan/tuning_fields.hpp"

namespace gbi::plan {

std::string_view name_of(algorithm how) {
  switch (how) {
    case algorithm::schoolbook:
      return "schoolbook";
    case algorithm::fft:
      return "fft";
    case algorithm::exact:
      return "exact";
    case algorithm::bytes:
      return "bytes";
    default:
      return "automatic";
  }
}

std::string_view name_of(kernels::arithmetic how) {
  return how == kernels::arithmetic::words ? "words" : "doubles";
}

std::string tuning::to_string() const {
  std::string text = origin + '\n';
  const auto line = [&](const char* name, const auto& value) {
    text.append(name).append(1, ' ').append(text_of(value)).append(1, '\n');
  };
  visit_fields(static_cast<const tuned_values&>(*this),
               [&](const field& which, const auto& value) { line(which.name, value); });
  line("memory_bytes", memory_bytes);
  return text.append("verification ").append(gbi::name_of(verification)).append(1, '\n');
}

}  // namespace gbi::plan
