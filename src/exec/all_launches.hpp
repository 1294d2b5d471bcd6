/// \file
/// The list of all kernels of the library, for tests and benches that inspect launches. No source of the
/// library includes it, because a source that launches a kernel needs only that kernel.
#pragma once

#include <cstddef>

#include "kernels/arithmetic/arguments.hpp"
#include "kernels/batch/arguments.hpp"
#include "kernels/convolution/arguments.hpp"
#include "kernels/distribute/arguments.hpp"
#include "kernels/division/arguments.hpp"
#include "kernels/fermat/arguments.hpp"
#include "kernels/fft/arguments.hpp"
#include "kernels/fft/ends/arguments.hpp"
#include "kernels/fft/tall/arguments.hpp"
#include "kernels/mersenne/arguments.hpp"
#include "kernels/modular/arguments.hpp"
#include "kernels/normalize/arguments.hpp"
#include "kernels/number_theory/arguments.hpp"
#include "kernels/radix/arguments.hpp"
#include "kernels/rns/arguments.hpp"
#include "kernels/scan/arguments.hpp"
#include "kernels/verify/arguments.hpp"
#include "src/exec/launchable.hpp"

namespace gbi::exec::launches {

template <class... Lists>
struct join;
template <class... Arguments>
struct join<kernels::launches::list<Arguments...>> {
  using type = kernels::launches::list<Arguments...>;
};
template <class... First, class... Second, class... Others>
struct join<kernels::launches::list<First...>, kernels::launches::list<Second...>, Others...>
    : join<kernels::launches::list<First..., Second...>, Others...> {};
template <class... Lists>
using joined = typename join<Lists...>::type;

#include <all_launches.inc>  // `all`: the lists of every component, written by cmake/launch_shells.cmake

/// Calls `look` with the typed arguments of a launch.
template <class Look, class... Arguments>
void visit_in(kernels::launches::list<Arguments...>, const launchable& kernel, const void* arguments,
              Look&& look) {
  static_cast<void>(
      ((&kernel == &launch_of<Arguments> && (look(*static_cast<const Arguments*>(arguments)), true)) || ...));
}
template <class Look>
void visit(const launchable& kernel, const void* arguments, Look&& look) {
  visit_in(all{}, kernel, arguments, look);
}

/// Launches a kernel on an executor that has its own instances of every kernel.
template <class Launcher>
void run_on(Launcher& launcher, const launchable& kernel, const void* arguments) {
  visit(kernel, arguments,
        [&]<class Arguments>(const Arguments& a) { run_kernel<Launcher, Arguments>(launcher, &a); });
}

}  // namespace gbi::exec::launches
