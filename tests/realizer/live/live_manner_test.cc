// Tests for realizer/live/live_manner.h.
#include "realizer/live/live_manner.h"

#include <limits>

#include "realizer/script/sketch.h"
#include "server/scene/casts.h"
#include "tests/support/catch.h"

namespace kine::live_manner_test {
namespace {

using script::Expressivity;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

const plan::Vocabulary& vocabulary() {
  static const auto casts = server::make_casts(server::default_characters());
  return *casts->front()->vocabulary;
}

template <class Outcome>
std::string message_of(const Outcome& outcome) {
  return outcome ? "" : outcome.error().message;
}

std::string refusal_of(const FaceWish& wish) {
  return message_of(make_face_change(wish, {}, vocabulary()));
}

float weight_of(const FaceChange& change, std::string_view channel) {
  return change.channels[body::find_channel(channel)->index];
}

TEST_CASE("a style is the four numbers of its file, and numbers are added to it", "[live_manner]") {
  // schemas/styles/tired.xml
  const Expressivity tired{{script::kSpatialExtent, -0.4},
                           {script::kTemporalExtent, 0.5},
                           {script::kPower, -0.6},
                           {script::kFluidity, 0.2}};
  CHECK(*make_nucleus({.style = "tired"}, vocabulary()) == tired);
  CHECK(*make_nucleus({.style = "Tired"}, vocabulary()) == tired);
  CHECK(style_called("Tired", vocabulary()) == "tired");
  CHECK(style_called("neutral", vocabulary()).empty());
  const auto weary = make_nucleus({.style = "tired", .power = -0.9}, vocabulary());
  CHECK(*weary == Expressivity{{script::kSpatialExtent, -0.4},
                               {script::kTemporalExtent, 0.5},
                               {script::kPower, -1},
                               {script::kFluidity, 0.2}});
  for (const char* nothing : {"", "neutral", "NEUTRAL"}) {
    CHECK(*make_nucleus({.style = nothing}, vocabulary()) == Expressivity{});
  }
}

TEST_CASE("a sketch is the shape, timing and idle of a style, and numbers are added to it",
          "[live_manner]") {
  // schemas/styles/tired.xml; involvement counts from its usual 0.5
  const auto tired = make_sketch({.style = "tired"}, vocabulary());
  REQUIRE(tired);
  CHECK(*tired == Expressivity{{script::kPosture, -0.8},
                               {script::kAbdomen, 0.4},
                               {script::kComAhead, 0.6},
                               {script::kHead, 0.3},
                               {script::kRaise, -0.4},
                               {script::kRound, 0.5},
                               {script::kLegs, -0.5},
                               {script::kExtent, -0.4},
                               {script::kElbows, -0.3},
                               {script::kInvolvement, 0.4},
                               {script::kTempo, -0.4}});
  const auto added =
      make_sketch({.style = "tired", .numbers = {{"posture", 0.4}, {"head", 1}, {"Com-Side", 0.5}}},
                  vocabulary());
  REQUIRE(added);
  CHECK((*added)[script::kPosture] == Approx(-0.4));
  CHECK((*added)[script::kHead] == 1);
  CHECK((*added)[script::kComSide] == 0.5);
  CHECK((*added)[script::kTempo] == -0.4);
  CHECK(*make_sketch({.style = "neutral"}, vocabulary()) == Expressivity{});
  CHECK(*make_sketch({.numbers = {{"tilt", 0}}}, vocabulary()) == Expressivity{});
}

TEST_CASE("a number that a sketch has not, or not so high, is told", "[live_manner]") {
  const auto refusal = [](const std::string& name, double value) {
    return message_of(make_sketch({.numbers = {{name, value}}}, vocabulary()));
  };
  CHECK(refusal("postur", 0) == "there is no number of a sketch, near to it are posture: 'postur'");
  CHECK(refusal("power", 0).starts_with("there is no number of a sketch"));
  CHECK(refusal("posture", 1.5) == "the number 'posture' must be from -1 to 1, not '1.5'");
  CHECK(refusal("hold", -0.5) == "the number 'hold' must be from 0 to 1, not '-0.5'");
  CHECK(refusal("succession", 0.5) ==
        "the number 'succession' must be from -0.2 to 0.2, not '0.5'");
  CHECK(refusal("posture", kNan) == "the number 'posture' must be from -1 to 1, not 'nan'");
  CHECK(message_of(make_sketch({.style = "tird"}, vocabulary())) ==
        "there is no style, near to it are tired: 'tird'");
  const std::vector<SketchWish::Number> many(65, {"posture", 0});
  CHECK(message_of(make_sketch({.numbers = many}, vocabulary())) ==
        "a sketch has at most 64 numbers, not '65'");
}

TEST_CASE("the six feelings are styles and faces, whatever their capitals", "[live_manner]") {
  for (const char* name :
       {"happy", "sad", "angry", "afraid", "surprised", "disgusted", "HAPPY", "Sad"}) {
    CAPTURE(name);
    const auto style = make_nucleus({.style = name}, vocabulary());
    REQUIRE(style);
    CHECK_FALSE(*style == Expressivity{});
    const auto face = make_face_change({.name = name}, {}, vocabulary());
    REQUIRE(face);
    CHECK_FALSE(face->channels == FaceWeights{});
  }
}

TEST_CASE("a happy face has the channels of AU6 and AU12, and no other", "[live_manner]") {
  const auto happy = make_face_change({.name = "happy"}, {}, vocabulary());
  REQUIRE(happy);
  const std::vector<std::string_view> lit = {"cheekSquintLeft", "cheekSquintRight",
                                             "mouthSmileLeft", "mouthSmileRight"};
  for (const std::string_view channel : body::channel_names()) {
    CAPTURE(channel);
    const bool is_lit = std::ranges::find(lit, channel) != lit.end();
    CHECK((weight_of(*happy, channel) > 0) == is_lit);
  }
  CHECK(happy->over == kMannerOver);
}

TEST_CASE("a face is a name in an amount, and shapes are added to it up to the most of a channel",
          "[live_manner]") {
  const auto face =
      make_face_change({.name = "SMILE",
                        .amount = 0.5,
                        .shapes = {{"mouthSmileLeft", 0.25}, {"AU12_LEFT", 1.5}, {"jawOpen", 0.1}}},
                       2, vocabulary());
  REQUIRE(face);
  CHECK(weight_of(*face, "mouthSmileRight") == 0.5F);
  CHECK(weight_of(*face, "mouthSmileLeft") == 1.5F);
  CHECK(weight_of(*face, "jawOpen") == 0.1F);
  CHECK(face->over == Seconds(2));
}

TEST_CASE("a name that is none is answered with the nearest ones", "[live_manner]") {
  const auto style = [](const std::string& name) {
    return message_of(make_nucleus({.style = name}, vocabulary()));
  };
  CHECK(style("tird") == "there is no style, near to it are tired: 'tird'");
  CHECK(style("HAPY") == "there is no style, near to it are happy: 'HAPY'");
  CHECK(style("zzzz") ==
        "there is no style, there are afraid, angry, bored, confident, disgusted, "
        "elegant, happy, hesitant, nervous, proud, sad, shy, surprised, tired: 'zzzz'");
  CHECK(refusal_of({.name = "hapy"}).starts_with("there is no face, near to it are happy"));
  CHECK(refusal_of({.name = "zzzz"}) ==
        "there is no face, there are happy, sad, angry, afraid, surprised, disgusted: 'zzzz'");
}

TEST_CASE("what is out of range is told with its range", "[live_manner]") {
  const auto power = [](double value) {
    return message_of(make_nucleus({.style = {}, .power = value}, vocabulary()));
  };
  CHECK(power(1.5) == "a power must be from -1 to 1, not '1.5'");
  CHECK(power(kNan) == "a power must be from -1 to 1, not 'nan'");
  CHECK(refusal_of({.name = "happy", .amount = -1}) ==
        "the weight of 'happy' must be from 0 to 1.5, not '-1'");
  CHECK(refusal_of({.name = {}, .shapes = {{"jawOpen", kNan}}}) ==
        "the weight of 'jawOpen' must be from 0 to 1.5, not 'nan'");
  CHECK(message_of(checked_over(-1)) ==
        "the time that a change takes, in s, must be from 0 to 600, not '-1'");
  CHECK(refusal_of({.name = {}, .shapes = std::vector<FaceWish::Shape>(129, {"jawOpen", 0})}) ==
        "a face has at most 128 shapes, not '129'");
}

}  // namespace
}  // namespace kine::live_manner_test
