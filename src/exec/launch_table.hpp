/// \file
/// The table of an executor's launches, indexed by launch_listed.
#pragma once

#include "src/exec/launches.hpp"

namespace gbi::exec {

/// Runs the grid of one entry of the list. It is instantiated together with the kernels in separate sources
/// (shells.hpp), so an executor that lacks an instance does not link.
template <class Executor, class Entry>
void shell(Executor& executor, const void* arguments);

template <class Executor, class List>
struct launch_table;
template <class Executor, class... Entries>
struct launch_table<Executor, launches::list<Entries...>> {
  static constexpr void (*shells[])(Executor&, const void*) = {&shell<Executor, Entries>...};
};

template <class Executor>
void launch_by_table(Executor& executor, std::size_t which, const void* arguments) {
  launch_table<Executor, launches::all>::shells[which](executor, arguments);
}

}  // namespace gbi::exec
