/// \file
/// The operands with the largest rounding errors that the search has found (search_test.cpp).
#pragma once

#include <array>

#include "tests/support/digit_patterns.hpp"

namespace gbi::test {

struct worst_pair {
  int column, row;  ///< points of the transform
  digit_pattern a, b;
  double share;  ///< error / (K u |x| |y|)
};

inline const std::array<worst_pair, 12> worst_pairs{{
    {64,
     64,
     {digit_family::smooth_chirp, 0.75, 0.39996173813454816, 0},
     {digit_family::smooth_chirp, 0.73351768567754461, 0.39996173813454816, 0},
     0.0578},
    {64,
     64,
     {digit_family::square_wave, 7.3548054473589701, 0.97278725435753599, 0},
     {digit_family::square_wave, 7.3548054473589701, 0.97278725435753599, 0},
     0.0519},
    {256,
     64,
     {digit_family::smooth_chirp, 0.6954379401169366, 0.86014815520585819, 0},
     {digit_family::smooth_chirp, 0.63693110266211395, 0.86014815520585819, 0},
     0.0535},
    {256,
     64,
     {digit_family::smooth_chirp, 1, 0.26560108180109021, 0},
     {digit_family::smooth_chirp, 0.91186194015567501, 0.26560108180109021, 0},
     0.0510},
    {64,
     512,
     {digit_family::resonant, 6.0683634685329935, 0.12090597718226881, 0},
     {digit_family::resonant, 6.0683634685329935, 0.12090597718226881, 0},
     0.0475},
    {64,
     512,
     {digit_family::resonant, 4885.5, 0.15214639833827737, 0},
     {digit_family::resonant, 4885.5, 0.40698627268840637, 0},
     0.0475},
    {144,
     64,
     {digit_family::square_wave, 0.25, 0.49950314809047247, 0},
     {digit_family::square_wave, 0.25, 0.49950314809047247, 0},
     0.0363},
    {144,
     64,
     {digit_family::chirp, 0.23653506744692604, 0.51287191661722653, 0},
     {digit_family::chirp, 0.46730364809453862, 0.84460472626537564, 0},
     0.0326},
    {240,
     64,
     {digit_family::constant, 1, 0, 0},
     {digit_family::smooth_chirp, 0.25, 0.51836646452882784, 0},
     0.0317},
    {240,
     64,
     {digit_family::chirp, 0.25, 0.12936415250001476, 0},
     {digit_family::chirp, 0.25, 0.12936415250001476, 0},
     0.0289},
    {1024,
     64,
     {digit_family::square_wave, 2, 0.90001506143576837, 0},
     {digit_family::square_wave, 2, 0.90001506143576837, 0},
     0.0519},
    {1024,
     64,
     {digit_family::smooth_chirp, 1, 0.095202317134802428, 0},
     {digit_family::smooth_chirp, 0.86295289846034218, 0.06292519241932315, 0},
     0.0489},
}};

}  // namespace gbi::test
