/// \file
/// Contexts: the current one, numbers in different ones, and backends that do not exist.
#include <array>
#include <atomic>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "gpu_bigint.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Context : public on_executor {};

TEST_P(Context, NumbersLiveWhereTheyWereMade) {
  const gpu_bigint a = 3;
  EXPECT_EQ(a.context(), here());
  const context other(backend::host);
  {
    const scoped_context use(other);
    EXPECT_EQ(context::current(), other);
    EXPECT_EQ(a.context(), here());
    EXPECT_EQ((a + a).context(), here()) << "the operands decide, not the current context";
    EXPECT_EQ(gpu_bigint(1).context(), other);
  }
  EXPECT_EQ(context::current(), here());
}

// Scopes whose lifetimes do not nest. The one that began last and has not ended decides.
TEST_P(Context, ScopesEndInAnyOrder) {
  const context all[] = {context(backend::host), context(backend::host), context(backend::host)};
  for (const std::array<std::size_t, 3>& order :
       {std::array<std::size_t, 3>{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}) {
    std::array<std::optional<scoped_context>, 3> scopes;
    for (std::size_t i = 0; i < 3; ++i) scopes[i].emplace(all[i]);
    for (const std::size_t ended : order) {
      const auto last = [&] {
        for (std::size_t i = 3; i-- > 0;)
          if (scopes[i]) return all[i];
        return here();
      };
      EXPECT_EQ(context::current(), last());
      scopes[ended].reset();
      EXPECT_EQ(context::current(), last()) << "after scope " << ended;
    }
  }
}

TEST_P(Context, OperandsOfDifferentContextsAreRefused) {
  const gpu_bigint here_value = 1234567;
  const context other(backend::host);
  gpu_bigint there = gpu_bigint(7654321).to(other);
  EXPECT_THROW(here_value + there, std::invalid_argument);
  EXPECT_THROW(here_value - there, std::invalid_argument);
  EXPECT_THROW(here_value * there, std::invalid_argument);
  EXPECT_THROW(static_cast<void>(here_value < there), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(here_value == there), std::invalid_argument);
  EXPECT_THROW(there += here_value, std::invalid_argument);
  EXPECT_TRUE(matches(there, 7654321)) << "changed by an operation that failed";
  EXPECT_EQ(there.context(), other);
}

TEST_P(Context, SumsInPlaceOfDifferentContextsAreRefused) {
  const integer value(random_limbs(random, 9)), small(random_limbs(random, 5));
  const gpu_bigint elsewhere = from_oracle(small).to(new_context("words", plan::word_limits::of(1024)));
  gpu_bigint a = from_oracle(value);
  EXPECT_THROW(a += elsewhere, std::invalid_argument);
  EXPECT_THROW(a -= elsewhere, std::invalid_argument);
  EXPECT_TRUE(matches(a, value)) << "changed by an operation that failed";
}

TEST_P(Context, BuiltInOperandsJoinTheNumbersContext) {
  const context other(backend::host);
  gpu_bigint x = gpu_bigint(1000).to(other);
  EXPECT_EQ((x + 1) * 2 - 3, 1999);
  EXPECT_EQ(5 - x, -995);
  EXPECT_EQ((x % 7) | 64, 1000 % 7 | 64);
  EXPECT_EQ((6 & x) ^ 1, (6 & 1000) ^ 1);
  EXPECT_EQ(2001 / x, 2);
  EXPECT_EQ(x++, 1000);
  x += 10, x -= 1, x *= 3, x /= 2, x %= 1000, x &= 255, x |= 1, x ^= 3;
  EXPECT_EQ(x, ((1010 * 3 / 2 % 1000 & 255) | 1) ^ 3);
  EXPECT_EQ(x.context(), other);
}

TEST_P(Context, ADefaultZeroFitsAnyContext) {
  const gpu_bigint zero;
  const gpu_bigint there = gpu_bigint(5).to(context(backend::host));
  EXPECT_TRUE(matches(there + zero, 5));
  EXPECT_TRUE(matches(zero - there, -5));
  EXPECT_TRUE(matches(there * zero, 0));
  EXPECT_TRUE(zero < there);
  EXPECT_FALSE(zero == there);
}

TEST_P(Context, NumbersCanBeTakenElsewhereAndBack) {
  const context other(backend::host);
  for (int round = 0; round < 20; ++round) {
    const integer value = random_integer(random, 100000);
    const gpu_bigint a = from_oracle(value);
    const gpu_bigint there = a.to(other), back = there.to(here());
    EXPECT_EQ(there.context(), other);
    EXPECT_EQ(back.context(), here());
    EXPECT_TRUE(matches(there, value));
    EXPECT_TRUE(matches(back, value));
    EXPECT_EQ(back, a);
    EXPECT_TRUE(matches((a - 1).to(other), value - integer(1)))
        << "a length and a sign only the device knows";
  }
  EXPECT_EQ(gpu_bigint().to(other).sign(), 0);
}

TEST_P(Context, ScopesNest) {
  const context first(backend::host), second(backend::host);
  EXPECT_NE(first, second);
  {
    const scoped_context outer(first);
    {
      const scoped_context inner(second);
      EXPECT_EQ(context::current(), second);
    }
    EXPECT_EQ(context::current(), first);
  }
  EXPECT_EQ(context::current(), here());
}

TEST_P(Context, ANumberOutlivesItsContextsHandle) {
  const gpu_bigint a = gpu_bigint(99).to(context(backend::host));
  EXPECT_TRUE(matches(a * a, 99 * 99));
}

TEST_P(Context, MemoryKeptForReuseCanBeGivenBack) {
  const integer value = random_integer(random, 100000);
  const gpu_bigint a = from_oracle(value);
  here().trim();
  here().synchronize();
  EXPECT_TRUE(matches(a * a, value * value));
  EXPECT_FALSE(here().device_name().empty());
}

TEST_P(Context, ThreadsMayWorkOnTheirOwnNumbers) {
  if (is_shuffled()) GTEST_SKIP() << "one random order for one thread";
  const context shared = here();
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      const scoped_context use(shared);
      random_source own(test_seed() + static_cast<std::uint64_t>(t));
      for (int round = 0; round < 10; ++round) {
        const integer a = random_integer(own, 30000), b = random_integer(own, 30000);
        const gpu_bigint x = from_oracle(a), y = from_oracle(b);
        if (!matches(multiply(x, y, algorithm::fft) - x, a * b - a)) ++wrong;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Context);

TEST(Backend, TheHostIsAlwaysThere) {
  EXPECT_TRUE(is_available(backend::host));
  EXPECT_FALSE(is_available(backend::host, 1));
  EXPECT_EQ(context(backend::host).backend(), backend::host);
  EXPECT_EQ(context(backend::host).device(), 0);
  EXPECT_THROW(context(backend::host, 1), device_error);
  EXPECT_EQ(why_unavailable(backend::host), "");
  EXPECT_EQ(why_unavailable(backend::host, 1), "there is no host device 1: there is only device 0");
}

TEST(Backend, CudaWithoutADeviceIsAnError) {
  EXPECT_FALSE(is_available(backend::cuda, -1));
  EXPECT_FALSE(is_available(backend::cuda, 1000));
  EXPECT_THROW(context(backend::cuda, 1000), device_error);
  if (is_available(backend::cuda)) GTEST_SKIP() << "there is a CUDA device";
  EXPECT_THROW(context{backend::cuda}, device_error);
  const environment_variable asked("GPU_BIGINT_BACKEND", "cuda");
  EXPECT_THROW(context(), device_error);
}

/// The reason is the text of the exception.
TEST(Backend, AMissingDeviceHasAReason) {
  for (const int device : {-1, 0, 1000}) {
    const std::string why = why_unavailable(backend::cuda, device);
    EXPECT_EQ(is_available(backend::cuda, device), why.empty()) << why;
    try {
      const context made(backend::cuda, device);
      EXPECT_EQ(why, "") << "a context was made";
    } catch (const device_error& error) {
      EXPECT_NE(why, "") << error.what();
      EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
    }
  }
#if defined(GPU_BIGINT_WITH_CUDA)
  EXPECT_NE(why_unavailable(backend::cuda, 1000).find("cudaError"), std::string::npos) << "CUDA's own text";
#else
  EXPECT_NE(why_unavailable(backend::cuda).find("built without CUDA"), std::string::npos);
#endif
}

TEST(Backend, TheEnvironmentChoosesTheDefault) {
  {
    const environment_variable host("GPU_BIGINT_BACKEND", "host");
    EXPECT_EQ(context().backend(), backend::host);
  }
  {
    const environment_variable nothing("GPU_BIGINT_BACKEND", "");
    EXPECT_EQ(context().backend(), is_available(backend::cuda) ? backend::cuda : backend::host);
  }
  const environment_variable wrong("GPU_BIGINT_BACKEND", "opencl");
  try {
    const context made;
    FAIL() << "no exception";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("opencl"), std::string::npos) << error.what();
  }
}

TEST(Backend, AContextReadsTheEnvironmentWhenItIsMade) {
  const auto made_with = [](const char* name, const char* value) {
    const environment_variable set(name, value);
    return context(backend::host);
  };
  const context forced = made_with("GPU_BIGINT_ALGORITHM", "fft");
  EXPECT_NE(forced.tuning().find("product.preferred fft\n"), std::string::npos) << forced.tuning();
  EXPECT_NE(forced.tuning().find("GPU_BIGINT_ALGORITHM=fft"), std::string::npos) << forced.tuning();
  EXPECT_EQ(made_with("GPU_BIGINT_VERIFICATION", "monitor").verification(), verification::monitor);
  EXPECT_TRUE(made_with("GPU_BIGINT_ALGORITHM", "").tuning().starts_with("measured on "));
  for (const char* name : {"GPU_BIGINT_ALGORITHM", "GPU_BIGINT_VERIFICATION", "GPU_BIGINT_WORD_LIMIT",
                           "GPU_BIGINT_MODULAR_ARITHMETIC", "GPU_BIGINT_TRANSFORMS"})
    EXPECT_THROW(made_with(name, "nonsense"), std::invalid_argument) << name;
}

}  // namespace

}  // namespace gbi::test
