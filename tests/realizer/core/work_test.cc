// Tests for realizer/core/work.h.
#include "realizer/core/work.h"

#include "realizer/core/limits.h"
#include "tests/support/catch.h"

namespace kine::work_test {

TEST_CASE("work goes on until more than its budget is spent", "[work]") {
  WorkBudget work(10);
  CHECK(work.spend(4));
  CHECK(work.spend(6));
  CHECK_FALSE(work.is_over());
  CHECK(work.left() == 0);
  CHECK_FALSE(work.spend(1));
  CHECK(work.spent() == 11);
  const Error error = work.error("counting to eleven");
  CHECK(error.code == ErrorCode::LimitExceeded);
  CHECK(error.message.starts_with("counting to eleven takes more than 10 steps"));
}

TEST_CASE("work that is cancelled is over, however little was spent", "[work]") {
  std::stop_source source;
  WorkBudget work(WorkBudget::kNoLimit, source.get_token());
  CHECK(work.spend(1));
  source.request_stop();
  CHECK_FALSE(work.spend(0));
  CHECK(work.left() == 0);
  CHECK(work.error("counting").message.find("cancelled") != std::string::npos);
}

TEST_CASE("a script may take as many steps as its bytes allow, a short one some more",
          "[work][limits]") {
  CHECK(steps_max_of(0) == kCountedBytesMin * kStepsPerByteMax);
  CHECK(steps_max_of(kCountedBytesMin + 1) == (kCountedBytesMin + 1) * kStepsPerByteMax);
  CHECK(steps_max_of(kScriptBytesMax) == kStepsMax);
}

TEST_CASE("a null budget has no end", "[work]") {
  CHECK(spend(nullptr, WorkBudget::kNoLimit));
  CHECK_FALSE(is_over(nullptr));
}

}  // namespace kine::work_test
