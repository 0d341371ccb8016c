// What every sample script does, kept as goldens: its feedback as text, its frames as a hash.
//
// A hash that changes says that motion changed; bake the script to a contact sheet and look. The
// hashes hold for every build: same inputs at the same ticks, same frames, to the bit.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "realizer/core/number.h"
#include "realizer/prepare/prepare.h"
#include "schemas/embedded.h"
#include "server/offline/offline_stage.h"
#include "server/scene/casts.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/hash.h"

namespace kine::samples_test {

using namespace kine;

namespace {

constexpr std::string_view kFolder = "scripts/";
constexpr Seconds kLongest{120};

struct Played {
  std::string feedback;
  std::string frames;
};

std::string line_of(const Feedback& feedback, TickRate rate) {
  char time[16];
  std::snprintf(time, sizeof time, "%7.3f", rate.time_of(feedback.tick).count());
  std::string line = std::string(time) + " " + word_of(feedback.kind) + " " + feedback.id;
  if (!feedback.message.empty()) line += ": " + feedback.message;
  return line + "\n";
}

/// Plays a script on ada and ben, as a server has them, until all has ended.
Played play(std::string_view text) {
  const auto casts = server::make_casts(server::default_characters());
  REQUIRE(casts);
  Diagnostics diagnostics;
  const auto prepared =
      prepare(text, {.casts = *casts, .script_id = "script1", .character = {}}, diagnostics);
  REQUIRE(prepared);

  const TickRate rate(60);
  server::OfflineStage stage(*casts, rate);
  for (const auto& block : prepared->blocks) REQUIRE(stage.play(block));
  Played played;
  test::Hash hash;
  do {
    stage.advance();
    for (const Feedback& feedback : stage.feedback()) played.feedback += line_of(feedback, rate);
    for (const Frame& frame : stage.frames()) hash.add(frame);
    REQUIRE(rate.time_of(stage.tick()) < kLongest);
  } while (!stage.idle());
  played.frames = hash.text() + "  " + std::to_string(stage.tick().index + 1) + " ticks";
  return played;
}

std::vector<schemas::EmbeddedFile> samples() {
  std::vector<schemas::EmbeddedFile> files;
  for (const schemas::EmbeddedFile& file : schemas::embedded_files()) {
    if (file.path.starts_with(kFolder)) files.push_back(file);
  }
  std::sort(files.begin(), files.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
  return files;
}

}  // namespace

TEST_CASE("every sample script gives the feedback that it gave", "[samples][golden]") {
  REQUIRE(samples().size() >= 10);
  for (const schemas::EmbeddedFile& sample : samples()) {
    const std::string name(sample.path.substr(kFolder.size()));
    CAPTURE(name);
    const std::string feedback =
        "# feedback of schemas/scripts/" + name + ", seconds\n" + play(sample.text).feedback;
    CHECK(test::difference_from_golden("feedback/" + name + ".txt", feedback) == "");
  }
}

TEST_CASE("every sample script moves as it moved", "[samples][golden]") {
  std::string hashes = "# FNV-1a of all frames of ada and ben at 60 ticks a second\n";
  for (const schemas::EmbeddedFile& sample : samples()) {
    hashes += play(sample.text).frames + "  " + std::string(sample.path) + "\n";
  }
  CHECK(test::difference_from_golden("hashes.txt", hashes) == "");
}

TEST_CASE("a script plays the same way twice", "[samples]") {
  const std::string_view script = schemas::find_embedded("scripts/wave.xml").value();
  CHECK(play(script).frames == play(script).frames);
  CHECK(play(script).frames != play(schemas::find_embedded("scripts/nod.xml").value()).frames);
}

}  // namespace kine::samples_test
