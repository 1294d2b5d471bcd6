/// \file
/// gbi prp --proof and gbi verify-proof.
#include "tools/gbi/proof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "tools/gbi/commands.hpp"
#include "tools/support/number_file.hpp"
#include "tools/support/output_file.hpp"

namespace program {

namespace {

using gbi::gpu_bigint, gbi::mersenne_proof;

/// Half of a percent of the time of a test, for the one who makes the proof and the one who checks it.
constexpr unsigned usual_power = 8;

mersenne_proof read_proof(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw support::file_error(path + ": cannot be opened");
  try {
    mersenne_proof proof = mersenne_proof::load(in);
    if (in.peek() != std::ifstream::traits_type::eof()) throw gbi::data_error("more bytes follow the proof");
    return proof;
  } catch (const gbi::data_error& error) {
    throw support::file_error(path + ": " + error.what());
  }
}

unsigned power_for(const session& run, std::uint64_t exponent) {
  return run.chosen().power.value_or(
      std::min(usual_power, static_cast<unsigned>(std::bit_width(exponent)) - 1));
}

bool holds(session& run, const mersenne_proof& proof) {
  const auto shown = run.showing("checking the proof", "squares");
  const auto squares = static_cast<double>(proof.exponent >> proof.power);
  return run.timed(
      "", [&] { return proof.holds([&](double part) { shown->advance_to(part * squares, squares); }); });
}

}  // namespace

kept_residues residues_for_proof(const session& run, std::uint64_t exponent, std::uint64_t resumed_at) {
  const std::string& path = run.chosen().proof;
  if (path.empty()) return {};
  if (resumed_at == exponent && std::filesystem::exists(path) && read_proof(path).exponent == exponent)
    return {};
  return {path, exponent, power_for(run, exponent), resumed_at};
}

void write_proof(session& run, std::uint64_t exponent, const gpu_bigint& residue, const kept_residues& kept) {
  if (kept.count() == 0) return;
  const unsigned power = power_for(run, exponent);
  const mersenne_proof proof = [&] {
    const auto shown = run.showing("making the proof", "residues");
    double read = 0;
    return run.timed("", [&] {
      return mersenne_proof::make(exponent, power, residue, [&](std::uint64_t step) {
        shown->advance_to(++read, static_cast<double>(kept.count()));
        return kept.at(step);
      });
    });
  }();
  if (!holds(run, proof))
    throw std::runtime_error(run.chosen().proof + ": there is no proof, because a residue in " +
                             run.chosen().proof + ".parts is wrong. The result of the test stands");
  support::output_file file(run.chosen().proof);
  proof.save(file.stream());
  file.commit();
  kept.remove();
  run.members().add("proof", run.chosen().proof);
  run.members().add("power", power);
}

void run_verify_proof(session& run) {
  const std::string& path = run.chosen().operands.at(0);
  const mersenne_proof proof = read_proof(path);
  if (!holds(run, proof)) throw std::runtime_error(path + ": the proof does not hold");
  run.members().add("exponent", proof.exponent);
  run.members().add("power", proof.power);
  put_test_result(run, proof.is_probable_prime(), "probable prime", proof.final_residue());
}

}  // namespace program
