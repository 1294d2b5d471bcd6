/// \file
/// Moves numbers into slabs (from the host, from a rank, from random bits) and back (as limbs or whole
/// numbers).
#include <algorithm>
#include <ostream>
#include <stdexcept>
#include <string>

#include "kernels/radix/arguments.hpp"
#include "src/distribute/redistribute.hpp"
#include "src/distribute/value.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/number/number.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace distribute {

std::shared_ptr<value> from_host(const device_group& handle, std::span<const limb> magnitude, bool negative) {
  while (!magnitude.empty() && magnitude.back() == 0) magnitude = magnitude.first(magnitude.size() - 1);
  const std::size_t bits =
      magnitude.empty() ? 0 : (magnitude.size() - 1) * limb_bits + bits_of(magnitude.back());
  const faults::operation_scope scope("distribution of a number", magnitude.size());
  group& on = *of(handle);
  std::shared_ptr<value> result;
  agree(
      on, [&] { result = std::make_shared<value>(handle, slabs::of(magnitude.size(), on.size()), bits); },
      [&](rank& r) {
        result->allocate(r);
        const std::size_t own = result->index_of(r);
        const range mine = result->own(own);
        const limb sign = negative ? 1 : 0;
        r.executor.upload(result->sign_word(own), &sign, sizeof sign);
        if (mine.size() > 0)
          r.executor.upload(result->limbs(own), magnitude.data() + mine.begin, mine.size() * sizeof(limb));
      });
  result->know_bits(bits);
  result->know_negative(negative);
  return result;
}

std::shared_ptr<value> scatter(const device_group& handle, int root, const gpu_bigint* whole,
                               std::size_t bits) {
  group& on = *of(handle);
  const slabs where = slabs::of(limbs_of(bits), on.size());
  const faults::operation_scope scope("distribution of a number", where.limbs());
  const bool is_here = whole != nullptr;
  const std::size_t at = is_here ? static_cast<std::size_t>(root - on.first()) : 0;
  std::shared_ptr<value> result;
  std::optional<redistribution> moved;
  std::vector<const limb*> sources;
  std::vector<void*> signs;
  const detail::number* number = nullptr;
  exec::buffer<limb> longer;
  agree(
      on,
      [&] {
        result = std::make_shared<value>(handle, where, bits);
        std::vector<range> owned(static_cast<std::size_t>(on.size()));
        owned[static_cast<std::size_t>(root)] = where.whole();
        moved.emplace(on, owned, where.all());
        sources.resize(result->local());
        signs.resize(result->local());
        if (!is_here) return;
        number = detail::number_of(*whole);
        sources[at] = number->limbs();
        if (number->bound() >= where.limbs()) return;
        exec::executor& executor = number->executor();
        longer = exec::cleared<limb>(executor, where.limbs());
        if (number->bound() > 0)
          executor.copy(longer.data(), number->limbs(), number->bound() * sizeof(limb));
        sources[at] = longer.data();
      },
      [&](rank& r) {
        result->allocate(r);
        const std::size_t own = result->index_of(r);
        moved->receive_at(r, result->limbs(own));
        signs[own] = result->sign_word(own);
        if (r.number == root) r.executor.copy(signs[own], number->sign_word(), sizeof(limb));
      });
  moved->run(sources);
  on.link().broadcast(signs, sizeof(limb), root);
  if (is_here && on.local() == on.size()) result->know_negative(number->known_negative());
  result->memory.seal();
  return result;
}

std::vector<gpu_bigint> gather(const distributed_bigint& a, const std::vector<bool>& wanted) {
  const value& from = *access::of(a);
  group& on = from.on();
  const faults::operation_scope scope("gathering of a number", from.where().limbs());
  const std::size_t limbs = std::min(from.where().limbs(), limbs_of(from.bits()));
  std::optional<redistribution> moved;
  std::vector<detail::new_number> made;
  std::vector<gpu_bigint> result;
  std::vector<const limb*> sources;
  agree(
      on,
      [&] {
        from.memory.depend();
        std::vector<range> wants;
        wants.reserve(wanted.size());
        for (const bool whole : wanted) wants.push_back({0, whole ? limbs : 0});
        moved.emplace(on, from.where().all(), wants);
        made.resize(from.local());
        result.resize(from.local());
        sources = from.sources();
      },
      [&](rank& r) {
        const std::size_t own = from.index_of(r);
        if (!wanted[static_cast<std::size_t>(r.number)]) return;
        made[own] = detail::number::make(detail::engine_of(on.context_of(static_cast<int>(own))), limbs);
        moved->receive_at(r, made[own]->limbs());
      });
  moved->run(sources);
  for (std::size_t own = 0; own < from.local(); ++own) {
    if (!made[own]) continue;
    on.at(static_cast<int>(own)).executor.copy(made[own]->sign_word(), from.sign_word(own), sizeof(limb));
    if (const auto negative = from.known_negative()) made[own]->know_negative(*negative);
    result[own] = detail::value_of(std::move(made[own]));
    if (access::is_negated(a)) result[own] = -result[own];
  }
  return result;
}

}  // namespace distribute

