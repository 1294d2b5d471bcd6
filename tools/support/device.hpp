/// \file
/// On which device a program computes, and why not on another one.
#pragma once

#include <gpu_bigint.hpp>
#include <optional>
#include <string>

namespace support {

/// The user's choice; if empty, the library's default.
struct device_choice {
  std::optional<gbi::backend> backend;
  std::optional<int> device;
};

/// "cuda", "host", or the ordinal of a CUDA device. \return std::nullopt for any other text
std::optional<device_choice> parse_device(const std::string& text);

/// \throws as gbi::context
gbi::context make_context(const device_choice& chosen);

/// Why a context is on the host although the user did not ask for that. Empty if the user did, or if the
/// context is on a GPU.
std::string why_on_host(const gbi::context& context, const device_choice& chosen);

/// "CUDA device NVIDIA H200", "2 host threads"
std::string shown_device(const gbi::context& context);

}  // namespace support
