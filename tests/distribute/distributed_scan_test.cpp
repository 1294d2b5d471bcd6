/// \file
/// Scans over the ranks of a group against plain loops: one problem in parts, and whole problems.
#include <algorithm>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "gpu_bigint/distributed_scan.hpp"
#include "tests/distribute/groups.hpp"

namespace gbi::test {

namespace {

class GroupScans : public on_group {
 protected:
  /// Values whose sums and products are exact in every order.
  template <class T>
  std::vector<T> values(std::size_t count, scan_operation operation) {
    std::vector<T> result(count);
    for (T& one : result) {
      const std::uint64_t bits = random.bits();
      if constexpr (std::is_integral_v<T>)
        one = static_cast<T>(bits);
      else
        one = operation == scan_operation::product ? (bits % 2 == 0 ? T(1) : T(-1))
                                                   : static_cast<T>(bits % 16) - T(8);
    }
    return result;
  }
  template <class T>
  static T combined(T a, T b, scan_operation operation) {
    using word = std::conditional_t<std::is_floating_point_v<T>, T, std::make_unsigned<T>>;
    const auto computed = [&](auto&& f) {
      if constexpr (std::is_integral_v<T>)
        return static_cast<T>(f(static_cast<typename word::type>(a), static_cast<typename word::type>(b)));
      else
        return f(a, b);
    };
    switch (operation) {
      case scan_operation::sum:
        return computed([](auto x, auto y) { return x + y; });
      case scan_operation::product:
        return computed([](auto x, auto y) { return x * y; });
      case scan_operation::minimum:
        return std::min(a, b);
      default:
        return std::max(a, b);
    }
  }
  template <class T>
  static T identity(scan_operation operation) {
    using limits = std::numeric_limits<T>;
    switch (operation) {
      case scan_operation::sum:
        return T(0);
      case scan_operation::product:
        return T(1);
      case scan_operation::minimum:
        return limits::has_infinity ? limits::infinity() : limits::max();
      default:
        return limits::has_infinity ? -limits::infinity() : limits::lowest();
    }
  }
  template <class T>
  static std::vector<T> expected(const std::vector<T>& in, const scan_options& options) {
    std::vector<T> result(in.size());
    const std::size_t size = in.size() / options.batch;
    T running{};
    for (std::size_t i = 0; i < in.size(); ++i) {
      if (i % size == 0) running = identity<T>(options.operation);
      const T next = combined(running, in[i], options.operation);
      result[i] = options.kind == scan_kind::inclusive ? next : running;
      running = next;
    }
    return result;
  }
  template <class T>
  void scan_all(std::size_t size, std::size_t batch) {
    for (const auto operation :
         {scan_operation::sum, scan_operation::product, scan_operation::minimum, scan_operation::maximum})
      for (const auto kind : {scan_kind::inclusive, scan_kind::exclusive}) {
        const std::vector<T> in = values<T>(size * batch, operation);
        const scan_options options{.operation = operation, .kind = kind, .batch = batch};
        ASSERT_EQ(scan(handle(), in, options), expected(in, options))
            << size << " elements, operation " << static_cast<int>(operation);
      }
  }
  template <class T>
  void scan_some() {
    for (const std::size_t size :
         {std::size_t{1}, ranks() - 1, std::size_t{1000}, 40'000 + random.below(1000)})
      scan_all<T>(size, 1);
  }
};

TEST_P(GroupScans, OfOneProblemOfWords) {
  scan_some<std::int32_t>();
  scan_some<std::uint32_t>();
}
TEST_P(GroupScans, OfOneProblemOfLongWords) {
  scan_some<std::int64_t>();
  scan_some<std::uint64_t>();
}
TEST_P(GroupScans, OfOneProblemOfFloats) {
  scan_some<float>();
  scan_some<double>();
}

TEST_P(GroupScans, OfWholeProblems) {
  for (const std::size_t batch : {std::size_t{2}, 3 * ranks() + 1}) {
    scan_all<std::uint64_t>(700, batch);
    scan_all<double>(3000, batch);
  }
  EXPECT_EQ(scan(handle(), std::vector<int>{}), std::vector<int>{});
}

// Parts of very different sizes, some of them empty, in place and elsewhere.
TEST_P(GroupScans, OfPartsOfAnySize) {
  std::vector<std::size_t> sizes(ranks());
  std::size_t all = 0;
  for (std::size_t& one : sizes) all += one = random.below(3) == 0 ? 0 : random.log_uniform(1, 20'000);
  const std::vector<std::uint32_t> in = values<std::uint32_t>(all, scan_operation::sum);
  for (const bool in_place : {false, true}) {
    const scan_options options{.kind = in_place ? scan_kind::exclusive : scan_kind::inclusive};
    const std::vector<std::uint32_t> right = expected(in, options);
    std::vector<exec::buffer<std::uint32_t>> from, to;
    std::vector<scan_part<std::uint32_t>> parts;
    std::size_t first = 0, at = 0;
    for (std::size_t r = 0; r < number(0); ++r) first += sizes[r];
    at = first;
    for (std::size_t own = 0; own < local(); ++own) {
      const std::size_t size = sizes[number(own)];
      from.emplace_back(executor(own), std::span(in).subspan(at, size));
      to.emplace_back(executor(own), size);
      parts.push_back({from[own].data(), (in_place ? from : to)[own].data(), size});
      at += size;
    }
    scan<std::uint32_t>(handle(), parts, options);
    at = first;
    for (const scan_part<std::uint32_t>& part : parts) {
      const std::size_t own = static_cast<std::size_t>(&part - parts.data());
      std::vector<std::uint32_t> found(part.size);
      if (part.size > 0) executor(own).download(found.data(), part.out, part.size * sizeof(std::uint32_t));
      EXPECT_TRUE(std::equal(found.begin(), found.end(), right.begin() + static_cast<std::ptrdiff_t>(at)));
      at += part.size;
    }
  }
}

TEST_P(GroupScans, RefuseWhatTheyCannotDo) {
  const std::vector<std::int32_t> six{1, 2, 3, 4, 5, 6};
  for (const scan_options& wrong :
       {scan_options{.batch = 4}, scan_options{.batch = 0}, scan_options{.in_stride = 6}})
    EXPECT_THROW(static_cast<void>(scan(handle(), six, wrong)), std::invalid_argument);
  std::vector<exec::buffer<std::int32_t>> memory;
  std::vector<scan_part<std::int32_t>> parts;
  for (std::size_t own = 0; own < local(); ++own) {
    memory.emplace_back(executor(own), std::span(six));
    parts.push_back({memory[own].data(), memory[own].data(), six.size()});
  }
  EXPECT_THROW(scan<std::int32_t>(handle(), parts, {.batch = 2}), std::invalid_argument);
  const std::span<const scan_part<std::int32_t>> none;
  EXPECT_THROW(scan<std::int32_t>(handle(), none), std::invalid_argument);
  for (scan_part<std::int32_t>& part : parts) part = {part.in, part.out + 1, part.size - 1};
  EXPECT_THROW(scan<std::int32_t>(handle(), parts), std::invalid_argument);
}

GPU_BIGINT_ON_EVERY_GROUP(GroupScans);

}  // namespace

}  // namespace gbi::test
