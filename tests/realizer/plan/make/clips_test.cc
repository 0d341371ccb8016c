// Tests for realizer/plan/make/clips.h.
#include "realizer/plan/make/clips.h"

#include "tests/support/catch.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::clips_test {
namespace {

script::Clip clip_named(std::string_view name, std::string_view group = "") {
  script::Clip clip;
  clip.clip = test::named(name, {4, 9});
  clip.group = test::named(group, {4, 20});
  clip.time = {.seconds = Seconds(1), .from = script::Time::From::Sequence};
  return clip;
}

struct Made {
  Result<std::vector<Clip>> clips;
  std::vector<Warning> warnings;
};

/// In a sequence that starts at 10 s; there are the clips nod (1.5 s), nap and wave.
Made made(const script::Clip& clip, script::Dialect dialect = script::Dialect::Kinesphere) {
  Vocabulary vocabulary = test::example_vocabulary();
  vocabulary.clips = {{"nod", Seconds(1.5)},
                      {"nap", Seconds(60)},
                      {"wave", Seconds(2)},
                      {"a longer name", Seconds(1)}};
  Diagnostics diagnostics;
  Faults faults(dialect, diagnostics);
  const Names names(test::example_body(), vocabulary);
  script::Sequence sequence;
  sequence.clips = {clip};
  auto clips = make_clips(sequence, Seconds(10), names, faults);
  return {std::move(clips), {diagnostics.warnings().begin(), diagnostics.warnings().end()}};
}

}  // namespace

TEST_CASE("a clip plays on the whole body until it ends, unless the script says more", "[clips]") {
  const Made result = made(clip_named("nod"));
  REQUIRE(result.clips);
  const Clip& clip = result.clips->at(0);
  CHECK(clip.clip == "nod");
  CHECK(clip.group == test::group_index(test::example_body(), "all"));
  CHECK(clip.time == Seconds(11));
  CHECK(clip.hold == Seconds(1.5));
  CHECK_FALSE(clip.loop);
  CHECK(clip.weight == 1);
  CHECK(clip.speed == 1);
  CHECK(result.warnings.empty());
}

TEST_CASE("a clip twice as fast ends in half the time", "[clips]") {
  script::Clip clip = clip_named("nod");
  clip.speed = 2;
  CHECK(made(clip).clips->at(0).hold == Seconds(0.75));
}

TEST_CASE("what the script says of a clip is kept", "[clips]") {
  script::Clip clip = clip_named("nod", "head-neck");
  clip.hold = Seconds(9);
  clip.loop = true;
  clip.weight = 0.5;
  clip.time.from = script::Time::From::Block;
  clip.time.seconds = Seconds(12);
  const Clip planned = made(clip).clips->at(0);
  CHECK(planned.group == test::group_index(test::example_body(), "headNeck"));
  CHECK(planned.hold == Seconds(9));
  CHECK(planned.loop);
  CHECK(planned.weight == 0.5);
  CHECK(planned.time == Seconds(12));
}

TEST_CASE("an unknown clip is refused with the names that are like it", "[clips]") {
  const Made result = made(clip_named("nodd"));
  REQUIRE_FALSE(result.clips);
  CHECK(result.clips.error().message == "there is no clip (like it: nod, nap, wave) 'nodd'");
  CHECK(result.clips.error().where == Where{4, 9});
}

TEST_CASE("a classic script goes on without a clip that there is not, or its group", "[clips]") {
  const Made unknown = made(clip_named("idle2"), script::Dialect::EmbrScript);
  REQUIRE(unknown.clips);
  CHECK(unknown.clips->empty());
  REQUIRE(unknown.warnings.size() == 1);
  CHECK(unknown.warnings[0].message.starts_with("there is no clip"));

  const Made no_group = made(clip_named("nod", "tail"), script::Dialect::Animl);
  REQUIRE(no_group.clips);
  CHECK(no_group.clips->empty());
  CHECK(no_group.warnings.at(0).message == "there is no body group, its clip is left out: 'tail'");
}

}  // namespace kine::plan::clips_test
