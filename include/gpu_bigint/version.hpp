/// \file
/// The version of these headers. While the major version is 0, versions with the same minor version have the
/// same API and the same ABI of the shared library.
#pragma once

#include <string_view>

/// The version as one number for the preprocessor: 10000 major + 100 minor + patch.
#define GBI_VERSION 100

namespace gbi {

/// The major version: breaking changes, from 1 on.
inline constexpr int version_major = GBI_VERSION / 10000;
/// The minor version: new features.
inline constexpr int version_minor = GBI_VERSION / 100 % 100;
/// The patch version: fixes.
inline constexpr int version_patch = GBI_VERSION % 100;
/// The version as text: major.minor.patch.
inline constexpr std::string_view version_string = "0.1.0";

}  // namespace gbi
