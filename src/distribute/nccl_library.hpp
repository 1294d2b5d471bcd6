/// \file
/// The NCCL functions that the library uses, loaded at run time. The declarations match nccl.h, whose
/// interface has been stable since version 2.7.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "src/process/noncopyable.hpp"

namespace gbi::distribute {

class nccl_library : process::noncopyable {
 public:
  using communicator = void*;  ///< ncclComm_t
  using stream = void*;        ///< cudaStream_t
  struct identifier {          ///< ncclUniqueId
    std::array<char, 128> bytes;
  };
  enum type : int { bytes = 1, words = 5 };                ///< ncclUint8, ncclUint64
  enum reduction_operator : int { sum = 0, largest = 2 };  ///< ncclSum, ncclMax

  /// \throws device_error that names the library if it is missing or lacks a function
  /// The library stays loaded until the process ends, as NCCL may have threads.
  explicit nccl_library(const std::string& name);

  /// \throws device_error with NCCL's text and the name of the call
  void check(int result, const char* call) const;

  int (*get_unique_id)(identifier*) = nullptr;
  int (*init_rank)(communicator*, int size, identifier, int rank) = nullptr;
  int (*destroy)(communicator) = nullptr;
  int (*abort)(communicator) = nullptr;
  int (*async_error)(communicator, int*) = nullptr;
  const char* (*error_string)(int) = nullptr;
  int (*group_start)() = nullptr;
  int (*group_end)() = nullptr;
  int (*send)(const void*, std::size_t, int, int peer, communicator, stream) = nullptr;
  int (*receive)(void*, std::size_t, int, int peer, communicator, stream) = nullptr;
  int (*all_gather)(const void*, void*, std::size_t, int, communicator, stream) = nullptr;
  int (*all_reduce)(const void*, void*, std::size_t, int, int, communicator, stream) = nullptr;
  int (*broadcast)(const void*, void*, std::size_t, int, int root, communicator, stream) = nullptr;
};

}  // namespace gbi::distribute
