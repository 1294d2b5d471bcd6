/// \file
/// All ranks agree whether something has failed, before an exchange that all of them must reach.
#pragma once

#include <exception>
#include <span>

#include "gpu_bigint/communicator.hpp"

namespace gbi::distribute {

/// The first exception that is not null; null if there is none.
std::exception_ptr first_of(std::span<const std::exception_ptr> failures) noexcept;

/// Returns on all processes or throws on all of them. Throws the exception of the lowest failed rank of this
/// process, or else a device_error with the number and the text of the lowest failed rank elsewhere.
/// Collective.
/// \param failures the exceptions of the local ranks; null for ranks that have not failed
void agree(communicator& link, std::span<const std::exception_ptr> failures);

}  // namespace gbi::distribute
