#include "tests/support/executors.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>

#include "src/context/engine.hpp"
#include "src/exec/host/executor.hpp"
#include "src/plan/devices/table.hpp"
#if defined(GPU_BIGINT_WITH_CUDA)
#include "src/exec/cuda/executor.hpp"
#endif
#include "src/words/floating_scope.hpp"
#if defined(GPU_BIGINT_TEST_INSTRUMENTED)
#include "tests/support/instrumented_executor.hpp"
#endif
#include "tests/support/metered_executor.hpp"
#if defined(GPU_BIGINT_TEST_SHUFFLED)
#include "tests/support/shuffled_executor.hpp"
#endif
#include "tests/support/tuned_context.hpp"
#include "tests/support/watched_executor.hpp"

namespace gbi::test {

namespace {

#if defined(GPU_BIGINT_TEST_INSTRUMENTED)
using host_executor = instrumented_executor;
#else
using host_executor = exec::host::host_executor;
#endif

/// The limit of contexts that keep numbers in host words as long as possible.
constexpr std::size_t longest_words = 1024;

bool is_cuda(const std::string& name) {
  return name == "cuda" || name == "cuda_words";
}
#if defined(GPU_BIGINT_TEST_SHUFFLED)
bool is_shuffled(const std::string& name) {
  return name == "shuffled" || name == "mixed";
}
#endif

plan::word_limits limits_of(const std::string& name) {
  if (name == "words") return plan::word_limits::of(longest_words);
  if (name != "mixed" && name != "distant" && name != "cuda_words") return plan::word_limits::none();
  plan::word_limits limits = plan::devices::h200.values.words;
  // Kernels of longer numbers take the host seconds.
  if (name != "cuda_words") limits.residence = longest_words;
  return limits;
}

/// Checks the properties of a context of this name.
void expect_is(const std::string& name, const context& which) {
  const exec::executor& executor = detail::engine_of(which)->executor();
  EXPECT_EQ(which.backend(), is_cuda(name) ? backend::cuda : backend::host);
#if defined(GPU_BIGINT_TEST_SHUFFLED)
  EXPECT_EQ(dynamic_cast<const shuffled_executor*>(&executor) != nullptr, is_shuffled(name));
#endif
  EXPECT_EQ(dynamic_cast<const host_executor*>(&executor) != nullptr,
            name == "host" || name == "words" || name == "distant");
  EXPECT_EQ(executor.memory_is_host(), name == "host" || name == "words");
  EXPECT_EQ(executor.properties().architecture.substr(0, 3) == "sm_", is_cuda(name));
}

}  // namespace

context new_context(const std::string& name, const plan::word_limits& limits) {
  return tuned_context(name, [&](plan::tuning& tuned) { tuned.words = limits; });
}

context tuned_context(const std::string& name, const std::function<void(plan::tuning&)>& change,
                      [[maybe_unused]] int device) {
  const auto with = [&](auto executor) {
    const words::floating_scope environment;
    plan::tuning tuned = plan::resolve_tuning(executor->properties(), plan::read_environment());
    tuned.words = limits_of(name);
#if defined(GPU_BIGINT_TEST_SHUFFLED)
    if (is_shuffled(name)) tuned.batch.single_warps = false;  // the residues of a GPU
#endif
    change(tuned);
    return detail::context_of(detail::engine::make(std::move(executor), std::move(tuned)));
  };
  if (name == "host" || name == "words") return with(std::make_unique<metered_executor<host_executor>>());
#if defined(GPU_BIGINT_TEST_DISTANT)
  if (name == "distant") return with(std::make_unique<metered_executor<distant_executor>>());
#endif
#if defined(GPU_BIGINT_WITH_CUDA)
  if (is_cuda(name))
    return with(std::make_unique<metered_executor<exec::cuda::cuda_executor>>(device, nullptr));
#endif
#if defined(GPU_BIGINT_TEST_SHUFFLED)
  if (is_shuffled(name)) return with(std::make_unique<metered_executor<shuffled_executor>>(run_seed()));
#endif
  throw std::logic_error("no executor is called " + name);
}

std::vector<std::string> executor_names() {
  std::vector<std::string> names{"host", "words"};
#if defined(GPU_BIGINT_TEST_SHUFFLED)
  names.emplace_back("shuffled");
  names.emplace_back("mixed");
#endif
#if defined(GPU_BIGINT_TEST_DISTANT)
  names.emplace_back("distant");
#endif
#if defined(GPU_BIGINT_WITH_CUDA)
  names.emplace_back("cuda");
  names.emplace_back("cuda_words");
#endif
  return names;
}

std::vector<std::string> device_names() {
  std::vector<std::string> names = executor_names();
  std::erase_if(names, [](const std::string& name) { return limits_of(name).residence > 0; });
  return names;
}

context context_named(const std::string& name) {
  // Never destroyed: at the end of the process the CUDA driver may shut down before a static object.
  static auto& contexts = *new std::map<std::string, context>;
  auto found = contexts.find(name);
  if (found == contexts.end()) found = contexts.emplace(name, new_context(name, limits_of(name))).first;
  return found->second;
}

double test_scale() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return 0.125;
#else
  return 1;
#endif
}

void on_executor::SetUp() {
  if (is_cuda(GetParam()) && !is_available(backend::cuda)) GTEST_SKIP() << "no CUDA device on this machine";
  here_ = context_named(GetParam());
  use_.emplace(*here_);
  ASSERT_EQ(context::current(), *here_);
  expect_is(GetParam(), *here_);
}

void on_executor::TearDown() {
  if (!here_) return;
  EXPECT_NO_THROW(here_->synchronize()) << "an error that nobody has seen is left on the device";
  EXPECT_EQ(context::current(), *here_);
  expect_is(GetParam(), *here_);
}

exec::executor& on_executor::executor() const {
  return detail::engine_of(*here_)->executor();
}

std::size_t on_executor::memory_in_use() const {
  return dynamic_cast<const memory_meter&>(executor()).bytes_in_use();
}

std::uint64_t on_executor::size(sizes of) const {
  const std::uint64_t full = is_cuda(GetParam()) ? of.cuda : is_shuffled() ? of.shuffled : of.host;
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(static_cast<double>(full) * test_scale()));
}

}  // namespace gbi::test
