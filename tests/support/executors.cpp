#include "tests/support/executors.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>

#include "src/context/engine.hpp"
#if defined(GPU_BIGINT_TEST_SHUFFLED)
#include "tests/support/shuffled_executor.hpp"
#endif

namespace gbi::test {

namespace {

context make_context(const std::string& name) {
  if (name == "host") return context(backend::host);
  if (name == "cuda") return context(backend::cuda);
#if defined(GPU_BIGINT_TEST_SHUFFLED)
  if (name == "shuffled")
    return context(std::make_shared<detail::engine>(std::make_unique<shuffled_executor>(run_seed())));
#endif
  throw std::logic_error("no executor is called " + name);
}

/// What a context of this name must say about itself.
void expect_is(const std::string& name, const context& which) {
  const exec::executor& executor = which.engine()->executor();
  EXPECT_EQ(which.backend(), name == "cuda" ? backend::cuda : backend::host);
#if defined(GPU_BIGINT_TEST_SHUFFLED)
  EXPECT_EQ(dynamic_cast<const shuffled_executor*>(&executor) != nullptr, name == "shuffled");
#endif
  EXPECT_EQ(executor.architecture().substr(0, 3) == "sm_", name == "cuda");
}

}  // namespace

std::vector<std::string> executor_names() {
  std::vector<std::string> names{"host"};
#if defined(GPU_BIGINT_TEST_SHUFFLED)
  names.emplace_back("shuffled");
#endif
#if defined(GPU_BIGINT_WITH_CUDA)
  names.emplace_back("cuda");
#endif
  return names;
}

context context_named(const std::string& name) {
  // Never destroyed: at the end of the process the CUDA driver may be gone before a static object.
  static auto& contexts = *new std::map<std::string, context>;
  auto found = contexts.find(name);
  if (found == contexts.end()) found = contexts.emplace(name, make_context(name)).first;
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
  if (GetParam() == "cuda" && !is_available(backend::cuda)) GTEST_SKIP() << "no CUDA device on this machine";
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
  return here_->engine()->executor();
}

std::uint64_t on_executor::size(sizes of) const {
  const std::uint64_t full = GetParam() == "cuda" ? of.cuda : GetParam() == "host" ? of.host : of.shuffled;
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(static_cast<double>(full) * test_scale()));
}

}  // namespace gbi::test
