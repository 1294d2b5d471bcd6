/// \file
/// The public scan against a sequential one: all types, operations, kinds and algorithms, any length and
/// batch.
#include "gpu_bigint/scan.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <thread>
#include <typeinfo>
#include <vector>

#include "src/exec/buffer.hpp"
#include "tests/support/executors.hpp"
#if defined(GPU_BIGINT_WITH_CUDA)
#include "src/exec/cuda/executor.hpp"
#endif

namespace gbi::test {

namespace {

constexpr scan_operation operations[] = {scan_operation::sum, scan_operation::product,
                                         scan_operation::minimum, scan_operation::maximum};
constexpr scan_algorithm algorithms[] = {scan_algorithm::automatic, scan_algorithm::cascade,
                                         scan_algorithm::look_back};

template <class T>
T combine(scan_operation operation, T a, T b) {
  // Overflow of signed arithmetic is undefined in C++; the library's arithmetic wraps.
  using word = std::conditional_t<std::is_floating_point_v<T>, T, std::make_unsigned<T>>;
  if constexpr (std::is_integral_v<T>) {
    using bits = typename word::type;
    const auto x = static_cast<bits>(a), y = static_cast<bits>(b);
    if (operation == scan_operation::sum) return static_cast<T>(x + y);
    if (operation == scan_operation::product) return static_cast<T>(x * y);
  } else {
    if (operation == scan_operation::sum) return a + b;
    if (operation == scan_operation::product) return a * b;
  }
  return operation == scan_operation::minimum ? std::min(a, b) : std::max(a, b);
}

template <class T>
T identity(scan_operation operation) {
  using limits = std::numeric_limits<T>;
  if (operation == scan_operation::sum) return 0;
  if (operation == scan_operation::product) return 1;
  if (operation == scan_operation::minimum) return limits::has_infinity ? limits::infinity() : limits::max();
  return limits::has_infinity ? -limits::infinity() : limits::lowest();
}

/// Scans problems that are `stride` apart. The elements between them keep their values.
template <class T>
std::vector<T> expected_scan(std::vector<T> values, std::size_t size, std::size_t stride,
                             const scan_options& options) {
  for (std::size_t g = 0; g < options.batch; ++g) {
    T running = identity<T>(options.operation);
    for (std::size_t i = g * stride; i < g * stride + size; ++i) {
      const T with = combine(options.operation, running, values[i]);
      values[i] = options.kind == scan_kind::exclusive ? running : with;
      running = with;
    }
  }
  return values;
}

template <class T>
class any_scan {
 public:
  any_scan(const context& where, exec::executor& executor, random_source& random)
      : where_(where), executor_(executor), random_(random) {}

  T element(scan_operation operation) {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(random_.bits());
    } else {
      const T unit = static_cast<T>(static_cast<double>(random_.bits() >> 11) * 0x1p-53);
      // Products must neither overflow nor underflow. Sums of one sign do not lose digits by cancellation.
      if (operation == scan_operation::product) return T{1} + (unit - T{0.5}) * static_cast<T>(0x1p-16);
      return operation == scan_operation::sum ? unit : unit - T{0.5};
    }
  }

  std::vector<T> elements(std::size_t count, scan_operation operation) {
    std::vector<T> result(count);
    for (T& x : result) x = element(operation);
    return result;
  }

  /// In any order of n operations, rounding errors stay below n units in the last place. Here they are far
  /// smaller.
  void expect_same(const std::vector<T>& out, const std::vector<T>& expected, scan_operation operation,
                   std::size_t size) {
    ASSERT_EQ(out.size(), expected.size());
    if (std::is_integral_v<T> || operation == scan_operation::minimum ||
        operation == scan_operation::maximum) {
      const auto wrong = std::mismatch(out.begin(), out.end(), expected.begin()).first - out.begin();
      ASSERT_EQ(wrong, static_cast<std::ptrdiff_t>(out.size())) << "first wrong element";
      return;
    }
    const double tolerance =
        static_cast<double>(std::numeric_limits<T>::epsilon()) * static_cast<double>(size + 16);
    for (std::size_t i = 0; i < out.size(); ++i)
      ASSERT_NEAR(static_cast<double>(out[i]), static_cast<double>(expected[i]),
                  tolerance * std::abs(static_cast<double>(expected[i])))
          << "element " << i;
  }

