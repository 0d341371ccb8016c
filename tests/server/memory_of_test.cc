#include "server/memory_of.h"

#include <memory>
#include <string>
#include <vector>

#include "server/casts.h"
#include "server/live_blocks.h"
#include "tests/support/catch.h"

namespace kine::server::memory_of_test {
namespace {

std::shared_ptr<const motion::Block> planned(const std::string& inside) {
  const auto casts = make_casts(default_characters());
  REQUIRE(casts);
  Diagnostics diagnostics;
  const auto prepared = prepare(
      R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b">)" + inside + "</bml>",
      {.casts = *casts}, diagnostics);
  REQUIRE(prepared);
  return prepared->blocks.front();
}

}  // namespace

TEST_CASE("a speech counts its samples, and the times of what is said", "[memory_of]") {
  speech::SpeechTrack track;
  const std::size_t nothing = memory_of(track);
  track.audio.samples.resize(1'000);
  CHECK(memory_of(track) == nothing + 2'000);
  track.words.resize(10);
  track.phones.resize(20);
  CHECK(memory_of(track) ==
        nothing + 2'000 + 10 * sizeof(speech::Word) + 20 * sizeof(speech::Phone));
  track.text = "words";
  CHECK(memory_of(track) ==
        nothing + 2'005 + 10 * sizeof(speech::Word) + 20 * sizeof(speech::Phone));
}

TEST_CASE("a script counts what is noted with it beside its text", "[memory_of]") {
  const ScriptSource empty{
      .text = {}, .casts = {}, .script_id = {}, .character = {}, .targets = {}};
  ScriptSource source = empty;
  source.text = std::string(5'000, 'a');
  source.located.resize(100);
  source.targets.emplace_back("cup");
  CHECK(memory_of(empty) == kScriptBytes);
  CHECK(memory_of(source) ==
        kScriptBytes + 5'000 + 100 * sizeof(Located) + sizeof(std::string) + 3);
}

TEST_CASE("a block counts what it moves, mouths and warns of", "[memory_of]") {
  const auto head = planned(R"(<head id="h" lexeme="NOD"/>)");
  const auto heads = planned(R"(<head id="h" lexeme="NOD"/><head id="i" lexeme="NOD"/>)");
  CHECK(memory_of(*heads, 0) > memory_of(*head, 0) + sizeof(motion::Segment));
  CHECK(memory_of(*head, 100) == memory_of(*head, 0) + 100 * kPlannedBytesOfText);
  const auto spoken = planned(R"(<speech id="s"><text>one two three</text></speech>)");
  REQUIRE(spoken->utterances.size() == 1);
  const double seconds = spoken->utterances.front().track->length.count();
  CHECK(static_cast<double>(memory_of(*spoken, 0)) > 8'192 * seconds);
  motion::Block warning = *head;
  warning.warnings.push_back({.message = "it is late"});
  CHECK(memory_of(warning, 0) == memory_of(*head, 0) + sizeof(Warning) + 10);
}

}  // namespace kine::server::memory_of_test
