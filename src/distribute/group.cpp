#include "src/distribute/group.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "src/distribute/agreement.hpp"
#include "src/process/concat.hpp"
#include "src/words/floating_scope.hpp"

namespace gbi {

communicator::~communicator() = default;

std::uint64_t communicator::start(std::span<const segments> local) {
  all_to_all_v(local);
  return 0;
}
void communicator::finish(std::uint64_t /*exchange*/) {}

namespace distribute {

group::group(std::unique_ptr<communicator> link, std::vector<context> contexts, int machine)
    : exceptions_(std::uncaught_exceptions()),
      machine_(machine),
      contexts_(std::move(contexts)),
      link_(std::move(link)) {
  if (link_ == nullptr) throw std::invalid_argument("device_group: no communicator");
  if (contexts_.empty() || static_cast<int>(contexts_.size()) != link_->local())
    throw std::invalid_argument(concat("device_group: ", contexts_.size(), " contexts for a communicator of ",
                                       link_->local(), " local ranks"));
  if (machine_ == 0) machine_ = size();
  if (machine_ < 0 || size() % machine_ != 0)
    throw std::invalid_argument(
        concat("device_group: machines of ", machine_, " ranks in a group of ", size()));
  ranks_.reserve(contexts_.size());
  for (const context& one : contexts_) {
    detail::engine& engine = *detail::engine_of(one);
    ranks_.push_back({link_->first() + static_cast<int>(ranks_.size()), engine, engine.executor()});
  }
  link_->attach(contexts_);
}

group::~group() {
  if (std::uncaught_exceptions() > exceptions_ && size() != local()) link_->abort();
}

std::vector<std::exception_ptr> group::threads_of(const std::function<void(int)>& f) {
  const int count = local();
  std::vector<std::exception_ptr> failures(static_cast<std::size_t>(count));
  const auto run = [&](int own) noexcept {
    try {
      const words::floating_scope environment;
      const scoped_context here(contexts_[static_cast<std::size_t>(own)]);
      f(own);
    } catch (...) {
      failures[static_cast<std::size_t>(own)] = std::current_exception();
    }
  };
  std::vector<std::jthread> threads;
  threads.reserve(static_cast<std::size_t>(count - 1));
  for (int own = 1; own < count; ++own) try {
      threads.emplace_back(run, own);
    } catch (const std::system_error&) {  // no more threads are available
      run(own);
    }
  run(0);
  threads.clear();  // joins the threads
  return failures;
}

std::vector<std::exception_ptr> group::failures_of(const work& f) {
  std::vector<std::exception_ptr> failures(contexts_.size());
  for (std::size_t own = 0; own < contexts_.size(); ++own) {
    const scoped_context here(contexts_[own]);
    try {
      f(ranks_[own]);
      // Submits its launches, because an exchange looks at the streams.
      static_cast<void>(ranks_[own].executor.stream());
    } catch (...) {
      failures[own] = std::current_exception();
    }
  }
  return failures;
}

void group::side_by_side(const std::function<void(int)>& f) {
  if (const std::exception_ptr failure = first_of(threads_of(f))) std::rethrow_exception(failure);
}

void group::prepare_side_by_side(const std::function<void(int)>& f) {
  agree(*link_, threads_of(f));
}

void group::run_step(const work& f) {
  const std::exception_ptr failure = first_of(failures_of(f));
  if (failure == nullptr) return;
  if (size() != local()) link_->abort();
  std::rethrow_exception(failure);
}

void group::run_prepare(const work& f) {
  agree(*link_, failures_of(f));
}

std::shared_ptr<group> of(const device_group& handle) noexcept {
  return handle.group_;
}

}  // namespace distribute

namespace {

std::vector<context> host_contexts(int ranks) {
  std::vector<context> made;
  made.reserve(static_cast<std::size_t>(ranks));
  for (int i = 0; i < ranks; ++i) made.emplace_back(backend::host);
  return made;
}

}  // namespace

device_group::device_group(std::unique_ptr<communicator> link, std::vector<context> ranks, int machine)
    : group_(std::make_shared<distribute::group>(std::move(link), std::move(ranks), machine)) {}

device_group device_group::local() {
  std::vector<context> found{context()};
  if (found.front().backend() == backend::cuda)
    for (int device = 1; is_available(backend::cuda, device); ++device)
      found.emplace_back(backend::cuda, device);
  auto link = direct_communicator(static_cast<int>(found.size()));
  return device_group(std::move(link), std::move(found));
}

device_group device_group::host(int ranks) {
  auto link = direct_communicator(ranks);
  return device_group(std::move(link), host_contexts(ranks));
}

int device_group::size() const noexcept {
  return group_->size();
}
int device_group::first() const noexcept {
  return group_->first();
}
int device_group::local_size() const noexcept {
  return group_->local();
}
int device_group::machine_size() const noexcept {
  return group_->machine();
}
const context& device_group::at(int local_rank) const {
  return group_->context_of(local_rank);
}
void device_group::synchronize() const {
  for (int own = 0; own < local_size(); ++own) at(own).synchronize();
}

part part_of(std::size_t count, int rank, int ranks) {
  if (ranks < 1 || rank < 0 || rank >= ranks)
    throw std::invalid_argument(concat("part_of: rank ", rank, " of ", ranks));
  const auto own = static_cast<std::size_t>(rank), all = static_cast<std::size_t>(ranks);
  const std::size_t least = count / all, longer = count % all;
  return {own * least + std::min(own, longer), least + (own < longer ? 1 : 0), rank};
}

context detail::context_of_process(int number) {
  if (read_environment().backend == "host") return context(backend::host);
  // Try the usual device first: querying the others would initialise them.
  if (is_available(backend::cuda, number)) return context(backend::cuda, number);
  int devices = 0;
  while (is_available(backend::cuda, devices)) ++devices;
  return devices == 0 ? context() : context(backend::cuda, number % devices);
}

void detail::run_parts(const device_group& on, std::size_t count, const std::function<void(const part&)>& f) {
  distribute::of(on)->side_by_side([&](int local_rank) {
    const part own = part_of(count, on.first() + local_rank, on.size());
    if (own.size > 0) f(own);
  });
}

}  // namespace gbi
