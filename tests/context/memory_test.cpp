/// \file
/// The memory of contexts: limits, sources, kept memory, and the state that an operation without memory
/// leaves.
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "gpu_bigint.hpp"
#include "src/context/engine.hpp"
#include "src/number/room.hpp"
#include "src/process/memory.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"
#if defined(GPU_BIGINT_WITH_CUDA)
#include "tests/context/device_pool.hpp"
#endif

namespace gbi::test {

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

/// A source of memory that keeps account of its blocks.
class counting_resource final : public memory_resource {
 public:
  explicit counting_resource(backend which, std::size_t most = ~std::size_t{0})
      : which_(which), most_(most) {}

  void* allocate(std::size_t bytes, void* stream) override {
    const std::scoped_lock lock(mutex_);
    if (breaks) throw std::runtime_error("a resource that breaks in a test");
    if (bytes == 0 || (stream == nullptr) != (which_ == backend::host)) wrong = true;
    if (bytes > most_ - in_use_) throw std::bad_alloc();
    void* const memory = take(bytes, stream);
    if (memory == nullptr) throw std::bad_alloc();
    in_use_ += bytes;
    blocks_[memory] = {bytes, stream};
    ++allocations;
    return memory;
  }
  void deallocate(void* memory, std::size_t bytes, void* stream) noexcept override {
    const std::scoped_lock lock(mutex_);
    const auto found = blocks_.find(memory);
    if (found == blocks_.end() || found->second.bytes != bytes || found->second.stream != stream) {
      wrong = true;
      return;
    }
    in_use_ -= bytes;
    blocks_.erase(found);
    give_back(memory, stream);
  }
  void trim() override { ++trims; }

  std::size_t in_use() const { return in_use_; }

  int allocations = 0, trims = 0;
  bool wrong = false, breaks = false;

 private:
  struct block {
    std::size_t bytes;
    void* stream;
  };

  void* take(std::size_t bytes, [[maybe_unused]] void* stream) const {
#if defined(GPU_BIGINT_WITH_CUDA)
    if (which_ == backend::cuda) return allocate_on_device(bytes, stream);
#endif
    return std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  }
  void give_back(void* memory, [[maybe_unused]] void* stream) const {
#if defined(GPU_BIGINT_WITH_CUDA)
    if (which_ == backend::cuda) return release_on_device(memory, stream);
#endif
    std::free(memory);
  }

