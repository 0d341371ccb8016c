// Tests for server/commands/status.h.
#include "server/commands/status.h"

#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/server/outcome.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::status_test {
namespace {

constexpr std::string_view kText =
    "# HELP kinesphere_ticks_total Ticks that were run.\n"
    "kinesphere_build_info{version=\"0.1.0\",revision=\"abc\"} 1\n"
    "kinesphere_ready 1\n"
    "kinesphere_ticks_total 600\n"
    "kinesphere_tick_duration_seconds_count 600\n"
    "kinesphere_tick_duration_seconds_bucket{le=\"0.001\"} 500\n"
    "kinesphere_tick_duration_seconds_bucket{le=\"0.002\"} 599\n"
    "kinesphere_tick_duration_seconds_bucket{le=\"+Inf\"} 600\n"
    "kinesphere_tick_interval_seconds 0.1\n"
    "kinesphere_send_bytes_total 2.5e+06\n"
    "process_start_time_seconds 1000\n";

}  // namespace

TEST_CASE("values and labels of metrics are found by their names", "[status]") {
  const Metrics metrics(kText);
  CHECK(metrics.value("kinesphere_ticks_total") == 600);
  CHECK(metrics.value("kinesphere_send_bytes_total") == 2.5e6);
  CHECK(metrics.value("kinesphere_nothing") == 0);
  CHECK(metrics.label("kinesphere_build_info", "version") == "0.1.0");
  CHECK(metrics.label("kinesphere_build_info", "name").empty());
  CHECK(metrics.bound_of("kinesphere_tick_duration_seconds", 0.8) == 0.001);
  CHECK(metrics.bound_of("kinesphere_tick_duration_seconds", 0.99) == 0.002);
  CHECK(std::isinf(metrics.bound_of("kinesphere_tick_duration_seconds", 1)));
}

TEST_CASE("a person reads how a server is, and at what rate", "[status]") {
  const Metrics metrics(kText);
  const std::string once = status_text(metrics, 1'060);
  CHECK(once.starts_with("kinesphere 0.1.0, ready, for 60 s\n"));
  CHECK(
      once.find(
          "ticks        600, 0 late, 0 left out; 99 % within 2 ms, where a tick lasts 100 ms\n") !=
      std::string::npos);
  CHECK(once.find("2.5 MB sent") != std::string::npos);
  const Metrics before("kinesphere_ticks_total 540\n");
  CHECK(status_text(metrics, 1'060, &before, 1).find("ticks        600 (60 ticks a second)") !=
        std::string::npos);
}

TEST_CASE("ticks past every bound are told by the bounds that the server has", "[status]") {
  const auto text = [](const std::string& bound) {
    return status_text(Metrics("kinesphere_tick_duration_seconds_count 100\n"
                               "kinesphere_tick_duration_seconds_bucket{le=\"" +
                               bound +
                               "\"} 50\n"
                               "kinesphere_tick_duration_seconds_bucket{le=\"+Inf\"} 100\n"
                               "kinesphere_tick_interval_seconds 0.5\n"),
                       0);
  };
  CHECK(text("0.033").find("more than 1 % took longer than 33 ms, where a tick lasts 500 ms") !=
        std::string::npos);
  CHECK(text("1").find("more than 1 % took longer than 1000 ms, where") != std::string::npos);
}

TEST_CASE("the program says how a server is, or that there is none", "[status]") {
  Options options = test::server_options();
  options.admin = client::Address{.host = "127.0.0.1", .port = 0};
  const auto server = test::start_server(std::move(options));
  test::WireClient client(server->port());
  client.say_hello();
  client.subscribe();
  client.next_frame();  // before the first tick it is not ready
  const auto status_of = [](const std::string& address) {
    return test::outcome_of([&](std::ostream& output, std::ostream& messages) {
      return show_status({.address = address}, output, messages);
    });
  };
  const auto said = status_of(server->admin_address());
  CHECK(said.exit_code == 0);
  CHECK(said.output.find("ready") != std::string::npos);
  const auto none = status_of("127.0.0.1:1");
  CHECK(none.exit_code == 1);
  CHECK(none.messages.find("is it run with --admin?") != std::string::npos);
}

}  // namespace kine::server::status_test
