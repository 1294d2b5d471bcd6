#include "src/distribute/value.hpp"

#include <stdexcept>

#include "src/faults/operation_scope.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace distribute {

value::value(device_group handle, const slabs& where, std::size_t bits)
    : handle_(std::move(handle)), group_(of(handle_)), where_(where), bits_(bits) {
  constexpr std::size_t line = 16;  // limbs start on their own cache line
  const auto ranks = static_cast<std::size_t>(group_->size());
  header_ = (all_records_at + ranks * kernels::slab_record_words + line - 1) / line * line;
  memory.raw().resize(static_cast<std::size_t>(group_->local()));
}

void value::allocate(rank& r) {
  const std::size_t own_index = index_of(r);
  memory.raw()[own_index] = exec::buffer<limb>(r.executor, header_ + own(own_index).size() + 1);
}

std::vector<const limb*> value::sources() const {
  std::vector<const limb*> result;
  result.reserve(local());
  for (std::size_t own_index = 0; own_index < local(); ++own_index) result.push_back(limbs(own_index));
  return result;
}

shared_words::shared_words(group& on)
    : on_(on),
      memory_(static_cast<std::size_t>(on.local())),
      buffers_(static_cast<std::size_t>(on.local())) {}

void shared_words::allocate(rank& r) {
  const auto own = static_cast<std::size_t>(r.number - on_.first());
  memory_[own] = exec::cleared<limb>(r.executor, count);
  buffers_[own] = {at(own), at(own)};
}

void shared_words::reduce(communicator::reduction how) {
  on_.link().all_reduce(buffers_, count, how);
}

std::array<limb, shared_words::count> shared_words::read(int own) const {
  std::array<limb, count> result{};
  on_.at(own).executor.download(result.data(), at(static_cast<std::size_t>(own)), sizeof result);
  return result;
}

void agree_on_size(const value& a) {
  if (a.knows_bits() && a.known_negative()) {
    a.memory.require_right();
    return;
  }
  const faults::operation_scope scope("length of a distributed number", a.where().limbs());
  group& on = a.on();
  shared_words words(on);
  agree(
      on, [&] { a.memory.require_right(); }, [&](rank& r) { words.allocate(r); });
  on.step([&](rank& r) {
    const std::size_t own = a.index_of(r);
    r.executor.launch(kernels::bit_length_arguments{a.span(own), a.own(own).begin, words.at(own)});
    r.executor.copy(words.at(own) + 1, a.sign_word(own), sizeof(limb));
  });
  words.reduce(communicator::reduction::max);
  const auto found = words.read();
  a.know_bits(found[0]);
  a.know_negative(found[1] != 0);
}

void require_same_group(const value& a, const value& b, const char* operation) {
  if (&a.on() != &b.on())
    throw std::invalid_argument(concat(operation, " of distributed numbers of ", a.where().limbs(), " and ",
                                       b.where().limbs(), " limbs: the operands belong to different groups"));
}

}  // namespace distribute

int distributed_bigint::sign() const {
  if (value_ == nullptr) return 0;
  distribute::agree_on_size(*value_);
  if (value_->bits() == 0) return 0;
  return *value_->known_negative() != negated_ ? -1 : 1;
}

std::size_t distributed_bigint::bit_length() const {
  if (value_ == nullptr) return 0;
  distribute::agree_on_size(*value_);
  return value_->bits();
}

std::size_t distributed_bigint::bit_bound() const noexcept {
  return value_ == nullptr ? 0 : value_->bits();
}

const device_group& distributed_bigint::group() const {
  if (value_ == nullptr) throw std::logic_error("group of a distributed number: a zero without a group");
  return value_->handle();
}

part distributed_bigint::slab(int rank) const {
  const int ranks = group().size();
  if (rank < 0 || rank >= ranks) throw std::invalid_argument(concat("slab of rank ", rank, " of ", ranks));
  const distribute::range own = value_->where().at(rank);
  return {own.begin, own.size(), rank};
}

}  // namespace gbi
