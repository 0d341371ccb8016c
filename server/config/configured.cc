#include "server/config/configured.h"

#include <CLI/CLI.hpp>
#include <cctype>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include "realizer/core/number.h"
#include "server/base/script_file.h"
#include "server/config/limit_settings.h"
#include "server/config/settings_file.h"

namespace kine::server {
namespace {

constexpr std::string_view kConfig = "config";
constexpr std::string_view kLimit = "limit";

/// Options that are typed or not at all.
bool is_of_command_line(std::string_view name) {
  return name == "help" || name == kConfig || name == "check-config";
}

/// "tick-rate" of "--tick-rate=60"; empty: it is no name of an option.
std::string_view name_in(std::string_view argument) {
  if (!argument.starts_with("--")) return {};
  argument.remove_prefix(2);
  return argument.substr(0, argument.find('='));
}

std::set<std::string, std::less<>> names_in(const std::vector<std::string>& arguments) {
  std::set<std::string, std::less<>> names;
  for (const std::string& each : arguments) names.emplace(name_in(each));
  return names;
}

/// What is typed behind an option, in either way.
std::optional<std::string> value_of(std::string_view name,
                                    const std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (name_in(arguments[i]) != name) continue;
    const std::size_t equals = arguments[i].find('=');
    if (equals != std::string::npos) return arguments[i].substr(equals + 1);
    if (i + 1 < arguments.size()) return arguments[i + 1];
  }
  return {};
}

/// All that is typed behind each option.
std::map<std::string, std::vector<std::string>> values_in(
    const std::vector<std::string>& arguments) {
  std::map<std::string, std::vector<std::string>> values;
  std::string name;
  for (const std::string& each : arguments) {
    if (const std::string_view found = name_in(each); !found.empty()) name = found;
    values[name].push_back(each);
  }
  return values;
}

/// Whether CLI11 says it of this option: "--tick-rate: Value …".
bool is_about(const std::string& complaint, const std::string& name) {
  const std::size_t at = complaint.find("--" + name);
  const std::size_t end = at + 2 + name.size();
  return at != std::string::npos && end < complaint.size() &&
         (complaint[end] == ':' || complaint[end] == ' ');
}

/// As it would be typed: a flag is there or not. An error where a flag is neither true nor false.
Result<std::vector<std::string>> typed_of(const CLI::Option& option, const std::string& name,
                                          const std::vector<std::string>& values) {
  const bool is_flag = option.get_items_expected_max() == 0;
  std::vector<std::string> typed;
  for (const std::string& value : values) {
    if (!is_flag) {
      typed.push_back("--" + name + '=' + value);
    } else if (value == "true") {
      typed.push_back("--" + name);
    } else if (value != "false") {
      return Error{.code = ErrorCode::Syntax,
                   .message = name + " is true or false: " + quoted(value)};
    }
  }
  return typed;
}

/// Adds what is said of an option, unless somebody did before whose word counts more.
class Adding {
 public:
  Adding(const CLI::App& command, Configured& configured)
      : command_(command), configured_(configured), said_(names_in(configured.arguments)) {}

  Result<Done> add_environment(const Environment& environment) {
    for (const CLI::Option* const option : command_.get_options()) {
      const std::string name = option->get_single_name();
      if (is_of_command_line(name)) continue;
      const auto value = environment(variable_of(name));
      if (!value || said_.contains(name)) continue;
      auto added = fault_of_limit(name, *value);
      if (added) added = add(*option, name, {*value});
      if (!added) {
        Error error = added.error();
        error.message = variable_of(name) + ": " + error.message;
        return error;
      }
      said_.insert(name);
      configured_.of_environment.insert(name);
    }
    return Done{};
  }

  Result<Done> add_file(const std::vector<Setting>& settings) {
    for (const Setting& setting : settings) {
      const CLI::Option* const option = is_of_command_line(setting.name)
                                            ? nullptr
                                            : command_.get_option_no_throw("--" + setting.name);
      if (option == nullptr) {
        return Error{
            .code = ErrorCode::UnknownName,
            .message = command_.get_name() + " has no option of this name: " + quoted(setting.name),
            .where = setting.where};
      }
      // A limit that is typed takes the place of the same one alone: the last counts.
      if (said_.contains(setting.name) && setting.name != kLimit) continue;
      if (auto added = add(*option, setting.name, setting.values); !added) {
        Error error = added.error();
        error.where = setting.where;
        return error;
      }
      configured_.places.emplace(setting.name, setting.where);
    }
    return Done{};
  }

 private:
  /// A limit is looked at here, for nobody else knows where it stands.
  static Result<Done> fault_of_limit(const std::string& name, const std::string& value) {
    Limits scratch;
    return name == kLimit ? set_limit(value, scratch) : Result<Done>(Done{});
  }

  Result<Done> add(const CLI::Option& option, const std::string& name,
                   const std::vector<std::string>& values) {
    const auto typed = typed_of(option, name, values);
    if (!typed) return typed.error();
    configured_.arguments.insert(configured_.arguments.begin(), typed->begin(), typed->end());
    return Done{};
  }

  const CLI::App& command_;
  Configured& configured_;
  std::set<std::string, std::less<>> said_;
};

}  // namespace

std::string variable_of(std::string_view option) {
  std::string name = "KINESPHERE_";
  for (const char each : option) {
    name += each == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(each)));
  }
  return name;
}

std::optional<std::string> process_variable(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::optional<ConfigFault> fault_of(const std::string& complaint, const Configured& configured) {
  for (const auto& [name, where] : configured.places) {
    if (!is_about(complaint, name)) continue;
    return ConfigFault{.file = configured.file, .error = {.message = complaint, .where = where}};
  }
  for (const std::string& name : configured.of_environment) {
    if (!is_about(complaint, name)) continue;
    return ConfigFault{.file = {}, .error = {.message = variable_of(name) + ": " + complaint}};
  }
  return {};
}

std::vector<std::string> changed_options(const Configured& before, const Configured& now,
                                         const std::set<std::string>& but) {
  const auto old = values_in(before.arguments);
  const auto young = values_in(now.arguments);
  std::vector<std::string> changed;
  for (const auto& [name, values] : young) {
    const auto found = old.find(name);
    if (!but.contains(name) && (found == old.end() || found->second != values)) {
      changed.push_back(name);
    }
  }
  for (const auto& [name, values] : old) {
    if (!but.contains(name) && !young.contains(name)) changed.push_back(name);
  }
  return changed;
}

std::optional<Configured> configured(const CLI::App& command, std::vector<std::string> typed,
                                     const Environment& environment, ConfigFault& fault) {
  Configured configured{.arguments = std::move(typed)};
  auto file = value_of(kConfig, configured.arguments);
  if (!file) file = environment(variable_of(kConfig));
  Adding adding(command, configured);
  if (auto added = adding.add_environment(environment); !added) {
    fault = {.file = {}, .error = added.error()};
    return {};
  }
  if (!file) return configured;
  configured.file = *file;
  const auto text = read_script_file(*file);
  if (!text) {
    fault = {.file = *file, .error = text.error()};
    return {};
  }
  const auto settings = read_settings(*text);
  auto added = settings ? adding.add_file(*settings) : settings.error();
  if (!added) {
    fault = {.file = *file, .error = added.error()};
    return {};
  }
  return configured;
}

}  // namespace kine::server
