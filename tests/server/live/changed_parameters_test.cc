// What somebody changes of behaviours that play: seen in the frames beside those of blocks that
// were written so.
#include <algorithm>
#include <numeric>

#include "realizer/math/quat.h"
#include "tests/support/catch.h"
#include "tests/support/server/live_stage.h"

namespace kine::changed_parameters_test {
namespace {

using body::Joint;

struct Change {
  std::string target;  // "b1:h"
  std::string parameter;
  std::string value;
  std::string over = "0";
  std::string from = {};
};

void submit(test::LiveStage& stage, const std::string& id, const Change& change) {
  stage.submit(id, "<a:parametervaluechange id=\"c\" target=\"" + change.target + "\" paramId=\"" +
                       change.parameter + "\" start=\"0\" end=\"" + change.over +
                       "\"><a:trajectory type=\"linear\" targetValue=\"" + change.value + "\"" +
                       (change.from.empty() ? "" : " initialValue=\"" + change.from + "\"") +
                       "/></a:parametervaluechange>");
}

std::vector<double> turns_of(test::LiveStage& stage, Joint joint, std::uint64_t from,
                             std::uint64_t until) {
  stage.advance_to(from - 1);
  return stage.turns_of(joint, from, until);
}

Quat orientation(test::LiveStage& stage, Joint joint, std::uint64_t tick) {
  stage.advance_to(tick);
  const auto& q = stage.stage().frames()[0].parent_from_joint[body::index_of(joint)];
  return {q[0], q[1], q[2], q[3]};
}

double apart(test::LiveStage& a, test::LiveStage& b, Joint joint, std::uint64_t tick) {
  return angle_between(orientation(a, joint, tick), orientation(b, joint, tick));
}

std::string shaking(const std::string& amount) {
  return R"(<head id="h" lexeme="SHAKE" repetition="8" start="0" end="8" amount=")" + amount +
         R"("/>)";
}

std::string gazing(const std::string& offset) {
  return R"(<gaze id="g" target="camera" influence="HEAD" start="0" ready="1" relax="6" end="7"
                  offsetDirection="LEFT" offsetAngle=")" +
         offset + R"("/>)";
}

constexpr double kAlike_rad = 2e-3;

}  // namespace

TEST_CASE("a head that shakes does so as much as somebody wishes", "[changed_parameters]") {
  test::LiveStage little;
  little.submit("b1", shaking("0.1"));
  test::LiveStage much;
  much.submit("b1", shaking("0.9"));
  test::LiveStage changed;
  changed.submit("b1", shaking("0.1"));
  const auto little_turns = turns_of(little, Joint::Head, 1, 420);
  const auto much_turns = turns_of(much, Joint::Head, 1, 420);
  const double most = std::ranges::max(much_turns);
  REQUIRE(most > 3 * std::ranges::max(little_turns));

  SECTION("at once") {
    const std::uint64_t at = GENERATE(20, 150, 163, 177);
    CAPTURE(at);
    changed.advance_to(at - 1);
    submit(changed, "b2", {.target = "b1:h", .parameter = "amount", .value = "0.9"});
    // Within 0.3 s, and from the turn on that follows, as if it had been written so.
    const auto turns = changed.turns_of(Joint::Head, at, 419);
    for (std::size_t i = 0; i < turns.size(); ++i) {
      CHECK(turns[i] <= 1.5 * most);
      if (i > 90) CHECK(turns[i] == Approx(much_turns[at - 1 + i]).margin(kAlike_rad / 4));
    }
  }
  SECTION("over four seconds") {
    changed.advance_to(119);
    submit(changed, "b2", {.target = "b1:h", .parameter = "amount", .value = "0.9", .over = "4"});
    const auto turns = changed.turns_of(Joint::Head, 120, 419);
    const auto most_in = [&](std::size_t second) {
      return *std::max_element(turns.begin() + static_cast<std::ptrdiff_t>(60 * second),
                               turns.begin() + static_cast<std::ptrdiff_t>(60 * second + 59));
    };
    CHECK(most_in(1) > 1.2 * most_in(0));
    CHECK(most_in(2) > 1.2 * most_in(1));
    CHECK(most_in(3) > 1.1 * most_in(2));
    CHECK(most_in(3) < 1.05 * most);
  }
  CHECK(changed.warnings().empty());
}

