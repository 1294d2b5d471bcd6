/// \file
/// The version of these headers. While the major version is 0, versions with the same minor version agree in
/// their interface and in the binary interface of the shared library.
#pragma once

#include <string_view>

/// The version as one number for the preprocessor: 10000 major + 100 minor + patch.
#define GBI_VERSION 100

namespace gbi {

/// The first part of the version: changes that break interfaces, from 1 on.
inline constexpr int version_major = GBI_VERSION / 10000;
/// The second part of the version: new features.
inline constexpr int version_minor = GBI_VERSION / 100 % 100;
/// The third part of the version: corrections.
inline constexpr int version_patch = GBI_VERSION % 100;
/// The version as text: major.minor.patch.
inline constexpr std::string_view version_string = "0.1.0";

}  // namespace gbi
