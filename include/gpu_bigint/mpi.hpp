/// \file
/// Groups of MPI processes. The program compiles this header against its own MPI; the library itself does not
/// use MPI. Not part of gpu_bigint/all.hpp.
#pragma once

#include "gpu_bigint/export.hpp"  // first: its error says which standard is needed

#include <mpi.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gpu_bigint/communicator.hpp"
#include "gpu_bigint/context.hpp"
#include "gpu_bigint/device_group.hpp"
#include "gpu_bigint/error.hpp"
#include "gpu_bigint/messages.hpp"
#include "gpu_bigint/nccl.hpp"

namespace gbi {

/// Messages over MPI 3, in a duplicate of the caller's communicator. Only the thread that uses them calls
/// MPI, so MPI_THREAD_FUNNELED is enough. After a message is cancelled, MPI may still read the bytes that it
/// was sending.
class mpi_messages final : public messages {
 public:
  /// Collective. \throws device_error with MPI's own text
  explicit mpi_messages(MPI_Comm processes) {
    check(MPI_Comm_dup(processes, &comm_), "MPI_Comm_dup");
    check(MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    check(MPI_Comm_size(comm_, &size_), "MPI_Comm_size");
    check(MPI_Comm_rank(comm_, &rank_), "MPI_Comm_rank");
  }
  ~mpi_messages() override {
    int ended = 0;
    MPI_Finalized(&ended);
    if (ended == 0 && !abandoned_) MPI_Comm_free(&comm_);
  }

  [[nodiscard]] int size() const noexcept override { return size_; }
  [[nodiscard]] int rank() const noexcept override { return rank_; }

  int send(int to, int tag, const void* data, std::size_t bytes) override {
    std::vector<MPI_Request> parts((bytes + longest_part - 1) / longest_part, MPI_REQUEST_NULL);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::size_t first = i * longest_part;
      check(MPI_Isend(static_cast<const std::byte*>(data) + first,
                      static_cast<int>(std::min(bytes - first, longest_part)), MPI_BYTE, to, tag, comm_,
                      &parts[i]),
            "MPI_Isend");
    }
    return keep({.parts = std::move(parts)});
  }
  int receive(int from, int tag, void* data, std::size_t bytes) override {
    return keep(
        {.parts = {}, .from = from, .tag = tag, .next = static_cast<std::byte*>(data), .missing = bytes});
  }
  [[nodiscard]] bool done(int request) override {
    transfer& one = transfers_.at(static_cast<std::size_t>(request));
    try {
      while (parts_done(one)) {
        if (one.missing == 0) {
          forget(request);
          return true;
        }
        if (!begin_to_receive(one)) return false;
      }
      return false;
    } catch (...) {
      cancel(request);
      throw;
    }
  }
  void cancel(int request) noexcept override {
    transfer& one = transfers_[static_cast<std::size_t>(request)];
    int ended = 0;
    MPI_Finalized(&ended);
    for (MPI_Request& part : one.parts) {
      if (ended != 0 || part == MPI_REQUEST_NULL) continue;
      if (one.next == nullptr)
        MPI_Request_free(&part);
      else
        MPI_Wait(&part, MPI_STATUS_IGNORE);  // the message is under way
    }
    forget(request);
  }
  void abandon() noexcept override { abandoned_ = true; }

 private:
  /// A message. MPI counts bytes in an int, so long messages travel in parts.
  struct transfer {
    std::vector<MPI_Request> parts;  ///< all parts of a message to send; the latest part of one to receive
    int from = 0, tag = 0;           ///< of a message to receive
    std::byte* next = nullptr;       ///< where the next part to receive goes; null for a message to send
    std::size_t missing = 0;         ///< bytes of the parts whose arrival has not begun
  };
  static constexpr std::size_t longest_part = std::size_t{1} << 30;

  static void check(int result, const char* call) {
    if (result == MPI_SUCCESS) return;
    std::array<char, MPI_MAX_ERROR_STRING> text{};
    int length = 0;
    MPI_Error_string(result, text.data(), &length);
    throw device_error(std::string(call) + ": " + std::string(text.data(), static_cast<std::size_t>(length)));
  }

  [[nodiscard]] static bool parts_done(transfer& one) {
    for (MPI_Request& part : one.parts) {
      int complete = 1;
      if (part != MPI_REQUEST_NULL) check(MPI_Test(&part, &complete, MPI_STATUS_IGNORE), "MPI_Test");
      if (complete == 0) return false;
    }
    return true;
  }

