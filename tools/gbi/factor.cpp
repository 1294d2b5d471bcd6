/// \file
/// gbi factor and gbi ecm: factors of numbers.
#include <fmt/format.h>

#include <fstream>
#include <gpu_bigint/factor.hpp>
#include <memory>
#include <vector>

#include "tools/gbi/checkpoint.hpp"
#include "tools/gbi/commands.hpp"
#include "tools/support/number_file.hpp"

namespace program {

namespace {

using gbi::gpu_bigint;

/// Shows how far a search has come, in curves if there are several.
class shown_search {
 public:
  /// \param start where the search begins
  shown_search(const session& run, double curves, const gbi::factor_progress& start = {})
      : run_(run), curves_(curves), start_(start) {}

  gbi::factor_watch watch() {
    return [this](const gbi::factor_progress& now) {
      if (!shown_ || now.stage != last_.stage || now.done < last_.done) {
        shown_.reset();  // ends its line before the next one begins
        shown_ = run_.showing(fmt::format("stage {}", now.stage), curves_ > 1 ? "curves" : "");
        if (now.stage != start_.stage) start_ = {now.stage, 0};
      }
      last_ = now;
      shown_->advance_to((now.done - start_.done) * curves_, (1 - start_.done) * curves_);
    };
  }

 private:
  const session& run_;
  double curves_;
  gbi::factor_progress start_, last_{};
  std::unique_ptr<support::progress> shown_;
};

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

/// The search of the checkpoint, or a new one.
gbi::ecm_search new_or_saved(session& run, checkpoint& saved) {
  const options& chosen = run.chosen();
  const gpu_bigint n = run.number(0);
  gbi::ecm_options how;
  how.b1 = chosen.b1.value_or(how.b1);
  how.b2 = chosen.b2.value_or(0);
  how.curves = chosen.count.value_or(how.curves);
  how.sigma = chosen.sigma;
  std::vector<gbi::ecm_residue> resumed;
  if (!chosen.resume.empty()) {
    resumed = saved_curves(chosen.resume, n);
    how.curves = resumed.size();
    how.b1 = resumed.front().b1;
  }
  if (auto search = saved.load<gbi::ecm_search>()) {
    if (search->n() != n || search->b1() != how.b1 || search->curves() != how.curves ||
        (how.b2 != 0 && search->b2() != how.b2))
      throw support::file_error(fmt::format(
          "{}: a search for factors of {} with {} curves and the bounds {} and {}", chosen.checkpoint,
          n == search->n() ? "this number" : "another number", search->curves(), search->b1(), search->b2()));
    const auto [stage, done] = search->progress();
    run.note(fmt::format("going on after {:.0f} % of stage {} of {}", 100 * done, stage, chosen.checkpoint));
    return std::move(*search);
  }
  return resumed.empty() ? gbi::ecm_search(n, how) : gbi::ecm_search(resumed, how.b2);
}

/// Takes all remaining steps. \param after_stage_1 called when stage 1 ends
template <class AfterStage1>
void take_steps(const session& run, gbi::ecm_search& search, checkpoint& saved,
                const AfterStage1& after_stage_1) {
  shown_search shown(run, static_cast<double>(search.curves()), search.progress());
  while (!search.is_done()) {
    const int stage = search.progress().stage;
    search.step(shown.watch());
    if (search.progress().stage == stage) {
      saved.save_if_due(search);
    } else {
      after_stage_1();
      saved.save(search);
    }
  }
}

/// What was tried on a composite number, for the text of the result.
std::string attempts_on(const gbi::number_factor& part) {
  std::uint64_t by_power = 0, by_curves = 0;
  std::size_t curves = 0;
  for (const auto& [b1, count] : part.tried) {
    (count == 0 ? by_power : by_curves) = b1;
    curves += count;
  }
  if (curves == 0) return "";
  return fmt::format(", no factor by P - 1 with b1 = {} nor by {} curves with b1 up to {}", by_power, curves,
                     by_curves);
}

}  // namespace

void run_ecm(session& run) {
  std::ofstream file;
  if (!run.chosen().save.empty()) {
    file.open(run.chosen().save, std::ios::app);
    if (!file) throw support::file_error(run.chosen().save + ": not writable");
  }
  checkpoint saved(run);
  gbi::ecm_search search = new_or_saved(run, saved);
  saved.save(search);  // a wrong path must show at once
  const std::vector<gbi::ecm_factor> found = run.timed("", [&] {
    take_steps(run, search, saved, [&] {
      if (file.is_open())
        for (const gbi::ecm_residue& curve : search.residues()) file << curve.to_line() << std::endl;
    });
    return search.factors();
  });
  saved.save(search);
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
  run.members().add("b1", search.b1());
  run.members().add("curves", search.curves());
  run.members().add("factors", parts);
  run.put_text(found.empty() ? "no factor" : text);
}

void run_factor(session& run) {
  const gpu_bigint n = run.number(0);
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
    text += fmt::format("{}{}{}  {}{}", text.empty() ? "" : "\n", value, times, name_of(each.is),
                        attempts_on(each));
    json_object& part = parts.emplace_back();
    part.add("value", value);
    part.add("times", each.times);
    part.add("is", name_of(each.is));
    if (each.tried.empty()) continue;
    std::vector<json_object> attempts;
    for (const auto& [b1, curves] : each.tried) {
      json_object& attempt = attempts.emplace_back();
      attempt.add("b1", b1);
      attempt.add("curves", curves);
    }
    part.add("tried", attempts);
  }
  run.members().add("factors", parts);
  run.put_text(found.empty() ? "1" : text);
}

}  // namespace program