  const backend which_;
  const std::size_t most_;
  std::mutex mutex_;
  std::size_t in_use_ = 0;
  std::map<void*, block> blocks_;
};

class Memory : public on_executor {
 protected:
  /// A context of the executor's backend that keeps no numbers in host words.
  context make(const context_options& options) const {
    const environment_variable set("GPU_BIGINT_WORD_LIMIT", "0");
    return context(here().backend(), options);
  }
  gpu_bigint random_number(std::size_t limbs) { return gpu_bigint::from_limbs(random_limbs(random, limbs)); }
};

TEST_P(Memory, IsCountedKeptAndReturned) {
  const context own = make({.memory_limit = 256 * mebibyte});
  const scoped_context use(own);
  const memory_statistics before = own.memory();
  EXPECT_EQ(before.limit, 256 * mebibyte);
  constexpr std::size_t limbs = 1 << 18;
  {
    const gpu_bigint x = random_number(limbs);
    EXPECT_GE(own.memory().in_use, before.in_use + limbs * 8);
    EXPECT_LE(own.memory().in_use, before.in_use + limbs * 8 + limbs * 2);
    EXPECT_TRUE(matches(x + 1, to_oracle(x) + integer(1)));
  }
  own.synchronize();
  EXPECT_LT(own.memory().in_use, before.in_use + limbs);
#if !defined(__SANITIZE_ADDRESS__)
  EXPECT_GE(own.memory().kept, limbs * 8);
#endif
  own.trim();
  EXPECT_LT(own.memory().kept, 64 * mebibyte) << "what a driver does not return is less than its granularity";
  if (own.backend() == backend::host) {
    EXPECT_EQ(own.memory().kept, 0u);
  }
}

TEST_P(Memory, ALimitIsKept) {
  constexpr std::size_t limit = 96 * mebibyte;
  const context own = make({.memory_limit = limit});
  const scoped_context use(own);
  const gpu_bigint x = random_number(5000);
  const integer value = to_oracle(x);
  try {
    const gpu_bigint never = x << (std::int64_t{1} << 31);
    FAIL() << "256 MB within a limit of 96 MB";
  } catch (const out_of_memory& error) {
    EXPECT_NE(std::string(error.what()).find(std::to_string(limit)), std::string::npos) << error.what();
  }
  EXPECT_TRUE(matches(x, value));
  std::vector<gpu_bigint> many;
  const auto fill = [&] {
    for (int i = 0; i < 1000; ++i) {
      many.push_back(x << (i + (1 << 26)));  // 8 MB each
      const memory_statistics now = own.memory();
      EXPECT_LE(now.in_use, limit);
    }
  };
  EXPECT_THROW(fill(), out_of_memory);
  EXPECT_GE(many.size(), 5u);
  EXPECT_LE(many.size(), 12u);
  EXPECT_TRUE(matches(many.back() >> static_cast<std::int64_t>(many.size() - 1 + (1 << 26)), value));
  many.clear();
  EXPECT_TRUE(matches(x * x, value * value)) << "after the limit was reached";
  EXPECT_TRUE(matches((x << (1 << 28)) >> (1 << 28), value)) << "blocks of other sizes are in the way";
}

// What a long operation asks for before it begins.
TEST_P(Memory, ARequestUpToTheLimitIsGranted) {
  if (here().backend() != backend::host) GTEST_SKIP() << "a device allocates what is asked for";
  constexpr std::size_t limit = 96 * mebibyte;
  exec::executor& unlimited = detail::engine_of(here())->executor();
  EXPECT_NO_THROW(numbers::require_memory(unlimited, limit, "a request"));
  const context own = make({.memory_limit = limit});
  exec::executor& limited = detail::engine_of(own)->executor();
  EXPECT_NO_THROW(numbers::require_memory(limited, limit, "a request"));
  try {
    numbers::require_memory(limited, limit + 1, "a request");
    FAIL();
  } catch (const out_of_memory& error) {
    EXPECT_NE(std::string(error.what()).find("a request: no memory"), std::string::npos) << error.what();
  }
}

struct operation {
  const char* name;
  std::function<gpu_bigint(const gpu_bigint&, const gpu_bigint&)> run;
};

/// With more and more memory, every operation fails until it has enough, and changes nothing.
TEST_P(Memory, AnOperationWithoutMemoryChangesNothing) {
  const std::vector<operation> operations{
      {"sum", [](const auto& x, const auto& y) { return x + y; }},
      {"product", [](const auto& x, const auto& y) { return x * y; }},
      {"product by transforms", [](const auto& x, const auto& y) { return multiply(x, y, algorithm::fft); }},
      {"square", [](const auto& x, const auto&) { return square(x); }},
      {"quotient", [](const auto& x, const auto& y) { return x * x / y; }},
      {"remainder", [](const auto& x, const auto& y) { return x * x % y; }},
      {"square root", [](const auto& x, const auto&) { return isqrt(x); }},
      {"shift", [](const auto& x, const auto&) { return x << 12345; }},
      {"mask", [](const auto& x, const auto& y) { return x & y; }},
      {"gcd", [](const auto& x, const auto& y) { return gcd(x * y, y); }},
      {"power", [](const auto& x, const auto&) { return pow(x, 3); }},
      {"modular power", [](const auto& x, const auto& y) { return powm(x, x.in_same_context(5), y | 1); }},
      {"text", [](const auto& x, const auto&) { return gpu_bigint(x.to_string(10)); }}};
  const std::size_t length = size({1500, 400, 6000});
  for (const operation& one : operations) {
    int failures = 0;
    bool done = false;
    for (std::size_t limit = 16 * length; !done && limit < 2048 * mebibyte;
         limit += limit < 64 * length ? limit / 4 : limit) {
      // CUDA's pools grow by tens of megabytes, so smaller limits would leave nothing.
      const context own = make({.memory_limit = limit});
      const scoped_context use(own);
      gpu_bigint x, y;
      try {
        x = random_number(length), y = random_number(length - 7);
      } catch (const out_of_memory&) {
        continue;
      }
      const gpu_bigint same = x;
      gpu_bigint target = same;
      const std::vector<std::uint64_t> a = x.to_limbs(), b = y.to_limbs();
      try {
        target = one.run(x, y);
        static_cast<void>(target.sign());
        done = true;
      } catch (const out_of_memory&) {
        ++failures;
        EXPECT_EQ(target.to_limbs(), a) << one.name;
      }
      EXPECT_NO_THROW(own.synchronize()) << one.name;
      EXPECT_EQ(x.to_limbs(), a) << one.name;
      EXPECT_EQ(y.to_limbs(), b) << one.name;
      EXPECT_EQ(same.to_limbs(), a) << one.name;
    }
    EXPECT_TRUE(done) << one.name;
    if (here().backend() == backend::host) {
      EXPECT_GT(failures, 0) << one.name;
    }
  }
}

TEST_P(Memory, ComesFromTheCallersResource) {
  const auto source = std::make_shared<counting_resource>(here().backend());
  gpu_bigint survivor;
  {
    const context own = make({.memory = source});
    const scoped_context use(own);
    const gpu_bigint x = random_number(3000), y = random_number(2000);
    EXPECT_GT(source->allocations, 0);
    EXPECT_GE(source->in_use(), 5000u * 8);
    EXPECT_TRUE(matches(x * y, to_oracle(x) * to_oracle(y)));
    EXPECT_TRUE(matches(x / y, to_oracle(x) / to_oracle(y)));
    EXPECT_LE(own.memory().in_use, source->in_use());
    survivor = x;
    own.trim();
  }
  EXPECT_EQ(to_oracle(survivor + 1), to_oracle(survivor) + integer(1)) << "the number keeps the resource";
  EXPECT_GT(source->in_use(), 0u);
  survivor = 0;
  EXPECT_EQ(source->in_use(), 0u) << "not everything was returned";
  EXPECT_FALSE(source->wrong) << "sizes or streams that do not match";
  EXPECT_EQ(source.use_count(), 1) << "somebody still refers to the resource";
}

TEST_P(Memory, AResourceWithoutMemoryIsTrimmedAndAskedAgain) {
  const auto source = std::make_shared<counting_resource>(here().backend(), 48 * mebibyte);
  const context own = make({.memory = source});
  const scoped_context use(own);
  const gpu_bigint x = random_number(5000);
  const integer value = to_oracle(x);
  EXPECT_THROW(x << (std::int64_t{1} << 31), out_of_memory);
  EXPECT_GT(source->trims, 0);
  EXPECT_TRUE(matches(x * x, value * value));
  source->breaks = true;
  EXPECT_THROW(x << (1 << 25), std::runtime_error);
  source->breaks = false;
  EXPECT_TRUE(matches(x + x, value + value));
  EXPECT_FALSE(source->wrong);
}

TEST_P(Memory, AResourceThatIsGoneIsAnError) {
  gpu_bigint x;
  {
    const auto source = std::make_shared<counting_resource>(here().backend());
    const scoped_context use{context(here().backend(), {.memory = source})};
    x = 12345;
  }
  EXPECT_EQ(x + 1, 12346) << "a short number needs no memory of the context";
  EXPECT_THROW(x.context(), device_error);
}

TEST_P(Memory, AResourceHasALimit) {
  const auto source = std::make_shared<counting_resource>(here().backend());
  const context own = make({.memory = source, .memory_limit = 40 * mebibyte});
  const scoped_context use(own);
  const gpu_bigint x = random_number(5000);
  EXPECT_THROW(x << (std::int64_t{1} << 30), out_of_memory);
  EXPECT_LE(source->in_use(), 40 * mebibyte);
}

TEST_P(Memory, OptionsThatContradictEachOtherAreRefused) {
  int something = 0;
  const auto source = std::make_shared<counting_resource>(here().backend());
  EXPECT_THROW(make({.memory_pool = &something, .memory = source}), std::invalid_argument);
  EXPECT_THROW(make({.memory_pool = &something, .memory_limit = 1}), std::invalid_argument);
  if (here().backend() == backend::host) {
    EXPECT_THROW(make({.memory_pool = &something}), std::invalid_argument);
    EXPECT_THROW(make({.stream = &something}), std::invalid_argument);
  }
  EXPECT_THROW(make({.device = 1000}), device_error);
}

/// Memory that one context keeps is available to others.
TEST_P(Memory, WhatOneContextKeepsAnotherOneGets) {
#if !defined(__SANITIZE_ADDRESS__)
  const context first = make({}), second = make({});
  {
    const scoped_context use(first);
    const gpu_bigint large = gpu_bigint(1) << (std::int64_t{1} << 29);  // 64 MB
    EXPECT_EQ(large.bit_length(), (std::size_t{1} << 29) + 1);
  }
  first.synchronize();
  EXPECT_GE(first.memory().kept, 64 * mebibyte);
  if (first.backend() == backend::cuda) {
    EXPECT_GE(second.memory().kept, 64 * mebibyte) << "contexts of a device share a pool";
    return;
  }
  {
    // The process has room for the memory that the first context keeps, but not for twice as much.
    const std::size_t held = process::memory::in_use();
    const environment_variable set("GPU_BIGINT_HOST_MEMORY", std::to_string(held + 40 * mebibyte));
    const scoped_context use{make({})};
    const gpu_bigint large = gpu_bigint(1) << (std::int64_t{1} << 29);
    EXPECT_EQ(large.bit_length(), (std::size_t{1} << 29) + 1);
    EXPECT_EQ(first.memory().kept, 0u);
  }
  make({});  // reads the environment again
#endif
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Memory);

/// Short numbers count towards the process's limit.
TEST(HostMemory, NumbersInHostWordsHaveALimit) {
  std::size_t made = 0;
  {
    const environment_variable set("GPU_BIGINT_HOST_MEMORY", "200M");
    const scoped_context use{context(backend::host)};
    random_source random(test_seed());
    const integer value(random_limbs(random, 300));
    const gpu_bigint x = from_oracle(value);
    for (const std::int64_t bits : {std::int64_t{1} << 16, std::int64_t{1} << 24}) {  // 8 KB, 2 MB
      std::vector<gpu_bigint> many;
      const auto fill = [&] {
        for (int i = 0; i < 100000; ++i) many.push_back((x << (bits + i)) + 1);
      };
      EXPECT_THROW(fill(), out_of_memory);
      made = many.size();
      const auto each = static_cast<std::size_t>(bits) / 8;
      EXPECT_GT(made * each, 100 * mebibyte);
      EXPECT_LT(made * each, 210 * mebibyte);
      EXPECT_TRUE(matches(x, value));
      EXPECT_TRUE(matches(many.back() >> (bits + static_cast<std::int64_t>(made) - 1), value));
    }
    EXPECT_TRUE(matches((x << (1 << 24)) >> (1 << 24), value)) << "after the limit was reached";
  }
  const context again(backend::host);  // without the variable
}

#if defined(GPU_BIGINT_WITH_CUDA)

class DevicePool : public testing::Test {
 protected:
  void SetUp() override {
    if (!is_available(backend::cuda)) GTEST_SKIP() << why_unavailable(backend::cuda);
  }
};

TEST_F(DevicePool, TheDefaultOneIsLeftAsItIs) {
  const std::uint64_t before = release_threshold_of_default_pool();
  const scoped_context use{context(backend::cuda)};
  const gpu_bigint x = (gpu_bigint(1) << 1000000) + 1;
  EXPECT_EQ((x * x).bit_length(), 2000001u);
  EXPECT_EQ(release_threshold_of_default_pool(), before);
  EXPECT_EQ(before, 0u) << "CUDA's default";
}

TEST_F(DevicePool, OfTheCallerIsUsedAndLeftAsItIs) {
  const device_pool pool;
  const std::uint64_t threshold = pool.release_threshold();
  {
    const context own(backend::cuda, {.memory_pool = pool.get()});
    const scoped_context use(own);
    const gpu_bigint x = (gpu_bigint(1) << 10000000) + 1;
    EXPECT_GE(pool.bytes_in_use(), 1250000u);
    EXPECT_GE(own.memory().in_use, 1250000u);
    EXPECT_EQ((x * x).bit_length(), 20000001u);
    own.trim();
  }
  EXPECT_EQ(pool.bytes_in_use(), 0u);
  EXPECT_EQ(pool.release_threshold(), threshold);
}

TEST_F(DevicePool, OfAContextWithALimitEndsWithIt) {
  const std::size_t before = free_device_memory();
  {
    const context own(backend::cuda, {.memory_limit = 1024 * mebibyte});
    const scoped_context use(own);
    const gpu_bigint x = gpu_bigint(1) << (std::int64_t{1} << 32);  // 512 MB
    own.synchronize();
    EXPECT_LE(free_device_memory(), before - 512 * mebibyte);
  }
  EXPECT_GE(free_device_memory(), before - 256 * mebibyte) << "the first kernels may take some";
}

/// Memory kept by a context with its own pool goes to another context before that one fails.
TEST_F(DevicePool, OfOneContextIsTrimmedForAnotherOne) {
  const std::size_t half = free_device_memory() / 8 * 5;
  const context first(backend::cuda, {.memory_limit = 2 * half}), second(backend::cuda);
  const auto fill = [&](const context& where) {
    const scoped_context use(where);
    const bigint_batch large(half / 8192, 65536);
    where.synchronize();
  };
  fill(first);
  EXPECT_GE(first.memory().kept, half / 2);
  fill(second);
  EXPECT_LT(first.memory().kept, half / 2);
}

#endif

}  // namespace

}  // namespace gbi::test
