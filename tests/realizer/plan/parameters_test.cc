#include "realizer/plan/parameters.h"

#include "tests/support/blocks.h"
#include "tests/support/catch.h"

namespace kine::plan {

TEST_CASE("the amount of a head and of faces changes, the last word counts", "[parameters]") {
  script::Behaviours block =
      test::read_block(
          "<head id='h' lexeme='NOD' amount='0.2'/>"
          "<faceLexeme id='l' lexeme='RAISE_BROWS' amount='0.2'/>"
          "<face id='f' amount='0.3'><lexeme lexeme='RAISE_BROWS' amount='0.4'/></face>"
          "<gaze id='g' target='camera'/>")
          .block();
  const std::vector<ParameterChange> changes = {
      {"h", "amount", 0.6}, {"l", "amount", 0.7}, {"f", "amount", 0.8}, {"g", "amount", 0.9},
      {"x", "amount", 0.9}, {"h", "lexeme", 0.9}, {"h", "amount", 0.5}};
  const script::Behaviours before = block;
  plan::apply(changes, block);

  CHECK(std::get<script::HeadMove>(block.behaviours[0].kind).amount == 0.5);
  CHECK(std::get<script::Face>(block.behaviours[1].kind).parts[0].amount == 0.7);
  CHECK(std::get<script::Face>(block.behaviours[2].kind).amount == 0.8);
  CHECK(std::get<script::Face>(block.behaviours[2].kind).parts[0].amount == 0.4);
  CHECK(block.behaviours[3] == before.behaviours[3]);
}

}  // namespace kine::plan
