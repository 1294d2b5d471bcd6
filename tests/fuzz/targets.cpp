#include "tests/fuzz/targets.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "src/context/engine.hpp"
#include "src/exec/host/executor.hpp"
#include "src/plan/devices/table.hpp"

namespace gbi::fuzz {

namespace {

context make_context(const plan::word_limits& limits) {
  return detail::context_of(detail::engine::make(std::make_unique<exec::host::host_executor>(), limits));
}

context context_of(std::uint8_t choice) {
  // Long numbers in host words, so that short inputs reach every routine of both sides.
  constexpr std::size_t longest_words = 1024;
  static const std::vector<context> contexts{make_context(plan::word_limits::of(longest_words)),
                                             kernels_alone(), make_context(plan::word_limits::of(4)),
                                             make_context(plan::devices::h200.values.words)};
  constexpr verification ways[] = {verification::residue, verification::monitor, verification::off};
  const context chosen = contexts[choice % contexts.size()];
  chosen.set_verification(ways[choice / contexts.size() % std::size(ways)]);
  return chosen;
}

}  // namespace

const context& kernels_alone() {
  static const context made = make_context(plan::word_limits::none());
  return made;
}

const target* find_target(std::string_view name) {
  const auto* const found = std::find_if(std::begin(targets), std::end(targets),
                                         [name](const target& each) { return each.name == name; });
  return found == std::end(targets) ? nullptr : found;
}

void run(const target& chosen, bytes data) {
  reader in(data);
  const scoped_context use(context_of(in.byte()));
  chosen.run(in);
}

read_limits limits_of(std::uint8_t choice) {
  return choice < 128 ? read_limits() : read_limits{.max_bits = std::size_t{choice} - 128};
}

void require(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "wrong: %s\n", what.c_str());
  std::abort();
}

}  // namespace gbi::fuzz
