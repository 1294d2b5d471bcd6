#include "src/number/number.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <new>

#include "src/words/linear/linear.hpp"

namespace gbi::detail {

namespace {

/// Numbers of up to this many limbs are copied to the device together with the sign.
constexpr std::size_t longest_image = 512;

/// A single block finds the size of a number of up to this many limbs.
constexpr std::size_t longest_search = std::size_t{1} << 14;

/// Carries that do not occur may raise a bound by up to this many limbs before a report is queued. Two such
/// numbers and their product stay below the excess at which the host waits.
constexpr std::size_t longest_creep = 20;

bool is_wasteful(std::size_t limbs, std::size_t size) {
  return limbs > 2 * size + 64;
}

}  // namespace

number::number(std::shared_ptr<engine> engine, std::size_t bound, std::size_t expected)
    : engine_(std::move(engine)),
      bound_(bound),
      expected_(std::min(expected, bound)),
      origin_(expected_),
      memory_(exec::buffer<limb>(engine_->executor(), header_limbs + bound)) {
  if (bound == 0) size_.store(0, std::memory_order_relaxed);
}

new_number number::make(std::shared_ptr<engine> engine, std::size_t bound, std::size_t expected) {
  return new_number(new number(std::move(engine), bound, expected));
}

new_number number::make_nonnegative(std::shared_ptr<engine> engine, std::size_t bound) {
  new_number made = make(std::move(engine), bound);
  made->set_negative(false);
  return made;
}

gpu_bigint copied_value(const std::shared_ptr<engine>& engine, const limb* limbs, std::size_t count) {
  new_number made = number::make_nonnegative(engine, count);
  if (count > 0) engine->executor().copy(made->limbs(), limbs, count * sizeof(limb));
  return value_of(std::move(made));
}

counted<const number> number::from_host(detail::context_core& place, std::span<const limb> magnitude,
                                        bool negative) {
  magnitude = magnitude.first(words::significant(magnitude.data(), magnitude.size()));
  negative = negative && !magnitude.empty();
  new_number made = make(place.living_engine(), magnitude.size());
  exec::executor& device = made->executor();
  // A short number is copied together with its sign, because starting a copy takes most of the time.
  std::array<limb, longest_image> image{};
  image[0] = negative ? 1 : 0;
  const std::size_t with_sign = std::min(magnitude.size(), longest_image - header_limbs);
  std::copy_n(magnitude.begin(), with_sign, image.begin() + header_limbs);
  device.upload(made->sign_word(), image.data(), (header_limbs + with_sign) * sizeof(limb));
  if (with_sign < magnitude.size())
    device.upload(made->limbs() + with_sign, magnitude.data() + with_sign,
                  (magnitude.size() - with_sign) * sizeof(limb));
  made->know_negative(negative);
  made->size_.store(static_cast<std::int64_t>(magnitude.size()), std::memory_order_relaxed);
  if (!magnitude.empty()) made->top_.store(magnitude.back(), std::memory_order_relaxed);
  return counted<const number>(made.detach());
}

number::~number() {
  if (report_.words != nullptr) engine_->mailboxes().give_back(report_);
  delete[] words_.load(std::memory_order_relaxed);
}

void number::release() const noexcept {
  if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

std::size_t number::bound() const noexcept {
  poll_report();
  const std::int64_t known = size_.load(std::memory_order_relaxed);
  return known >= 0 ? static_cast<std::size_t>(known) : bound_;
}

std::size_t number::expected() const noexcept {
  const std::int64_t known = size_.load(std::memory_order_relaxed);
  return known >= 0 ? static_cast<std::size_t>(known) : expected_;
}

std::size_t number::origin() const noexcept {
  const std::int64_t known = size_.load(std::memory_order_relaxed);
  return known >= 0 ? static_cast<std::size_t>(known) : origin_;
}

void number::set_negative(bool negative) {
  const limb word = negative ? 1 : 0;
  executor().upload(sign_word(), &word, sizeof word);
  know_negative(negative);
}

std::optional<bool> number::known_negative() const noexcept {
  const std::int8_t known = negative_.load(std::memory_order_relaxed);
  if (known < 0) return std::nullopt;
  return known != 0;
}

bool number::negative() const {
  if (!known_negative()) fetch_report();
  memory_.require_right();
  return *known_negative();
}

std::size_t number::size() const {
  if (size_.load(std::memory_order_relaxed) < 0) fetch_report();
  memory_.require_right();
  return static_cast<std::size_t>(size_.load(std::memory_order_acquire));
}

limb number::top() const {
  return size() == 0 ? 0 : top_.load(std::memory_order_relaxed);
}

std::size_t number::longest_copy() const noexcept {
  return std::min<std::size_t>(core().limits().residence, exec::mailboxes::most_limbs);
}

void number::store_report(const std::uint64_t* report) const {
  const std::uint64_t size = report[kernels::report_size];
  if (size > 0 && size <= longest_copy() && words_.load(std::memory_order_relaxed) == nullptr) {
    auto* const copy = new (std::nothrow) limb[size];  // without memory, no copy is kept
    if (copy != nullptr) {
      std::copy_n(report + kernels::report_limbs, size, copy);
      words_.store(copy, std::memory_order_release);
    }
  }
  top_.store(report[kernels::report_top], std::memory_order_relaxed);
  know_negative(report[kernels::report_sign] != 0 && size > 0);
  size_.store(static_cast<std::int64_t>(size), std::memory_order_release);
}

void number::poll_report() const noexcept {
  if (!reported_.load(std::memory_order_acquire)) return;
  const std::scoped_lock lock(mutex_);
  if (report_.words == nullptr) return;
  const std::atomic_ref<std::uint64_t> ticket(report_.words[kernels::report_ticket]);
  if (ticket.load(std::memory_order_acquire) != report_.ticket) return;
  engine_->ledger().settle(report_.mark);
  store_report(report_.words);
  engine_->mailboxes().give_back(std::exchange(report_, {}));
  reported_.store(false, std::memory_order_relaxed);
}

void number::queue_report() const {
  exec::executor& device = engine_->executor();
  const exec::mailboxes::box box = engine_->mailboxes().take();
  try {
    exec::buffer<limb> size;
    if (bound_ > longest_search) {
      size = exec::cleared<limb>(device, 1);
      device.launch(kernels::significant_arguments{{address(), bound_, 0}, ~limb{0}, size.data()});
    }
    device.launch(kernels::report_arguments{{address(), bound_, 0},
                                            memory_.raw().data(),
                                            size.data(),
                                            box.words,
                                            box.ticket,
                                            static_cast<std::uint32_t>(longest_copy())});
  } catch (...) {
    engine_->mailboxes().give_back(box);
    throw;
  }
  report_ = box;
}

void number::read() const noexcept {
  const std::size_t size = words::significant(address(), bound_);
  top_.store(size > 0 ? address()[size - 1] : 0, std::memory_order_relaxed);
  know_negative(*memory_.raw().data() != 0 && size > 0);
  size_.store(static_cast<std::int64_t>(size), std::memory_order_release);
}

void number::fetch_report() const {
  exec::executor& device = executor();
  const std::scoped_lock lock(mutex_);
  if (device.memory_is_host()) return read();
  // Another thread may have asked already.
  if (size_.load(std::memory_order_relaxed) >= 0 && known_negative()) return;
  if (report_.words == nullptr) queue_report();
  device.await(report_.words + kernels::report_ticket, report_.ticket, report_.mark);
  store_report(report_.words);
  engine_->mailboxes().give_back(std::exchange(report_, {}));
  reported_.store(false, std::memory_order_relaxed);
}

short_view number::words(std::size_t most) const noexcept {
  poll_report();
  const std::int64_t size = size_.load(std::memory_order_acquire);
  if (size < 0 || static_cast<std::size_t>(size) > most || !known_negative() ||
      memory_.known() != faults::evidence::state::right)
    return {};
  static constexpr limb zero = 0;
  const limb* words = size == 0 ? &zero : words_.load(std::memory_order_acquire);
  if (words == nullptr && core().limits().residence != 0 && executor().memory_is_host()) words = address();
  if (words == nullptr) return {};
  return {words, static_cast<std::size_t>(size), *known_negative() && size > 0};
}

short_view number::words_or_wait() const {
  const std::size_t limit = core().limits().residence;
  if (const short_view known = words(limit)) return known;
  if (limit == 0 || expected() > longest_copy()) return {};
  fetch_report();
  return words(limit);
}

counted<const number> number::seal(new_number made) {
  number& self = *made;
  exec::executor& device = self.executor();
  assert(faults::collector::innermost() != nullptr);
  self.memory_.seal();
  if (device.memory_is_host()) {
    self.read();
  } else if (self.size_.load(std::memory_order_relaxed) < 0) {
    const std::size_t sure = self.cancels_ ? std::min(self.expected_, self.origin_) : self.expected_;
    if (is_wasteful(self.bound_, sure)) {
      self.fetch_report();
    } else if (self.bound_ > sure + std::min(sure / 4 + 8, longest_creep)) {
      self.queue_report();
      self.reported_.store(true, std::memory_order_release);
    }
  }
  const std::int64_t size = self.size_.load(std::memory_order_relaxed);
  if (size >= 0 && is_wasteful(self.bound_, static_cast<std::size_t>(size))) {
    self.bound_ = static_cast<std::size_t>(size);
    exec::buffer<limb> smaller(device, header_limbs + self.bound_);
    device.copy(smaller.data(), self.sign_word(), smaller.size() * sizeof(limb));
    self.memory_.raw() = std::move(smaller);
  }
  return counted<const number>(made.detach());
}

}  // namespace gbi::detail
