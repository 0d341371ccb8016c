#include "protocol/performed.h"

#include <limits>

#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"

namespace kine::protocol::performed_test {

TEST_CASE("what was performed comes back as it went out", "[performed]") {
  const Performed performed{
      .speeches = {{.id = "b:s",
                    .words = 3,
                    .words_done = 2,
                    .last_word = "no",
                    .text_done = "no no ",
                    .text_left = "no",
                    .sound = Seconds{1.25}}},
      .parts = {{.id = "b:g", .phase = "stroke", .phase_fraction = 0.25, .fraction = 0.5}}};
  kinesphere::Performance message;
  write_performed(performed, message);
  CHECK(message.speeches(0).sound_ms() == 1250);
  CHECK(read_performed(message) == performed);
}

TEST_CASE("numbers that are none are 0", "[performed]") {
  kinesphere::Performance message;
  message.add_speeches()->set_sound_ms(std::numeric_limits<double>::infinity());
  message.add_behaviours()->set_fraction(std::numeric_limits<double>::quiet_NaN());
  const Performed performed = read_performed(message);
  CHECK(performed.speeches.front().sound == Seconds{0});
  CHECK(performed.parts.front().fraction == 0);
}

}  // namespace kine::protocol::performed_test
