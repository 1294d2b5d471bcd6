/// \file
/// Which device a program computes on, and why it is not another one.
#pragma once

#include <gpu_bigint.hpp>
#include <optional>
#include <string>

namespace support {

/// What the user asked for; nothing: the library's default.
struct device_choice {
  std::optional<gbi::backend> backend;
  std::optional<int> device;
};

/// "cuda", "host", or the ordinal of a CUDA device. \return nothing for any other text
std::optional<device_choice> parse_device(const std::string& text);

/// \throws as gbi::context
gbi::context make_context(const device_choice& chosen);

/// Why a context is on the host although nobody asked for that. Empty if somebody did, or on a GPU.
std::string why_on_host(const gbi::context& context, const device_choice& chosen);

/// "CUDA device NVIDIA H200", "2 host threads"
std::string shown_device(const gbi::context& context);

}  // namespace support
