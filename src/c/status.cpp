#include "gpu_bigint/c/status.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>

#include "gpu_bigint/error.hpp"
#include "gpu_bigint/version.hpp"
#include "src/c/guard.hpp"

namespace {

// Of a fixed size, so that lack of memory can be reported, too.
thread_local constinit std::array<char, 1024> last_message{};

gbi_status told(gbi_status status, const char* function, const char* reason) noexcept {
  std::snprintf(last_message.data(), last_message.size(), "%s: %s", function, reason);
  return status;
}

}  // namespace

namespace gbi::c {

gbi_status failure(const char* function) noexcept {
  try {
    throw;
  } catch (const std::bad_alloc& error) {
    return told(GBI_OUT_OF_MEMORY, function, error.what());
  } catch (const std::invalid_argument& error) {
    return told(GBI_INVALID_ARGUMENT, function, error.what());
  } catch (const std::domain_error& error) {
    return told(GBI_DOMAIN_ERROR, function, error.what());
  } catch (const std::length_error& error) {
    return told(GBI_LENGTH_ERROR, function, error.what());
  } catch (const std::out_of_range& error) {
    return told(GBI_OUT_OF_RANGE, function, error.what());
  } catch (const device_error& error) {
    return told(GBI_DEVICE_ERROR, function, error.what());
  } catch (const data_error& error) {
    return told(GBI_DATA_ERROR, function, error.what());
  } catch (const std::exception& error) {
    return told(GBI_OTHER_ERROR, function, error.what());
  } catch (...) {
    return told(GBI_OTHER_ERROR, function, "an exception of an unknown type");
  }
}

gbi_status null_argument(const char* function) noexcept {
  return told(GBI_INVALID_ARGUMENT, function, "a null pointer");
}

char* allocated(std::span<const char> text) {
  auto* const copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) throw std::bad_alloc();
  std::copy(text.begin(), text.end(), copy);
  copy[text.size()] = '\0';
  return copy;
}

}  // namespace gbi::c

const char* gbi_last_error() {
  return last_message.data();
}

const char* gbi_status_name(int status) {
  switch (status) {
    case GBI_OK:
      return "GBI_OK";
    case GBI_INVALID_ARGUMENT:
      return "GBI_INVALID_ARGUMENT";
    case GBI_DOMAIN_ERROR:
      return "GBI_DOMAIN_ERROR";
    case GBI_LENGTH_ERROR:
      return "GBI_LENGTH_ERROR";
    case GBI_OUT_OF_RANGE:
      return "GBI_OUT_OF_RANGE";
    case GBI_OUT_OF_MEMORY:
      return "GBI_OUT_OF_MEMORY";
    case GBI_DEVICE_ERROR:
      return "GBI_DEVICE_ERROR";
    case GBI_DATA_ERROR:
      return "GBI_DATA_ERROR";
    case GBI_OTHER_ERROR:
      return "GBI_OTHER_ERROR";
    default:
      return "an unknown status";
  }
}

const char* gbi_version() {
  return gbi::version_string.data();
}

void gbi_free(void* memory) {
  std::free(memory);
}
