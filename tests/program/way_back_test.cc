// How hands come down: every gesture of the lexicon in every style, at the wrist.
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "server/scene/casts.h"
#include "tests/support/catch.h"
#include "tests/support/motion/gesture_phases.h"
#include "tests/support/sanitized.h"

namespace kine::way_back_test {
namespace {

using test::GestureAsked;
using test::GestureSeen;
using test::StyleOf;

using Casts = std::vector<std::shared_ptr<const Cast>>;

/// ada and ben, both at the origin.
const Casts& stage() {
  static const Casts casts = [] {
    std::vector<server::CharacterSpec> specs = server::default_characters();
    for (server::CharacterSpec& spec : specs) spec.placement = {};
    return *server::make_casts(specs);
  }();
  return casts;
}

/// Gestures of the head leave the hands at rest.
bool is_of_head(const script::Lexeme& lexeme) {
  return std::ranges::find(lexeme.tags, "head") != lexeme.tags.end();
}

std::string hand_of(const script::Lexeme& lexeme) {
  return lexeme.hands == script::LexemeHands::Both ? "both" : "right";
}

GestureSeen see(const Cast& cast, const script::Lexeme& lexeme, const std::string& style,
                StyleOf of = StyleOf::Gesture) {
  const auto seen = test::see_gesture(
      stage(), cast, {.lexeme = lexeme.name, .hand = hand_of(lexeme), .style = style, .of = of});
  REQUIRE(seen);
  return *seen;
}

/// "" is the neutral manner.
std::vector<std::string> styles() {
  std::vector<std::string> styles = {""};
  for (const auto& [name, manner] : stage().front()->vocabulary->styles) styles.push_back(name);
  return styles;
}

template <class Ask>
void for_each_gesture_of_hands(Ask ask) {
  constexpr std::size_t kEvery = test::kSanitized ? 10 : 1;
  std::size_t count = 0;
  for (const auto& cast : stage()) {
    for (const auto& [name, lexeme] : cast->vocabulary->lexemes) {
      if (is_of_head(lexeme) || count++ % kEvery != 0) continue;
      CAPTURE(cast->name, name);
      ask(*cast, lexeme);
    }
  }
}

}  // namespace

TEST_CASE("a hand takes 1.2 to 2.2 times as long to go back as to come, in every style",
          "[way_back][sweep]") {
  for_each_gesture_of_hands([](const Cast& cast, const script::Lexeme& lexeme) {
    for (const std::string& style : styles()) {
      for (const StyleOf of : {StyleOf::Gesture, StyleOf::Character}) {
        CAPTURE(style, of == StyleOf::Gesture);
        const GestureSeen seen = see(cast, lexeme, style, of);
        CHECK(seen.ratio() >= 1.2);
        CHECK(seen.ratio() <= 2.2);
        const double at_the_wrist = seen.retraction.moving / seen.preparation.moving;
        CHECK(at_the_wrist >= 1.2);
        CHECK(at_the_wrist <= 2.2);
      }
    }
  });
}

TEST_CASE("no hand is fastest on its way back, in any style", "[way_back][sweep]") {
  for_each_gesture_of_hands([](const Cast& cast, const script::Lexeme& lexeme) {
    for (const std::string& style : styles()) {
      CAPTURE(style);
      const GestureSeen seen = see(cast, lexeme, style);
      CHECK(seen.retraction.peak_m_s < seen.fastest_m_s());
    }
  });
}

TEST_CASE("who is tired lets a hand down slowly, who is angry is quick", "[way_back]") {
  for_each_gesture_of_hands([](const Cast& cast, const script::Lexeme& lexeme) {
    for (const StyleOf of : {StyleOf::Gesture, StyleOf::Character}) {
      const Seconds neutral = see(cast, lexeme, "").retraction.planned;
      CHECK(see(cast, lexeme, "tired", of).retraction.planned >= 1.2 * neutral);
      CHECK(see(cast, lexeme, "angry", of).retraction.planned <= 0.85 * neutral);
    }
  });
}

TEST_CASE("a longer way back takes longer: of gestures that come alike, the farther is later",
          "[way_back]") {
  // By what they take of their preparation, for those that go 0.1 m farther at least.
  const Cast& ada = *stage().front();
  std::vector<GestureSeen> seen;
  for (const auto& [name, lexeme] : ada.vocabulary->lexemes) {
    if (!is_of_head(lexeme)) seen.push_back(see(ada, lexeme, ""));
  }
  int pairs = 0;
  for (const GestureSeen& near : seen) {
    for (const GestureSeen& far : seen) {
      if (far.way_back_m < near.way_back_m + 0.1) continue;
      ++pairs;
      CHECK(far.ratio() > near.ratio() - 1e-9);
    }
  }
  CHECK(pairs > 100);
}

TEST_CASE("gestures of the head leave the hands where they rest", "[way_back]") {
  const Cast& ada = *stage().front();
  for (const auto& [name, lexeme] : ada.vocabulary->lexemes) {
    if (!is_of_head(lexeme)) continue;
    CAPTURE(name);
    CHECK(see(ada, lexeme, "").way_back_m < 0.02);
  }
}

}  // namespace kine::way_back_test
