/// \file
/// Lists of kernels. A room lists its kernels at the end of its arguments.hpp, by the types of their
/// arguments. The kernels of a list are compiled together, in one source for each executor
/// (cmake/launch_shells.cmake), and belong to one component of the library (src/CMakeLists.txt).
#pragma once

namespace gbi::kernels::launches {

template <class... Arguments>
struct list {};

}  // namespace gbi::kernels::launches
