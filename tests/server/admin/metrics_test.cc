// Tests for server/admin/metrics.h.
#include "server/admin/metrics.h"

#include <string>

#include "tests/support/catch.h"

namespace kine::server::metrics_test {

TEST_CASE("what is counted stands under its name, with its help and its type", "[admin]") {
  Status status;
  status.ticks = 7;
  status.scripts_accepted = 3;
  status.delayed_lost = 4;
  status.scripts_refused = 2;
  status.tick_durations.add(std::chrono::microseconds(1'500));
  status.tick_durations.add(std::chrono::milliseconds(50));
  const std::string text =
      metrics_text(status, {.is_ready = true, .memory_bytes = 4'096, .tick_s = 0.125});
  const auto has = [&](const std::string& line) {
    INFO(line);
    CHECK(("\n" + text).find("\n" + line + "\n") != std::string::npos);
  };
  has("# TYPE kinesphere_ticks_total counter");
  has("# HELP kinesphere_ticks_total Ticks that were run.");
  has("kinesphere_ticks_total 7");
  has("kinesphere_ready 1");
  has("kinesphere_tick_interval_seconds 0.125");
  has("kinesphere_delayed_lost_total 4");
  has("kinesphere_memory_bytes 4096");
  has("kinesphere_scripts_total{result=\"accepted\"} 3");
  has("kinesphere_scripts_total{result=\"refused\"} 2");
  has("kinesphere_tick_duration_seconds_count 2");
  has("kinesphere_tick_duration_seconds_bucket{le=\"0.001\"} 0");
  has("kinesphere_tick_duration_seconds_bucket{le=\"0.002\"} 1");
  has("kinesphere_tick_duration_seconds_bucket{le=\"0.033\"} 1");
  has("kinesphere_tick_duration_seconds_bucket{le=\"0.067\"} 2");
  has("kinesphere_tick_duration_seconds_bucket{le=\"+Inf\"} 2");
  CHECK(text.find("kinesphere_build_info{version=\"") != std::string::npos);
}

}  // namespace kine::server::metrics_test
