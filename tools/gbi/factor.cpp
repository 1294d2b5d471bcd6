/// \file
/// gbi factor and gbi ecm: factors of numbers.
#include <fmt/format.h>

#include <fstream>
#include <gpu_bigint/factor.hpp>
#include <memory>
#include <vector>

#include "tools/gbi/commands.hpp"
#include "tools/support/number_file.hpp"

namespace program {

namespace {

using gbi::gpu_bigint;

/// Shows how far a search has come, in curves if there are several.
class shown_search {
 public:
  shown_search(const session& run, double curves) : run_(run), curves_(curves) {}

  gbi::factor_watch watch() {
    return [this](const gbi::factor_progress& now) {
      if (now.stage != stage_ || now.done < done_) {
        shown_.reset();  // ends its line before the next one begins
        shown_ = run_.showing(fmt::format("stage {}", now.stage), curves_ > 1 ? "curves" : "");
      }
      stage_ = now.stage;
      done_ = now.done;
      shown_->advance_to(now.done * curves_, curves_);
    };
  }

 private:
  const session& run_;
  double curves_, done_ = 0;
  int stage_ = 0;
  std::unique_ptr<support::progress> shown_;
};

std::string array_of(const std::vector<json_object>& all) {
  std::string text;
  for (const json_object& each : all) text += (text.empty() ? "" : ",") + each.text();
  return '[' + text + ']';
}

/// The curves of a file that are modulo n.
std::vector<gbi::ecm_residue> saved_curves(const std::string& path, const gpu_bigint& n) {
  std::ifstream file(path);
  if (!file) throw support::file_error(path + ": not readable");
  std::vector<gbi::ecm_residue> result;
  for (std::string line; std::getline(file, line);) {
    if (line.empty()) continue;
    gbi::ecm_residue curve = gbi::ecm_residue::from_line(line);
    if (curve.n == n) result.push_back(std::move(curve));
  }
  if (result.empty()) throw support::file_error(path + ": no curve modulo this number");
  return result;
}

const char* name_of(gbi::number_factor::kind is) {
  using enum gbi::number_factor::kind;
  return is == prime ? "prime" : is == probable_prime ? "probable prime" : "composite";
}

}  // namespace

void run_ecm(session& run) {
  const gpu_bigint n = run.number(run.chosen().operands.at(0));
  gbi::ecm_options how;
  how.b1 = run.chosen().b1.value_or(how.b1);
  how.b2 = run.chosen().b2.value_or(0);
  how.curves = run.chosen().count.value_or(how.curves);
  how.sigma = run.chosen().sigma;
  std::vector<gbi::ecm_residue> resumed;
  if (!run.chosen().resume.empty()) {
    resumed = saved_curves(run.chosen().resume, n);
    how.curves = resumed.size();
    how.b1 = resumed.front().b1;
  }
  std::ofstream file;
  if (!run.chosen().save.empty()) {
    file.open(run.chosen().save, std::ios::app);
    if (!file) throw support::file_error(run.chosen().save + ": not writable");
    how.save = [&](const gbi::ecm_residue& curve) { file << curve.to_line() << std::endl; };
  }
  const auto found = run.timed("", [&] {
    shown_search shown(run, static_cast<double>(how.curves));
    how.progress = shown.watch();
    return resumed.empty() ? gbi::ecm(n, how) : gbi::resume_ecm(resumed, how.b2, how.progress);
  });
  if (!file) throw support::file_error(run.chosen().save + ": not written");
  std::string text;
  std::vector<json_object> parts;
  for (const gbi::ecm_factor& each : found) {
    const std::string factor = each.factor.to_string(run.chosen().base);
    text += fmt::format("{}{}, sigma {}, stage {}", text.empty() ? "" : "\n", factor, each.sigma, each.stage);
    json_object& part = parts.emplace_back();
    part.add("factor", factor);
    part.add("sigma", each.sigma);
    part.add("stage", each.stage);
  }
  run.members().add("b1", how.b1);
  run.members().add("curves", how.curves);
  run.members().add_raw("factors", array_of(parts));
  run.put_text(found.empty() ? "no factor" : text);
}

void run_factor(session& run) {
  const gpu_bigint n = run.number(run.chosen().operands.at(0));
  if (n.sign() == 0) throw usage_error("factor: every number divides 0");
  gbi::factor_options how;
  how.b1 = run.chosen().b1.value_or(how.b1);
  const auto found = run.timed("", [&] {
    shown_search shown(run, 1);
    how.progress = shown.watch();
    return gbi::factor(n, how);
  });
  std::string text;
  std::vector<json_object> parts;
  for (const gbi::number_factor& each : found) {
    const std::string value = each.value.to_string(run.chosen().base);
    const std::string times = each.times > 1 ? fmt::format("^{}", each.times) : "";
    text += fmt::format("{}{}{}  {}", text.empty() ? "" : "\n", value, times, name_of(each.is));
    json_object& part = parts.emplace_back();
    part.add("value", value);
    part.add("times", each.times);
    part.add("is", name_of(each.is));
  }
  run.members().add_raw("factors", array_of(parts));
  run.put_text(found.empty() ? "1" : text);
}

}  // namespace program