namespace {

std::vector<bool> only(int rank, int ranks) {
  std::vector<bool> result(static_cast<std::size_t>(ranks));
  result[static_cast<std::size_t>(rank)] = true;
  return result;
}

/// The local rank whose context has the number on its device; -1 if there is none.
int rank_of(distribute::group& on, const gpu_bigint& whole) {
  if (detail::short_words(whole)) return -1;
  for (int own = 0; own < on.local(); ++own)
    if (&on.at(own).engine.core() == detail::core_of(whole)) return own;
  return -1;
}

/// The index of a rank of this process.
std::size_t local_index(const distribute::group& on, int rank) {
  if (rank < on.first() || rank >= on.first() + on.local())
    throw std::invalid_argument(concat("slab of rank ", rank, ": this process has the ranks ", on.first(),
                                       " to ", on.first() + on.local() - 1));
  return static_cast<std::size_t>(rank - on.first());
}

}  // namespace

distributed_bigint::distributed_bigint(const device_group& on, const gpu_bigint& whole) {
  distribute::group& ranks = *distribute::of(on);
  if (const int root = ranks.local() == ranks.size() ? rank_of(ranks, whole) : -1; root >= 0) {
    value_ = distribute::scatter(on, root, &whole, whole.limb_bound() * limb_bits);
    return;
  }
  std::vector<limb> limbs;
  bool negative = false;
  distribute::agree(
      ranks,
      [&] {
        limbs = whole.to_limbs();
        negative = whole.sign() < 0;
      },
      [](distribute::rank&) {});
  value_ = distribute::from_host(on, limbs, negative);
}

distributed_bigint distributed_bigint::from_limbs(const device_group& on,
                                                  std::span<const std::uint64_t> magnitude, bool negative) {
  return {distribute::from_host(on, magnitude, negative), false};
}

gpu_bigint distributed_bigint::gather() const {
  if (value_ == nullptr) return {};
  const distribute::group& on = value_->on();
  const int ranks = on.size();
  // Every process needs the number, but only ranks, not processes, are known everywhere.
  const std::vector<bool> wanted =
      on.local() == ranks ? only(0, ranks) : std::vector<bool>(static_cast<std::size_t>(ranks), true);
  return distribute::gather(*this, wanted).front().to(context::current());
}

gpu_bigint distributed_bigint::gather(int rank) const {
  if (value_ == nullptr) return {};
  static_cast<void>(slab(rank));
  const distribute::group& on = value_->on();
  const std::vector<gpu_bigint> wholes = distribute::gather(*this, only(rank, on.size()));
  const int own = rank - on.first();
  return own >= 0 && own < on.local() ? wholes[static_cast<std::size_t>(own)] : gpu_bigint();
}

std::string distributed_bigint::to_string(int base) const {
  return gather().to_string(base);
}

std::vector<std::uint64_t> distributed_bigint::slab_limbs(int rank) const {
  const std::size_t count = slab(rank).size, own = local_index(value_->on(), rank);
  value_->memory.require_right();
  std::vector<std::uint64_t> result(count);
  if (count > 0)
    value_->on()
        .at(static_cast<int>(own))
        .executor.download(result.data(), value_->limbs(own), count * sizeof(limb));
  return result;
}

std::string distributed_bigint::slab_hex(int rank) const {
  constexpr std::size_t digits_of_limb = 16;
  const std::size_t count = slab(rank).size, own = local_index(value_->on(), rank);
  value_->memory.require_right();
  std::string result(count * digits_of_limb, '0');
  if (count == 0) return result;
  exec::executor& executor = value_->on().at(static_cast<int>(own)).executor;
  const exec::buffer<char> text(executor, result.size());
  executor.launch(kernels::format_bits_arguments{value_->limbs(own), count, 4, text.data(), result.size()});
  executor.download(result.data(), text.data(), result.size());
  return result;
}

distributed_bigint random_bits(const device_group& on, std::size_t bits, random_engine& source) {
  distribute::group& ranks = *distribute::of(on);
  const std::size_t limbs = distribute::limbs_of(bits), top_bits = bits % limb_bits;
  const faults::operation_scope scope("distributed random number", bits);
  std::shared_ptr<distribute::value> result;
  distribute::agree(
      ranks,
      [&] {
        result = std::make_shared<distribute::value>(on, distribute::slabs::of(limbs, ranks.size()), bits);
      },
      [&](distribute::rank& r) { result->allocate(r); });
  const std::uint64_t draw = source.skip(1);
  ranks.step([&](distribute::rank& r) {
    const std::size_t own = result->index_of(r);
    const distribute::range mine = result->own(own);
    kernels::random_arguments random{
        source.seed(), draw, {result->limbs(own), mine.size(), 0}, ~limb{0}, result->sign_word(own)};
    if (mine.end == limbs && top_bits != 0) random.last_mask = (limb{1} << top_bits) - 1;
    random.first_limb = mine.begin;
    r.executor.launch(random);
  });
  result->know_negative(false);
  return distribute::access::make(std::move(result));
}

std::ostream& operator<<(std::ostream& out, const distributed_bigint& a) {
  return out << a.gather();
}

}  // namespace gbi
