// Tests for realizer/gesture/training/model_file.h.
#include "realizer/gesture/training/model_file.h"

#include <bit>
#include <cstring>
#include <limits>

#include "realizer/core/limits.h"
#include "realizer/math/units.h"
#include "tests/support/catch.h"
#include "tests/support/gesture/gesture_models.h"
#include "tests/support/golden.h"

namespace kine::gesture::model_file_test {
namespace {

std::string bytes_of(double value) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

/// The first place of a number in a file.
std::size_t place_of(const std::string& bytes, double value) {
  const std::size_t place = bytes.find(bytes_of(value));
  REQUIRE(place != std::string::npos);
  return place;
}

std::string refusal_of(std::string_view bytes) {
  const auto model = decode_model(bytes);
  REQUIRE_FALSE(model.has_value());
  return model.error().message;
}

std::string with_number(std::string bytes, std::size_t place, std::uint32_t number) {
  std::memcpy(bytes.data() + place, &number, sizeof number);
  return bytes;
}

constexpr std::size_t kLayoutPlace = 8;
constexpr std::size_t kJointsPlace = 12;

}  // namespace

TEST_CASE("a model comes back from its file", "[gesture]") {
  const GestureModel model = test::small_gesture_model();
  const auto back = decode_model(encode_model(model));
  REQUIRE(back.has_value());
  CHECK(back->name == model.name);
  CHECK(back->licence == model.licence);
  CHECK(back->settings == model.settings);
  CHECK(back->prosody == model.prosody);
  REQUIRE(back->repertoire.size() == model.repertoire.size());
  for (std::size_t i = 0; i < model.repertoire.size(); ++i) {
    const SectionRepertoire& had = model.repertoire[i];
    const SectionRepertoire& has = back->repertoire[i];
    CHECK(has.section == had.section);
    CHECK(has.model == had.model);
    REQUIRE(has.segments.size() == had.segments.size());
    for (std::size_t s = 0; s < had.segments.size(); ++s) {
      CHECK(has.segments[s].motion == had.segments[s].motion);
      CHECK(has.segments[s].turns->joints == had.segments[s].turns->joints);
      CHECK(has.segments[s].turns->rate_hz == had.segments[s].turns->rate_hz);
      REQUIRE(has.segments[s].turns->frames.size() == had.segments[s].turns->frames.size());
      for (std::size_t t = 0; t < had.segments[s].turns->frames.size(); ++t) {
        const auto& frame_had = had.segments[s].turns->frames[t];
        const auto& frame_has = has.segments[s].turns->frames[t];
        REQUIRE(frame_has.size() == frame_had.size());
        for (std::size_t j = 0; j < frame_had.size(); ++j) {
          CHECK(angle_between(frame_has[j], frame_had[j]) < 0.01 * kDegree);
        }
      }
    }
  }
}

TEST_CASE("the same model gives the same bytes, and what was read is written as it was",
          "[gesture]") {
  const std::string once = encode_model(test::small_gesture_model());
  CHECK(encode_model(test::small_gesture_model()) == once);
  CHECK(encode_model(*decode_model(once)) == once);
}

TEST_CASE("the bytes of a model are those of the version", "[gesture]") {
  CHECK(test::difference_from_golden("models/small-1.kinemodel",
                                     encode_model(test::small_gesture_model()))
            .empty());
}

TEST_CASE("a joint that stays where it is is written once", "[gesture]") {
  GestureModel model = test::small_gesture_model();
  const std::size_t before = encode_model(model).size();
  auto& segment = model.repertoire[1].segments[0];  // nothing moves in it
  auto longer = std::make_shared<pose::RecordedTurns>(*segment.turns);
  longer->frames.resize(105, longer->frames.back());
  segment.turns = longer;
  CHECK(encode_model(model).size() == before);
  for (std::size_t t = 0; t < longer->frames.size(); ++t) {
    longer->frames[t][1] = rotation_about({0, 0, 1}, 0.01 * static_cast<double>(t));
  }
  CHECK(encode_model(model).size() == before + 6 * (longer->frames.size() - 1));
}

TEST_CASE("half a file is refused, wherever it ends", "[gesture]") {
  const std::string whole = encode_model(test::small_gesture_model());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CAPTURE(size);
    const auto model = decode_model(std::string_view(whole).substr(0, size));
    REQUIRE_FALSE(model.has_value());
    REQUIRE_FALSE(model.error().message.empty());
  }
  CHECK(refusal_of(std::string_view(whole).substr(0, whole.size() - 1))
            .starts_with("the model is broken: it ends within a segment, at byte "));
  CHECK(refusal_of(whole + "x").starts_with("the model is broken: bytes follow its end"));
}

