/// \file
/// Long products by each route that could compute them.
#pragma once

namespace gbi::bench {

/// Registers route/whole/bits, route/pieces/bits and route/moduli/bits for products of two numbers of `bits`
/// bits: the powers of two from 2^smallest to 2^largest, and 1.5 times each between them.
/// route/factors/bits/f has chains of exactly f moduli, for powers of two. The label names the transforms of
/// a route. Routes that do not fit into memory report an error. Operands, results and verification are as in
/// product/automatic.
void add_routes(int smallest, int largest);

}  // namespace gbi::bench
