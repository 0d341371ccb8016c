// The phases of every gesture in every style, as they are seen at the wrist: how long preparation,
// stroke and retraction take, and how fast they are at most.
//
// Protects hands that come down like hands: a retraction takes 1.2 to 2.2 times the preparation,
// and is slower than its gesture's fastest phase. `phases_bench ben` prints another body's, and
// `phases_bench ada tired` one style.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "server/scene/casts.h"
#include "tests/support/motion/gesture_phases.h"

namespace {

using namespace kine;

/// A hand that goes no farther rests as it is.
constexpr double kRests_m = 0.02;

struct Count {
  int gestures = 0;
  int too_short = 0;
  int too_long = 0;
  int fastest_back = 0;
};

const char* hand_of(const script::Lexeme& lexeme) {
  return lexeme.hands == script::LexemeHands::Both ? "both" : "right";
}

void print(const std::string& lexeme, const std::string& style, const test::GestureSeen& seen,
           Count& count) {
  const auto& [preparation, stroke, retraction, way_m] = seen;
  std::printf("%-16s %-10s %5.2f %5.2f %5.2f  %5.2f %5.2f %5.2f  %5.2f", lexeme.c_str(),
              style.empty() ? "-" : style.c_str(), preparation.planned.count(),
              stroke.planned.count(), retraction.planned.count(), preparation.peak_m_s,
              stroke.peak_m_s, retraction.peak_m_s, way_m);
  if (way_m < kRests_m) {
    std::printf("   rests\n");
    return;
  }
  ++count.gestures;
  count.too_short += seen.ratio() < 1.2 ? 1 : 0;
  count.too_long += seen.ratio() > 2.2 ? 1 : 0;
  const bool fastest = retraction.peak_m_s >= seen.fastest_m_s();
  count.fastest_back += fastest ? 1 : 0;
  std::printf("  %5.2f  %5.2f%s\n", seen.ratio(), retraction.moving / preparation.moving,
              fastest ? "  fastest" : "");
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<server::CharacterSpec> specs = server::default_characters();
  for (server::CharacterSpec& spec : specs) spec.placement = {};
  const auto casts = *server::make_casts(specs);
  const std::string name = argc > 1 ? argv[1] : "ada";
  const auto cast =
      std::ranges::find_if(casts, [&](const auto& each) { return each->name == name; });
  if (cast == casts.end()) {
    std::fprintf(stderr, "nobody is called \"%s\"\n", name.c_str());
    return 2;
  }
  std::vector<std::string> styles = {""};
  for (const auto& [style, manner] : (*cast)->vocabulary->styles) styles.push_back(style);
  if (argc > 2) styles = {argv[2]};
  std::printf("%-16s %-10s %-17s  %-17s  %5s  %5s  %5s\n", "", "", "seconds, planned", "peak, m/s",
              "way", "back/", "at the");
  std::printf("%-16s %-10s %5s %5s %5s  %5s %5s %5s  %5s  %5s  %5s\n", "lexeme", "style", "prep",
              "strk", "back", "prep", "strk", "back", "m", "prep", "wrist");
  Count count;
  for (const auto& [lexeme, written] : (*cast)->vocabulary->lexemes) {
    for (const std::string& style : styles) {
      const auto seen = test::see_gesture(
          casts, **cast, {.lexeme = lexeme, .hand = hand_of(written), .style = style});
      if (!seen) return 1;
      print(lexeme, style, *seen, count);
    }
  }
  std::printf(
      "%d gestures move a hand: %d back in less than 1.2 times the preparation, %d in more "
      "than 2.2, %d fastest on the way back\n",
      count.gestures, count.too_short, count.too_long, count.fastest_back);
  return 0;
}
