// Tests for server/commands/tension.h. What tensions do to motion is in
// tests/realizer/prepare/captured_test.cc.
#include "server/commands/tension.h"

#include <filesystem>

#include "tests/support/catch.h"
#include "tests/support/motion/captured_bvh.h"
#include "tests/support/server/outcome.h"
#include "tests/support/source_files.h"
#include "tests/support/temporary_folder.h"

namespace kine::tension_test {

using namespace kine;

namespace {

using test::Outcome;

Outcome tension(const server::TensionOptions& options) {
  return test::outcome_of(
      [&](auto& output, auto& messages) { return server::tension(options, output, messages); });
}

const plan::TensionManner kLoose = plan::same_in_every_phase(Tension{0.1, 0.5});

}  // namespace

TEST_CASE("tension finds phases, which can be given back to it", "[tension]") {
  const test::TemporaryFolder folder;
  const std::string input = folder.write("in.bvh", test::captured_bvh());
  const std::string found = folder.file("found.bvh");

  const Outcome outcome = tension({.input = input, .output = found, .manner = kLoose});

  CHECK(outcome.exit_code == 0);
  CHECK(outcome.messages.empty());
  CHECK(outcome.output.starts_with("# phases found in " + input));
  CHECK(outcome.output.find(" post-stroke-hold left\n") != std::string::npos);
  const std::string written = folder.file("written.bvh");
  const Outcome again = tension({.input = input,
                                 .output = written,
                                 .manner = kLoose,
                                 .phases = folder.write("phases.txt", outcome.output)});
  CHECK(again.exit_code == 0);
  CHECK(again.output.empty());
  CHECK(test::text_of(written) == test::text_of(found));
  CHECK(test::text_of(written) != test::text_of(input));
}

TEST_CASE("tension may write over what it has read", "[tension]") {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("motion.bvh", test::captured_bvh());
  CHECK(tension({.input = file, .output = file, .manner = kLoose}).exit_code == 0);
  CHECK(test::text_of(file) != test::captured_bvh());
}

TEST_CASE("tension says what is wrong, and where", "[tension]") {
  const test::TemporaryFolder folder;
  const std::string input = folder.write("in.bvh", test::captured_bvh());
  const std::string output = folder.file("out.bvh");

  const std::string phases = folder.write("phases.txt", "0 1 stroke\n1 2 strike\n");
  const Outcome phase =
      tension({.input = input, .output = output, .manner = kLoose, .phases = phases});
  CHECK(phase.exit_code == 1);
  CHECK(phase.messages.starts_with(phases + ":2:5: error: a phase is one of"));

  const std::string torn = folder.write("torn.bvh", "HIERARCHY\nROOT\n");
  CHECK(tension({.input = torn, .output = output, .manner = kLoose})
            .messages.starts_with(torn + ":3:1: error: "));
  const Outcome nothing =
      tension({.input = folder.file("none.bvh"), .output = output, .manner = kLoose});
  CHECK(nothing.exit_code == 1);
  const Outcome nowhere = tension(
      {.input = input, .output = (folder.path() / "none" / "x.bvh").string(), .manner = kLoose});
  CHECK(nowhere.exit_code == 1);
  CHECK(folder.file_count() == 3);
}

TEST_CASE("tension warns where people found motion unnatural", "[tension]") {
  const test::TemporaryFolder folder;
  const Outcome outcome = tension({.input = folder.write("in.bvh", test::captured_bvh()),
                                   .output = folder.file("out.bvh"),
                                   .manner = plan::same_in_every_phase(Tension{0.1, 0.1})});
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.messages.find("unnatural") != std::string::npos);
}

TEST_CASE("a strict tension writes nothing where an arm is not known", "[tension]") {
  const test::TemporaryFolder folder;
  const std::string input = folder.write("in.bvh", test::captured_bvh({.has_right_arm = false}));
  server::TensionOptions options{
      .input = input, .output = folder.file("out.bvh"), .manner = kLoose, .strict = true};
  CHECK(tension(options).exit_code == 1);
  CHECK_FALSE(std::filesystem::exists(options.output));
  options.strict = false;
  CHECK(tension(options).exit_code == 0);
}

}  // namespace kine::tension_test
