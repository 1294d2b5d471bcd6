#include "tools/gbi/tuning_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <utility>

#include "tools/support/timing.hpp"

namespace program {

namespace {

constexpr const char* never = "never";
constexpr std::size_t largest = std::numeric_limits<std::size_t>::max();
/// A value replaces the known one only if it is faster by more than noise.
constexpr double clear_ratio = 1.03;

/// The sizes from first to last, eight in each octave.
std::vector<std::size_t> sizes_between(std::size_t first, std::size_t last) {
  std::vector<std::size_t> sizes;
  for (double size = static_cast<double>(first); size <= static_cast<double>(last) * 1.0001;
       size *= std::exp2(1.0 / 8))
    if (const auto n = static_cast<std::size_t>(std::lround(size)); sizes.empty() || n > sizes.back())
      sizes.push_back(n);
  return sizes;
}

/// Values above and below the one at n, so that it does not matter by how few limbs operands differ in size.
std::size_t above(std::size_t value) {
  return value + value / 16 + 1;
}
std::size_t below(std::size_t value) {
  return value - (value + 15) / 16;
}

std::string text_of(std::size_t value) {
  return value == largest ? never : std::to_string(value);
}

/// Work that is timed in its own context.
class timed_work {
 public:
  timed_work(const gbi::context& in, std::size_t n, const sized_operation& work) : in_(in) {
    const gbi::scoped_context use(in_);
    run_ = work(n);
  }

  double seconds() const {
    const gbi::scoped_context use(in_);
    return support::seconds_of([&] {
             for (int i = 0; i < runs_; ++i) run_();
             in_.synchronize();
           }) /
           runs_;
  }
  /// From now on, so many runs are timed that the clock and the wait do not matter.
  void repeat_for(double once) {
    constexpr double enough = 1e-3;
    runs_ = static_cast<int>(std::clamp(enough / std::max(once, 1e-9), 1.0, 1024.0));
  }

 private:
  gbi::context in_;
  std::function<void()> run_;
  int runs_ = 1;
};

double median(std::vector<double> samples) {
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::nth_element(samples.begin(), middle, samples.end());
  return *middle;
}

}  // namespace

tuning_search::tuning_search(const gbi::context& device) : device_(device) {
  std::istringstream lines(device_.tuning());
  std::string line;
  std::getline(lines, line);  // the origin
  while (std::getline(lines, line))
    if (const std::size_t space = line.find(' '); space != std::string::npos) {
      const std::string text = line.substr(space + 1);
      built_in_[line.substr(0, space)] = text == std::to_string(largest) ? never : text;
    }
}

const std::string& tuning_search::value(const std::string& name) const {
  const auto known = found_.find(name);
  return known != found_.end() ? known->second : built_in_.at(name);
}

std::size_t tuning_search::size(const std::string& name) const {
  const std::string& text = value(name);
  return text == never ? largest : static_cast<std::size_t>(std::stod(text));
}

gbi::context tuning_search::context_with(tuning_values settings) const {
  settings.insert(found_.begin(), found_.end());
  std::vector<gbi::tuning_value> values;
  values.reserve(settings.size());
  for (const auto& [name, text] : settings) values.push_back({name, text});
  return {device_.backend(), {.device = device_.device(), .tuning = device_.tuning_file(values)}};
}

std::optional<std::vector<double>> tuning_search::times(const tuned_operation& what,
                                                        const std::vector<std::string>& values, std::size_t n,
                                                        double seconds) const {
  constexpr std::size_t fewest = 2, most = 25;
  const support::stopwatch clock;
  std::vector<timed_work> works;
  std::vector<std::vector<double>> samples(values.size());
  for (const std::string& each : values) {
    tuning_values settings = what.others;
    settings[what.name] = each;
    works.emplace_back(context_with(std::move(settings)), n, what.work);
    if (works.back().seconds() > seconds) return std::nullopt;  // fills caches and pools
    const double once = works.back().seconds();
    if (once * static_cast<double>(values.size()) > seconds) return std::nullopt;
    works.back().repeat_for(once);
  }
  for (std::size_t round = 0; round < fewest || (round < most && clock.seconds() < seconds); ++round)
    for (std::size_t i = 0; i < works.size(); ++i) samples[i].push_back(works[i].seconds());
  std::vector<double> medians;
  medians.reserve(samples.size());
  for (const std::vector<double>& each : samples) medians.push_back(median(each));
  return medians;
}

void tuning_search::find(const crossover& what, double seconds) {
  constexpr std::size_t octave = 8;
  constexpr double comparisons = 8;
  const bool up_to = what.chosen == crossover::side::up_to;
  const std::vector<std::size_t> sizes = sizes_between(what.first, what.last);
  const std::size_t known = size(what.name);
  const support::stopwatch clock;
  // Sizes before `low` are short: the way that a value above the size chooses is the faster one. Those from
  // `high` on are long. Those from `end` on take too long to tell.
  std::size_t low = 0, end = sizes.size(), high = end;
  const auto settle = [&](std::size_t i) {
    const std::size_t value = what.value_at(sizes[i]);
    const std::string shorter = text_of(above(value)),
                      longer = text_of(std::max<std::size_t>(below(value), up_to ? 0 : 1));
    const auto found = times(what, {shorter, longer}, sizes[i], seconds / comparisons);
    if (!found)
      high = end = i;
    else if (found->at(0) < found->at(1))
      low = i + 1;
    else
      high = i;
  };
  // From the known value on in octaves, then by halves.
  std::size_t start = 0;
  while (start < end && what.value_at(sizes[start]) < known) ++start;
  std::size_t at = known == largest ? end / 2 : std::min(start, end - 1);
  settle(at);
  while (low > 0 && high == end && low < end) settle(at = std::min(at + octave, end - 1));
  while (low == 0 && high > 0) settle(at -= std::min(at, octave));
  while (low < high && clock.seconds() < seconds) settle(low + (high - low) / 2);

  // No size is known to be long, and the known value is as good as any beyond them.
  if (high == end && start >= high) return;
  const std::size_t last = low > 0 ? what.value_at(sizes[low - 1]) : below(what.value_at(sizes.front()));
  const std::string value = text_of(up_to ? last : high == end ? largest : what.value_at(sizes[high]));
  if (value == text_of(known)) return;
  // A size about which both values disagree.
  const std::size_t middle = start == sizes.size() ? low + octave : (start + low) / 2;
  if (middle >= end) return;
  const auto both = times(what, {text_of(known), value}, sizes[middle], seconds / comparisons);
  if (both && both->at(1) * clear_ratio < both->at(0)) found_[what.name] = value;
}

void tuning_search::find(const alternative& what, double seconds) {
  std::vector<std::string> candidates = what.candidates;
  if (std::find(candidates.begin(), candidates.end(), value(what.name)) == candidates.end())
    candidates.push_back(value(what.name));
  std::map<std::string, double> logarithms;
  for (const std::size_t n : what.sizes) {
    const auto found = times(what, candidates, n, seconds / static_cast<double>(what.sizes.size()));
    if (!found) return;
    for (std::size_t i = 0; i < candidates.size(); ++i)
      logarithms[candidates[i]] += std::log(found->at(i)) / static_cast<double>(what.sizes.size());
  }
  const auto fastest = std::min_element(logarithms.begin(), logarithms.end(),
                                        [](const auto& a, const auto& b) { return a.second < b.second; });
  if (fastest->second + std::log(clear_ratio) < logarithms.at(value(what.name)))
    found_[what.name] = fastest->first;
}

}  // namespace program
