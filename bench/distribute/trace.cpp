#include <chrono>
#include <iomanip>
#include <iostream>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

#include "bench/distribute/group_series.hpp"
#include "bench/distribute/marks.hpp"
#include "gpu_bigint/distributed.hpp"
#include "gpu_bigint/random.hpp"

namespace gbi::bench {

namespace {

using clock = std::chrono::steady_clock;

double microseconds_since(clock::time_point begin) {
  return std::chrono::duration<double, std::micro>(clock::now() - begin).count();
}

/// When the host had queued each step. Steps overlap as ever.
class tracer final : public distribute::product_watch {
 public:
  explicit tracer(const device_group& on) : marks_(on) { marks_.add(); }
  void after(distribute::product_step step) override {
    marks_.add();
    queued_.emplace_back(step, microseconds_since(begin_));
  }
  bool is_in_turn() const noexcept override { return false; }

  /// Waits.
  void write(std::ostream& out) {
    std::vector<std::vector<double>> ended = marks_.seconds_of_ranks();
    for (std::size_t i = 0; i < queued_.size(); ++i) {
      const auto& [step, queued] = queued_[i];
      out << (i == 0 ? "" : ",") << "\n  {\"step\": \"" << name_of(step) << "\", \"queued\": " << queued
          << ", \"ended\": ";
      for (std::vector<double>& rank : ended) {
        if (i > 0) rank[i] += rank[i - 1];
        out << (&rank == &ended.front() ? "[" : ", ") << 1e6 * rank[i];
      }
      out << "]}";
    }
  }

 private:
  marks marks_;
  const clock::time_point begin_ = clock::now();
  std::vector<std::pair<distribute::product_step, double>> queued_;
};

}  // namespace

bool trace_product(const device_group& on, std::size_t bits) {
  random_engine random(bits);
  const distributed_bigint a = random_bits(on, bits, random), b = random_bits(on, bits, random);
  const distribute::value &x = *distribute::access::of(a), &y = *distribute::access::of(b);
  constexpr int runs = 3;
  for (int run = 1; run <= runs; ++run) {
    on.synchronize();
    const clock::time_point begin = clock::now();
    const auto how = distribute::choose_sharing(x, y);
    if (!how) return false;
    const double planned = microseconds_since(begin);
    distribute::product_attempt attempt(x, y, *how);
    x.on().prepare([&](distribute::rank& r) { attempt.allocate(r); });
    const double allocated = microseconds_since(begin);
    std::optional<tracer> watch;
    if (run == runs) watch.emplace(on);
    const bool right = attempt.run(0, watch ? &*watch : nullptr);
    std::cout << std::fixed << std::setprecision(1) << "{\"bits\": " << bits
              << ", \"ranks\": " << how->plan.ranks << ", \"chunks\": " << how->plan.chunks
              << ", \"right\": " << (right ? "true" : "false") << ", \"planned\": " << planned
              << ", \"allocated\": " << allocated << ", \"checked\": " << microseconds_since(begin)
              << ", \"steps\": [";
    if (watch) watch->write(std::cout);
    std::cout << "]}\n";
  }
  return true;
}

}  // namespace gbi::bench
