// What faces show: seen in the channels of the whole line's frames.
#include <map>
#include <vector>

#include "tests/conformance/counted_line.h"
#include "tests/conformance/found.h"
#include "tests/support/catch.h"

namespace kine::conformance::face_test {
namespace {

/// A face that is there from 1 s to 2 s, and gone at 3 s.
constexpr const char* kTimes = " start='0' attackPeak='1' relax='2' end='3' ";

Played lexeme(const std::string& word, const std::string& more = "") {
  return play_block("<faceLexeme id='f' lexeme='" + word + "'" + kTimes + more + "/>");
}

Played facs(const std::string& attributes) {
  return play_block("<ext:faceFacs id='f'" + std::string(kTimes) + attributes + "/>");
}

/// The channels that have to show, and those that must not.
struct Looks {
  std::vector<std::string> shown;
  std::vector<std::string> still;
};

void check(const Looks& looks, const Played& played) {
  for (const std::string& channel : looks.shown) {
    CAPTURE(channel);
    CHECK(played.channel(channel, 0) == 0);
    CHECK(played.channel(channel, ticks(1)) > 0.1);
    CHECK(played.channel(channel, ticks(2)) > 0.1);
    CHECK(played.channel(channel, ticks(3)) < 0.01);
  }
  for (const std::string& channel : looks.still) {
    CAPTURE(channel);
    CHECK(played.channel(channel, ticks(1.5)) == 0);
  }
  CHECK(played.warned().empty());
}

TEST_CASE("each lexeme of a face shows what it says, on its side, and goes again", "[face]") {
  const std::map<std::string, Looks> lexemes = {
      {"OBLIQUE_BROWS", {{"browInnerUp"}, {"browOuterUpLeft", "browOuterUpRight"}}},
      {"RAISE_BROWS", {{"browOuterUpLeft", "browOuterUpRight"}, {"browDownLeft"}}},
      {"RAISE_LEFT_BROW", {{"browOuterUpLeft"}, {"browOuterUpRight"}}},
      {"RAISE_RIGHT_BROW", {{"browOuterUpRight"}, {"browOuterUpLeft"}}},
      {"LOWER_BROWS", {{"browDownLeft", "browDownRight"}, {"browOuterUpLeft"}}},
      {"LOWER_LEFT_BROW", {{"browDownLeft"}, {"browDownRight"}}},
      {"LOWER_RIGHT_BROW", {{"browDownRight"}, {"browDownLeft"}}},
      {"LOWER_MOUTH_CORNERS", {{"mouthFrownLeft", "mouthFrownRight"}, {"mouthSmileLeft"}}},
      {"LOWER_LEFT_MOUTH_CORNER", {{"mouthFrownLeft"}, {"mouthFrownRight"}}},
      {"LOWER_RIGHT_MOUTH_CORNER", {{"mouthFrownRight"}, {"mouthFrownLeft"}}},
      {"RAISE_MOUTH_CORNERS", {{"mouthSmileLeft", "mouthSmileRight"}, {"mouthFrownLeft"}}},
      {"RAISE_LEFT_MOUTH_CORNER", {{"mouthSmileLeft"}, {"mouthSmileRight"}}},
      {"RAISE_RIGHT_MOUTH_CORNER", {{"mouthSmileRight"}, {"mouthSmileLeft"}}},
      {"OPEN_MOUTH", {{"jawOpen"}, {"mouthClose"}}},
      {"OPEN_LIPS", {{"mouthLowerDownLeft", "mouthLowerDownRight"}, {"mouthClose"}}},
      {"WIDEN_EYES", {{"eyeWideLeft", "eyeWideRight"}, {"eyeBlinkLeft"}}},
      {"CLOSE_EYES", {{"eyeBlinkLeft", "eyeBlinkRight"}, {"eyeWideLeft"}}},
  };
  CHECK(lexemes.size() == 17);
  covers({"faceLexeme@lexeme"});
  for (const auto& [word, looks] : lexemes) {
    CAPTURE(word);
    covers({"faceLexeme@lexeme=" + word});
    check(looks, lexeme(word));
  }
}

TEST_CASE("the amount of a face is how much of it there is", "[face]") {
  covers({"faceLexeme@amount", "faceFacs@amount", "face@amount", "faceShift@amount"});
  const auto smile = [](const Played& played) {
    return played.channel("mouthSmileLeft", ticks(1.5));
  };
  const auto check_amounts = [&](const auto& make) {
    const float full = smile(make("amount='1'"));
    CHECK(full > 0.5);
    CHECK(smile(make("amount='0.5'")) == Approx(full / 2));
    CHECK(smile(make("")) == Approx(full / 2));  // the default
    CHECK(smile(make("amount='0.1'")) == Approx(full / 10));
    CHECK(smile(make("amount='0'")) == 0);
  };
  check_amounts([](const std::string& amount) { return lexeme("RAISE_MOUTH_CORNERS", amount); });
  check_amounts([](const std::string& amount) { return facs("au='12' " + amount); });
  check_amounts([](const std::string& amount) {
    return play_block("<face id='f'" + std::string(kTimes) + amount +
                      "><lexeme lexeme='RAISE_MOUTH_CORNERS'/></face>");
  });
  check_amounts([](const std::string& amount) {
    return play_block("<faceShift id='f' end='1' " + amount +
                      "><lexeme lexeme='RAISE_MOUTH_CORNERS'/></faceShift>"
                      "<wait id='w' duration='2'/>");
  });
}

TEST_CASE("a face overshoots at its peak by that share of its amount", "[face]") {
  covers({"face@overshoot"});
  const Played played = play_block("<face id='f' amount='0.5' overshoot='0.4'" +
                                   std::string(kTimes) + "><facs au='12'/></face>");
  CHECK(played.channel("mouthSmileLeft", ticks(1)) == Approx(0.7).margin(0.01));
  CHECK(played.channel("mouthSmileLeft", ticks(1.5)) == Approx(0.5).margin(0.01));
  CHECK(played.channel("mouthSmileLeft", ticks(2)) == Approx(0.5).margin(0.01));
}

TEST_CASE("a face shift overshoots before its end, and stays at its amount", "[face]") {
  covers({"faceShift@overshoot"});
  const Played played = play_block(
      "<faceShift id='f' amount='0.5' overshoot='0.4' start='0' end='2'>"
      "<facs au='12'/></faceShift><wait id='w' duration='3'/>");
  float most = 0;
  for (std::uint64_t tick = 0; tick < ticks(2); ++tick) {
    most = std::max(most, played.channel("mouthSmileLeft", tick));
  }
  CHECK(most == Approx(0.7).margin(0.01));
  CHECK(played.channel("mouthSmileLeft", ticks(2)) == Approx(0.5).margin(0.01));
  CHECK(played.channel("mouthSmileLeft", ticks(3)) == Approx(0.5).margin(0.01));
}

TEST_CASE("the parts of a face are one unit", "[face]") {
  covers({"face", "face/lexeme", "face/facs"});
  const Played played = play_block("<face id='f' amount='1'" + std::string(kTimes) +
                                   "><lexeme lexeme='RAISE_BROWS'/><facs au='12' side='LEFT'/>"
                                   "</face>");
  check({{"browOuterUpLeft", "browOuterUpRight", "mouthSmileLeft"}, {"mouthSmileRight"}}, played);
}

TEST_CASE("a face shift is the face from then on, and faces go back to it", "[face]") {
  covers({"faceShift", "faceShift/lexeme", "faceShift/facs"});
  const Played played =
      play({{0, block("<faceShift id='s' amount='0.6' end='1'>"
                      "<lexeme lexeme='LOWER_MOUTH_CORNERS'/><facs au='1'/></faceShift>")},
            {ticks(2), block("<faceLexeme id='f' lexeme='LOWER_MOUTH_CORNERS' amount='1' start='0' "
                             "attackPeak='0.5' relax='1' end='1.5'/>",
                             "id='b2'")},
            {ticks(4), block("<wait id='w' duration='1'/>", "id='b3'")}});
  CHECK(played.end_of("b1") == ticks(1));
  CHECK(played.channel("mouthFrownLeft", ticks(1.5)) == Approx(0.6).margin(0.01));
  CHECK(played.channel("browInnerUp", ticks(1.5)) == Approx(0.6).margin(0.01));
  CHECK(played.channel("mouthFrownLeft", ticks(2.7)) == Approx(1).margin(0.01));
  CHECK(played.channel("mouthFrownLeft", ticks(4.5)) == Approx(0.6).margin(0.01));
}

TEST_CASE("each action unit that ARKit's channels can show is shown, on its side", "[face]") {
  covers({"faceFacs", "faceFacs@au", "faceFacs@side", "faceFacs@side=BOTH", "faceFacs@side=LEFT",
          "faceFacs@side=RIGHT"});
  // Ekman and Friesen's numbers, and the muscles' channels as ARKit names them.
  const std::map<int, std::string> with_sides = {
      {2, "browOuterUp"},  {4, "browDown"},    {5, "eyeWide"},         {6, "cheekSquint"},
      {7, "eyeSquint"},    {9, "noseSneer"},   {10, "mouthUpperUp"},   {12, "mouthSmile"},
      {14, "mouthDimple"}, {15, "mouthFrown"}, {16, "mouthLowerDown"}, {20, "mouthStretch"},
      {24, "mouthPress"},  {45, "eyeBlink"}};
  for (const auto& [unit, channel] : with_sides) {
    CAPTURE(unit);
    const std::string au = "au='" + std::to_string(unit) + "' amount='1'";
    check({{channel + "Left", channel + "Right"}, {}}, facs(au));
    check({{channel + "Left", channel + "Right"}, {}}, facs(au + " side='BOTH'"));
    check({{channel + "Left"}, {channel + "Right"}}, facs(au + " side='LEFT'"));
    check({{channel + "Right"}, {channel + "Left"}}, facs(au + " side='RIGHT'"));
  }
  const std::map<int, std::string> in_the_middle = {
      {1, "browInnerUp"},  {17, "mouthShrugLower"}, {18, "mouthPucker"}, {19, "tongueOut"},
      {22, "mouthFunnel"}, {26, "jawOpen"},         {27, "jawOpen"},     {28, "mouthRollLower"},
      {29, "jawForward"},  {34, "cheekPuff"}};
  for (const auto& [unit, channel] : in_the_middle) {
    CAPTURE(unit);
    check({{channel}, {}}, facs("au='" + std::to_string(unit) + "' amount='1'"));
  }
}

}  // namespace
}  // namespace kine::conformance::face_test
