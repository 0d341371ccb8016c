#include "server/admin/metrics.h"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <string_view>
#include <utility>
#include <vector>

#include "server/admin/process.h"
#include "server/base/revision.h"

namespace kine::server {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

using Families = std::vector<MetricFamily>;

void add_counter(Families& families, std::string name, std::string help, double value) {
  ClientMetric metric;
  metric.counter.value = value;
  families.push_back({std::move(name), std::move(help), MetricType::Counter, {metric}});
}

void add_counter(Families& families, std::string name, std::string help,
                 const Status::Counter& counter) {
  add_counter(families, std::move(name), std::move(help), static_cast<double>(counter.load()));
}

void add_gauge(Families& families, std::string name, std::string help, double value) {
  ClientMetric metric;
  metric.gauge.value = value;
  families.push_back({std::move(name), std::move(help), MetricType::Gauge, {metric}});
}

void add_histogram(Families& families, std::string name, std::string help,
                   const Durations& durations) {
  const Durations::Counts counts = durations.counts();
  ClientMetric metric;
  metric.histogram.sample_count = counts.all;
  metric.histogram.sample_sum = counts.sum_s;
  for (std::size_t i = 0; i < counts.up_to.size(); ++i) {
    metric.histogram.bucket.push_back({counts.up_to[i], durations.bounds_s()[i]});
  }
  families.push_back({std::move(name), std::move(help), MetricType::Histogram, {metric}});
}

void add_build(Families& families) {
  ClientMetric metric;
  metric.label = {{"version", std::string(kVersion)}, {"revision", std::string(revision())}};
  metric.gauge.value = 1;
  families.push_back({"kinesphere_build_info", "What runs.", MetricType::Gauge, {metric}});
}

void add_ticks(Families& families, const Status& status, double tick_s) {
  add_gauge(families, "kinesphere_tick_interval_seconds", "How long a tick lasts.", tick_s);
  add_histogram(families, "kinesphere_tick_duration_seconds", "How long a tick took.",
                status.tick_durations);
  add_counter(families, "kinesphere_ticks_total", "Ticks that were run.", status.ticks);
  add_counter(families, "kinesphere_ticks_late_total", "Ticks that took longer than a tick lasts.",
              status.ticks_late);
  add_counter(families, "kinesphere_ticks_skipped_total", "Ticks left out, for it was too late.",
              status.ticks_skipped);
  add_gauge(families, "kinesphere_characters", "Characters that are there.",
            static_cast<double>(status.characters));
  add_gauge(families, "kinesphere_blocks_playing", "Blocks that play or wait.",
            static_cast<double>(status.blocks_playing));
}

void add_connections(Families& families, const Status& status) {
  add_gauge(families, "kinesphere_connections", "Connections that are open.",
            static_cast<double>(status.connections));
  add_counter(families, "kinesphere_connections_accepted_total", "Connections that were let in.",
              status.connections_accepted);
  add_counter(families, "kinesphere_connections_refused_total", "Connections past a limit.",
              status.connections_refused);
  add_counter(families, "kinesphere_connections_displaced_total",
              "Connections closed to make room for others.", status.connections_displaced);
  add_counter(families, "kinesphere_tokens_wrong_total", "Wrong tokens.", status.tokens_wrong);
}

void add_scripts(Families& families, const Status& status) {
  MetricFamily scripts{
      "kinesphere_scripts_total", "Scripts, by their answer.", MetricType::Counter, {}};
  const auto add = [&](std::string result, const Status::Counter& counter) {
    ClientMetric metric;
    metric.label = {{"result", std::move(result)}};
    metric.counter.value = static_cast<double>(counter.load());
    scripts.metric.push_back(std::move(metric));
  };
  add("accepted", status.scripts_accepted);
  add("refused", status.scripts_refused);
  families.push_back(std::move(scripts));
  add_histogram(families, "kinesphere_script_accept_seconds",
                "From a script's arrival until it was accepted.", status.script_accept);
}

void add_frames(Families& families, const Status& status) {
  add_counter(families, "kinesphere_frames_encoded_total", "Frames, once an encoding.",
              status.frames_encoded);
  add_counter(families, "kinesphere_frames_offered_total", "Frames offered to subscribers.",
              status.frames_offered);
  add_counter(families, "kinesphere_frames_dropped_total",
              "Frames that slow subscribers did not get.", status.frames_dropped);
  add_counter(families, "kinesphere_audio_streams_lost_total",
              "Streams of sound that a subscriber could not take.", status.audio_streams_lost);
  add_counter(families, "kinesphere_delayed_lost_total",
              "Sound and lips that were held back and found no room.", status.delayed_lost);
  add_counter(families, "kinesphere_send_bytes_total", "Bytes written to clients.",
              status.bytes_sent);
}

void add_scenes(Families& families, const Status& status) {
  add_gauge(families, "kinesphere_scenes_played", "Scenes that this server plays.",
            static_cast<double>(status.scenes_played));
  add_gauge(families, "kinesphere_cluster_lost",
            "1 while no server of NATS answers this node of a cluster.",
            static_cast<double>(status.cluster_lost));
  add_gauge(families, "kinesphere_clocks_apart",
            "1 while the clock of another node is more than 20 ms from ours.",
            static_cast<double>(status.clocks_apart));
}

void add_journal(Families& families, const Status& status) {
  add_counter(families, "kinesphere_journal_bytes_total", "Bytes that went into the journal.",
              status.journal_bytes);
  add_gauge(families, "kinesphere_journal_failing", "1 while the journal cannot be written.",
            static_cast<double>(status.journal_failing));
  add_histogram(families, "kinesphere_journal_sync_seconds",
                "How long the disk took for what came together.", status.journal_syncs);
}

/// Those that Prometheus expects of every process, by its own names.
void add_process(Families& families) {
  const ProcessFigures figures = process_figures();
  add_counter(families, "process_cpu_seconds_total", "Time of the processor.", figures.cpu_s);
  add_gauge(families, "process_resident_memory_bytes", "Memory.", figures.resident_bytes);
  add_gauge(families, "process_open_fds", "Open file descriptors.", figures.open_fds);
  add_gauge(families, "process_max_fds", "File descriptors at most.", figures.max_fds);
  add_gauge(families, "process_start_time_seconds", "When it began, in seconds since 1970.",
            figures.start_s);
}

}  // namespace

std::string metrics_text(const Status& status, const Present& present) {
  Families families;
  add_build(families);
  add_gauge(families, "kinesphere_ready", "1 where /readyz says so.", present.is_ready ? 1 : 0);
  add_ticks(families, status, present.tick_s);
  add_connections(families, status);
  add_scripts(families, status);
  add_frames(families, status);
  add_journal(families, status);
  add_scenes(families, status);
  add_gauge(families, "kinesphere_memory_bytes", "What clients have the server hold.",
            static_cast<double>(present.memory_bytes));
  add_process(families);
  return prometheus::TextSerializer().Serialize(families);
}

}  // namespace kine::server
