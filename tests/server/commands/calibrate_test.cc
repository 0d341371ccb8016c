// Tests for server/commands/calibrate.h.
#include "server/commands/calibrate.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "tests/support/catch.h"
#include "tests/support/server/outcome.h"
#include "tests/support/source_files.h"
#include "tests/support/temporary_folder.h"

namespace kine::calibrate_test {

using namespace kine;

namespace {

test::Outcome calibrate(const server::CalibrateOptions& options) {
  return test::outcome_of(
      [&](auto& output, auto& messages) { return server::calibrate(options, output, messages); });
}

server::CalibrateOptions of_joint(body::Joint joint) {
  server::CalibrateOptions options;
  options.joint = joint;
  return options;
}

}  // namespace

TEST_CASE("calibrate prints a row a degree of freedom", "[calibrate]") {
  if (!dynamics::physical::kHasEngine) return;
  const test::Outcome elbow = calibrate(of_joint(body::Joint::LeftLowerArm));
  CHECK(elbow.exit_code == 0);
  CHECK(elbow.messages.empty());
  std::istringstream lines(elbow.output);
  std::string line;
  std::getline(lines, line);
  CHECK(line ==
        "ada: the greatest deflection in degrees under 45 N for 500 ms, by tension in Nm/rad");
  std::getline(lines, line);
  CHECK(line.starts_with("joint          axis  pushed at      lever    5       10 "));
  std::getline(lines, line);
  CHECK(line.starts_with("leftLowerArm   y     leftHand       31.1 cm  "));
  const auto last = line.find_last_of(' ', line.find_last_not_of(' '));
  CHECK(std::stod(line.substr(last)) == Approx(45 * 0.311 / 1700 * 180 / M_PI).epsilon(0.03));
  std::getline(lines, line);
  CHECK(line.starts_with("leftLowerArm   x     leftHand "));
  CHECK_FALSE(std::getline(lines, line));
}

TEST_CASE("calibrate takes all that muscles move where no joint is named", "[calibrate][sweep]") {
  if (!dynamics::physical::kHasEngine) return;
  const test::TemporaryFolder folder;
  server::CalibrateOptions options;
  options.body = "ben";
  options.output = folder.file("ben.svg");
  const test::Outcome all = calibrate(options);
  CHECK(all.exit_code == 0);
  CHECK(std::ranges::count(all.output, '\n') == 30);
  const std::string svg = test::text_of(options.output);
  CHECK(svg.find("How far 45 N turn ben") != std::string::npos);
  CHECK(svg.find(">Spine and chest<") != std::string::npos);
  CHECK(svg.ends_with("</svg>\n"));
}

TEST_CASE("calibrate says what there is not", "[calibrate]") {
  server::CalibrateOptions nobody;
  nobody.body = "nobody";
  const test::Outcome unknown = calibrate(nobody);
  CHECK(unknown.exit_code == 1);
  CHECK(unknown.messages.find("'nobody'") != std::string::npos);
  const test::Outcome foot = calibrate(of_joint(body::Joint::LeftFoot));
  CHECK(foot.exit_code == 1);
  CHECK(foot.output.empty());
  if (!dynamics::physical::kHasEngine) {
    CHECK(foot.messages.find("was built without MuJoCo") != std::string::npos);
    return;
  }
  CHECK(foot.messages.find("muscles move spine, chest") != std::string::npos);
}

TEST_CASE("calibrate says why its page could not be written", "[calibrate]") {
  if (!dynamics::physical::kHasEngine) return;
  const test::TemporaryFolder folder;
  server::CalibrateOptions options = of_joint(body::Joint::Head);
  options.output = folder.file("none/page.svg");
  const test::Outcome nowhere = calibrate(options);
  CHECK(nowhere.exit_code == 1);
  CHECK(nowhere.messages.find("error") != std::string::npos);
}

}  // namespace kine::calibrate_test
