/// \file
/// An agreement of all ranks whether something has failed, before an exchange that all of them must reach.
#pragma once

#include <exception>
#include <span>

#include "gpu_bigint/communicator.hpp"

namespace gbi::distribute {

/// The first of them that is one; null if none is.
std::exception_ptr first_of(std::span<const std::exception_ptr> failures) noexcept;

/// Returns on all processes, or throws on all: the exception of the lowest rank here that has one, or a
/// device_error that names the lowest rank elsewhere that has one, and what it says. Collective.
/// \param failures of the local ranks; null for those that have not failed
void agree(communicator& link, std::span<const std::exception_ptr> failures);

}  // namespace gbi::distribute
