#include "server/commands/status.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <thread>

#include "clients/cpp/address.h"
#include "realizer/core/number.h"
#include "server/admin/admin_port.h"
#include "server/admin/ask_admin.h"
#include "server/base/report_line.h"

namespace kine::server {
namespace {

constexpr std::chrono::seconds kWatchEach{1};

std::string with_unit(double value, const char* unit) {
  char text[64];
  std::snprintf(text, sizeof text, value < 10 && value != std::floor(value) ? "%.1f %s" : "%.0f %s",
                value, unit);
  return text;
}

std::string duration_text(double seconds) {
  if (seconds < 120) return with_unit(seconds, "s");
  if (seconds < 7'200) return with_unit(seconds / 60, "min");
  return with_unit(seconds / 3'600, "h");
}

std::string bytes_text(double bytes) {
  if (bytes < 1e6) return with_unit(bytes / 1e3, "kB");
  return bytes < 1e9 ? with_unit(bytes / 1e6, "MB") : with_unit(bytes / 1e9, "GB");
}

std::string count_text(double count) { return format_number(std::round(count)); }

double seconds_since_1970() {
  const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
  return now.count();
}

}  // namespace

int show_status(const StatusOptions& options, std::ostream& output, std::ostream& messages) {
  const auto address = client::parse_address(options.address, kAdminPort);
  if (!address) {
    messages << report_line("kinesphere", address.error());
    return 1;
  }
  std::optional<Metrics> before;
  for (auto asked_at = std::chrono::steady_clock::now();;) {
    const auto text = ask_for_metrics(*address);
    if (!text) {
      messages << report_line("kinesphere",
                              Error{.message = "no server answers there, is it run with --admin? " +
                                               quoted(options.address)});
      return 1;
    }
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double> passed = now - asked_at;
    const Metrics metrics(*text);
    output << status_text(metrics, seconds_since_1970(), before ? &*before : nullptr,
                          passed.count())
           << std::flush;
    if (!options.watch) return 0;
    output << "\n";
    before = metrics;
    asked_at = now;
    std::this_thread::sleep_until(now + kWatchEach);
  }
}

Metrics::Metrics(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t space = line.rfind(' ');
    if (line.starts_with('#') || space == std::string_view::npos) continue;
    double value = 0;
    std::from_chars(line.data() + space + 1, line.data() + line.size(), value);
    values_.emplace(line.substr(0, space), value);
  }
}

double Metrics::value(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? 0 : found->second;
}

std::string Metrics::label(std::string_view name, std::string_view label) const {
  const auto found = values_.lower_bound(name);
  if (found == values_.end() || !found->first.starts_with(name)) return {};
  const std::string begin = std::string(label) + "=\"";
  const std::size_t at = found->first.find(begin);
  if (at == std::string::npos) return {};
  const std::size_t first = at + begin.size();
  return found->first.substr(first, found->first.find('"', first) - first);
}

double Metrics::bound_of(std::string_view histogram, double share) const {
  const std::string begin = std::string(histogram) + "_bucket{le=\"";
  const double wanted = share * value(std::string(histogram) + "_count");
  double bound = std::numeric_limits<double>::infinity();
  for (auto each = values_.lower_bound(begin);
       each != values_.end() && each->first.starts_with(begin); ++each) {
    double le = bound;
    const char* const first = each->first.data() + begin.size();
    std::from_chars(first, each->first.data() + each->first.size(), le);
    if (each->second >= wanted) bound = std::min(bound, le);
  }
  return bound;
}

double Metrics::greatest_bound(std::string_view histogram) const {
  const std::string begin = std::string(histogram) + "_bucket{le=\"";
  double greatest = 0;
  for (auto each = values_.lower_bound(begin);
       each != values_.end() && each->first.starts_with(begin); ++each) {
    double le = 0;
    const char* const first = each->first.data() + begin.size();
    const auto read = std::from_chars(first, each->first.data() + each->first.size(), le);
    if (read.ec == std::errc{} && std::isfinite(le)) greatest = std::max(greatest, le);
  }
  return greatest;
}

std::string status_text(const Metrics& now, double now_s, const Metrics* before, double seconds) {
  const auto count = [&](std::string_view name) { return count_text(now.value(name)); };
  const auto rate = [&](std::string_view name, const char* unit) {
    if (before == nullptr || seconds <= 0) return std::string();
    return " (" + with_unit((now.value(name) - before->value(name)) / seconds, unit) + " a second)";
  };
  const double within_s = now.bound_of("kinesphere_tick_duration_seconds", 0.99);
  const double longest_s = now.greatest_bound("kinesphere_tick_duration_seconds");
  const std::string ticks_within =
      (std::isfinite(within_s)
           ? "99 % within " + with_unit(1e3 * within_s, "ms")
           : "more than 1 % took longer than " + with_unit(1e3 * longest_s, "ms")) +
      ", where a tick lasts " +
      with_unit(1e3 * now.value("kinesphere_tick_interval_seconds"), "ms");
  return "kinesphere " + now.label("kinesphere_build_info", "version") + ", " +
         (now.value("kinesphere_ready") == 1 ? "ready" : "not ready (see /readyz)") + ", for " +
         duration_text(now_s - now.value("process_start_time_seconds")) + "\nticks        " +
         count("kinesphere_ticks_total") + rate("kinesphere_ticks_total", "ticks") + ", " +
         count("kinesphere_ticks_late_total") + " late, " +
         count("kinesphere_ticks_skipped_total") + " left out; " + ticks_within +
         "\ncharacters   " + count("kinesphere_characters") + ", " +
         count("kinesphere_blocks_playing") + " blocks play or wait" + "\nconnections  " +
         count("kinesphere_connections") + ", " + count("kinesphere_connections_refused_total") +
         " refused, " + count("kinesphere_connections_displaced_total") + " displaced" +
         "\nscripts      " + count("kinesphere_scripts_total{result=\"accepted\"}") + " accepted" +
         rate("kinesphere_scripts_total{result=\"accepted\"}", "scripts") + ", " +
         count("kinesphere_scripts_total{result=\"refused\"}") + " refused" + "\nframes       " +
         count("kinesphere_frames_offered_total") + " offered" +
         rate("kinesphere_frames_offered_total", "frames") + ", " +
         count("kinesphere_frames_dropped_total") + " dropped; " +
         bytes_text(now.value("kinesphere_send_bytes_total")) + " sent" + "\nmemory       " +
         bytes_text(now.value("process_resident_memory_bytes")) + ", " +
         bytes_text(now.value("kinesphere_memory_bytes")) + " of it held for clients\n";
}

void add_status(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand("status", "Says how a server is that runs");
  const auto options = std::make_shared<StatusOptions>();
  command->add_option("address", options->address, "Where its serve --admin listens")
      ->type_name("HOST[:PORT]")
      ->capture_default_str();
  command->add_flag("--watch", options->watch, "Says it again each second, until Ctrl-C");
  command->callback(
      [options, &exit_code] { exit_code = show_status(*options, std::cout, std::cerr); });
}

}  // namespace kine::server
