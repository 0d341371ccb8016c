// Tests for server/base/traceparent.h. The first text is the example of W3C Trace Context.
#include "server/base/traceparent.h"

#include "tests/support/catch.h"

namespace kine::server::traceparent_test {

TEST_CASE("a traceparent has a version, two ids that are not zero, and flags", "[traceparent]") {
  const std::string good = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  CHECK(is_traceparent(good));
  CHECK(traceparent_of(good) == good);
  CHECK(fault_of_traceparent(good).empty());
  CHECK(fault_of_traceparent("").empty());
  for (const std::string bad : {
           "00-0AF7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",   // large letters
           "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",   // no version
           "00-00000000000000000000000000000000-b7ad6b7169203331-01",   // no trace
           "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",   // no parent
           "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0",    // short
           "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-",  // long
           "00-0af7651916cd43dd8448eb211c80319cxb7ad6b7169203331-01",   // no dash
           "00-0af7651916cd43dd8448eb211c8031 c-b7ad6b7169203331-01",
           "x",
       }) {
    CAPTURE(bad);
    CHECK_FALSE(is_traceparent(bad));
    CHECK(traceparent_of(bad).empty());
    CHECK(fault_of_traceparent(bad).find("is left out") != std::string::npos);
  }
}

TEST_CASE("every one of its characters counts", "[traceparent]") {
  const std::string good = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = 'g';
    CHECK_FALSE(is_traceparent(bad));
    CHECK_FALSE(is_traceparent(good.substr(0, i)));
  }
}

}  // namespace kine::server::traceparent_test
