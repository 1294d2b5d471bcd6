/// \file
/// The table of `gbi bench`: lines on a terminal, Markdown to share, or JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/gbi/session.hpp"
#include "tools/gbi/yardsticks.hpp"

namespace program {

class bench_table {
 public:
  /// Writes the head. The session and the yardsticks must outlive the table.
  bench_table(session& run, const std::vector<yardstick>& yardsticks);

  /// A line. \param others seconds of the yardsticks, in their order
  void add(std::string_view operation, std::uint64_t bits, double ours,
           const std::vector<std::optional<double>>& others);
  /// Gives the session what was not written line by line.
  void finish();

 private:
  enum class form { lines, report, json };

  void begin_lines();
  void begin_report();
  void add_line(std::string_view operation, std::uint64_t bits, double ours,
                const std::vector<std::optional<double>>& others);
  void add_report(std::string_view operation, std::uint64_t bits, double ours,
                  const std::vector<std::optional<double>>& others);
  void add_json(std::string_view operation, std::uint64_t bits, double ours,
                const std::vector<std::optional<double>>& others);

  session& run_;
  const std::vector<yardstick>& yardsticks_;
  form form_;
  bool ascii_;
  std::string text_;               ///< of a report
  std::vector<json_object> rows_;  ///< for JSON
};

}  // namespace program
