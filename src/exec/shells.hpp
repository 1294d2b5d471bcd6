/// \file
/// Connects a launch on the list with its grid (src/exec/grids), and so with the instances of its kernel.
///
/// A generated source includes this file, the grids of one room, and the header of an executor with its
/// `run`. It declares `template struct shells<executor, launches::room>`, which instantiates the kernels on
/// that room's list for the executor.
#pragma once

#include "src/exec/launch_table.hpp"

namespace gbi::exec {

template <class Executor, class Entry>
void shell(Executor& executor, const void* arguments) {
  const auto& a = *static_cast<const launches::arguments_of<Entry>*>(arguments);
  if constexpr (launches::is_part<Entry>)
    run_grid(executor, a, typename Entry::value{});
  else
    run_grid(executor, a);
}

template <class Executor, class List>
struct shells;

/// Takes the addresses of the shells, so that the compiler keeps them.
template <class Executor, class... Entries>
struct shells<Executor, launches::list<Entries...>> {
  static void (*const all[])(Executor&, const void*);
};
template <class Executor, class... Entries>
void (*const shells<Executor, launches::list<Entries...>>::all[])(Executor&, const void*) = {
    &shell<Executor, Entries>...};

}  // namespace gbi::exec
