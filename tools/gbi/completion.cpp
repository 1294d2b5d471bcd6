#include "tools/gbi/completion.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace program {

namespace {

/// The text in single quotes for a shell.
std::string in_quotes(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  result += '\'';
  return result;
}

std::string joined(const std::vector<std::string>& words, const char* between = " ") {
  return fmt::format("{}", fmt::join(words, between));
}

std::vector<std::string> names_of(const std::vector<option_description>& options) {
  std::vector<std::string> names;
  for (const option_description& each : options)
    names.insert(names.end(), each.names.begin(), each.names.end());
  return names;
}

std::vector<std::string> names_of(const std::vector<command_description>& commands) {
  std::vector<std::string> names;
  names.reserve(commands.size());
  for (const command_description& each : commands) names.push_back(each.name);
  return names;
}

std::string bash(const program_description& program) {
  std::string values, of_commands;
  const auto add_value = [&](const option_description& option) {
    if (!option.takes_value) return;
    const std::string reply =
        option.takes_file ? "COMPREPLY=($(compgen -f -- \"$word\"))"
        : option.choices.empty()
            ? "COMPREPLY=()"
            : fmt::format("COMPREPLY=($(compgen -W {} -- \"$word\"))", in_quotes(joined(option.choices)));
    values += fmt::format("    {}) {}; return ;;\n", joined(option.names, "|"), reply);
  };
  for (const option_description& each : program.options) add_value(each);
  for (const command_description& command : program.commands) {
    for (const option_description& each : command.options) add_value(each);
    of_commands += fmt::format("    {}) options+={} ;;\n", command.name,
                               in_quotes(" " + joined(names_of(command.options))));
  }
  return fmt::format(
      R"(# bash completion for gbi
_gbi() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command= each
  local options={} commands={}
  for each in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case " $commands " in *" $each "*) command=$each; break ;; esac
  done
  case $before in
{}  esac
  case $command in
{}  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [[ -z $command ]]; then
    COMPREPLY=($(compgen -W "$commands" -- "$word"))
  elif [[ $word == @* ]]; then
    COMPREPLY=($(compgen -P @ -f -- "${{word#@}}"))
  fi
}}
complete -F _gbi gbi
)",
      in_quotes(joined(names_of(program.options))), in_quotes(joined(names_of(program.commands))), values,
      of_commands);
}

/// One word of _arguments: '(-o --output)'{-o,--output}'[help]:value:_files'.
std::string zsh_option(const option_description& option) {
  std::string help;
  for (const char c : option.help)
    help += c == '[' || c == ']' || c == ':' ? std::string("\\") + c : std::string(1, c);
  std::string rest = fmt::format("[{}]", help);
  if (option.takes_value)
    rest += option.takes_file        ? ":file:_files"
            : option.choices.empty() ? ":value:"
                                     : ":value:(" + joined(option.choices) + ")";
  if (option.names.size() == 1) return in_quotes(option.names.front() + rest);
  return fmt::format("'({})'{{{}}}{}", joined(option.names), joined(option.names, ","), in_quotes(rest));
}

std::string zsh(const program_description& program) {
  std::string common, commands, of_commands;
  for (const option_description& each : program.options) common += "    " + zsh_option(each) + "\n";
  for (const command_description& each : program.commands) {
    commands += "    " + in_quotes(each.name + ":" + each.help) + "\n";
    std::string words;
    for (const option_description& option : each.options) words += " " + zsh_option(option);
    of_commands += fmt::format("    {}) own=({}) ;;\n", each.name, words);
  }
  return fmt::format(
      R"(#compdef gbi
_gbi() {{
  local -a common commands own
  common=(
{}  )
  commands=(
{}  )
  local command=${{words[(r)({})]}}
  case $command in
{}  esac
  _arguments -s $common $own '1:command:{{_describe command commands}}' '*:number:_files -P @'
}}
_gbi "$@"
)",
      common, commands, joined(names_of(program.commands), "|"), of_commands);
}

std::string fish_option(const option_description& option, const std::string& condition) {
  std::string line = "complete -c gbi";
  if (!condition.empty()) line += " -n " + in_quotes(condition);
  for (const std::string& name : option.names)
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (option.takes_value) line += option.takes_file ? " -r -F" : " -x";
  if (!option.choices.empty()) line += " -a " + in_quotes(joined(option.choices));
  return line + " -d " + in_quotes(option.help) + "\n";
}

std::string fish(const program_description& program) {
  std::string text = "# fish completion for gbi\ncomplete -c gbi -f\n";
  for (const option_description& each : program.options) text += fish_option(each, "");
  for (const command_description& each : program.commands) {
    text += fmt::format("complete -c gbi -n __fish_use_subcommand -a {} -d {}\n", each.name,
                        in_quotes(each.help));
    for (const option_description& option : each.options)
      text += fish_option(option, "__fish_seen_subcommand_from " + each.name);
  }
  return text;
}

}  // namespace

std::string completion(const std::string& shell, const program_description& program) {
  if (shell == "bash") return bash(program);
  if (shell == "zsh") return zsh(program);
  if (shell == "fish") return fish(program);
  throw std::invalid_argument("completion for bash, zsh or fish, not " + shell);
}

}  // namespace program