  /// Scans in device memory: in place or not, with strides, `offset` elements after an aligned address.
  void check(std::size_t size, std::size_t stride, const scan_options& options, bool in_place,
             std::size_t offset) {
    SCOPED_TRACE(testing::Message() << options.batch << " x " << size << ", stride " << stride
                                    << ", operation " << static_cast<int>(options.operation) << ", algorithm "
                                    << static_cast<int>(options.algorithm)
                                    << (options.kind == scan_kind::exclusive ? ", exclusive" : "")
                                    << (in_place ? ", in place" : "") << ", offset " << offset);
    const std::vector<T> in = elements((options.batch - 1) * stride + size, options.operation);
    const exec::buffer<T> memory(executor_, in.size() + offset), target(executor_, in.size() + offset);
    executor_.upload(memory.data() + offset, in.data(), in.size() * sizeof(T));
    executor_.upload(target.data() + offset, in.data(), in.size() * sizeof(T));
    scan_options strided = options;
    strided.in_stride = strided.out_stride = stride;
    T* out = in_place ? memory.data() + offset : target.data() + offset;
    scan(where_, static_cast<const T*>(memory.data() + offset), out, size, strided);
    std::vector<T> result(in.size());
    executor_.download(result.data(), out, result.size() * sizeof(T));
    expect_same(result, expected_scan(in, size, stride, options), options.operation, size);
  }

 private:
  const context& where_;
  exec::executor& executor_;
  random_source& random_;
};

class Scan : public on_executor {
 protected:
  template <class T>
  any_scan<T> of() {
    return any_scan<T>(here(), executor(), random);
  }

  scan_kind any_kind() { return random.coin() ? scan_kind::inclusive : scan_kind::exclusive; }

  template <class... Types>
  void check_all_operations() {
    (check_operations<Types>(), ...);
  }

  template <class T>
  void check_operations() {
    SCOPED_TRACE(typeid(T).name());
    for (const scan_operation operation : operations)
      for (const scan_algorithm algorithm : algorithms)
        for (const scan_kind kind : {scan_kind::inclusive, scan_kind::exclusive}) {
          const std::size_t count = random.log_uniform(1, size({300000, 30000, 3000000}));
          of<T>().check(count, count, {operation, kind, algorithm}, random.coin(), random.below(4));
          if (HasFatalFailure()) return;
        }
  }

