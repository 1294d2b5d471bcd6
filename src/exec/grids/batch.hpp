/// \file
/// The kernels of batches. Their grid is that of all map kernels, in grid.hpp.
#pragma once

#include "kernels/batch/elementwise.hpp"
#include "kernels/batch/euclidean.hpp"
#include "kernels/batch/reduction.hpp"
#include "src/exec/grids/grid.hpp"
