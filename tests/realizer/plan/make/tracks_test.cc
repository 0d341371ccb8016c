// Tests for realizer/plan/make/tracks.h.
#include "realizer/plan/make/tracks.h"

#include "tests/support/catch.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::tracks_test {
namespace {

using script::Dialect;

struct Tracks {
  std::vector<Track> joints;
  std::vector<ChannelTrack> channels;
};

Tracks tracks_of(const std::vector<script::Pose>& poses, Dialect dialect = Dialect::Kinesphere) {
  Diagnostics diagnostics;
  Faults faults(dialect, diagnostics);
  const Names names(test::example_body(), test::example_vocabulary());
  std::vector<Moment> moments;
  for (const script::Pose& pose : poses) {
    moments.push_back(*make_moment(pose, Seconds(0), names, faults));
  }
  Seconds start{0};
  REQUIRE(settle_times(start, moments, faults));
  return {make_tracks(start, moments, faults), make_channel_tracks(start, moments, faults)};
}

script::Pose held(double time_s, double hold_s, std::vector<script::Constraint> constraints) {
  script::Pose pose = test::pose_at(time_s, std::move(constraints));
  pose.hold = Seconds(hold_s);
  return pose;
}

/// "time+hold=value" of each key.
std::vector<std::string> words_of(const ChannelTrack& track) {
  const auto rounded = [](double value) {
    return std::to_string(static_cast<int>(value * 1000 + 0.5));
  };
  std::vector<std::string> words;
  for (const ChannelKey& key : track.keys) {
    words.push_back(rounded(key.time.count()) + "+" + rounded(key.hold.count()) + "=" +
                    rounded(key.value));
  }
  return words;
}

const ChannelTrack& of_channel(const Tracks& tracks, std::string_view name) {
  for (const ChannelTrack& track : tracks.channels) {
    if (body::channel_names()[track.channel.index] == name) return track;
  }
  FAIL("there is no track of " << name);
  return tracks.channels.front();
}

}  // namespace

TEST_CASE("a group has one track with a key for each pose that moves it", "[tracks]") {
  const Tracks tracks = tracks_of({
      held(0.3, 0.1, {test::reach("leftHand", {}), test::shape("left", "fist")}),
      held(0.6, 0, {test::reach("rightHand", {})}),
      held(0.9, 0, {test::reach("leftHand", {})}),
  });

  REQUIRE(tracks.joints.size() == 3);
  const Track& left_arm = tracks.joints[0];
  CHECK(left_arm.group == test::group_index(test::example_body(), "leftArm"));
  CHECK(left_arm.start == Seconds(0));
  REQUIRE(left_arm.keys.size() == 2);
  CHECK(left_arm.keys[0].pose == 0);
  CHECK(left_arm.keys[0].hold == Seconds(0.1));
  CHECK(left_arm.keys[1].pose == 2);
  CHECK(left_arm.keys[1].time == Seconds(0.9));
  CHECK(tracks.joints[1].keys.size() == 1);
  CHECK(tracks.joints[2].keys.size() == 1);
}

TEST_CASE("several goals of a group at one pose are one key", "[tracks]") {
  script::Position position = test::reach("leftHand", {});
  position.swivel_rad = 0.5;

  const Tracks tracks = tracks_of({test::pose_at(0.3, {position})});

  REQUIRE(tracks.joints.size() == 1);
  REQUIRE(tracks.joints[0].keys.size() == 1);
  CHECK(tracks.joints[0].keys[0].goals.size() == 2);
}

TEST_CASE("a morph gives each of its channels its part", "[tracks]") {
  const Tracks tracks = tracks_of({held(0.3, 0.2, {test::morph("Grin", 0.8)})});

  CHECK(words_of(of_channel(tracks, "mouthSmileLeft")) == std::vector<std::string>{"300+200=800"});
  CHECK(words_of(of_channel(tracks, "mouthSmileRight")) == std::vector<std::string>{"300+200=400"});
}

TEST_CASE("morphs on one channel add up, to 1.5 at most", "[tracks]") {
  const Tracks tracks =
      tracks_of({test::pose_at(0.3, {test::morph("Grin", 0.4), test::morph("mouthSmileLeft", 0.3)}),
                 test::pose_at(0.6, {test::morph("Grin", 1), test::morph("mouthSmileLeft", 1)})});

  CHECK(words_of(of_channel(tracks, "mouthSmileLeft")) ==
        std::vector<std::string>{"300+0=700", "600+0=1500"});
}

TEST_CASE("a morph that goes on beside another of its channel keeps its own pace", "[tracks]") {
  // Grin runs from .4 at .3 s to 0 at .9 s; at .6 s it is .2 and the other adds .5.
  const Tracks tracks = tracks_of({test::pose_at(0.3, {test::morph("Grin", 0.4)}),
                                   test::pose_at(0.6, {test::morph("mouthSmileLeft", 0.5)}),
                                   test::pose_at(0.9, {test::morph("Grin", 0)})});

  // The other starts with the sequence, so it is .25 already at .3 s.
  CHECK(words_of(of_channel(tracks, "mouthSmileLeft")) ==
        std::vector<std::string>{"300+0=650", "600+0=700", "900+0=500"});
}

TEST_CASE("a classic morph rests until the pose before its own is over", "[tracks]") {
  const Tracks tracks = tracks_of(
      {held(0.3, 0.1, {test::morph("jawOpen", 0.4)}), held(0.6, 0, {test::morph("jawLeft", 0.5)}),
       held(0.9, 0, {test::morph("jawOpen", 0)})},
      Dialect::EmbrScript);

  CHECK(words_of(of_channel(tracks, "jawOpen")) ==
        std::vector<std::string>{"300+300=400", "900+0=0"});
  CHECK(of_channel(tracks, "jawOpen").start == Seconds(0));
  CHECK(of_channel(tracks, "jawLeft").start.count() == Approx(0.4));
}

TEST_CASE("a morph that does nothing has no track", "[tracks]") {
  CHECK(tracks_of({test::pose_at(0.3, {test::morph("Basis", 1)})}).channels.empty());
}

TEST_CASE("a shader is a channel like the others", "[tracks]") {
  script::Shader blush;
  blush.name = test::named("blushing");
  blush.value = 0.7;

  const Tracks tracks = tracks_of({test::pose_at(0.3, {blush})});

  CHECK(words_of(of_channel(tracks, "shader_blushing")) == std::vector<std::string>{"300+0=700"});
}

}  // namespace kine::plan::tracks_test