TEST_CASE("a head that moves does not jump when it is changed again and again",
          "[changed_parameters]") {
  test::LiveStage much;
  much.submit("b1", shaking("0.9"));
  const auto plain = turns_of(much, Joint::Head, 1, 480);
  test::LiveStage changed;
  changed.submit("b1", shaking("0.9"));
  std::vector<double> turns;
  std::uint64_t next = 1;
  int count = 0;
  for (const std::uint64_t at : {100, 104, 110, 119, 200, 206, 290, 291, 292}) {
    for (const double turn : turns_of(changed, Joint::Head, next, at)) turns.push_back(turn);
    next = at;
    submit(changed, "c" + std::to_string(++count),
           {.target = "b1:h", .parameter = "amount", .value = count % 2 == 1 ? "0" : "0.9"});
  }
  for (const double turn : changed.turns_of(Joint::Head, next, 480)) turns.push_back(turn);
  const auto quickest_change = [](const std::vector<double>& each) {
    double most = 0;
    for (std::size_t i = 1; i < each.size(); ++i) {
      most = std::max(most, std::abs(each[i] - each[i - 1]));
    }
    return most;
  };
  CHECK(quickest_change(turns) < 2.5 * quickest_change(plain));
  CHECK(changed.warnings().empty());
}

TEST_CASE("a gaze goes farther beside its target, evenly and without a jump",
          "[changed_parameters]") {
  test::LiveStage near;
  near.submit("b1", gazing("0"));
  test::LiveStage far;
  far.submit("b1", gazing("30"));
  test::LiveStage changed;
  changed.submit("b1", gazing("0"));
  const std::uint64_t at = GENERATE(20, 120);  // on its way, and there
  CAPTURE(at);
  changed.advance_to(at - 1);
  submit(changed, "b2", {.target = "b1:g", .parameter = "offsetAngle", .value = "30", .over = "2"});
  const auto turns = changed.turns_of(Joint::Head, at, 300);
  CHECK(std::ranges::max(turns) < 0.02);
  for (std::size_t i = 1; i < turns.size(); ++i) CHECK(std::abs(turns[i] - turns[i - 1]) < 2e-3);
  const double whole = apart(near, far, Joint::Head, 299);
  REQUIRE(whole > 0.2);
  CHECK(apart(changed, far, Joint::Head, 299) < kAlike_rad);
  CHECK(apart(changed, far, Joint::LeftEye, 299) < kAlike_rad);

  // Back in the midst of another way, and it is given back as any.
  submit(changed, "b3",
         {.target = "b1:g", .parameter = "offsetAngle", .value = "-30", .over = "1"});
  changed.advance_to(315);
  submit(changed, "b4", {.target = "b1:g", .parameter = "offsetAngle", .value = "0"});
  const auto back = changed.turns_of(Joint::Head, 316, 480);
  CHECK(std::ranges::max(back) < 0.03);
  CHECK(apart(changed, near, Joint::Head, 479) < kAlike_rad);
  CHECK(changed.warnings().empty());
}

TEST_CASE("halfway in time a gaze is halfway beside its target", "[changed_parameters]") {
  test::LiveStage near;
  near.submit("b1", gazing("0"));
  test::LiveStage far;
  far.submit("b1", gazing("20"));
  test::LiveStage changed;
  changed.submit("b1", gazing("0"));
  changed.advance_to(119);
  submit(changed, "b2", {.target = "b1:g", .parameter = "offsetAngle", .value = "20", .over = "2"});
  const double whole = apart(near, far, Joint::Head, 180);
  CHECK(apart(changed, near, Joint::Head, 180) == Approx(whole / 2).margin(0.1 * whole));
}

}  // namespace kine::changed_parameters_test