  /// Starts to receive the next part if it has arrived. Checks its size first: MPI may abort the program on a
  /// message that is too long, whatever error handler the communicator has.
  [[nodiscard]] bool begin_to_receive(transfer& one) {
    int there = 0, bytes = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status state;
    check(MPI_Improbe(one.from, one.tag, comm_, &there, &message, &state), "MPI_Improbe");
    if (there == 0) return false;
    check(MPI_Get_count(&state, MPI_BYTE, &bytes), "MPI_Get_count");
    const std::size_t expected = std::min(one.missing, longest_part), sent = static_cast<std::size_t>(bytes);
    if (sent != expected) {
      std::vector<std::byte> unwanted(sent);
      check(MPI_Mrecv(unwanted.data(), bytes, MPI_BYTE, &message, MPI_STATUS_IGNORE), "MPI_Mrecv");
      throw device_error("MPI: a message of " + std::to_string(sent) + " bytes, where " +
                         std::to_string(expected) + " were expected");
    }
    one.parts.assign(1, MPI_REQUEST_NULL);
    check(MPI_Imrecv(one.next, bytes, MPI_BYTE, &message, one.parts.data()), "MPI_Imrecv");
    one.next += expected;
    one.missing -= expected;
    return true;
  }

  int keep(transfer&& made) {
    if (free_.empty()) {
      free_.push_back(static_cast<int>(transfers_.size()));
      transfers_.emplace_back();
    }
    const int request = free_.back();
    transfers_[static_cast<std::size_t>(request)] = std::move(made);
    free_.pop_back();
    return request;
  }
  void forget(int request) noexcept {
    transfers_[static_cast<std::size_t>(request)].parts.clear();
    free_.push_back(request);  // cannot allocate: the number was taken from this vector
  }

  MPI_Comm comm_ = MPI_COMM_NULL;
  int size_ = 0, rank_ = 0;
  bool abandoned_ = false;  ///< MPI keeps the communicator; a new one could otherwise reuse its number and
                            ///< receive its messages
  std::vector<transfer> transfers_;
  std::vector<int> free_;
};

/// How the processes of an MPI program exchange data.
struct mpi_options {
  /// Whether GPUs exchange their memory over NCCL (nccl.hpp). Otherwise it travels over MPI, through host
  /// memory.
  bool nccl = false;
  /// Where to find NCCL.
  nccl_options library = {};
  /// Whether calls are compared before each exchange (check_calls()).
  bool checked = false;
  /// The number of processes that count as a machine; 0: those that share memory do. For tests of several
  /// machines on one.
  int machine = 0;
  /// As for message_communicator().
  std::chrono::milliseconds timeout = default_timeout;
};

/// A communicator of MPI processes with one rank each, in the order of their MPI ranks. Collective.
/// \param processes the processes of the group
/// \param options how they exchange
/// \throws device_error with MPI's own text
[[nodiscard]] inline std::unique_ptr<communicator> mpi_communicator(MPI_Comm processes,
                                                                    const mpi_options& options = {}) {
  auto made = message_communicator(std::make_unique<mpi_messages>(processes), options.timeout);
  if (options.nccl) made = nccl_communicator(std::move(made), options.library);
  return options.checked ? check_calls(std::move(made)) : std::move(made);
}

/// A group of MPI processes with one rank each. The processes on a machine take one GPU each, in the order of
/// their MPI ranks. The group knows its machines if all have equally many processes, whose ranks are
/// neighbours; otherwise all processes count as one machine. Without a GPU, or if the environment variable
/// GPU_BIGINT_BACKEND is host, they compute on the host. Collective. The group must be destroyed before
/// MPI_Finalize. \param processes the processes of the group \param options how they exchange \throws
/// device_error with MPI's own text \throws as the default constructor of context
[[nodiscard]] inline device_group mpi_group(MPI_Comm processes, const mpi_options& options = {}) {
  auto link = mpi_communicator(processes, options);
  MPI_Comm machine = MPI_COMM_NULL;
  int number = 0, size = 0;
  if (MPI_Comm_split_type(processes, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine) == MPI_SUCCESS) {
    MPI_Comm_rank(machine, &number);
    MPI_Comm_size(machine, &size);
    MPI_Comm_free(&machine);
  }
  const bool fits = size > 0 && link->first() % size == number;
  const std::array<int, 3> own{size, -size, fits ? 1 : 0};
  std::array<int, 3> least{};
  if (MPI_Allreduce(own.data(), least.data(), 3, MPI_INT, MPI_MIN, processes) != MPI_SUCCESS ||
      least[0] != -least[1] || least[2] == 0)
    size = 0;
  return device_group(std::move(link), {detail::context_of_process(number)},
                      options.machine > 0 ? options.machine : size);
}

}  // namespace gbi
