#include "tools/support/device.hpp"

#include <charconv>
#include <cstdlib>

namespace support {

std::optional<device_choice> parse_device(const std::string& text) {
  if (text == "cuda") return device_choice{gbi::backend::cuda, {}};
  if (text == "host") return device_choice{gbi::backend::host, {}};
  int device = 0;
  const char* const end = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data(), end, device);
  if (text.empty() || after != end || error != std::errc() || device < 0) return std::nullopt;
  return device_choice{gbi::backend::cuda, device};
}

gbi::context make_context(const device_choice& chosen) {
  if (chosen.backend) return gbi::context(*chosen.backend, chosen.device.value_or(0));
  if (chosen.device) return gbi::context(gbi::backend::cuda, *chosen.device);
  return gbi::context();
}

std::string why_on_host(const gbi::context& context, const device_choice& chosen) {
  if (context.backend() != gbi::backend::host || chosen.backend || chosen.device ||
      std::getenv("GPU_BIGINT_BACKEND") != nullptr)
    return "";
  return gbi::why_unavailable(gbi::backend::cuda);
}

std::string shown_device(const gbi::context& context) {
  return (context.backend() == gbi::backend::cuda ? "CUDA device " : "") + context.device_name();
}

}  // namespace support
