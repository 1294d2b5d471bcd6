/// \file
/// gbi tune: measures the device and writes a tuning file.
#include <fmt/format.h>

#include <filesystem>
#include <iostream>

#include "tools/gbi/commands.hpp"
#include "tools/gbi/tuning_steps.hpp"
#include "tools/support/timing.hpp"

namespace program {

namespace {

/// Measures step after step, each in an equal part of the time that is left.
void measure(const session& run, tuning_search& search) {
  const support::stopwatch clock;
  const std::vector<tuning_step> steps = tuning_steps(search, run.context().backend() == gbi::backend::cuda);
  const auto shown = run.showing("tuning");
  const auto total = static_cast<double>(steps.size());
  for (double done = 0; const tuning_step& step : steps) {
    const double left = (run.chosen().seconds - clock.seconds()) / (total - done);
    if (left <= 0) return;
    std::visit([&](const auto& what) { search.find(what, left); }, step);
    shown->advance_to(++done, total);
  }
}

void report(session& run, const tuning_search& search, const tuning_search& built_in) {
  for (const auto& [name, value] : search.found()) {
    run.members().add(name, value);
    if (!run.chosen().json)
      std::cout << fmt::format("{:<38}{:>14}  built in: {}\n", name, value, built_in.value(name));
  }
}

}  // namespace

void run_tune(session& run) {
  const gbi::context device(run.context().backend(), {.device = run.context().device(), .tuning = "none"});
  const std::string built_in = device.tuning();
  if (built_in.substr(0, built_in.find('\n')).find("GPU_BIGINT_") != std::string::npos)
    throw usage_error("tune: unset the environment variables that change the tuning: " +
                      built_in.substr(0, built_in.find('\n')));
  const std::string& chosen = run.chosen().output;
  const std::string path = chosen.empty() ? device.tuning_path() : chosen;
  std::optional<support::output_file> file;
  if (chosen.empty() && !run.chosen().dry_run) {
    if (path.empty()) throw usage_error("tune: there is no folder for the file; name it with -o FILE");
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    file.emplace(path);
  }
  const tuning_search before(device);
  tuning_search search(device);
  measure(run, search);
  report(run, search, before);

  std::vector<gbi::tuning_value> values;
  for (const auto& [name, value] : search.found()) values.push_back({name, value});
  const std::string text = device.tuning_file(values);
  if (run.chosen().dry_run) return;
  if (file) {
    file->stream() << text;
    file->commit();
  } else {
    run.put_text(text);
  }
  if (!run.chosen().json && !run.chosen().quiet) std::cout << "written to " << path << '\n';
}

}  // namespace program
