// Tests for server/offline/sound_block.h.
#include "server/offline/sound_block.h"

#include "tests/support/catch.h"
#include "tests/support/gesture/repertoires.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"
#include "tests/support/speech/syllables.h"

namespace kine::sound_block_test {
namespace {

const speech::Audio kTalk{.rate_hz = 16'000, .samples = test::syllables(4, 0.5, 16'000)};

}  // namespace

TEST_CASE("a sound is a block that says it from its beginning", "[sound_block]") {
  const auto cast = test::cast_named("ada", test::ada());
  Diagnostics diagnostics;
  const auto block =
      server::sound_block(kTalk, script::BodyLanguageMode::Planned, cast, diagnostics);
  REQUIRE(block);
  CHECK(diagnostics.warnings().empty());
  REQUIRE((*block)->utterances.size() == 1);
  CHECK((*block)->utterances[0].start == Seconds(0));
  CHECK((*block)->utterances[0].track->audio == kTalk);
  CHECK((*block)->character == "ada");
  CHECK((*block)->listening == nullptr);
}

TEST_CASE("a sound that is heard ahead needs a model", "[sound_block]") {
  Cast cast = *test::cast_named("ada", test::ada());
  const auto delayed = [&] {
    Diagnostics diagnostics;
    const auto block = server::sound_block(kTalk, script::BodyLanguageMode::Delayed,
                                           std::make_shared<const Cast>(cast), diagnostics);
    REQUIRE(block);
    CHECK(diagnostics.warnings().empty() == ((*block)->listening != nullptr));
    return (*block)->listening;
  };
  CHECK(delayed() == nullptr);
  cast.body_language = test::playable_nodding();
  CHECK(delayed() != nullptr);
}

}  // namespace kine::sound_block_test
