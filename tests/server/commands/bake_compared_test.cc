// Tests for server/commands/bake_compared.h.
#include "server/commands/bake_compared.h"

#include <filesystem>
#include <sstream>
#include <string>
#include <utility>

#include "tests/support/catch.h"
#include "tests/support/source_files.h"
#include "tests/support/temporary_folder.h"

namespace kine::bake_compared_test {

using namespace kine;

namespace {

struct Compared {
  int exit_code = 0;
  std::string picture;  // empty where there is none
  std::string messages;
};

Compared compared(const std::string& elements, server::BakeOptions options = {}) {
  const test::TemporaryFolder folder;
  options.script = folder.write(
      "a.xml", "<script xmlns=\"urn:kinesphere:script:1\" id=\"a\">" + elements + "</script>");
  if (options.output.empty()) options.output = folder.file("a.apng");
  if (!options.fps && options.output.ends_with(".apng")) options.fps = 4;
  std::ostringstream messages;
  const int exit_code = server::bake_compared(options, messages);
  const bool is_there = exit_code == 0 && std::filesystem::exists(options.output);
  return {exit_code, is_there ? test::text_of(options.output) : "", messages.str()};
}

const std::string kBeat = "<gesture lexeme=\"beat\"/>";
const std::string kPhysical = "<character dynamics=\"torso\"/>" + kBeat;

}  // namespace

TEST_CASE("a comparison of dynamics is one moving picture", "[bake_compared][sweep]") {
  const Compared outcome = compared(kPhysical);
  CAPTURE(outcome.messages);
  REQUIRE(outcome.exit_code == 0);
  CHECK(outcome.picture.starts_with("\x89PNG"));
  CHECK(outcome.picture.find("acTL") != std::string::npos);
  CHECK(outcome.picture == compared(kPhysical).picture);
}

TEST_CASE("a comparison of dynamics is curves of both where it is an .svg", "[bake_compared]") {
  const test::TemporaryFolder folder;
  server::BakeOptions options;
  options.output = folder.file("a.svg");
  const Compared outcome = compared(kPhysical, options);
  CAPTURE(outcome.messages);
  REQUIRE(outcome.exit_code == 0);
  CHECK(outcome.picture.find(">AS PLANNED<") != std::string::npos);
  CHECK(outcome.picture.find(">BY MUSCLES<") != std::string::npos);
  options.length = Seconds(0);
  CHECK(compared(kPhysical, options).messages.find("one frame") != std::string::npos);
  options.fps = 20;
  CHECK(compared(kPhysical, options).messages.find("no --fps") != std::string::npos);
}

TEST_CASE("a comparison of dynamics takes a script that asks for muscles", "[bake_compared]") {
  const Compared outcome = compared(kBeat);
  CHECK(outcome.exit_code == 1);
  CHECK(outcome.messages.find("the script asks for no muscles") != std::string::npos);
}

TEST_CASE("a comparison of dynamics says what it cannot do", "[bake_compared]") {
  const auto refused = [](server::BakeOptions options, const std::string& why) {
    const Compared outcome = compared(kPhysical, std::move(options));
    CAPTURE(outcome.messages);
    CHECK(outcome.exit_code == 1);
    CHECK(outcome.messages.find(why) != std::string::npos);
  };
  server::BakeOptions options;
  options.output = "a.png";
  refused(options, "an .apng");
  options = {};
  options.later = {"1=b.xml"};
  refused(options, "without --then");
  options = {};
  options.fps = 61;
  refused(options, "at most 60");
  options = {};
  options.length = Seconds(61);
  refused(options, "a comparison lasts at most 60 s, not '61'");
}

TEST_CASE("what lasts longer than a comparison may needs --seconds", "[bake_compared][sweep]") {
  const std::string long_one =
      "<character dynamics='torso'/><sequence><pose time='1' hold='70s'>"
      "<hand side='left' shape='fist'/></pose></sequence>";
  const Compared whole = compared(long_one);
  CHECK(whole.exit_code == 1);
  CHECK(whole.messages.find("--seconds") != std::string::npos);
  server::BakeOptions options;
  options.length = Seconds(1);
  CHECK(compared(long_one, options).exit_code == 0);
}

}  // namespace kine::bake_compared_test
