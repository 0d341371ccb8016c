// Tests for server/live/lips_on_face.h.
#include "server/live/lips_on_face.h"

#include "realizer/speech/phones.h"
#include "realizer/speech/visemes.h"
#include "tests/support/catch.h"

namespace kine::server::lips_on_face_test {
namespace {

using speech::Viseme;

std::size_t place_of(std::string_view channel) { return body::find_channel(channel)->index; }

speech::LipWeights lips_with(Viseme viseme, std::uint8_t weight) {
  speech::LipWeights lips{};
  lips[index_of(viseme)] = weight;
  return lips;
}

}  // namespace

TEST_CASE("a mouth has its visemes and their shapes, on the face that was there", "[lips]") {
  FaceWeights face{};
  face[place_of("mouthSmileLeft")] = 0.6F;
  const FaceWeights both = with_lips(face, lips_with(Viseme::AA, 255));
  CHECK(both[place_of("viseme_aa")] == 1);
  CHECK(both[place_of("viseme_O")] == 0);
  CHECK(both[place_of("mouthSmileLeft")] == 0.6F);
  double jaw = 0;  // of the table of shapes
  for (const speech::ShapeShare& share : speech::arkit_shares()) {
    const bool is_it =
        share.viseme == Viseme::AA && share.channel == *body::find_channel("jawOpen");
    if (is_it) jaw = share.weight;
  }
  CHECK(jaw > 0);
  CHECK(both[place_of("jawOpen")] == Approx(jaw));
}

TEST_CASE("where face and lips move a channel, the more counts", "[lips]") {
  FaceWeights face{};
  face[place_of("jawOpen")] = 0.9F;
  CHECK(with_lips(face, lips_with(Viseme::AA, 255))[place_of("jawOpen")] == 0.9F);
  CHECK(with_lips(face, {}) == face);
}

TEST_CASE("brows that rise by sound are the brows of the face", "[lips]") {
  const FaceWeights up = with_lips({}, {}, 102);
  CHECK(up[place_of("browInnerUp")] == Approx(0.4));
  CHECK(up[place_of("browOuterUpLeft")] == Approx(0.32));
  CHECK(up[place_of("jawOpen")] == 0);
}

}  // namespace kine::server::lips_on_face_test