  template <class T>
  void check_batches() {
    for (const std::size_t batch :
         {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{31}, std::size_t{1000}})
      for (int round = 0; round < 6; ++round) {
        const std::size_t count = random.log_uniform(1, size({1 << 20, 1 << 16, 1 << 23}) / batch);
        const std::size_t stride = count + (random.coin() ? 0 : random.below(10));
        const scan_options options{operations[random.below(4)], any_kind(), algorithms[random.below(3)],
                                   batch};
        of<T>().check(count, stride, options, random.coin(), random.below(4));
        if (HasFatalFailure()) return;
      }
  }
};

TEST_P(Scan, OperationsOnEveryType) {
  check_all_operations<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double>();
}

TEST_P(Scan, BatchesOf4Bytes) {
  check_batches<std::int32_t>();
  check_batches<float>();
}
TEST_P(Scan, BatchesOf8Bytes) {
  check_batches<std::uint64_t>();
  check_batches<double>();
}

TEST_P(Scan, LengthsAtTheEdges) {
  for (const std::size_t power : {32u, 512u, 1024u, 2048u, 4096u, 8192u})
    for (const std::size_t count : {power - 1, power, power + 1})
      for (const scan_algorithm algorithm : {scan_algorithm::cascade, scan_algorithm::look_back}) {
        of<std::int32_t>().check(count, count, {scan_operation::sum, any_kind(), algorithm, 3}, true, 0);
        of<std::uint64_t>().check(count, count, {scan_operation::sum, any_kind(), algorithm, 3}, false, 0);
      }
}

TEST_P(Scan, LengthsThatAreNoPowerOfTwo) {
  for (const scan_algorithm algorithm : {scan_algorithm::cascade, scan_algorithm::look_back})
    for (const std::size_t count :
         {std::size_t{1}, std::size_t{31}, std::size_t{33}, std::size_t{size({1000003, 100003, 1000003})}}) {
      of<std::int64_t>().check(count, count, {scan_operation::sum, any_kind(), algorithm}, true, 0);
      of<std::int32_t>().check(count, count, {scan_operation::product, any_kind(), algorithm}, false, 1);
    }
}

// Many tiles, read in chunks of K. A chunk must not extend past the end or past one tile of totals.
TEST_P(Scan, ChunksOfManyTiles) {
  const std::size_t count = size({9000001, 700001, 70000001});
  of<std::uint32_t>().check(count, count,
                            {scan_operation::sum, scan_kind::inclusive, scan_algorithm::cascade}, true, 0);
  of<std::uint32_t>().check(count, count,
                            {scan_operation::sum, scan_kind::inclusive, scan_algorithm::look_back}, true, 0);
}

TEST_P(Scan, SumsWrapAround) {
  const std::vector<std::uint64_t> out = scan(std::vector<std::uint64_t>{~0ull, 2, ~0ull, 5}, {}, here());
  EXPECT_EQ(out, (std::vector<std::uint64_t>{~0ull, 1, 0, 5}));
  const std::vector<std::int32_t> wrapped = scan(std::vector<std::int32_t>{2147483647, 1, -1}, {}, here());
  EXPECT_EQ(wrapped, (std::vector<std::int32_t>{2147483647, -2147483647 - 1, 2147483647}));
}

TEST_P(Scan, ExtremesOfEveryTypeAreOrdered) {
  const auto check = [&](auto lowest, auto highest) {
    using T = decltype(lowest);
    const std::vector<T> in{0, highest, lowest, 0};
    EXPECT_EQ(scan(in, {.operation = scan_operation::maximum}, here()),
              (std::vector<T>{0, highest, highest, highest}));
    EXPECT_EQ(scan(in, {.operation = scan_operation::minimum}, here()),
              (std::vector<T>{0, 0, lowest, lowest}));
    EXPECT_EQ(scan(std::vector<T>{lowest, lowest}, {.operation = scan_operation::maximum}, here()),
              (std::vector<T>{lowest, lowest}));
    EXPECT_EQ(scan(std::vector<T>{highest, highest}, {.operation = scan_operation::minimum}, here()),
              (std::vector<T>{highest, highest}));
  };
  check(std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max());
  check(std::numeric_limits<std::uint32_t>::min(), std::numeric_limits<std::uint32_t>::max());
  check(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max());
  check(std::numeric_limits<std::uint64_t>::min(), std::numeric_limits<std::uint64_t>::max());
  check(-std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity());
  check(-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity());
}

TEST_P(Scan, OfVectors) {
  EXPECT_EQ(scan(std::vector<double>{1, 2, 3, 4}, {.batch = 2}), (std::vector<double>{1, 3, 3, 7}));
  EXPECT_EQ(scan(std::vector<double>{1, 2, 3, 4}, {.kind = scan_kind::exclusive}),
            (std::vector<double>{0, 1, 3, 6}));
  EXPECT_TRUE(scan(std::vector<float>{}).empty());
}

TEST_P(Scan, FromOneStrideToAnother) {
  const std::size_t count = 100, batch = 7;
  const std::vector<std::uint32_t> in(batch * (count + 3), 1);
  const exec::buffer<std::uint32_t> input(executor(), std::span<const std::uint32_t>(in));
  const auto output = exec::cleared<std::uint32_t>(executor(), batch * (count + 5));
  scan(here(), static_cast<const std::uint32_t*>(input.data()), output.data(), count,
       {.batch = batch, .in_stride = count + 3, .out_stride = count + 5});
  std::vector<std::uint32_t> out(output.size());
  executor().download(out.data(), output.data(), out.size() * sizeof(std::uint32_t));
  for (std::size_t i = 0; i < out.size(); ++i)
    ASSERT_EQ(out[i], i % (count + 5) < count ? i % (count + 5) + 1 : 0) << i;
}

TEST_P(Scan, RefusesWhatCannotBe) {
  const exec::buffer<std::int32_t> memory(executor(), 100);
  std::int32_t* at = memory.data();
  const auto in = [](std::int32_t* p) { return static_cast<const std::int32_t*>(p); };
  EXPECT_THROW(scan(here(), in(at), at + 1, 50), std::invalid_argument);
  EXPECT_THROW(scan(here(), in(at + 1), at, 50), std::invalid_argument);
  EXPECT_THROW(scan(here(), in(at), at, 10, {.batch = 2, .in_stride = 10, .out_stride = 11}),
               std::invalid_argument);
  EXPECT_THROW(scan(here(), in(at), at, 10, {.batch = 2, .in_stride = 9, .out_stride = 9}),
               std::invalid_argument);
  // A single problem has strides, too, and an empty batch has a problem size.
  EXPECT_THROW(scan(here(), in(at), at, 10, {.in_stride = 9}), std::invalid_argument);
  EXPECT_THROW(scan(here(), in(at), at, 10, {.out_stride = 9}), std::invalid_argument);
  EXPECT_THROW(scan(here(), in(at), at, 10, {.batch = 0, .in_stride = 9}), std::invalid_argument);
  EXPECT_THROW(scan(here(), in(at), at, 0, {.batch = std::size_t{1} << 32}), std::invalid_argument);
  EXPECT_THROW(scan(std::vector<float>(), {.batch = 0}), std::invalid_argument);
  EXPECT_THROW(scan(std::vector<float>(5), {.batch = 2}), std::invalid_argument);
  EXPECT_THROW(scan(std::vector<float>(5), {.batch = 0}), std::invalid_argument);
  EXPECT_THROW(scan(std::vector<float>(4), {.batch = 2, .in_stride = 2}), std::invalid_argument);
  EXPECT_NO_THROW(scan(here(), in(at), at, 0));
  EXPECT_NO_THROW(scan(here(), in(at), at, 10, {.batch = 0}));
  EXPECT_NO_THROW(scan(here(), in(at), at, 10, {.in_stride = 10, .out_stride = 11}));
}

TEST_P(Scan, RefusesMemoryThatTheDeviceCannotAccess) {
  std::vector<std::int32_t> own(100, 1);
  if (executor().can_access(own.data())) GTEST_SKIP() << "the device accesses all memory of the process";
  const exec::buffer<std::int32_t> memory(executor(), std::span<const std::int32_t>(own));
  const auto in = [](std::int32_t* p) { return static_cast<const std::int32_t*>(p); };
  EXPECT_THROW(scan(here(), in(own.data()), memory.data(), own.size()), std::invalid_argument);
  EXPECT_THROW(scan(here(), in(memory.data()), own.data(), own.size()), std::invalid_argument);
  EXPECT_THROW(powers(here(), 3, own.data(), own.size()), std::invalid_argument);
  EXPECT_NO_THROW(scan(here(), in(memory.data() + 1), memory.data() + 1, own.size() - 1)) << "from within";
  executor().download(own.data(), memory.data(), own.size() * sizeof(own[0]));
  EXPECT_EQ(own.back(), 99) << "the device goes on working";
}

#if defined(GPU_BIGINT_WITH_CUDA)
TEST_P(Scan, TakesManagedAndPinnedMemory) {
  if (GetParam() != "cuda") GTEST_SKIP() << "for memory that host and device share";
  constexpr std::size_t count = 5000;
  const auto expect_scanned = [&](void* memory) {
    auto* const shared = static_cast<std::int32_t*>(memory);
    std::fill(shared, shared + count, 1);
    scan(here(), static_cast<const std::int32_t*>(shared), shared, count);
    here().synchronize();
    EXPECT_EQ(shared[count - 1], static_cast<std::int32_t>(count));
  };
  void *managed = nullptr, *pinned = nullptr;
  ASSERT_EQ(cudaMallocManaged(&managed, count * sizeof(std::int32_t)), cudaSuccess);
  expect_scanned(managed);
  cudaFree(managed);
  ASSERT_EQ(cudaMallocHost(&pinned, count * sizeof(std::int32_t)), cudaSuccess);
  expect_scanned(pinned);
  cudaFreeHost(pinned);
  std::vector<std::int32_t> registered(count);
  ASSERT_EQ(cudaHostRegister(registered.data(), count * sizeof(registered[0]), cudaHostRegisterDefault),
            cudaSuccess);
  expect_scanned(registered.data());
  cudaHostUnregister(registered.data());
}
#endif

// Every launch with look-back needs its own chain, even if other threads queue launches at the same time.
TEST_P(Scan, ThreadsShareAContext) {
  if (is_shuffled()) GTEST_SKIP() << "its random source belongs to one thread";
  const std::size_t count = size({50000, 1, 1000000});
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (std::uint32_t seed = 1; seed <= 4; ++seed)
    threads.emplace_back([&, seed] {
      const std::vector<std::uint32_t> in(count, seed);
      for (int round = 0; round < 20; ++round) {
        const auto out = scan(in, {.algorithm = scan_algorithm::look_back}, here());
        for (std::size_t i = 0; i < count; ++i) wrong += out[i] != seed * static_cast<std::uint32_t>(i + 1);
      }
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(wrong, 0);
}

TEST_P(Scan, Powers) {
  EXPECT_EQ(powers(3, 5, here()), (std::vector{3, 9, 27, 81, 243}));
  EXPECT_TRUE(powers(2.0, 0, here()).empty());
  const std::size_t count = size({100000, 30000, 10000000});
  const std::uint64_t base = random.bits() | 1;
  std::uint64_t expected = 1;
  const std::vector<std::uint64_t> table = powers(base, count, here());
  for (std::size_t i = 0; i < count; ++i) {
    expected *= base;
    ASSERT_EQ(table[i], expected) << i;
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Scan);

}  // namespace

}  // namespace gbi::test
