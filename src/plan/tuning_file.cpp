#include "src/plan/tuning_file.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>

#include "gpu_bigint/version.hpp"
#include "src/plan/flat_json.hpp"
#include "src/plan/tuning_fields.hpp"
#include "src/plan/tuning_text.hpp"
#include "src/process/concat.hpp"

namespace gbi::plan {

namespace {

constexpr std::string_view schema = "1";
constexpr std::string_view never_text = "never", none = "none";

/// A file that is right, but not for this device.
class other_device : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

template <class Value>
std::optional<Value> number_of(const std::string& text) {
  Value value{};
  const char* const end = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || after != end) return std::nullopt;
  return value;
}

/// The value of this text, if a file may set it.
template <class Value>
std::optional<Value> value_of(const std::string& text, const range& allowed) {
  if constexpr (std::is_same_v<Value, bool> || std::is_enum_v<Value>) {
    for (std::size_t i = allowed.least; i <= allowed.most; ++i)
      if (const auto value = static_cast<Value>(i); text_of(value) == text) return value;
    return std::nullopt;
  } else {
    if constexpr (std::is_same_v<Value, std::size_t>)
      if (text == never_text && allowed.most == never) return never;
    const std::optional<Value> value = number_of<Value>(text);
    if (!value ||
        !(*value >= static_cast<Value>(allowed.least) && *value <= static_cast<Value>(allowed.most)))
      return std::nullopt;
    return value;
  }
}

std::string shown(const range& allowed) {
  return concat(allowed.least, " to ",
                allowed.most == never ? std::string(never_text) : std::to_string(allowed.most));
}

/// Sets the value of this name.
/// \throws std::invalid_argument
void set(tuned_values& row, const tuning_value& wanted) {
  bool known = false;
  visit_fields(row, [&]<class Value>(const field& which, Value& value) {
    if (wanted.name != which.name) return;
    known = true;
    if (which.in_files.is_empty()) throw std::invalid_argument("a file may not set " + wanted.name);
    const std::optional<Value> read = value_of<Value>(wanted.value, which.in_files);
    if (!read)
      throw std::invalid_argument(wanted.name + " is " + wanted.value + ", not " +
                                  (std::is_enum_v<Value> || std::is_same_v<Value, bool>
                                       ? text_of(Value{}) + " or " + text_of(static_cast<Value>(1))
                                       : shown(which.in_files)));
    if constexpr (std::is_same_v<Value, std::size_t>)
      if (which.how == dependence::architecture && value == never && *read != never)
        throw std::invalid_argument(wanted.name + " is " + wanted.value +
                                    ", but this device does not multiply bytes by tensor cores");
    value = *read;
  });
  if (!known) throw std::invalid_argument("there is no value " + wanted.name);
}

std::string today() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm date{};
  gmtime_r(&now, &date);
  char text[16];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%d", &date)};
}

std::string name_of(const std::string& device, const std::string& architecture,
                    const std::string& multiprocessors) {
  return device + " (" + architecture + ", " + multiprocessors + " multiprocessors)";
}

std::optional<std::string> contents_of(const std::string& path) {
  constexpr std::streamsize most_bytes = 1 << 16;
  std::ifstream file(path, std::ios::binary);
  std::string text(static_cast<std::size_t>(most_bytes), '\0');
  if (!file.is_open()) return std::nullopt;
  file.read(text.data(), most_bytes);
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  return text;
}

}  // namespace

std::string tuning_file_text(const named_device& device, const tuning& row,
                             std::span<const tuning_value> values) {
  std::string text = "{\n";
  const auto member = [&](const char* name, const std::string& json) {
    text += std::string("  \"") + name + "\": " + json + ",\n";
  };
  member("schema", std::string(schema));
  member("library", quoted_json(version_string));
  member("device", quoted_json(device.name));
  member("architecture", quoted_json(device.properties.architecture));
  member("multiprocessors", std::to_string(device.properties.multiprocessors));
  if (!device.driver.empty()) member("driver", quoted_json(device.driver));
  if (!device.runtime.empty()) member("cuda", quoted_json(device.runtime));
  member("date", quoted_json(today()));
  text += "  \"values\": {";
  tuning written = row;
  const char* separator = "\n";
  for (const tuning_value& each : values) {
    set(written, each);
    const bool number = each.value.find_first_not_of("0123456789.e+") == std::string::npos;
    text += separator + ("    " + quoted_json(each.name)) + ": " +
            (number ? each.value : quoted_json(each.value));
    separator = ",\n";
  }
  return text + "\n  }\n}\n";
}

void read_tuning_file(const std::string& text, const std::string& where, const named_device& device,
                      tuning& row) {
  std::map<std::string, std::string> members = read_flat_json(text);
  const auto take = [&](const char* name) {
    const auto found = members.extract(name);
    if (found.empty()) throw std::invalid_argument(std::string("it has no \"") + name + '"');
    return found.mapped();
  };
  if (const std::string found = take("schema"); found != schema)
    throw std::invalid_argument("its schema is " + found + ", not " + std::string(schema));
  if (const std::string found = take("library"); found != version_string)
    throw std::invalid_argument("it was measured with version " + found + " of the library, not " +
                                std::string(version_string));
  const std::string name = take("device"), architecture = take("architecture"),
                    multiprocessors = take("multiprocessors"), date = take("date");
  if (name != device.name || architecture != device.properties.architecture ||
      multiprocessors != std::to_string(device.properties.multiprocessors))
    throw other_device("it is for " + name_of(name, architecture, multiprocessors) + ", not for " +
                       name_of(device.name, device.properties.architecture,
                               std::to_string(device.properties.multiprocessors)));
  members.erase("driver");
  members.erase("cuda");

  tuning changed = row;
  constexpr std::string_view prefix = "values/";
  for (const auto& [member, value] : members) {
    if (!member.starts_with(prefix)) throw std::invalid_argument("it has an unknown \"" + member + '"');
    set(changed, {member.substr(prefix.size()), value});
  }
  changed.origin = concat(members.size(), " values measured on this device on ", date, " (", where,
                          "), the others ", row.origin);
  row = std::move(changed);
}

std::string tuning_path(const named_device& device, const environment& asked) {
  if (device.name.empty() || asked.configuration.empty()) return {};
  std::string name;
  for (const char c : device.name) {
    const bool upper = c >= 'A' && c <= 'Z', kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    name += upper ? static_cast<char>(c - 'A' + 'a') : kept ? c : '-';
  }
  return asked.configuration + "/gpu_bigint/" + name + ".json";
}

void load_tuning(const named_device& device, const environment& asked, const std::string& given,
                 tuning& row) {
  if (given == none || (given.empty() && asked.tuning == none)) return;
  if (!given.empty()) return read_tuning_file(given, "given with the context", device, row);
  const bool named = !asked.tuning.empty();
  const std::string path = named ? asked.tuning : tuning_path(device, asked);
  const auto refused = [&](const std::string& why) { row.origin += "; " + path + " is not used: " + why; };
  const std::optional<std::string> text = path.empty() ? std::nullopt : contents_of(path);
  if (named && !text) throw std::invalid_argument("GPU_BIGINT_TUNING: " + path + " cannot be read");
  if (!text) return;
  try {
    read_tuning_file(*text, path, device, row);
  } catch (const other_device& why) {
    refused(why.what());
  } catch (const std::invalid_argument& why) {
    if (named) throw std::invalid_argument("GPU_BIGINT_TUNING: " + path + " is not used: " + why.what());
    refused(std::string(why.what()) + " (gbi tune writes a new one)");
  }
}

}  // namespace gbi::plan
