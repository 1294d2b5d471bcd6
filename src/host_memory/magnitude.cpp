#include "src/host_memory/magnitude.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "src/faults/operation_scope.hpp"
#include "src/number/room.hpp"
#include "src/words/linear/linear.hpp"

namespace gbi::host_memory {

namespace {

/// Waits at its end, whatever happens.
class until_done : process::noncopyable {
 public:
  explicit until_done(exec::executor& device) : device_(device) {}
  ~until_done() {
    try {
      device_.synchronize();
    } catch (...) {  // a failed device uses no memory
    }
  }

 private:
  exec::executor& device_;
};

}  // namespace

magnitude::magnitude(std::shared_ptr<detail::engine> engine, std::size_t room)
    : engine_(std::move(engine)),
      room_(room),
      size_(room),
      limbs_(static_cast<limb*>(engine_->pinned().take(room * sizeof(limb)))) {}

magnitude::~magnitude() {
  engine_->pinned().give_back(limbs_, room_ * sizeof(limb));
}

std::shared_ptr<const magnitude> magnitude::made(std::shared_ptr<magnitude> complete) {
  complete->size_ = words::significant(complete->limbs_, complete->room_);
  if (complete->size_ == 0) return nullptr;
  if (complete->room_ <= 2 * complete->size_ + 64) return complete;
  auto smaller = std::make_shared<magnitude>(complete->engine_, complete->size_);
  std::copy_n(complete->limbs_, complete->size_, smaller->limbs_);
  return smaller;
}

std::shared_ptr<const magnitude> computed(const std::string& what,
                                          const std::shared_ptr<detail::engine>& engine, std::size_t room,
                                          process::function_ref<void(magnitude&)> work) {
  const faults::operation_scope scope(what.c_str());
  return numbers::naming(
      [&] {
        auto result = std::make_shared<magnitude>(engine, room);
        {
          const until_done before_release(engine->executor());
          work(*result);
          const auto evidence = faults::evidence_so_far();
          engine->executor().synchronize();
          faults::require_right(evidence);
        }
        return magnitude::made(std::move(result));
      },
      [&] { return what; });
}

void require_same_context(const std::string& what, const magnitude& a, const magnitude& b) {
  if (a.owner() != b.owner()) throw std::invalid_argument(what + ": the operands live in different contexts");
}

}  // namespace gbi::host_memory
