// Nobody through anybody: every gesture in every style, taut and loose, and what people do besides,
// by the capsules of their bodies.
#include <algorithm>
#include <cstdio>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/movement/overlaps_seen.h"

namespace kine::overlaps_test {
namespace {

using namespace test::movement;

constexpr std::uint32_t kHz = 30;

Film seen(const std::shared_ptr<const Cast>& cast, const std::string& inside) {
  return film(cast, inside, kHz);
}

bool is_of_a_leg(const std::string& part) {
  return part.ends_with("thigh") || part.ends_with("shin") || part.ends_with("foot");
}

/// A row of the list: the character, what it does, the parts, and how deep in whole millimetres.
std::string row(const Cast& cast, const std::string& what, const Parts& parts,
                const std::string& manner, double depth_m) {
  const auto mm = static_cast<int>(1000 * depth_m);
  return cast.name + "  " + what + ": " + parts.first + ", " + parts.second + "  " +
         std::to_string(mm) + " mm" + (manner.empty() ? "" : "  (" + manner + ")") + "\n";
}

/// Where a gesture is deepest, over all styles and tensions.
struct InManner {
  double depth_m = 0;
  std::string manner;
};

std::string rows_of(const std::shared_ptr<const Cast>& cast, const script::Lexeme& lexeme) {
  std::vector<std::string> styles = {""};
  for (const auto& [name, style] : cast->vocabulary->styles) styles.push_back(name);
  std::map<Parts, InManner> deepest;
  for (const std::string& style : styles) {
    for (const std::string tension : {"off", "loose"}) {
      const Film film = seen(cast, gesture_in(lexeme, style, tension));
      for (const auto& [parts, found] : overlaps_of(film, kFleshGives_m)) {
        if (are_meant_to_touch(lexeme, parts)) continue;
        InManner& most = deepest[parts];
        if (found.depth_m <= most.depth_m) continue;
        most = {found.depth_m, (style.empty() ? "plain" : style) + ", " + tension};
      }
    }
  }
  std::string rows;
  for (const auto& [parts, most] : deepest) {
    rows += row(*cast, lexeme.name, parts, most.manner, most.depth_m);
  }
  return rows;
}

}  // namespace

TEST_CASE("gestures go through nobody, as the lexicon has them", "[overlaps]") {
  constexpr double kMost_m = 0.0105;  // flesh gives by 5 mm; the list below has each that is deeper
  constexpr double kTouching_m = 0.03;  // the palms' capsules are round, and thumbs cross
  for (const auto& cast : two_casts()) {
    for (const auto& [name, lexeme] : cast->vocabulary->lexemes) {
      for (const auto& [parts, found] :
           overlaps_of(seen(cast, gesture_in(lexeme, "", "off")), kFleshGives_m)) {
        CAPTURE(cast->name, name, parts.first, parts.second, found.time_s);
        CHECK(found.depth_m < (lexeme.contact ? kTouching_m : kMost_m));
      }
    }
  }
}

TEST_CASE("legs go through no legs in sitting, crossing, turning and walking", "[overlaps]") {
  for (const auto& cast : two_casts()) {
    for (const Doing& doing : doings()) {
      for (const auto& [parts, found] : overlaps_of(seen(cast, doing.inside), kFleshGives_m)) {
        CAPTURE(cast->name, doing.name, parts.first, parts.second, found.depth_m, found.time_s);
        CHECK_FALSE((is_of_a_leg(parts.first) && is_of_a_leg(parts.second)));
      }
    }
  }
}

TEST_CASE("what goes through whom is known, and no more than that", "[overlaps][sweep]") {
  std::string list;
  for (const auto& cast : two_casts()) {
    for (const auto& [name, lexeme] : cast->vocabulary->lexemes) list += rows_of(cast, lexeme);
    for (const Doing& doing : doings()) {
      for (const auto& [parts, found] : overlaps_of(seen(cast, doing.inside), kFleshGives_m)) {
        list += row(*cast, doing.name, parts, "", found.depth_m);
      }
    }
  }
  CHECK(test::difference_from_golden("overlaps.txt", list) == "");
}

}  // namespace kine::overlaps_test
