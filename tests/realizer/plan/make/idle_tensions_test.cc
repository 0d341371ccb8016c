// Tests for realizer/plan/make/idle_tensions.h.
#include "realizer/plan/make/idle_tensions.h"

#include <string>
#include <vector>

#include "realizer/plan/make/make.h"
#include "tests/support/catch.h"
#include "tests/support/plan/documents.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::idle_tensions_test {
namespace {

using Messages = std::vector<std::string>;

Messages warnings_of(const std::string& character, const std::string& elements) {
  const script::Document document =
      test::document_of("<script xmlns='urn:kinesphere:script:1' character='ada'><character " +
                        character + "/>" + elements + "</script>");
  Diagnostics diagnostics;
  REQUIRE(make(document, "ada", test::example_body(), test::example_vocabulary(), diagnostics));
  Messages messages;
  for (const Warning& warning : diagnostics.warnings()) messages.push_back(warning.message);
  return messages;
}

constexpr const char* kKnee =
    "<tension id='knee'><for joints='leftLowerLeg' stiffness='900'/></tension>";
constexpr const char* kAll =
    "<tension id='all'><for joints='leftLowerLeg spine' stiffness='900'/></tension>";

}  // namespace

TEST_CASE("what a character's tension says of muscles needs muscles", "[idle_tensions]") {
  CHECK(warnings_of("tension='knee'", kKnee) ==
        Messages{"only muscles hear what a tension says of joints or a group: give the character "
                 "dynamics=\"torso\": 'knee'"});
  CHECK(warnings_of("tension='loose'", "").empty());
}

TEST_CASE("what a tension says of legs alone needs a whole body", "[idle_tensions]") {
  CHECK(warnings_of("dynamics='torso' tension='knee'", kKnee) ==
        Messages{"legs of a torso go where they are told, so what a tension says of them does "
                 "nothing: give the character dynamics=\"body\": 'knee'"});
  CHECK(warnings_of("dynamics='body' tension='knee'", kKnee).empty());
  CHECK(warnings_of("dynamics='torso' tension='all'", kAll).empty());
}

}  // namespace kine::plan::idle_tensions_test
