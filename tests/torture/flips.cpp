#include "tests/torture/flips.hpp"
#include "src/exec/all_launches.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <type_traits>

#include "src/number/number.hpp"

namespace gbi::test {

namespace {

/// The repair gate of a launch, or null.
template <class Arguments>
const kernels::repair_gate* gate_of(const Arguments& a) {
  if constexpr (requires { a.repair.verdicts; }) return a.repair.verdicts != nullptr ? &a.repair : nullptr;
  return nullptr;
}

/// The marks of blocks. Results that the caller keeps also belong to an operation.
enum : std::uint64_t { of_operand, of_table, of_operation };

integer magnitude(const integer& value) {
  return value.sign() < 0 ? -value : value;
}

integer read(exec::executor& device, const kernels::limb_span& span) {
  std::vector<std::uint64_t> limbs(span.count);
  if (!limbs.empty()) device.download(limbs.data(), span.limbs, limbs.size() * sizeof(std::uint64_t));
  return integer(limbs);
}

}  // namespace

std::vector<verification> all_modes() {
  return {verification::off, verification::monitor, verification::residue, verification::all};
}

flip_bench::flip_bench(backend where, verification mode, std::size_t verified_total_limbs)
    : where_(where), mode_(mode), verified_total_limbs_(verified_total_limbs) {
  make();
}

void flip_bench::make() {
  made_.reset();
  const auto change = [&](plan::tuning& tuned) {
    tuned.words = plan::word_limits::none();
    if (verified_total_limbs_ != 0) tuned.product.verified_total_limbs = verified_total_limbs_;
  };
#if defined(GPU_BIGINT_WITH_CUDA)
  if (where_ == backend::cuda) made_ = tortured_context_tuned<exec::cuda::cuda_executor>(change, 0, nullptr);
#endif
  if (where_ == backend::host) made_ = tortured_context_tuned<exec::host::host_executor>(change);
  if (!made_) throw std::runtime_error("the library was built without CUDA");
  made_->here.set_verification(mode_);
}

drawn_operands draw(const tortured& one, std::uint64_t bits, random_source& random) {
  const gmp_operands values = random_operands(random, bits);
  return {values, one.theirs(values)};
}

std::optional<flip_result> flip_bench::flip(const tortured& one, const drawn_operands& a,
                                            random_source& random) {
  return flip_before(one, a, random, false);
}
std::optional<flip_result> flip_bench::flip_attempt(const tortured& one, const drawn_operands& a,
                                                    random_source& random) {
  return flip_before(one, a, random, true);
}

void flip_bench::look(course& seen, const integer* product, const exec::launchable& kernel,
                      const void* arguments) {
  exec::launches::visit(kernel, arguments, [&](const auto& a) {
    using type = std::remove_cvref_t<decltype(a)>;
    if (const kernels::repair_gate* const gate = gate_of(a); gate != nullptr && !seen.repaired) {
      std::vector<kernels::verdict> verdicts(gate->problems);
      made_->executor->download(verdicts.data(), gate->verdicts, verdicts.size() * sizeof(kernels::verdict));
      seen.repaired = std::any_of(verdicts.begin(), verdicts.end(),
                                  [](const kernels::verdict& said) { return said.wrong != 0; });
    }
    if constexpr (std::is_same_v<type, kernels::verify_arguments>) {
      if (seen.first_check != std::numeric_limits<std::uint64_t>::max()) return;
      seen.first_check = seen.launches;
      if (product != nullptr) seen.changed = read(*made_->executor, a.number[2]) != *product;
    }
  });
}

bool flip_bench::is_at_rest(const own_outcome& ours, const gmp_outcome& theirs,
                            const live_memory::place& flipped) const {
  if (ours.text != theirs.text || ours.numbers.size() != theirs.numbers.size()) return false;
  bool found = false;
  for (std::size_t i = 0; i < ours.numbers.size(); ++i) {
    const integer got = to_oracle(ours.numbers[i]);
    if (got == theirs.numbers[i]) continue;
    const detail::number* const number = detail::number_of(ours.numbers[i]);
    const auto* const sign = reinterpret_cast<const std::byte*>(number->sign_word());
    if (flipped.byte >= sign && flipped.byte < sign + sizeof(limb) && got == -theirs.numbers[i]) {
      found = true;
      continue;
    }
    const auto* const begin = reinterpret_cast<const std::byte*>(number->limbs());
    if (flipped.byte < begin || flipped.byte >= begin + 8 * number->bound()) return false;
    integer mended = magnitude(got);
    mpz_combit(mended.get(),
               8 * static_cast<std::size_t>(flipped.byte - begin) + static_cast<unsigned>(flipped.bit));
    if (mended != magnitude(theirs.numbers[i])) return false;
    found = true;
  }
  return found;
}

std::optional<flip_result> flip_bench::flip_before(const tortured& one, const drawn_operands& a,
                                                   random_source& random, bool attempt_only) {
  std::optional<flip_result> result;
  bool stays = false;
  if (!flip_one_of(one, a, random, attempt_only, result)) {
    // An earlier flip hit a table that only this operation reads.
    stays = true;
    make();
    if (!flip_one_of(one, a, random, attempt_only, result))
      throw std::runtime_error(std::string(one.name) + " is wrong without a flip");
  }
  if (!result) return result;
  // The next flip gets a context without damage.
  if (result->failures == flip_result::most_failures || result->now == effect::silent ||
      result->now == effect::reported)
    make();
  if (stays) result->failures = flip_result::most_failures;
  return result;
}

bool flip_bench::flip_one_of(const tortured& one, const drawn_operands& a, random_source& random,
                             bool attempt_only, std::optional<flip_result>& result) {
  const gmp_outcome& right = a.right;
  const integer product = right.numbers.empty() ? integer() : magnitude(right.numbers.front());
  torture& device = *made_->device;
  const scoped_context use(made_->here);
  const auto compute = [&](const own_operands& x) {
    try {
      return bool(match(one.ours(x), right));
    } catch (const std::exception&) {
      return false;
    }
  };
  device.fresh_mark = of_operand;
  const own_operands x = own(a.values);
  device.fresh_mark = of_table;

  const auto failures_of = [&](const auto& runs) {
    int failures = 0;
    while (failures < flip_result::most_failures && !runs()) ++failures;
    return failures;
  };
  course first;
  const int before = failures_of([&] {
    first = {};
    device.before_launch = [&](const exec::launchable& kernel, const void* arguments) {
      look(first, nullptr, kernel, arguments);
      ++first.launches;
    };
    const bool sound = compute(x);
    device.before_launch = nullptr;
    return sound;
  });
  if (before == flip_result::most_failures) return false;
  if (first.launches == 0 ||
      (attempt_only && (first.first_check == 0 || first.first_check >= first.launches)))
    return true;

  const std::uint64_t when = random.below(attempt_only ? first.first_check : first.launches);
  // Tables are large and hardly read, so flips in data that the operation itself writes are preferred.
  const bool spare_tables = attempt_only || random.below(4) != 0;
  device.fresh_mark = of_operation;
  course second;
  live_memory::place flipped;
  device.before_launch = [&](const exec::launchable& kernel, const void* arguments) {
    look(second, attempt_only ? &product : nullptr, kernel, arguments);
  };
  device.after_launch = [&](const exec::launchable&, const void*) {
    if (second.launches++ == when)
      flipped = device.flip_one(*made_->executor, random, spare_tables ? of_operation : of_table);
  };
  result = flip_result{effect::silent, 0, false};
  try {
    const own_outcome ours = one.ours(x);
    device.before_launch = nullptr;
    device.after_launch = nullptr;
    if (match(ours, right))
      result->now = second.repaired ? effect::repaired : effect::harmless;
    else if (is_at_rest(ours, right, flipped))
      result->now = effect::at_rest;
  } catch (const std::exception&) {
    result->now = effect::reported;
  }
  device.before_launch = nullptr;
  device.after_launch = nullptr;
  device.fresh_mark = of_table;
  result->changed = second.changed;
  result->failures = std::max(before, failures_of([&] { return compute(x); }));
  return true;
}

}  // namespace gbi::test
