/// \file
/// Connects the kernels of a list with their grids (src/exec/grids), and so with their instances.
///
/// A generated source includes this file, the grids of one room, and the header of an executor with its
/// `run`. It declares `template struct shells<executor, kernels::launches::list>`, which instantiates the
/// kernels of that list for the executor.
#pragma once

#include "kernels/model/launches.hpp"
#include "src/exec/launchable.hpp"

namespace gbi::exec {

template <class Launcher, class Arguments>
void run_kernel(Launcher& launcher, const void* arguments) {
  run_grid(launcher, *static_cast<const Arguments*>(arguments));
}

template <class Launcher, class Arguments>
inline constexpr auto shell_of = &run_kernel<Launcher, Arguments>;

template <class Launcher, class List>
struct shells;

/// Takes the addresses of the shells, so that the compiler keeps them.
template <class Launcher, class... Arguments>
struct shells<Launcher, kernels::launches::list<Arguments...>> {
  static void (*const all[])(Launcher&, const void*);
};
template <class Launcher, class... Arguments>
void (*const shells<Launcher, kernels::launches::list<Arguments...>>::all[])(Launcher&, const void*) = {
    shell_of<Launcher, Arguments>...};

}  // namespace gbi::exec
