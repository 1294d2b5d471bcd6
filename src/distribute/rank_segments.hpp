/// \file
/// What a rank sends to and receives from each other rank, in an exchange of blocks of different sizes.
#pragma once

#include <cstddef>
#include <vector>

#include "gpu_bigint/communicator.hpp"

namespace gbi::distribute {

/// In bytes; an entry for every rank of the group.
struct rank_segments {
  std::vector<std::size_t> send, send_at, receive, receive_at;

  rank_segments() = default;
  /// Empty segments for all ranks.
  explicit rank_segments(int ranks)
      : send(static_cast<std::size_t>(ranks)), send_at(send), receive(send), receive_at(send) {}

  communicator::segments between(const void* from, void* to) const {
    return {from, send, send_at, to, receive, receive_at};
  }
};

}  // namespace gbi::distribute
