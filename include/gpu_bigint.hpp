/// \file
/// The whole library in one include: a short name of gpu_bigint/all.hpp.
#pragma once

#include "gpu_bigint/all.hpp"
