/// \file
/// Launches every instance of every kernel at sizes that suit a sanitizer, and compares all results:
///
/// torture_reach [--backend cuda|host] [--part I --parts N] [--seed N] [--reached FILE]
/// torture_reach [--backend cuda|host] --about FILE [--commit TEXT]
///
/// Part I of N takes neighbouring cases, which have most of their kernels in common, and writes the names of
/// the instances that it has launched. If all cases run, an instance that none has launched is a failure. The
/// second form runs nothing: it writes the origin of a record and the names of all instances.
///
/// On the host, the cases run as if the host were an H200: the instances that a GPU would take count, and
/// what the host has no instance for is left out.
#include <chrono>
#include <cstdio>
#include <iterator>

#include "tests/reach/workplace.hpp"
#include "tests/torture/program.hpp"

namespace gbi::test {

namespace {

std::vector<reach_case> all_cases() {
  std::vector<reach_case> all;
  for (const auto& cases :
       {cases_of_transforms(), cases_of_products(), cases_of_corrections(), cases_of_blocks(),
        cases_of_batches(), cases_of_number_theory(), cases_of_groups(), cases_of_the_table()})
    all.insert(all.end(), cases.begin(), cases.end());
  return all;
}

std::string joined(const std::set<std::string>& names, const std::string& before, const std::string& after) {
  std::string text;
  for (const std::string& name : names) text += before + name + after;
  return text;
}

std::string about(const context& where, const std::string& commit) {
  const std::string names = joined(census::all(), "    \"", "\",\n");
  return "{\n  " + origin(where, commit) + ",\n  \"kernels\": [\n" + names.substr(0, names.size() - 2) +
         "\n  ]\n}\n";
}

/// \returns whether the results were right
bool run_case(workplace& here, const reach_case& one) {
  const auto begin = std::chrono::steady_clock::now();
  std::string failure;
  here.record().begin_case();
  try {
    one.run(here);
  } catch (const std::exception& error) {
    failure = error.what();
  }
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
  std::printf("%8.0f ms  %s\n", taken.count(), one.name.c_str());
  if (!failure.empty()) std::printf("FAILED: %s\n", failure.c_str());
  std::fflush(stdout);
  return failure.empty();
}

int run(int argc, char** argv) {
  options given(argc, argv);
  const backend where = given.where();
  const std::uint64_t part = given.number("part", 0), parts = given.number("parts", 1),
                      seed = given.number("seed", fresh_seed());
  const std::string to_tell = given.text("about", ""), commit = given.text("commit", "unknown"),
                    reached = given.text("reached", "");
  given.no_more();
  if (part >= parts) throw std::invalid_argument("--part is at least --parts");
  workplace here(where, seed);
  if (!to_tell.empty()) {
    write_record(to_tell, about(here.usual(), commit));
    return 0;
  }
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  const std::vector<reach_case> cases = all_cases();
  int failures = 0;
  for (std::size_t i = cases.size() * part / parts; i < cases.size() * (part + 1) / parts; ++i)
    failures += run_case(here, cases[i]) ? 0 : 1;
  const std::set<std::string>& found = here.record().reached();
  if (!reached.empty()) write_record(reached, joined(found, "", "\n"));
  std::set<std::string> missing;
  if (parts == 1) std::ranges::set_difference(census::all(), found, std::inserter(missing, missing.end()));
  std::printf("%s%zu of %zu kernels, %d failures\n", joined(missing, "not reached: ", "\n").c_str(),
              found.size(), census::all().size(), failures);
  return failures == 0 && missing.empty() ? 0 : 1;
}

}  // namespace

}  // namespace gbi::test

int main(int argc, char** argv) {
  return gbi::test::run_program("torture_reach", gbi::test::run, argc, argv);
}
