/// \file
/// Marks what the library exports. Everything else is hidden in a shared library.
#pragma once

/// Before a declaration, or between `class` and a name.
#define GBI_API __attribute__((visibility("default")))
