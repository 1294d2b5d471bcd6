/// \file
/// The number of primes below a bound, by processes that mpirun starts, each with its own GPU or on the host.
///
///     mpirun -np 4 many_processes [bound]
///
/// What one learns: it is a program for a single process, run several times. gbi::mpi_group makes a group of
/// the processes, for_each_part gives each its part, and MPI joins the results. Without mpirun, there is one
/// process.
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <gpu_bigint.hpp>
#include <gpu_bigint/mpi.hpp>
#include <iostream>
#include <string>

namespace {

/// Counts the primes below the bound. All processes get the result.
std::uint64_t primes_below(const gbi::device_group& group, std::size_t bound) {
  std::uint64_t own = 0, all = 0;
  gbi::for_each_part(group, bound, [&](const gbi::part& p) {
    for (std::size_t n = p.first; n < p.first + p.size; ++n)
      own += gbi::is_probable_prime(gbi::gpu_bigint(n)) ? 1 : 0;
  });
  MPI_Allreduce(&own, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int status = 0;
  try {
    const gbi::device_group group = gbi::mpi_group(MPI_COMM_WORLD);  // ends before MPI does
    const std::size_t bound = argc > 1 ? std::stoull(argv[1]) : 10000;
    const std::uint64_t count = primes_below(group, bound);
    if (group.first() == 0)
      std::cout << count << " primes below " << bound << ", counted by " << group.size() << " processes\n";
  } catch (const std::exception& error) {
    std::cerr << "many_processes: " << error.what() << '\n';
    status = 2;
  }
  MPI_Finalize();
  return status;
}
