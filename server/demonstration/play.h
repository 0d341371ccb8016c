// The play that `serve --demo` gives, as it stands in schemas/demo: which scripts make a scene, and
// where on the stage it is played. No server and no clock.
//
//   schemas/demo/SCENE/PART.xml --read_play--> Play
//   where two stand --arrange--> their places in the play, and points that its scripts name
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/body/placement.h"
#include "realizer/math/vec3.h"
#include "schemas/embedded.h"

namespace kine::server {

/// Whom the scripts of the play are written for.
inline constexpr std::array<std::string_view, 2> kRoles{"ada", "ben"};

/// A script of one character.
struct PlayPart {
  std::string_view role;  // "ada" of 1-ada.xml
  std::string_view text;  // of the program's own memory
};

/// What is played at once. A part may refer to those before it.
using PlayScene = std::vector<PlayPart>;

struct Play {
  std::vector<PlayScene> scenes;  // for two, in their order
  PlayScene alone;                // in turn, each for whoever has no part in it
  PlayScene aside;                // how one looks away from the other where somebody else begins
  std::string_view home;          // how one goes to one's place; for ada, see home_of()
};

/// Parts and scenes come in the order of their paths. Files elsewhere are passed over.
Play read_play(std::span<const schemas::EmbeddedFile> files);

/// The script by which the character of this name goes to its place, and faces what is before it;
/// empty where the name cannot stand in XML as it is.
std::string home_of(const Play& play, std::string_view character);

/// A point of the world that scripts name.
struct StageMark {
  std::string name;
  Vec3 point_m;
};

/// Where one stands, and what lies before it: "ada-place" and "ada-front".
std::array<StageMark, 2> marks_of(std::string_view name, const body::Placement& place);

struct Arrangement {
  std::array<body::Placement, 2> places;  // of kRoles
  std::vector<StageMark> marks;
};

/// Who stand as near as people who talk stay where they are, and others are put about the middle
/// between them. Beside the two marks of each there are "between", before the two and in the
/// middle, and "ada-off" and "ben-off", where they go when they part, and "ada-away" and
/// "ben-away", where they look then.
Arrangement arrange(const std::array<body::Placement, 2>& stand);

/// Whether somebody is where it belongs: within a centimetre and a degree.
bool is_in_place(const body::Placement& at, const body::Placement& place);

}  // namespace kine::server
