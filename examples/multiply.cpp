/// \file
/// The main job: multiplies two huge integers on a GPU or on the processor, reports the time of each step,
/// and compares time and result with GMP. `multiply --help` lists the options.
#include <gmp.h>

#include <gpu_bigint.hpp>
#include <iomanip>
#include <iostream>
#include <optional>
#include <string>

#include "examples/multiply/gmp_check.hpp"
#include "examples/multiply/operands.hpp"
#include "examples/multiply/options.hpp"
#include "tools/support/device.hpp"
#include "tools/support/number_size.hpp"
#include "tools/support/output_file.hpp"
#include "tools/support/program.hpp"
#include "tools/support/progress.hpp"
#include "tools/support/timing.hpp"

namespace {

using namespace example;
using namespace support;

void report(const std::string& label, const std::string& text) {
  std::cout << std::left << std::setw(12) << label << text << std::endl;
}

/// Computes the product and measures its time on the device. A first run, which is not counted, fills the
/// memory pool.
measured multiply(gbi::gpu_bigint& product, const operand& a, const operand& b, const options& chosen,
                  const gbi::context& context) {
  const progress multiplying("multiplying", chosen.progress);
  product = gbi::multiply(a.value, b.value, chosen.how);
  context.synchronize();
  return median_seconds(chosen.repeat, chosen.repeat_exactly, [&] {
    product = {};  // the next run reuses its memory
    product = gbi::multiply(a.value, b.value, chosen.how);
    context.synchronize();
  });
}

/// Writes the product. \returns its text.
std::string write(const gbi::gpu_bigint& product, output_file& file, const options& chosen) {
  std::string text;
  const progress writing("converting and writing the product", chosen.progress);
  const double formatted = seconds_of([&] { text = product.to_string(chosen.base); });
  const double written = seconds_of([&] {
    file.stream() << text << '\n';
    file.commit();
  });
  report("output", "converted to base " + std::to_string(chosen.base) + " in " + shown_seconds(formatted) +
                       ", written in " + shown_seconds(written));
  return text;
}

comparison compare(const operand& a, const operand& b, const host_limbs& product, const std::string& text,
                   const options& chosen) {
  // GMP multiplies numbers up to this length in well under a minute. For longer ones, its time is estimated
  // first.
  constexpr std::uint64_t surely_fast_bits = std::uint64_t{1} << 30;
  constexpr double patience = 60;
  if (!chosen.full_verify && product.magnitude.size() * 64 > surely_fast_bits) {
    const double expected = expected_gmp_seconds(a.value.bit_length(), b.value.bit_length());
    if (expected > patience) {
      report("GMP", "not run, it would take about " + shown_seconds(expected) + " (--full-verify runs it)");
      const progress comparing("comparing modulo primes", chosen.progress);
      const auto limbs = [](const operand& of) { return of.text.empty() ? of.limbs : download(of.value); };
      return compare_modulo_primes(limbs(a), limbs(b), product);
    }
  }
  const progress multiplying("multiplying with GMP and comparing", chosen.progress);
  return compare_with_gmp(a.for_gmp(chosen.base), b.for_gmp(chosen.base), product, text, chosen.base,
                          chosen.repeat);
}

int run(const options& chosen) {
  const gbi::context context = make_context(chosen.device);
  const gbi::scoped_context use(context);
  const std::string why = why_on_host(context, chosen.device);
  report("executor", shown_device(context) + (why.empty() ? "" : ", because " + why));

  operand a, b;
  operand_times times;
  load(a, b, chosen, context, times);
  std::optional<output_file> file;
  if (!chosen.output.empty()) file.emplace(chosen.output);
  report("a", shown_size(a.value) + ", " + a.origin);
  report("b", shown_size(b.value) + ", " + b.origin);
  report("input", (chosen.from_files() ? "read in " : "drawn in ") + shown_seconds(times.read) +
                      (chosen.from_files() ? ", converted in " : ", uploaded in ") +
                      shown_seconds(times.convert));
  report("algorithm", gbi::plan_product(a.value, b.value, chosen.how).to_string());

  gbi::gpu_bigint product;
  const measured ours = multiply(product, a, b, chosen, context);
  report("product", shown_size(product));
  report("time", shown_seconds(ours.median) + " (median of " + std::to_string(ours.runs) + ")");

  const std::string text = file ? write(product, *file, chosen) : "";
  host_limbs limbs;
  const double downloaded = seconds_of([&] { limbs = download(product); });
  if (!file) report("output", "downloaded in " + shown_seconds(downloaded));
  if (!chosen.verify) {
    report("GMP", "not run (--verify runs it and compares)");
    return 0;
  }

  const comparison result = compare(a, b, limbs, text, chosen);
  if (result.gmp) {
    report("GMP " + std::string(gmp_version), shown_seconds(result.gmp->median) + " (one thread, median of " +
                                                  std::to_string(result.gmp->runs) + ")");
    std::cout << std::left << std::setw(12) << "ratio" << std::setprecision(3)
              << result.gmp->median / ours.median << " (GMP's time / ours)" << std::endl;
  }
  std::cout << "verified " << result.how << (result.equal ? ": equal" : ": NOT EQUAL") << std::endl;
  if (result.equal) return 0;
  std::cerr << "multiply: the product is wrong: " << result.difference << '\n';
  return status_differs;
}

}  // namespace

int main(int argc, char** argv) {
  return support::run_program("multiply", status_device, argc, argv, parse_command_line, run);
}
