#include "server/demonstration/play.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <numbers>

namespace kine::server {
namespace {

constexpr std::string_view kPlayFolder = "demo/";
constexpr std::string_view kHomeRole = "ada";  // for whom home/ada.xml is written

/// From hips to hips, in metres: as near as strangers talk without touching, and as far as one is
/// heard without calling.
constexpr double kTalkMin_m = 0.95;
constexpr double kTalkMax_m = 1.6;
constexpr double kTalk_m = 1.0;

/// What lies before one is so far away that a millimetre beside one's place is no angle.
constexpr double kFront_m = 4;
constexpr double kFaceHeight_m = 1.5;

/// How far who parts goes, to the side and towards those who watch.
constexpr double kOffAside_m = 1.3;
constexpr double kOffAhead_m = 0.35;

/// The point that both face lies so far before them: they stand half turned to those who watch.
constexpr double kBetweenAhead_m = 0.45;

constexpr double kPlaceTolerance_m = 0.01;
constexpr double kPlaceTolerance_rad = std::numbers::pi / 180;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// "ada" of "1-ada".
std::string_view without_number(std::string_view name) {
  const std::size_t dash = name.find('-');
  const bool is_numbered = dash != std::string_view::npos && dash > 0 && is_digit(name.front());
  return is_numbered ? name.substr(dash + 1) : name;
}

Vec3 ahead_of(const body::Placement& place) { return place.world_from_character() * Vec3{0, 0, 1}; }

Vec3 on_the_ground(Vec3 point) { return {point.x, 0, point.z}; }

/// The direction in which those are who watch two: where both face, else across, towards +Z.
Vec3 audience_of(const std::array<body::Placement, 2>& stand, Vec3 aside) {
  const Vec3 both = ahead_of(stand[0]) + ahead_of(stand[1]);
  constexpr double kFacesAlike = 0.5;
  if (length(both) > kFacesAlike) return both / length(both);
  const Vec3 across{-aside.z, 0, aside.x};
  return across.z < 0 ? across * -1.0 : across;
}

}  // namespace

Play read_play(std::span<const schemas::EmbeddedFile> files) {
  std::map<std::string_view, PlayScene> scenes;
  std::vector<schemas::EmbeddedFile> sorted(files.begin(), files.end());
  std::ranges::sort(sorted, {}, &schemas::EmbeddedFile::path);
  for (const schemas::EmbeddedFile& file : sorted) {
    if (!file.path.starts_with(kPlayFolder)) continue;
    const std::string_view path = file.path.substr(kPlayFolder.size());
    const std::size_t slash = path.find('/');
    if (slash == std::string_view::npos) continue;
    const std::string_view name = path.substr(slash + 1);
    scenes[path.substr(0, slash)].push_back(
        {.role = without_number(name.substr(0, name.find('.'))), .text = file.text});
  }
  Play play;
  for (auto& [name, scene] : scenes) {
    if (is_digit(name.front())) play.scenes.push_back(std::move(scene));
    if (name == "alone") play.alone = std::move(scene);
    if (name == "aside") play.aside = std::move(scene);
    if (name == "home" && !scene.empty()) play.home = scene.front().text;
  }
  return play;
}

std::string home_of(const Play& play, std::string_view character) {
  if (character.find_first_of("<>&\"'") != std::string_view::npos) return {};
  std::string text;
  std::string_view rest = play.home;
  while (true) {
    // "ada" where it is a name, or the beginning of one: behind a quotation mark.
    const std::size_t at = rest.find('"' + std::string(kHomeRole));
    if (at == std::string_view::npos) return text.append(rest);
    text.append(rest.substr(0, at + 1)).append(character);
    rest.remove_prefix(at + 1 + kHomeRole.size());
  }
}

std::array<StageMark, 2> marks_of(std::string_view name, const body::Placement& place) {
  Vec3 front = place.position_m + ahead_of(place) * kFront_m;
  front.y = kFaceHeight_m;
  return {StageMark{std::string(name) + "-place", on_the_ground(place.position_m)},
          StageMark{std::string(name) + "-front", front}};
}

Arrangement arrange(const std::array<body::Placement, 2>& stand) {
  const Vec3 way = on_the_ground(stand[1].position_m - stand[0].position_m);
  const double apart = length(way);
  constexpr double kSamePlace_m = 1e-6;
  const Vec3 aside = apart > kSamePlace_m ? way / apart : Vec3{1, 0, 0};
  Arrangement arrangement{.places = stand, .marks = {}};
  const Vec3 middle = on_the_ground(stand[0].position_m + stand[1].position_m) * 0.5;
  if (apart < kTalkMin_m || apart > kTalkMax_m) {
    arrangement.places[0].position_m = middle - aside * (kTalk_m / 2);
    arrangement.places[1].position_m = middle + aside * (kTalk_m / 2);
  }
  const Vec3 audience = audience_of(stand, aside);
  arrangement.marks.push_back({"between", middle + audience * kBetweenAhead_m});
  for (std::size_t i = 0; i < kRoles.size(); ++i) {
    const body::Placement& place = arrangement.places[i];
    for (StageMark& mark : marks_of(kRoles[i], place)) arrangement.marks.push_back(mark);
    const Vec3 outwards = i == 0 ? aside * -1.0 : aside;
    arrangement.marks.push_back(
        {std::string(kRoles[i]) + "-off",
         on_the_ground(place.position_m) + outwards * kOffAside_m + audience * kOffAhead_m});
    Vec3 away = place.position_m + outwards * kFront_m;
    away.y = kFaceHeight_m;
    arrangement.marks.push_back({std::string(kRoles[i]) + "-away", away});
  }
  return arrangement;
}

bool is_in_place(const body::Placement& at, const body::Placement& place) {
  const double apart_m = length(on_the_ground(at.position_m - place.position_m));
  const double turned = std::remainder(at.heading_rad - place.heading_rad, 2 * std::numbers::pi);
  return apart_m <= kPlaceTolerance_m && std::abs(turned) <= kPlaceTolerance_rad;
}

}  // namespace kine::server
