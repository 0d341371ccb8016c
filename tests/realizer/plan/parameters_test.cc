#include "realizer/plan/parameters.h"

#include "tests/support/catch.h"
#include "tests/support/plan/blocks.h"

namespace kine::plan::parameters_test {
namespace {

using namespace std::chrono_literals;

ParameterWay way(const std::vector<ParameterChange>& changes) {
  return way_of(changes, "f", "amount", 0.2);
}

}  // namespace

TEST_CASE("a parameter glides evenly, from what it is or from what is said", "[parameters]") {
  const ParameterWay glide = way({{.part = "g", .parameter = "amount", .value = 1},
                                  {.part = "f", .parameter = "rate", .value = 1},
                                  {"f", "amount", 0.8, std::nullopt, 2s, 1s}});
  CHECK(glide.at(0s) == 0.2);
  CHECK(glide.at(1s) == 0.2);
  CHECK(glide.at(1.5s) == Approx(0.35));
  CHECK(glide.at(2s) == Approx(0.5));
  CHECK(glide.at(3s) == 0.8);
  CHECK(glide.at(9s) == 0.8);
  CHECK(glide.last() == 0.8);

  // On its way within 0.3 s, and without a jump.
  const ParameterWay from = way({{"f", "amount", 0, 1, 2s, 1s}});
  CHECK(from.at(1s) == 0.2);
  CHECK(from.at(1.3s) == Approx(0.85));
  CHECK(from.at(2s) == Approx(0.5));
  CHECK(from.at(3s) == 0);
}

TEST_CASE("what changes at once is there after 0.3 s", "[parameters]") {
  const ParameterWay jump = way({{"f", "amount", 0.8, std::nullopt, 0s, 1s}});
  CHECK(jump.at(1s) == 0.2);
  CHECK(jump.at(1.15s) == Approx(0.5));
  CHECK(jump.at(1.3s) == 0.8);
}

TEST_CASE("who changes it again does so from where it is", "[parameters]") {
  const ParameterWay both =
      way({{"f", "amount", 1, std::nullopt, 2s, 1s}, {"f", "amount", 0, std::nullopt, 1s, 2s}});
  CHECK(both.at(1.5s) == Approx(0.4));
  CHECK(both.at(2s) == Approx(0.6));
  CHECK(both.at(2.5s) == Approx(0.3));
  CHECK(both.at(3s) == 0);
}

TEST_CASE("where a way bends is known", "[parameters]") {
  const ParameterWay glide = way({{"f", "amount", 0.8, std::nullopt, 2s, 1s}});
  CHECK(glide.is_changed());
  CHECK(glide.bends_between(0.5s, 9s) == std::vector<Seconds>{1s, 3s});
  CHECK(glide.bends_between(1s, 3s).empty());
  CHECK_FALSE(ParameterWay(0.5).is_changed());
}

TEST_CASE("a rate is another from one word to the next", "[parameters]") {
  const std::vector<ParameterChange> changes = {{"s", "rate", 2, std::nullopt, 0s, 1s}};
  const ParameterWay rate = way_of(changes, "s", "rate", 1);
  CHECK(rate.at(0.99s) == 1);
  CHECK(rate.at(1s) == 2);
}

TEST_CASE("who makes a change late is where it is to be when it is to be there", "[parameters]") {
  const ParameterChange glide{"f", "amount", 0.8, 0.4, 2s, 1s};
  CHECK(made_from(0.5s, glide) == glide);
  const ParameterChange late = made_from(1.5s, glide);
  CHECK(late.at == 1.5s);
  CHECK(late.over == 1.5s);
  CHECK(*late.from == Approx(0.5));
  CHECK(made_from(9s, glide).over == 0s);
}

TEST_CASE("a volume above 1 has its change on the scale to 100, and no other", "[parameters]") {
  const auto scaled = [](const std::string& parameter, std::optional<double> from, double to) {
    return in_our_scale(
        {.behaviour = {"b:s"}, .parameter = {parameter}, .trajectory = {}, .from = from, .to = to});
  };
  CHECK(scaled("volume", {}, 70).to == 0.7);
  CHECK(scaled("volume", 0.5, 40).from == 0.005);  // as a whole
  CHECK(scaled("volume", 40, 0.5).to == 0.005);
  CHECK(scaled("volume", 0.2, 1).to == 1);
  CHECK(scaled("volume", 0.2, 1).from == 0.2);
  CHECK(scaled("rate", {}, 2).to == 2);
}

TEST_CASE("what can be changed of a kind is said of it, with its range", "[parameters]") {
  const script::Behaviours block =
      test::read_block(
          "<head id='h' lexeme='NOD'/>"
          "<faceShift id='f'><lexeme lexeme='RAISE_BROWS'/></faceShift>"
          "<speech id='s'><text>one</text></speech>"
          "<wait id='w' duration='1'/>"
          "<gaze id='g' target='camera'/>"
          "<gaze id='all' target='camera' influence='WHOLE'/>"
          "<gesture id='b' lexeme='BEAT'/>")
          .block();
  const auto names = [&](std::size_t behaviour) {
    return parameter_names(parameters_of(block.behaviours[behaviour].kind));
  };
  CHECK(names(0) == "'amount'");
  CHECK(names(1) == "'amount'");
  CHECK(names(2) == "'volume' and 'rate'");
  CHECK(names(3).empty());
  CHECK(names(4) == "'offsetAngle'");
  CHECK(names(5).empty());
  CHECK(names(6).empty());
  CHECK(range_of("rate")->least == 0.2);
  CHECK(range_of("rate")->most == 5);
  CHECK(range_of("amount")->most == 1);
  CHECK_FALSE(range_of("lexeme").has_value());
}

}  // namespace kine::plan::parameters_test
