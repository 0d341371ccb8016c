#include "realizer/speech/hearing/pitch_path.h"

#include <vector>

#include "tests/support/catch.h"

namespace kine::speech::pitch_path_test {
namespace {

PitchCandidates frame_of(const std::vector<PitchCandidate>& voiced) {
  PitchCandidates candidates;
  for (const auto& each : voiced) candidates.voiced[candidates.count++] = each;
  return candidates;
}

/// f0 of each frame; 0 where it is unvoiced.
std::vector<float> path_of(std::vector<PitchCandidates> frames, double loudness = 1) {
  PitchPath path;
  std::vector<float> f0_hz;
  for (std::int64_t i = 0; i < PitchPath::kLag; ++i) frames.push_back(frames.back());
  for (const auto& frame : frames) {
    if (const auto decided = path.push(frame, loudness)) f0_hz.push_back(decided->value_or(0));
  }
  return f0_hz;
}

}  // namespace

TEST_CASE("a frame is decided three frames later", "[pitch_path]") {
  PitchPath path;
  for (int i = 0; i < 3; ++i) CHECK(!path.push(frame_of({{200, 0.9F}}), 1));
  const auto decided = path.push(frame_of({{200, 0.9F}}), 1);
  REQUIRE(decided);
  CHECK(*decided == 200.0F);
}

TEST_CASE("one frame that would rather be an octave lower stays with its neighbours",
          "[pitch_path]") {
  const auto usual = frame_of({{200, 0.9F}, {100, 0.8F}});
  const auto odd = frame_of({{200, 0.8F}, {100, 0.95F}});
  CHECK(path_of({usual, usual, odd, usual, usual}) == std::vector<float>{200, 200, 200, 200, 200});
}

TEST_CASE("of two candidates of one strength the higher wins", "[pitch_path]") {
  CHECK(path_of({frame_of({{200, 0.9F}, {100, 0.9F}})}) == std::vector<float>{200});
}

TEST_CASE("weak or quiet frames are unvoiced", "[pitch_path]") {
  CHECK(path_of({frame_of({{200, 0.46F}})}) == std::vector<float>{0});  // less .016 for octaves
  CHECK(path_of({frame_of({{200, 0.48F}})}) == std::vector<float>{200});
  // .45 + 2 - .01·1.45 / .03 is more than any candidate has.
  CHECK(path_of({frame_of({{200, 1}})}, 0.01) == std::vector<float>{0});
}

TEST_CASE("voicing that would change twice for little does not", "[pitch_path]") {
  const auto voiced = frame_of({{200, 0.8F}});
  // Two changes cost .28; unvoiced is worth .45, and this one .25 less .016.
  const auto weak = frame_of({{200, 0.25F}});
  CHECK(path_of({voiced, weak, voiced}) == std::vector<float>{200, 200, 200});
  CHECK(path_of({voiced, weak, weak, voiced}) == std::vector<float>{200, 0, 0, 200});
}

}  // namespace kine::speech::pitch_path_test
