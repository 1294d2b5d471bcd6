/// \file
/// Long products by each route that could compute them.
#pragma once

namespace gbi::bench {

/// Registers route/whole/bits, route/pieces/bits and route/moduli/bits for products of two numbers of that
/// many bits, from 2^smallest to 2^largest, with 1.5 times each power of two between them.
/// route/factors/bits/f has chains of exactly f moduli, for powers of two. The label says which transforms a
/// route takes. Routes that do not fit the memory report an error. Operands, results and verification are as
/// in product/automatic.
void add_routes(int smallest, int largest);

}  // namespace gbi::bench
