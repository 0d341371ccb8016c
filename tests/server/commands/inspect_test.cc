// Tests for server/commands/inspect.h.
#include "server/commands/inspect.h"

#include <string>

#include "tests/support/catch.h"
#include "tests/support/glb.h"
#include "tests/support/server/outcome.h"
#include "tests/support/source_files.h"
#include "tests/support/temporary_folder.h"

namespace kine::inspect_test {

namespace {

using test::Outcome;

Outcome inspect(const std::string& file, bool strict = false) {
  return test::outcome_of([&](auto& output, auto& messages) {
    return server::inspect({.files = {file}, .strict = strict}, output, messages);
  });
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

constexpr std::string_view kUnknownArm = R"(HIERARCHY
ROOT chest
{ OFFSET 0 0 0 CHANNELS 3 Zrotation Xrotation Yrotation
  JOINT RArmX
  { OFFSET 1 0 0 CHANNELS 3 Zrotation Xrotation Yrotation
    End Site { OFFSET 1 0 0 } }
  JOINT neck
  { OFFSET 0 1 0 CHANNELS 3 Zrotation Xrotation Yrotation
    End Site { OFFSET 0 1 0 } } }
MOTION
Frames: 2
Frame Time: 0.1
0 0 0 0 0 0 0 0 0
0 0 0 40 0 0 0 10 0
)";

}  // namespace

TEST_CASE("inspect says of a clip what is taken, what is missing and what moves with what",
          "[inspect]") {
  const std::string file = test::source_path("schemas/clips/shift-weight.bvh").string();
  const Outcome outcome = inspect(file, true);
  CHECK(outcome.exit_code == 0);
  CHECK(has(outcome.output, file + ": motion, 121 frames of 0.05 s, 13 joints of its own\n"));
  CHECK(has(outcome.output, file + ": maps 10 of 55 joints, the way of the hips and 0 channels; "
                                   "nothing is left out\n"));
  CHECK(has(outcome.output, "    hips                    is hips\n"));
  CHECK(has(outcome.output, "    leftEye                 moves with "));
}

TEST_CASE("what a clip loses is told with its place, and is a failure where one is strict",
          "[inspect]") {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("arm.bvh", kUnknownArm);
  CHECK(inspect(file).exit_code == 0);
  const Outcome outcome = inspect(file, true);
  CHECK(outcome.exit_code == 1);
  CHECK(has(outcome.output,
            file + ":4:9: warning: unknown joint, its turns are left out: 'RArmX'\n"));
  CHECK(has(outcome.output, file + ": maps 2 of 55 joints and 0 channels; 1 thing is left out\n"));
}

TEST_CASE("inspect says of an avatar what its face shows, and what is shown instead", "[inspect]") {
  const test::TemporaryFolder folder;
  const std::string file = folder.write(
      "a.vrm",
      test::glb(R"({"asset":{"version":"2.0"},"nodes":[{"name":"a"}],"extensions":{"VRMC_vrm":)"
                R"({"humanoid":{"humanBones":{"hips":{"node":0}}},"expressions":{"preset":)"
                R"({"aa":{"isBinary":false},"happy":{"isBinary":false}},"custom":)"
                R"({"eyeWideLeft":{"isBinary":false}}}}}})"));
  const Outcome outcome = inspect(file, true);
  CHECK(outcome.exit_code == 0);
  CHECK(has(outcome.output, file + ": a figure, VRM 1.0, 1 nodes\n"));
  CHECK(has(outcome.output, "    vrm_aa\n"));
  CHECK(has(outcome.output, "    eyeWideLeft\n"));
  CHECK(has(outcome.output, "    jawOpen                 is shown by aa\n"));
  CHECK(has(outcome.output, "    mouthPucker             is not shown\n"));
}

TEST_CASE("a file that cannot be inspected is an error with its name", "[inspect]") {
  const test::TemporaryFolder folder;
  const std::string text = folder.write("a.txt", "");
  CHECK(inspect(text).messages ==
        text + ": error: a file to inspect ends in .bvh, .vrma, .glb or .vrm\n");
  CHECK(inspect(folder.write("a.bvh", "HIERARCHY\nJOINT")).messages.find(":2:1: error: ") !=
        std::string::npos);
  CHECK(inspect(folder.write("a.vrm", "none")).exit_code == 1);
  CHECK(inspect(folder.file("none.bvh")).exit_code == 1);
}

}  // namespace kine::inspect_test
