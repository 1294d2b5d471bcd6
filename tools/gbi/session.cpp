#include "tools/gbi/session.hpp"

#include <unistd.h>

#include <iostream>
#include <sstream>
#include <string_view>

#include "tools/gbi/expression.hpp"
#include "tools/support/number_file.hpp"
#include "tools/support/number_size.hpp"

namespace program {

using gbi::gpu_bigint;

namespace {

/// Files that start with this contain a number in the library's own format.
constexpr std::string_view native_magic = "GBIN";

gbi::context context_of(const options& chosen) {
  gbi::context context = support::make_context(chosen.device);
  const std::string why = support::why_on_host(context, chosen.device);
  if (!why.empty() && !chosen.quiet) std::cerr << "gbi: computing on the host, because " << why << std::endl;
  return context;
}

/// The most bytes of a file whose number is within the limits: binary digits with white space around them.
std::uint64_t most_bytes(const gbi::read_limits& limits) {
  constexpr std::uint64_t white_space = std::uint64_t{1} << 20;
  return limits.max_bits + white_space;
}

gpu_bigint text_within(const std::string& digits, int base, const gbi::read_limits& limits,
                       const std::string& name) {
  try {
    return gpu_bigint(digits, base, limits);
  } catch (const std::length_error& error) {
    throw usage_error(name + ": " + error.what());
  }
}

}  // namespace

session::session(const options& chosen)
    : chosen_(chosen),
      context_(context_of(chosen)),
      use_(context_),
      compute_(chosen.verify, chosen.max_bits) {
  if (chosen.verify) context_.set_verification(gbi::verification::all);
  if (!chosen.output.empty()) file_.emplace(chosen.output);
  if (chosen.binary && !file_ && isatty(STDOUT_FILENO) != 0)
    throw usage_error("--binary does not write to a terminal: use -o FILE or a pipe");
  if (chosen.binary && !file_ && chosen.json) throw usage_error("--binary and --json together need -o FILE");
}

gbi::device_group session::ranks() const {
  const int count = chosen_.ranks, first = chosen_.device.device.value_or(0);
  std::vector<gbi::context> contexts{context_};
  for (int i = 1; i < count; ++i) {
    contexts.push_back(context_.backend() == gbi::backend::cuda ? gbi::context(gbi::backend::cuda, first + i)
                                                                : gbi::context(gbi::backend::host));
    contexts.back().set_verification(context_.verification());
  }
  return gbi::device_group(gbi::direct_communicator(count), std::move(contexts));
}

gpu_bigint session::number(const std::string& argument) const {
  if (argument == "-" || (argument.size() > 1 && argument.front() == '@')) {
    const std::string path = argument == "-" ? argument : argument.substr(1);
    const std::string name = argument == "-" ? "standard input" : path;
    const auto shown = showing("reading " + name);
    const gbi::read_limits limits{.max_bits = chosen_.max_bits};
    std::string bytes = support::read_all(path, most_bytes(limits));
    if (std::string_view(bytes).substr(0, native_magic.size()) == native_magic) {
      try {
        return gbi::deserialize(std::as_bytes(std::span(bytes)), limits);
      } catch (const gbi::data_error& error) {
        throw usage_error(name + ": " + error.what());
      } catch (const std::length_error& error) {
        throw usage_error(name + ": " + error.what());
      }
    }
    int base = chosen_.input_base;
    const std::string digits = support::number_in(std::move(bytes), name, base);
    gpu_bigint value = text_within(digits, base, limits, name);
    compute_.check("number from text",
                   [&](const prime_field& mod) { return mod.of_text(digits, base) == mod.of(value); });
    return value;
  }
  try {
    return expression::parse(argument).value(compute_);
  } catch (const expression_error& error) {
    throw usage_error(explain(error, argument));
  }
}

std::uint64_t session::word(const std::string& argument, const char* what) const {
  const gpu_bigint value = number(argument);
  if (value.sign() < 0) throw usage_error(std::string(what) + " must not be negative");
  if (!value.fits<std::uint64_t>()) throw usage_error(std::string(what) + " must be below 2^64");
  return static_cast<std::uint64_t>(value);
}

void session::note(const std::string& text) const {
  if (!chosen_.quiet) std::cerr << "gbi: " << text << std::endl;
}

std::unique_ptr<support::progress> session::showing(const std::string& activity,
                                                    const std::string& unit) const {
  return std::make_unique<support::progress>(activity, chosen_.progress, unit);
}

std::ostream& session::out() {
  return file_ ? file_->stream() : std::cout;
}

void session::put(const gpu_bigint& result) {
  if (chosen_.json) {
    members_.add("bits", result.bit_length());
    members_.add("digits", support::decimal_digits(result));
  }
  if (chosen_.binary) {
    const auto shown = showing("writing");
    gbi::serialize(out(), result);
    return;
  }
  std::string text;
  {
    const auto shown = showing("converting to base " + std::to_string(chosen_.base));
    text = result.to_string(chosen_.base);
  }
  compute_.check("text",
                 [&](const prime_field& mod) { return mod.of_text(text, chosen_.base) == mod.of(result); });
  put_text(text);
}

void session::put_text(const std::string& text) {
  if (keeps_text()) return members_.add("result", text);
  put_pieces([&](std::ostream& out) { out << text; });
}

void session::put_pieces(const std::function<void(std::ostream&)>& write) {
  const auto shown = showing("writing");
  write(out());
  out() << '\n';
}

void session::finish() {
  if (file_) file_->commit();
  if (chosen_.json) {
    json_object all;
    all.add("command", chosen_.command);
    if (file_) all.add("file", chosen_.output);
    all.add(members_);
    all.add("seconds", seconds_);
    all.add("device", context_.device_name());
    all.add("backend", context_.backend() == gbi::backend::cuda ? "cuda" : "host");
    all.add("verified", compute_.verifies());
    std::cout << all.text() << '\n';
  }
  std::cout.flush();
  if (!std::cout) throw std::runtime_error("standard output: could not be written completely");
}

}  // namespace program
