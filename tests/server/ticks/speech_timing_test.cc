#include "server/ticks/speech_timing.h"

#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"

namespace kine::server::speech_timing_test {

TEST_CASE("a speech's timing travels under the protocol's number of the same word",
          "[speech_timing]") {
  using speech::Timing;
  for (const Timing timing :
       {Timing::Measured, Timing::Marks, Timing::Aligned, Timing::Estimated}) {
    const auto number = static_cast<kinesphere::Timing>(timing_on_the_wire(timing));
    std::string word = kinesphere::Timing_Name(number);
    for (char& c : word) c = static_cast<char>(c - 'A' + 'a');
    CHECK(word == speech::word_of(timing));
  }
}

}  // namespace kine::server::speech_timing_test
