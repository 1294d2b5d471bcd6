/// \file
/// Memory of the CUDA device that the library does not manage.
#pragma once

#include <cstddef>
#include <vector>

namespace gbi::test {

/// Blocks from cudaMalloc. Released by the destructor.
class memory_of_others {
 public:
  memory_of_others() = default;
  ~memory_of_others();
  memory_of_others(const memory_of_others&) = delete;
  memory_of_others& operator=(const memory_of_others&) = delete;

  /// \returns false if there is not so much
  bool take(std::size_t bytes);
  /// Takes all that is left, down to the last page.
  void fill();
  void release();

 private:
  std::vector<void*> blocks_;
};

}  // namespace gbi::test
