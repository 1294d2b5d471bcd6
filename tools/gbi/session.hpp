/// \file
/// One run of the program: its device, its numbers, and its output.
#pragma once

#include <chrono>
#include <functional>
#include <gpu_bigint.hpp>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "tools/gbi/calculator.hpp"
#include "tools/gbi/json.hpp"
#include "tools/gbi/options.hpp"
#include "tools/support/output_file.hpp"
#include "tools/support/progress.hpp"

namespace program {

/// A mistake by the user. The message may have several lines.
class usage_error : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

class session {
 public:
  /// Makes the context, and explains why it is on the host if the user did not ask for that. Opens the output
  /// file.
  explicit session(const options& chosen);

  const options& chosen() const { return chosen_; }
  const gbi::context& context() const { return context_; }
  /// A group of as many ranks as the user has chosen; the first has the context of the session.
  gbi::device_group ranks() const;
  const calculator& compute() const { return compute_; }

  /// The number that an argument specifies: @FILE, - for standard input, or an expression.
  /// \throws usage_error
  gbi::gpu_bigint number(const std::string& argument) const;
  /// The number, which must be a word.
  /// \param what its name for the message: "n"
  std::uint64_t word(const std::string& argument, const char* what) const;
  /// The operands of the command in this way.
  gbi::gpu_bigint number(std::size_t i) const { return number(chosen_.operands.at(i)); }
  std::uint64_t word(std::size_t i, const char* what) const { return word(chosen_.operands.at(i), what); }

  /// Prints a line about the run to standard error.
  void note(const std::string& text) const;
  /// Shows this activity until the returned object is destroyed.
  std::unique_ptr<support::progress> showing(const std::string& activity, const std::string& unit = "") const;
  /// Runs the work, waits for the device, and adds up the seconds, which the results report.
  template <class Work>
  auto timed(const std::string& activity, Work&& work) {
    const auto shown = activity.empty() ? nullptr : showing(activity);
    const auto start = std::chrono::steady_clock::now();
    auto result = work();
    context_.synchronize();
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
  }  // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks): `shown` deletes it

  /// Writes a number in the chosen base and form.
  void put(const gbi::gpu_bigint& result);
  /// Writes text that is the final form of the result.
  void put_text(const std::string& text);
  /// Calls write(stream) for text that comes in pieces. Not with --json without a file.
  void put_pieces(const std::function<void(std::ostream&)>& write);
  /// Whether the result becomes a member of the JSON object.
  bool keeps_text() const { return chosen_.json && !file_; }
  /// Further members of the JSON object.
  json_object& members() { return members_; }
  /// Completes the output.
  void finish();

 private:
  std::ostream& out();

  const options& chosen_;
  gbi::context context_;
  gbi::scoped_context use_;
  calculator compute_;
  std::optional<support::output_file> file_;
  json_object members_;
  double seconds_ = 0;
};

}  // namespace program
