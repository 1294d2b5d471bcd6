#include "src/plan/flat_json.hpp"

#include <algorithm>
#include <stdexcept>

#include "src/process/concat.hpp"

namespace gbi::plan {

namespace {

class reader {
 public:
  explicit reader(std::string_view text) : text_(text) {}

  std::map<std::string, std::string> read() {
    object("", 0);
    skip_space();
    if (at_ != text_.size()) refuse("the end");
    return std::move(members_);
  }

 private:
  [[noreturn]] void refuse(const std::string& instead) const {
    const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
    throw std::invalid_argument(concat("it is not such JSON: line ", line, " should have ", instead));
  }
  void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
  bool take(char c) {
    skip_space();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void require(char c) {
    if (!take(c)) refuse(std::string("'") + c + "'");
  }

  std::string string() {
    require('"');
    std::string result;
    for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (static_cast<unsigned char>(text_[at_]) < 0x20) refuse("text without control characters");
      if (text_[at_] == '\\' && (++at_ == text_.size() || (text_[at_] != '"' && text_[at_] != '\\')))
        refuse("\\\" or \\\\");
      result += text_[at_];
    }
    require('"');
    return result;
  }
  /// A number, true or false.
  std::string word() {
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n,}", at_), text_.size());
    std::string result(text_.substr(at_, end - at_));
    const bool number = !result.empty() && result.find_first_not_of("0123456789.eE+-") == std::string::npos;
    if (!number && result != "true" && result != "false") refuse("a number, text, true or false");
    at_ = end;
    return result;
  }
  void object(const std::string& outer, int depth) {
    require('{');
    if (take('}')) return;
    do {
      skip_space();
      const std::string name = outer + string();
      require(':');
      skip_space();
      const char next = at_ < text_.size() ? text_[at_] : '\0';
      if (next == '{' && depth == 0) {
        object(name + '/', depth + 1);
      } else if (!members_.emplace(name, next == '"' ? string() : word()).second) {
        refuse("a name other than " + name + " again");
      }
    } while (take(','));
    require('}');
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::map<std::string, std::string> members_;
};

}  // namespace

std::map<std::string, std::string> read_flat_json(std::string_view text) {
  return reader(text).read();
}

std::string quoted_json(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return result + '"';
}

}  // namespace gbi::plan
