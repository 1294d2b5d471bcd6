/// \file
/// What kernels hand to a host that polls: when the host sees the ticket, everything else is there.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "kernels/arithmetic/arguments.hpp"
#include "src/context/engine.hpp"
#include "tests/kernels/limbs_on_device.hpp"

namespace gbi::test {

namespace {

class Handover : public limbs_on_device {
 protected:
  /// Random limbs. None is 0, so the size of a window is its length.
  limbs values() {
    limbs result = random_limbs(random, 3 * exec::mailboxes::most_limbs);
    for (limb& one : result) one |= 1;
    return result;
  }
  std::uint64_t rounds() const { return size({500, 100, 20000}); }
};

TEST_P(Handover, OfReports) {
  exec::mailboxes& boxes = detail::engine_of(here())->mailboxes();
  const limbs all = values();
  const auto memory = on_device(all), signs = on_device({0, 1});
  for (std::uint64_t round = 0; round < rounds(); ++round) {
    const std::size_t n = random.between(1, exec::mailboxes::most_limbs),
                      begin = random.between(0, all.size() - n), sign = random.below(2);
    const exec::mailboxes::box box = boxes.take();
    const kernels::limb_span number{memory.data() + begin, n, 0};
    executor().launch(kernels::report_arguments{number, signs.data() + sign, nullptr, box.words, box.ticket,
                                                exec::mailboxes::most_limbs});
    executor().await(box.words + kernels::report_ticket, box.ticket, box.mark);
    const limb* const found = box.words + kernels::report_limbs;
    const bool is_whole = std::equal(found, found + n, all.begin() + static_cast<std::ptrdiff_t>(begin));
    const limb size = box.words[kernels::report_size], top = box.words[kernels::report_top],
               reported_sign = box.words[kernels::report_sign];
    boxes.give_back(box);
    ASSERT_TRUE(is_whole) << n << " limbs, round " << round;
    ASSERT_EQ(size, n);
    ASSERT_EQ(top, all[begin + n - 1]);
    ASSERT_EQ(reported_sign, sign);
  }
}

// Limbs above the size are zeros, which the kernel skips unless it is told the size. It writes nothing behind
// the limbs that it reports or clears.
TEST_P(Handover, OfSizesBelowTheBound) {
  constexpr limb guard = 0x5be0cd19137e2179;
  constexpr std::uint32_t most = 300;
  exec::mailboxes& boxes = detail::engine_of(here())->mailboxes();
  const auto sign = on_device({1});
  for (const std::size_t bound : {1, 255, 256, 257, 300, 301, 2048, 2049, 5000})
    for (const std::size_t n : {std::size_t{0}, std::size_t{1}, bound / 2, bound - 1, bound})
      for (const bool is_told : {false, true}) {
        limbs number = random_limbs(random, n);
        if (n > 0) number[n - 1] |= 1;
        number.resize(bound);
        const auto memory = on_device(number), size = on_device({n}),
                   cleared = on_device(limbs(bound + 1, guard));
        const exec::mailboxes::box box = boxes.take();
        std::fill_n(box.words + kernels::report_limbs, exec::mailboxes::most_limbs, guard);
        executor().launch(kernels::report_arguments{{memory.data(), bound, 0},
                                                    sign.data(),
                                                    is_told ? size.data() : nullptr,
                                                    box.words,
                                                    box.ticket,
                                                    most,
                                                    cleared.data()});
        executor().await(box.words + kernels::report_ticket, box.ticket, box.mark);
        const std::size_t words = kernels::report_limbs + exec::mailboxes::most_limbs;
        const limbs found(box.words, box.words + words);
        boxes.give_back(box);
        limbs expected{box.ticket, n, 1, n > 0 ? number[n - 1] : 0};
        if (n <= most)
          expected.insert(expected.end(), number.begin(), number.begin() + static_cast<std::ptrdiff_t>(n));
        expected.resize(words, guard);
        ASSERT_EQ(found, expected) << n << " of " << bound << " limbs";
        limbs left(bound);
        left.push_back(guard);
        ASSERT_EQ(read(cleared), left) << n << " of " << bound << " limbs";
      }
}

TEST_P(Handover, OfShortCopies) {
  const limbs all = values();
  const auto memory = on_device(all);
  limbs found(exec::mailboxes::most_limbs);
  for (std::uint64_t round = 0; round < rounds(); ++round) {
    const std::size_t n = random.between(1, exec::mailboxes::most_limbs),
                      begin = random.between(0, all.size() - n);
    executor().download(found.data(), memory.data() + begin, n * sizeof(limb));
    ASSERT_TRUE(std::equal(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(n),
                           all.begin() + static_cast<std::ptrdiff_t>(begin)))
        << n << " limbs, round " << round;
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Handover);

}  // namespace

}  // namespace gbi::test
