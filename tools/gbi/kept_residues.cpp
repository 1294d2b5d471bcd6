#include "tools/gbi/kept_residues.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "tools/support/number_file.hpp"
#include "tools/support/output_file.hpp"

namespace program {

namespace fs = std::filesystem;

kept_residues::kept_residues(const std::string& proof_path, std::uint64_t exponent, unsigned power,
                             std::uint64_t resumed_at)
    : folder_(proof_path + ".parts"),
      exponent_(exponent),
      steps_(gbi::mersenne_proof::steps(exponent, power)) {
  std::error_code failed;
  fs::create_directory(folder_, failed);
  if (failed) throw support::file_error(folder_ + ": " + failed.message());
  const auto missing = [&](std::uint64_t step) { return !fs::exists(path_of(step)); };
  const auto later = std::ranges::upper_bound(steps_, resumed_at);
  if (const auto lost = std::find_if(steps_.begin(), later, missing); lost != later)
    throw support::file_error(path_of(*lost) +
                              " is missing: the proof needs it. A test that began without "
                              "--proof, or with another --power, has to begin again");
  const double bytes =
      static_cast<double>(std::count_if(later, steps_.end(), missing)) * static_cast<double>(exponent) / 8;
  if (bytes > static_cast<double>(fs::space(folder_).available))
    throw std::runtime_error(
        fmt::format("{}: the residues take {:.1f} GB more than the disk has; a smaller "
                    "--power takes less",
                    folder_, (bytes - static_cast<double>(fs::space(folder_).available)) / 1e9));
}

std::string kept_residues::path_of(std::uint64_t step) const {
  return fmt::format("{}/M{}.{}", folder_, exponent_, step);
}

std::uint64_t kept_residues::next_after(std::uint64_t step) const {
  const auto next = std::ranges::upper_bound(steps_, step);
  return next == steps_.end() ? std::numeric_limits<std::uint64_t>::max() : *next;
}

void kept_residues::keep(std::uint64_t step, const gbi::gpu_bigint& residue) const {
  support::output_file file(path_of(step));
  gbi::serialize(file.stream(), residue);
  file.commit();
}

gbi::gpu_bigint kept_residues::at(std::uint64_t step) const {
  std::ifstream in(path_of(step), std::ios::binary);
  if (!in) throw support::file_error(path_of(step) + " cannot be opened");
  try {
    return gbi::deserialize(in);
  } catch (const gbi::data_error& error) {
    throw support::file_error(path_of(step) + ": " + error.what());
  }
}

void kept_residues::remove() const {
  std::error_code ignored;
  // A run that was killed may have left an unfinished file.
  const std::string prefix = fmt::format("M{}.", exponent_);
  for (const fs::directory_entry& each : fs::directory_iterator(folder_, ignored))
    if (each.path().filename().string().starts_with(prefix)) fs::remove(each, ignored);
  fs::remove(folder_, ignored);
}

}  // namespace program
