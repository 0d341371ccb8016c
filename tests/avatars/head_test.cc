#include "avatars/head.h"

#include "avatars/head_form.h"
#include "tests/avatars/made.h"
#include "tests/support/catch.h"

namespace kine::avatars::head_test {
namespace {

TEST_CASE("A head is as large as its eyes are high") {
  CHECK(head_size(test::made("ada").body) == Approx(1));
  CHECK(head_size(test::made("ben").body) == Approx(0.096 / 0.088));
}

TEST_CASE("Eyeballs turn with the joints of the eyes, about their middles") {
  for (const char* name : {"ada", "ben"}) {
    const auto& [body, avatar] = test::made(name);
    const auto model = body.compute_model({});
    for (const auto& vertex : avatar.eyes.vertices) {
      const auto joint = vertex.position.x > 0 ? body::Joint::LeftEye : body::Joint::RightEye;
      CHECK(test::share_of(vertex, joint) == 1);
      // The face is the same for all sizes, so the joint is its middle within a hair's breadth.
      const double r = length(vertex.position - model.positions_m[index_of(joint)]);
      CHECK(r == Approx(head_size(body) * kEyeRadius).margin(0.0012));
    }
  }
}

TEST_CASE("The chin hangs on the jaw's joint and the neck ends on the chest") {
  const auto& [body, avatar] = test::made("ada");
  double jaw = 0;
  double neck = 0;
  double chest = 0;
  for (const auto& vertex : avatar.head.vertices) {
    jaw = std::max(jaw, test::share_of(vertex, body::Joint::Jaw));
    neck = std::max(neck, test::share_of(vertex, body::Joint::Neck));
    chest = std::max(chest, test::share_of(vertex, body::Joint::UpperChest));
  }
  CHECK(jaw > 0.9);
  CHECK(neck > 0.5);
  CHECK(chest > 0.4);
}

}  // namespace
}  // namespace kine::avatars::head_test
