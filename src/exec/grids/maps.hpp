/// \file
/// The kernels of the list launches::maps, from all rooms. Their grid is that of all map kernels, in
/// grid.hpp.
#pragma once

#include "kernels/batch/divide.hpp"
#include "kernels/batch/elementwise.hpp"
#include "kernels/batch/euclid.hpp"
#include "kernels/distribute/rows.hpp"
#include "kernels/distribute/strips.hpp"
#include "kernels/radix/bits.hpp"
#include "kernels/radix/leaves.hpp"
#include "kernels/radix/residue.hpp"
#include "kernels/sieve/sieve.hpp"
#include "kernels/tree/leaves.hpp"
#include "kernels/tree/series.hpp"
#include "src/exec/grids/grid.hpp"
