// Tests for server/commands/response.h.
#include "server/commands/response.h"

#include <fstream>
#include <iterator>

#include "tests/support/catch.h"
#include "tests/support/server/outcome.h"
#include "tests/support/temporary_folder.h"

namespace kine::response_test {

using namespace kine;

namespace {

using test::Outcome;

Outcome response(const Tension& tension, const std::string& file = {}) {
  return test::outcome_of([&](auto& output, auto& messages) {
    return server::response({.tension = tension, .speed_m_s = 1, .output = file}, output, messages);
  });
}

}  // namespace

TEST_CASE("response says in numbers what a tension does", "[response]") {
  // Of r = 10 cm at 1 m/s, by an independent simulation: zeta .3 peaks after 198.4 ms, lags by
  // 116.6 mm at most, overshoots by 55.96 mm, settles after .999 s with
  // 3 peaks, and covers 98 % of the stroke 57.3 ms late.
  const Outcome loose = response({0.1, 0.3});
  CHECK(loose.exit_code == 0);
  CHECK(loose.messages.empty());
  CHECK(loose.output ==
        "tension       rest error 10 cm, zeta 0.3, target at 1 m/s\n"
        "lag           60.6 ms, 6.06 cm behind a steady target\n"
        "greatest lag  11.7 cm, 198 ms after the target sets out\n"
        "overshoot     5.6 cm, 198 ms after the target stops\n"
        "period        665 ms\n"
        "oscillations  3 peaks until settled (estimated 4)\n"
        "settling      999 ms until within 5 % of the lag (at most 1.2 s)\n"
        "look-ahead    57.3 ms to be in time with an eased stroke of 300 ms\n");
}

TEST_CASE("response of a strongly damped tension knows no overshoot", "[response]") {
  const Outcome damped = response({0.1, 1.2});
  CHECK(damped.exit_code == 0);
  CHECK(damped.output.find("overshoot     none") != std::string::npos);
  CHECK(damped.output.find("period") == std::string::npos);
}

TEST_CASE("response warns where people found motion unnatural", "[response]") {
  CHECK(response({0.005, 0.2}).messages.empty());
  CHECK(response({0.15, 0.3}).messages.empty());
  CHECK(response({0.15, 0.29}).messages ==
        "kinesphere: warning: people find loose motion (rest error from 3 cm on) unnatural with a "
        "zeta below 0.3: '0.29'\n");
  CHECK(response({0.005, 0.15}).messages ==
        "kinesphere: warning: people find tense motion (rest error below 3 cm) unnatural with a "
        "zeta below 0.2, save in moments such as shaking with anger: '0.15'\n");
}

TEST_CASE("response writes its page whole, or says why not", "[response]") {
  const test::TemporaryFolder folder;
  const std::string file = (folder.path() / "page.svg").string();
  CHECK(response({0.005, 0.3}, file).exit_code == 0);
  std::ifstream page(file);
  const std::string svg(std::istreambuf_iterator<char>(page), {});
  CHECK(svg.starts_with("<svg "));
  CHECK(svg.ends_with("</svg>\n"));

  const Outcome nowhere = response({0.005, 0.3}, (folder.path() / "none" / "page.svg").string());
  CHECK(nowhere.exit_code == 1);
  CHECK(nowhere.messages.find("error") != std::string::npos);
}

}  // namespace kine::response_test
