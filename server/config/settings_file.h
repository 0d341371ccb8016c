// A file with the options of the server, as TOML.
//
//   text --read_settings--> Settings, each with its place
//
//   listen = "0.0.0.0:7730"
//   character = ["ada", "ben@1,0"]
//   still = true
//   [limits]
//   scripts_per_second_max = 50
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"

namespace kine::server {

inline constexpr std::size_t kSettingsBytesMax = std::size_t{1} << 20;

struct Setting {
  std::string name;                 // of an option without its dashes; "limit" of a limit
  std::vector<std::string> values;  // as they are typed on a command line; "true" or "false"
  Where where;
};

/// In the order of their places. An error says where.
Result<std::vector<Setting>> read_settings(const std::string& text);

}  // namespace kine::server
