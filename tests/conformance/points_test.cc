// Every sync point of every behaviour: said once, in its order, and when it is told to be.
#include <string>
#include <vector>

#include "tests/conformance/counted_line.h"
#include "tests/conformance/found.h"
#include "tests/support/catch.h"

namespace kine::conformance::points_test {
namespace {

struct Kind {
  std::string element;
  std::string attributes;
  std::string inside;
  std::vector<std::string> points;
};

const std::vector<std::string> kSeven = {"start",     "ready", "strokeStart", "stroke",
                                         "strokeEnd", "relax", "end"};
const std::vector<std::string> kGaze = {"start", "ready", "relax", "end"};
const std::vector<std::string> kFace = {"start", "attackPeak", "relax", "end"};
const std::vector<std::string> kTwo = {"start", "end"};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> kinds = {
      {"head", "lexeme='NOD'", "", kSeven},
      {"headDirectionShift", "target='camera'", "", kTwo},
      {"face", "", "<lexeme lexeme='RAISE_BROWS'/>", kFace},
      {"faceShift", "", "<lexeme lexeme='RAISE_BROWS'/>", kTwo},
      {"faceLexeme", "lexeme='RAISE_BROWS'", "", kFace},
      {"faceFacs", "au='12'", "", kFace},
      {"gaze", "target='camera'", "", kGaze},
      {"gazeShift", "target='camera'", "", kTwo},
      {"gesture", "lexeme='BEAT'", "", kSeven},
      {"pointing", "target='camera'", "", kSeven},
      {"locomotion", "target='camera'", "", kTwo},
      {"posture", "", "<pose part='ARMS' lexeme='ARMS_CROSSED'/>", kGaze},
      {"postureShift", "", "<pose part='ARMS' lexeme='ARMS_CROSSED'/>", kTwo},
      {"speech", "", "<text>All of these are words.</text>", kTwo},
      {"wait", "duration='1'", "", kTwo},
  };
  return kinds;
}

std::string written(const Kind& kind, const std::string& more) {
  const std::string name = kind.element == "faceFacs" ? "ext:faceFacs" : kind.element;
  return "<" + name + " id='x' " + kind.attributes + " " + more + ">" + kind.inside + "</" + name +
         ">";
}

std::string in_a_row(const std::vector<std::string>& points) {
  std::string row;
  for (const std::string& point : points) row += (row.empty() ? "" : " ") + point;
  return row;
}

TEST_CASE("each sync point of each behaviour is said once, in order, and when it is told to be",
          "[points]") {
  for (const Kind& kind : kinds()) {
    for (const std::string& point : kind.points) {
      CAPTURE(kind.element, point);
      const std::string item = kind.element + ":" + point;
      covers({kind.element, kind.element + "@id", item});
      const Played played = play_block(written(kind, point + "='9'"));
      CHECK(played.points_of("x") == in_a_row(kind.points));
      CHECK(played.at("x:" + point) == ticks(9));
      CHECK(played.warned().empty());
    }
  }
}

TEST_CASE("each sync point of each behaviour can be referred to", "[points]") {
  for (const Kind& kind : kinds()) {
    for (const std::string& point : kind.points) {
      CAPTURE(kind.element, point);
      const Played played =
          play_block(written(kind, "start='1'") + "<wait id='w' start='x:" + point + "+0.25'/>");
      CHECK(played.at("x:start") == ticks(1));
      // Both are said at the first tick that is not before them: 25 ticks lie between.
      CHECK(played.at("w:start") == played.at("x:" + point) + ticks(0.25));
      CHECK(played.warned().empty());
    }
  }
}

TEST_CASE("each behaviour starts at its start and ends at its end at the same time", "[points]") {
  for (const Kind& kind : kinds()) {
    if (kind.element == "speech" || kind.element == "wait") continue;  // they have their length
    CAPTURE(kind.element);
    const Played played = play_block(written(kind, "start='1' end='4'"));
    CHECK(played.at("x:start") == ticks(1));
    CHECK(played.at("x:end") == ticks(4));
    CHECK(played.warned().empty());
  }
}

TEST_CASE("a head that moves three times has three strokes, each with its number", "[points]") {
  covers({"head:stroke:n", "head@repetition", "behaviour:stroke:iteration"});
  const Played played = play_block(
      "<head id='x' lexeme='NOD' repetition='3' start='1' end='4'/>"
      "<wait id='w1' start='x:stroke:1'/><wait id='w3' start='x:stroke:3 + 1'/>");
  CHECK(played.points_of("x") ==
        "start ready strokeStart stroke:1 stroke:2 stroke:3 strokeEnd relax end");
  CHECK(played.at("w1:start") == played.at("x:stroke:1"));
  CHECK(played.at("w3:start") == played.at("x:stroke:3") + ticks(1));
  // A nod and the next are of one length.
  const auto first = played.at("x:stroke:2") - played.at("x:stroke:1");
  const auto second = played.at("x:stroke:3") - played.at("x:stroke:2");
  CHECK(first <= second + 1);
  CHECK(second <= first + 1);
  CHECK(played.warned().empty());
}

}  // namespace
}  // namespace kine::conformance::points_test
