/// \file
/// Decimals of pi, by processes that mpirun starts. No process has room for the whole series, or for all
/// digits.
///
///     mpirun -np 4 pi_by_processes [decimals [FILE]]
///
/// The first process writes "3." and the decimals to FILE.
///
/// What one learns: a computation on one GPU becomes one on many if its numbers are
/// gbi::distributed_bigint. All processes make the same calls; only the output belongs to one of them.
#include <mpi.h>

#include <cstdint>
#include <exception>
#include <fstream>
#include <gpu_bigint.hpp>
#include <gpu_bigint/mpi.hpp>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

using gbi::distributed_bigint;

/// pi 10^decimals, rounded down, by the series of D. V. and G. V. Chudnovsky (1988):
/// pi = 426880 sqrt(10005) / (13591409 + S).
distributed_bigint scaled_pi(const gbi::device_group& group, std::uint64_t decimals) {
  constexpr std::uint64_t guard = 19, limb = 10'000'000'000'000'000'000U;  // 10^guard
  constexpr double decimals_per_term = 14.18;
  const gbi::rational_series series{{5, -46, 108, -72}, {0, 0, 0, 10939058860032000}, {13591409, 545140134}};
  const std::uint64_t bits = (decimals + guard) * 3322 / 1000 + 64;  // log2(10) is 3.3219
  const auto terms =
      2 + static_cast<std::uint64_t>(static_cast<double>(decimals + guard) / decimals_per_term);
  const distributed_bigint ten(group, 10);
  const distributed_bigint root = gbi::isqrt(gbi::pow(ten, 2 * (decimals + guard)) * 10005);
  const gbi::distributed_fraction sum = gbi::approximate_sum_of(group, series, 1, terms, bits);
  return 426880 * sum.denominator * root / (13591409 * sum.denominator + sum.numerator) / limb;
}

/// Writes the digits to the file, if there is a name. Returns the last ten of them. Both happen in the
/// process of rank 0.
std::string write_decimals(const distributed_bigint& pi, const std::string& name) {
  std::ofstream file;
  std::string last;
  bool has_begun = false;
  gbi::write_text(pi, [&](std::string_view piece) {
    last += piece.substr(piece.size() - std::min<std::size_t>(piece.size(), 10));
    last.erase(0, last.size() - std::min<std::size_t>(last.size(), 10));
    if (name.empty()) return;
    if (!has_begun) {
      file.open(name);
      file << "3.";
      piece.remove_prefix(1);
    }
    has_begun = true;
    if (!(file << piece).flush()) throw std::runtime_error("cannot write " + name);
  });
  if (has_begun && !(file << '\n').flush()) throw std::runtime_error("cannot write " + name);
  return last;
}

/// The last ten decimals, as published, by number of decimals.
const std::map<std::uint64_t, std::string> published{
    {1'000, "2164201989"}, {10'000, "5256375678"}, {100'000, "5493624646"}, {1'000'000, "5779458151"}};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int status = 0;
  try {
    const gbi::device_group group = gbi::mpi_group(MPI_COMM_WORLD);  // ends before MPI does
    const std::uint64_t decimals = argc > 1 ? std::stoull(argv[1]) : 100'000;
    const std::string last = write_decimals(scaled_pi(group, decimals), argc > 2 ? argv[2] : "");
    if (group.first() == 0) {
      const auto known = published.find(decimals);
      const bool is_known = known != published.end(), agrees = is_known && known->second == last;
      std::cout << group.size() << " processes: the last ten of " << decimals << " decimals of pi are "
                << last
                << (agrees     ? ", as published\n"
                    : is_known ? ", WRONG\n"
                               : "\n");
      status = agrees == is_known ? 0 : 1;
    }
  } catch (const std::exception& error) {
    std::cerr << "pi_by_processes: " << error.what() << '\n';
    status = 2;
  }
  MPI_Finalize();
  return status;
}
