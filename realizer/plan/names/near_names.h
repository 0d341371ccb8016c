// Names like one that was misspelt, for messages.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/script/name.h"

namespace kine::plan {

/// Of `known`, at most five that `name` may have been meant for, the nearest first, those equally
/// near in their order: few letters differ, or one of the two is within the other. Capitals of
/// ASCII count as small letters.
std::vector<std::string_view> names_near(std::string_view name,
                                         std::span<const std::string_view> known);

/// ", near to it are loose, limp" of `known` names, else all of them: for a message about a name
/// that is none.
std::string known_names(std::string_view name, std::span<const std::string_view> known);

/// What a table of names is of, and which command lists it.
struct NamedThings {
  std::string thing;      // "gesture"
  std::string listed_by;  // "kinesphere lexicon"
};

/// "unknown gesture, near to it are wave: 'wafe'", where it stands.
Error unknown_name(const script::Name& name, const NamedThings& things,
                   std::span<const std::string_view> known);

/// Of `known` the name itself, else the first that differs from it by capitals alone, else nothing.
std::optional<std::string_view> find_name(std::string_view name,
                                          std::span<const std::string_view> known);

}  // namespace kine::plan