TEST_CASE("files of another kind, version or skeleton are refused", "[gesture]") {
  const std::string whole = encode_model(test::small_gesture_model());
  CHECK(refusal_of("") == "no model of body language: 'kinesphere train' writes one");
  CHECK(refusal_of("RIFF and so on, for a while") ==
        "no model of body language: 'kinesphere train' writes one");
  CHECK(refusal_of(with_number(whole, kLayoutPlace, 2)) ==
        "this program reads models of version 1, not '2'");
  CHECK(refusal_of(with_number(whole, kJointsPlace, 0)) ==
        "the model was learnt for another skeleton than this program has");
  CHECK(refusal_of(std::string(kModelBytesMax + 1, 'a')) == "a model has at most 16777216 bytes");
}

TEST_CASE("numbers that cannot be are refused", "[gesture]") {
  GestureModel model = test::small_gesture_model();
  model.repertoire[0].model.motions[0].length_s = 0.4375;
  const std::string whole = encode_model(model);
  const auto with = [&](double number) {
    std::string bytes = whole;
    return bytes.replace(place_of(bytes, 0.4375), sizeof number, bytes_of(number));
  };
  CHECK(decode_model(with(2)).has_value());
  for (const double number : {std::numeric_limits<double>::quiet_NaN(),
                              std::numeric_limits<double>::infinity(), 0.0, -1.0}) {
    CHECK(refusal_of(with(number)) == "the model is broken: head: motion 0 has no length");
  }
  // The one motion of the head is followed by itself.
  std::string bytes = whole;
  bytes.replace(place_of(bytes, 0.4375) + 3 * sizeof(double), sizeof(double), bytes_of(0.5));
  CHECK(refusal_of(bytes) == "the model is broken: head: motion 0 does not say what follows it");
}

TEST_CASE("counts past their limit are refused before anything is made of them", "[gesture]") {
  GestureModel model = test::small_gesture_model();
  model.repertoire[0].model.motions[0].length_s = 0.4375;
  const std::string whole = encode_model(model);
  const std::size_t motions = place_of(whole, 0.4375) - 4;
  CHECK(refusal_of(with_number(whole, motions, 65)) ==
        "a section of a model has at most 64 motions, not '65'");
  CHECK(refusal_of(with_number(whole, motions - 4, 3)) ==
        "the model is broken: there is no section '3'");
  CHECK(refusal_of(with_number(whole, motions - 8, 4)) ==
        "the model is broken: it has more than three sections: '4'");
  // A motion has 3 numbers, 2 for each motion, 1, two emissions of 40 and 2 shares.
  const std::size_t segments = motions + 4 + 8 * (3 + 2 + 1 + 80 + 2);
  CHECK(refusal_of(with_number(whole, segments, 4'097)) ==
        "a section of a model has at most 4096 segments, not '4097'");
  CHECK(refusal_of(with_number(whole, segments + 16, 36'001)) ==
        "a section of a model has at most 36000 frames, not '36001'");
  CHECK(refusal_of(with_number(whole, segments + 4, 9)) ==
        "the model is broken: head: a segment of a motion that the model does not have");
}

}  // namespace kine::gesture::model_file_test
