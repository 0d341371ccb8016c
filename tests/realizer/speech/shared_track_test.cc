// Tests for realizer/speech/shared_track.h.
#include "realizer/speech/shared_track.h"

#include "tests/support/catch.h"

using namespace std::chrono_literals;

namespace kine::speech::shared_track_test {

TEST_CASE("two tracks that say the same are equal, whoever made them", "[speech_track]") {
  const SharedTrack hello = std::make_shared<SpeechTrack>(SpeechTrack{.length = 1s});
  const SharedTrack again = std::make_shared<const SpeechTrack>(SpeechTrack{.length = 1s});
  const SharedTrack other = std::make_shared<SpeechTrack>(SpeechTrack{.length = 2s});
  CHECK(hello == again);
  CHECK(hello == hello);
  CHECK_FALSE(hello == other);
  CHECK_FALSE(hello == SharedTrack());
  CHECK(SharedTrack() == SharedTrack());
  CHECK(SharedTrack() == nullptr);
  CHECK(hello != nullptr);
}

}  // namespace kine::speech::shared_track_test
