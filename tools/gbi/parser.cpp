/// \file
/// Parses text to trees, by recursive descent.
#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "tools/gbi/syntax.hpp"

namespace program {

namespace {

/// The most levels of parentheses, signs and powers. Each takes some of the program's stack.
constexpr int deepest = 500;
/// The most operators in a chain, which becomes a tree of that depth.
constexpr int most_operators = 1000;

class parser {
 public:
  explicit parser(std::string_view text) : text_(text) {}

  std::unique_ptr<expression::node> parse() {
    auto root = sum();
    if (!at_end()) fail(text_[at_] == ')' ? "there is no '(' for this ')'" : "an operator was expected");
    return root;
  }

 private:
  using tree = std::unique_ptr<expression::node>;

  [[noreturn]] void fail(const std::string& why) const { throw expression_error(why, at_); }

  void skip_space() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool at_end() {
    skip_space();
    return at_ == text_.size();
  }
  bool next_is(std::string_view token) {
    skip_space();
    return text_.substr(at_, token.size()) == token;
  }
  bool take(std::string_view token) {
    if (!next_is(token)) return false;
    at_ += token.size();
    return true;
  }
  static bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  std::string_view word() const {
    std::size_t end = at_;
    while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]) || text_[end] == '_')) ++end;
    return text_.substr(at_, end - at_);
  }
  bool take_mod() {
    skip_space();
    if (word() != "mod") return take("%");
    at_ += 3;
    return true;
  }

  tree make(operation what, std::size_t position, tree left, tree right = nullptr) {
    if (++operators_ > most_operators) fail("more than " + std::to_string(most_operators) + " operators");
    auto made = std::make_unique<expression::node>();
    made->what = what;
    made->position = position;
    made->operands.push_back(std::move(left));
    if (right) made->operands.push_back(std::move(right));
    return made;
  }

  /// Operands with left-associative operators of the same precedence between them. `take_operator` takes the
  /// next operator, if there is one.
  template <class TakeOperator>
  tree chain(tree (parser::*operand)(), TakeOperator&& take_operator) {
    tree left = (this->*operand)();
    for (;;) {
      skip_space();
      const std::size_t position = at_;
      const std::optional<operation> found = take_operator();
      if (!found) return left;
      left = make(*found, position, std::move(left), (this->*operand)());
    }
  }

  tree sum() {
    return chain(&parser::term, [&]() -> std::optional<operation> {
      if (take("+")) return operation::add;
      if (take("-")) return operation::subtract;
      return std::nullopt;
    });
  }

  tree term() {
    return chain(&parser::factor, [&]() -> std::optional<operation> {
      if (!next_is("**") && take("*")) return operation::multiply;
      if (take("/")) {
        take("/");
        return operation::divide;
      }
      if (take_mod()) return operation::modulo;
      return std::nullopt;
    });
  }

  tree factor() {
    const level inside(*this);
    skip_space();
    const std::size_t position = at_;
    if (take("-")) return make(operation::negate, position, factor());
    if (take("+")) return factor();
    tree base = postfix();
    skip_space();
    const std::size_t at_operator = at_;
    if (!take("^") && !take("**")) return base;
    return make(operation::power, at_operator, std::move(base), factor());
  }

  tree postfix() {
    tree operand = primary();
    for (;;) {
      skip_space();
      const std::size_t position = at_;
      if (!take("!")) return operand;
      operand = make(operation::factorial, position, std::move(operand));
    }
  }

  tree primary() {
    if (at_end()) fail("a number was expected");
    if (is_digit(text_[at_])) return number();
    if (is_letter(text_[at_])) return call();
    if (!take("(")) fail("a number was expected");
    tree inner = sum();
    if (!take(")")) fail(at_end() ? "')' is missing" : "')' or an operator was expected");
    return inner;
  }

  tree call() {
    const std::string_view name = word();
    const function* const known = find_function(name);
    if (known == nullptr) fail("there is no function \"" + std::string(name) + "\"");
    auto made = std::make_unique<expression::node>();
    made->what = operation::call;
    made->position = at_;
    made->called = known;
    at_ += name.size();
    if (!take("(")) fail("'(' was expected after " + std::string(name));
    if (!next_is(")")) do
        made->operands.push_back(sum());
      while (take(","));
    if (!take(")")) fail("',' or ')' was expected");
    if (made->operands.size() < known->least || made->operands.size() > known->most)
      throw expression_error("the function is " + known->shown(), made->position);
    return made;
  }

  /// Takes digits, with single underscores between them.
  std::string digits(bool (*belongs)(char)) {
    std::string found;
    while (at_ < text_.size()) {
      if (text_[at_] == '_') {
        if (found.empty() || at_ + 1 == text_.size() || !belongs(text_[at_ + 1]))
          fail("an underscore stands between digits");
      } else if (belongs(text_[at_])) {
        found += text_[at_];
      } else {
        break;
      }
      ++at_;
    }
    if (found.empty()) fail("a digit was expected");
    return found;
  }

  tree number() {
    auto made = std::make_unique<expression::node>();
    made->what = operation::number;
    made->position = at_;
    const char letter =
        text_[at_] == '0' && at_ + 1 < text_.size() ? static_cast<char>(text_[at_ + 1] | 0x20) : '\0';
    if (letter == 'x' || letter == 'b') {
      at_ += 2;
      made->text = letter == 'x' ? "0x" : "0b";
      made->text += letter == 'x'
                        ? digits([](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; })
                        : digits([](char c) { return c == '0' || c == '1'; });
    } else {
      made->text = digits(is_digit);
      if (at_ < text_.size() && (text_[at_] | 0x20) == 'e') {
        ++at_;
        if (at_ < text_.size() && text_[at_] == '+') ++at_;
        made->exponent = digits(is_digit);
      }
    }
    if (at_ < text_.size() && text_[at_] == '.') fail("only integers, no fractions");
    // "12 mod 5" may be written without the first space; "12a" is an error.
    if (at_ < text_.size() && is_letter(text_[at_]) && word() != "mod")
      fail("a digit or an operator was expected");
    return made;
  }

  /// Counts a level of nesting while it lives.
  class level {
   public:
    explicit level(parser& of) : parser_(of) {
      if (++parser_.depth_ > deepest) parser_.fail("nested too deeply");
    }
    ~level() { --parser_.depth_; }
    level(const level&) = delete;
    level& operator=(const level&) = delete;

   private:
    parser& parser_;
  };

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0, operators_ = 0;
};

}  // namespace

expression::expression(std::unique_ptr<node> root) : root_(std::move(root)) {}
expression::expression(expression&&) noexcept = default;
expression& expression::operator=(expression&&) noexcept = default;
expression::~expression() = default;

expression expression::parse(std::string_view text) {
  return expression(parser(text).parse());
}

std::string explain(const expression_error& error, std::string_view text) {
  constexpr std::size_t before = 40, most = 76;
  std::size_t first = error.position() > before ? error.position() - before : 0;
  if (text.size() <= most) first = 0;
  std::string shown(text.substr(first, most));
  for (char& c : shown)
    if (std::iscntrl(static_cast<unsigned char>(c)) != 0) c = ' ';
  // A multi-byte character takes one column.
  std::size_t column = 0;
  for (const char c : shown.substr(0, error.position() - first))
    if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) ++column;
  const std::string dots = first > 0 ? "..." : "";
  return std::string(error.what()) + "\n  " + dots + shown + (first + most < text.size() ? "..." : "") +
         "\n  " + std::string(dots.size() + column, ' ') + '^';
}

}  // namespace program
