#include "server/live/memory_of.h"

#include <malloc.h>

#include <memory>
#include <string>
#include <vector>

#include "schemas/embedded.h"
#include "server/live/live_blocks.h"
#include "server/scene/casts.h"
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

/// Of this program, by its allocator; nothing where a sanitizer's is in its place.
std::size_t bytes_in_use() {
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

std::string times(int count, const std::string& element) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    std::string each = element;
    for (auto at = each.find('#'); at != std::string::npos; at = each.find('#')) {
      each.replace(at, 1, std::to_string(i));
    }
    text += each;
  }
  return text;
}

std::string in_bml(const std::string& inside) {
  return R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b">)" + inside + "</bml>";
}

std::vector<std::string> scripts_of_many_kinds() {
  std::vector<std::string> scripts;
  for (const schemas::EmbeddedFile& file : schemas::embedded_files()) {
    if (file.path.starts_with("scripts/")) scripts.emplace_back(file.text);
  }
  scripts.push_back(in_bml(times(200, R"(<head id="h#" lexeme="NOD" start="#"/>)")));
  scripts.push_back(
      in_bml(times(200, R"(<faceLexeme id="f#" lexeme="SMILE" start="#" end="#.9"/>)")));
  scripts.push_back(in_bml(times(100, R"(<gesture id="g#" lexeme="BEAT" start="#0"/>)")));
  scripts.push_back(in_bml(R"(<speech id="s"><text>)" + times(400, "word ") + "</text></speech>"));
  const std::string pose = R"(<pose id="p#" time="#.5">)"
                           R"(<orientation joint="head" axis="z" direction="1 0 1"/></pose>)";
  scripts.push_back(R"(<script xmlns="urn:kinesphere:script:1"><sequence id="s" fade-out="0">)" +
                    times(500, pose) + "</sequence></script>");
  return scripts;
}

}  // namespace

TEST_CASE("of what a block holds no less than half is counted", "[memory_of]") {
  if (bytes_in_use() == 0) return;  // a sanitizer's allocator tells nothing
  const auto casts = make_casts(default_characters());
  REQUIRE(casts);
  const auto hold = [&](const std::string& text) {
    Diagnostics diagnostics;
    auto prepared = prepare(text, {.casts = *casts}, diagnostics);
    return prepared ? std::move(prepared->blocks)
                    : std::vector<std::shared_ptr<const motion::Block>>();
  };
  for (const std::string& text : scripts_of_many_kinds()) {
    constexpr std::size_t kHeld = 8;
    const auto first = hold(text);  // what is made once for all has been made
    std::size_t counted = 0;
    for (const auto& block : first) {
      counted += memory_of(*block, text.size() / first.size());
      for (const auto& said : block->utterances) counted += memory_of(*said.track);
    }
    const std::size_t before = bytes_in_use();
    std::vector<std::vector<std::shared_ptr<const motion::Block>>> held;
    for (std::size_t i = 0; i < kHeld; ++i) held.push_back(hold(text));
    const std::size_t bytes = (bytes_in_use() - before) / kHeld;
    INFO(text.substr(0, 200));
    CHECK(2 * counted >= bytes);
  }
}

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
