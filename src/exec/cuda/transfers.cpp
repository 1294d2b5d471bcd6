/// \file
/// Copies between the host and a device, and on a device.
#include <cstdint>
#include <cstring>

#include "src/exec/cuda/bounce.hpp"
#include "src/exec/cuda/check.hpp"
#include "src/exec/cuda/executor.hpp"
#include "src/exec/cuda/peek.hpp"
#include "src/exec/cuda/staging.hpp"
#include "src/process/chunks.hpp"

namespace gbi::exec::cuda {

namespace {

bool is_pinned(const void* memory) {
  cudaPointerAttributes known{};
  check(cudaPointerGetAttributes(&known, memory), "cudaPointerGetAttributes");
  return known.type != cudaMemoryTypeUnregistered;
}

}  // namespace

void cuda_executor::upload(void* target, const void* source, std::size_t bytes) {
  const device_scope scope(device_);
  submit();
  const bool pinned = is_pinned(source);
  if (!pinned && (bounced_upload(device_, stream_, target, source, bytes) ||
                  staged_upload(device_, stream_, target, source, bytes)))
    return;
  check(cudaMemcpyAsync(target, source, bytes, cudaMemcpyHostToDevice, stream_), "copy to the device");
  if (pinned) synchronize();  // memory that is not pinned has been read already
}

void cuda_executor::download(void* target, const void* source, std::size_t bytes) {
  const device_scope scope(device_);
  constexpr std::size_t word = sizeof(std::uint64_t), most = mailboxes::most_limbs * word;
  if (bytes > 0 && bytes <= most && bytes % word == 0 &&
      reinterpret_cast<std::uintptr_t>(source) % word == 0) {
    const mailboxes::box box = peeks_.take();
    try {
      submit();
      queue_peek(static_cast<const std::uint64_t*>(source), static_cast<std::uint32_t>(bytes / word),
                 box.words, box.ticket, stream_);
      await(box.words, box.ticket, box.mark);
    } catch (...) {
      peeks_.give_back(box);
      throw;
    }
    std::memcpy(target, box.words + 1, bytes);
    peeks_.give_back(box);
    return;
  }
  download(target, source, bytes, {});
}

void cuda_executor::download(void* target, const void* source, std::size_t bytes, const reader& read) {
  const device_scope scope(device_);
  const std::uint64_t done = mark();
  submit();  // after the mark, which may be that of a launch that waits
  const bool through_pinned = bytes >= shortest_bounce && !is_pinned(target);
  if (through_pinned && bounced_download(device_, stream_, target, source, bytes, read))
    return after_wait(done);
  if (!through_pinned || !staged_download(device_, stream_, target, source, bytes)) {
    check(cudaMemcpyAsync(target, source, bytes, cudaMemcpyDeviceToHost, stream_), "copy to the host");
    check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
  }
  after_wait(done);
  if (read.read) process::for_each_chunk(bytes, read.threads, read.read);
}

void cuda_executor::copy(void* target, const void* source, std::size_t bytes) {
  const device_scope scope(device_);
  submit();
  check(cudaMemcpyAsync(target, source, bytes, cudaMemcpyDeviceToDevice, stream_), "copy on the device");
}

void cuda_executor::clear(void* target, std::size_t bytes) {
  const device_scope scope(device_);
  submit();
  check(cudaMemsetAsync(target, 0, bytes, stream_), "cudaMemsetAsync");
}

bool cuda_executor::can_access(const void* memory) const {
  const device_scope scope(device_);
  cudaPointerAttributes known{};
  check(cudaPointerGetAttributes(&known, memory), "cudaPointerGetAttributes");
  // Device, managed or pinned memory. The pointer is null if only another device can access it.
  if (known.type != cudaMemoryTypeUnregistered) return known.devicePointer != nullptr;
  return reads_pageable_memory_;
}

}  // namespace gbi::exec::cuda
