// Tests for realizer/script/values.h.
#include "realizer/script/values.h"

#include <cmath>
#include <string>

#include "tests/support/catch.h"

namespace kine::script::values_test {

TEST_CASE("a bare time is in seconds, and 300ms is the very same as 0.3", "[values]") {
  CHECK(parse_time("0.3") == Seconds(0.3));
  CHECK(parse_time("0.3s") == Seconds(0.3));
  CHECK(parse_time("300ms") == Seconds(0.3));
  CHECK(parse_time(" 2 ") == Seconds(2));
  CHECK(parse_time("-1") == Seconds(-1));
}

TEST_CASE("a bare length is in metres", "[values]") {
  CHECK(parse_length_m("0.2") == 0.2);
  CHECK(parse_length_m("0.2m") == 0.2);
  CHECK(parse_length_m("20cm") == 0.2);
  CHECK(parse_length_m("200mm") == 0.2);
}

TEST_CASE("a bare angle is in degrees", "[values]") {
  CHECK(*parse_angle_rad("180") == Approx(M_PI));
  CHECK(*parse_angle_rad("90deg") == Approx(M_PI / 2));
  CHECK(parse_angle_rad("0.5rad") == 0.5);
}

TEST_CASE("what is no number with a unit is refused", "[values]") {
  const std::string text = GENERATE(values<std::string>(
      {"",    "s",   "ms",  "nan",  "NaN", "inf", "-inf", "infinity", "0x10", "1e309",
       "1 s", "1,5", "1s2", "1sec", "--1", "+-1", "1h",   "s1",       "1e",   "."}));
  CAPTURE(text);
  CHECK_FALSE(parse_time(text));
  CHECK_FALSE(parse_length_m(text));
  CHECK_FALSE(parse_angle_rad(text));
}

TEST_CASE("a point is three lengths between blanks", "[values]") {
  CHECK(parse_point_m("-20cm 1.25\t400mm") == Vec3{-0.2, 1.25, 0.4});
  CHECK(parse_point_m("  1 2  3 ") == Vec3{1, 2, 3});
  CHECK_FALSE(parse_point_m("1 2"));
  CHECK_FALSE(parse_point_m("1 2 3 4"));
  CHECK_FALSE(parse_point_m("1,2,3"));
  CHECK_FALSE(parse_point_m("1 2 nan"));
}

TEST_CASE("a direction has length 1, however long it was written", "[values]") {
  CHECK(parse_direction("0 0 7") == Vec3{0, 0, 1});
  CHECK(parse_direction("3 0 -4")->x == Approx(0.6));
  CHECK(parse_direction("3 0 -4")->z == Approx(-0.8));
  CHECK(length(*parse_direction("1e-200 1e-200 0")) == Approx(1));
  CHECK(length(*parse_direction("1e300 1e300 1e300")) == Approx(1));
  CHECK_FALSE(parse_direction("0 0 0"));
  CHECK_FALSE(parse_direction("0 -0 0"));
  CHECK_FALSE(parse_direction("x"));
}

TEST_CASE("an axis may be called by its name", "[values]") {
  CHECK(parse_axis("x") == Vec3{1, 0, 0});
  CHECK(parse_axis("-y") == Vec3{0, -1, 0});
  CHECK(parse_axis("0 2 0") == Vec3{0, 1, 0});
  CHECK_FALSE(parse_axis("w"));
  CHECK_FALSE(parse_axis("+x"));
}

TEST_CASE("what is printed reads back to the same", "[values]") {
  for (const double value : {0.0, 0.1, 1.0 / 3, -35.5, 1e-9, 123.456, M_PI}) {
    CAPTURE(value);
    CHECK(parse_time(format_time(Seconds(value))) == Seconds(value));
    CHECK(parse_angle_rad(format_angle(value)) == value);
    const Vec3 point{value, 2 * value, -value};
    CHECK(parse_point_m(format_vector(point)) == point);
  }
  const Vec3 direction = *parse_direction("1 2 3");
  CHECK(parse_direction(format_vector(direction)) == direction);
  const Tcb tcb{.tension = 0.4, .continuity = 1.0 / 3, .bias = -1};
  CHECK(parse_tcb(format_tcb(tcb)) == tcb);
  CHECK_FALSE(parse_tcb("0.4 0"));
  CHECK_FALSE(parse_tcb("0 0 0 0"));
  CHECK(format_axis(Vec3{0, 0, -1}) == "-z");
  CHECK(parse_axis(format_axis(direction)) == direction);
}

TEST_CASE("an angle that was written in whole degrees is printed so", "[values]") {
  CHECK(format_angle(*parse_angle_rad("35")) == "35");
  CHECK(format_angle(*parse_angle_rad("-12.5")) == "-12.5");
}

}  // namespace kine::script::values_test
