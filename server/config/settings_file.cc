#include "server/config/settings_file.h"

#include <algorithm>
#include <sstream>
#include <toml.hpp>
#include <utility>

#include "realizer/core/number.h"
#include "server/config/limit_settings.h"

namespace kine::server {
namespace {

constexpr std::string_view kLimits = "limits";

Where where_of(const toml::source_location& location) {
  return {static_cast<std::uint32_t>(location.line()),
          static_cast<std::uint32_t>(location.column())};
}

Error wrong(const toml::value& value, std::string message) {
  return {.code = ErrorCode::Syntax,
          .message = std::move(message),
          .where = where_of(value.location())};
}

/// As it is typed on a command line.
Result<std::string> text_of(const std::string& name, const toml::value& value) {
  if (value.is_string()) return value.as_string().str;
  if (value.is_integer()) return std::to_string(value.as_integer());
  if (value.is_floating()) return format_number(value.as_floating());
  if (value.is_boolean()) return std::string(value.as_boolean() ? "true" : "false");
  return wrong(value, "a value must be a text, a number, true or false: " + quoted(name));
}

Result<Setting> setting_of(const std::string& name, const toml::value& value) {
  Setting setting{.name = name, .values = {}, .where = where_of(value.location())};
  if (!value.is_array()) {
    auto text = text_of(name, value);
    if (!text) return text.error();
    setting.values.push_back(*std::move(text));
    return setting;
  }
  for (const toml::value& each : value.as_array()) {
    auto text = text_of(name, each);
    if (!text) return text.error();
    setting.values.push_back(*std::move(text));
  }
  return setting;
}

/// Each is the option --limit NAME=VALUE.
Result<Done> add_limits(const toml::value& limits, std::vector<Setting>& settings) {
  for (const auto& [name, value] : limits.as_table()) {
    if (!value.is_integer()) return wrong(value, "a limit must be a whole number: " + quoted(name));
    const std::string assignment = name + '=' + std::to_string(value.as_integer());
    Limits scratch;
    if (const auto set = set_limit(assignment, scratch); !set) {
      return wrong(value, set.error().message);
    }
    settings.push_back(
        {.name = "limit", .values = {assignment}, .where = where_of(value.location())});
  }
  return Done{};
}

Result<Done> add(const std::string& name, const toml::value& value,
                 std::vector<Setting>& settings) {
  if (value.is_table()) {
    if (name == kLimits) return add_limits(value, settings);
    return wrong(value, "the only table is [limits]: " + quoted(name));
  }
  auto setting = setting_of(name, value);
  if (!setting) return setting.error();
  settings.push_back(*std::move(setting));
  return Done{};
}

/// The first line of what the parser says: the others draw the place, which is told by numbers.
std::string summary_of(std::string_view what) {
  constexpr std::string_view kMark = "[error] ";
  what = what.substr(0, what.find('\n'));
  if (what.starts_with(kMark)) what.remove_prefix(kMark.size());
  return std::string(what);
}

}  // namespace

Result<std::vector<Setting>> read_settings(const std::string& text) {
  if (text.size() > kSettingsBytesMax) {
    return Error{.code = ErrorCode::LimitExceeded,
                 .message = "a configuration has at most " + std::to_string(kSettingsBytesMax) +
                            " bytes, not " + quoted(std::to_string(text.size()))};
  }
  std::vector<Setting> settings;
  try {
    std::istringstream stream(text);
    const toml::value root = toml::parse(stream, "configuration");
    for (const auto& [name, value] : root.as_table()) {
      if (auto added = add(name, value, settings); !added) return added.error();
    }
  } catch (const toml::exception& fault) {
    return Error{.code = ErrorCode::Syntax,
                 .message = summary_of(fault.what()),
                 .where = where_of(fault.location())};
  }
  std::ranges::sort(settings, {}, &Setting::where);
  return settings;
}

}  // namespace kine::server
