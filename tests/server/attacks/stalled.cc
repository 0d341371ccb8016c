// 200 clients that read, beside 20 that have subscribed to all and read nothing.
//
//   stalled            some seconds: nobody is cut off that reads, and all have their frames
//   stalled by-hand    judges the figures as well: all frames, and p99 at most twice that without
//
// Both are measured in turn, so that a busy machine shows in both. The seconds of a round are fewer
// than a client may take no byte (write_wait_max).
#include <malloc.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <string>
#include <vector>

#include "server/base/descriptor_limit.h"
#include "tests/server/attacks/attacked_server.h"
#include "tests/server/attacks/attacks.h"
#include "tests/server/attacks/child.h"
#include "tests/server/attacks/crowd.h"
#include "tests/support/server/running_server.h"
#include "tests/support/temporary_folder.h"

namespace kine::attacks {
namespace {

constexpr int kRounds = 3;
constexpr int kShort_s = 2;
constexpr int kLong_s = 6;
constexpr std::size_t kStalled = 20;
constexpr int kReceiveBytes = 4'096;
constexpr double kLatenessMax = 2;  // times that without them
constexpr double kHeardMin = 0.25;  // of the ticks that were run, on any machine
constexpr double kMemoryMax_mib = 32;

struct Order {
  std::uint16_t port = 0;
  int seconds = 0;
};

void be_readers(int orders, int reports) {
  Order order;
  if (!read_from(orders, order)) return;
  Crowd crowd(order.port);
  write_to(reports, Figures{});
  while (read_from(orders, order)) {
    write_to(reports, crowd.listen_for(std::chrono::seconds(order.seconds)));
  }
}

/// Subscribed to everybody, with a frame of each on its way, and not a byte read of it.
std::vector<test::WireClient> stall(std::uint16_t port) {
  std::vector<test::WireClient> stalled;
  for (std::size_t i = 0; i < kStalled; ++i) {
    stalled.emplace_back(port, kReceiveBytes);
    stalled.back().send(hello_of());
    stalled.back().subscribe();
  }
  return stalled;
}

Figures measured(Child& readers, const Order& order) {
  write_to(readers.orders(), order);
  Figures figures;
  if (!read_from(readers.reports(), figures)) throw std::runtime_error("the readers have gone");
  return figures;
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

void print(const char* what, const Figures& figures) {
  std::printf(
      "%-10s %9.2f %% of the frames, %7.2f %% of one, lateness p50 %6.2f ms, p99 %6.2f ms\n", what,
      100 * figures.delivered(),
      100 * static_cast<double>(figures.frames_least) / static_cast<double>(figures.ticks),
      figures.lateness_p50_ms, figures.lateness_p99_ms);
}

int run(Child& readers, bool by_hand) {
  const test::TemporaryFolder recordings;
  const auto server = start_attacked_server(recordings.path().string());
  measured(readers, {server->port(), 0});
  const int seconds = by_hand ? kLong_s : kShort_s;
  std::vector<double> alone_ms;
  std::vector<double> beside_ms;
  double memory_mib = 0;
  int faults = 0;
  const auto judge = [&](bool is_good, const char* fault) {
    if (is_good) return;
    std::fprintf(stderr, "stalled: %s\n", fault);
    ++faults;
  };
  for (int i = 0; i < kRounds; ++i) {
    const Figures alone = measured(readers, {server->port(), seconds});
    const std::size_t before = test::resident_bytes();
    const std::uint64_t skipped = server->status().ticks_skipped;
    const auto stalled = stall(server->port());
    const Figures beside = measured(readers, {server->port(), seconds});
    const auto after = static_cast<double>(test::resident_bytes());
    memory_mib = std::max(memory_mib, (after - static_cast<double>(before)) / (1 << 20));
    print("alone", alone);
    print("beside", beside);
    alone_ms.push_back(alone.lateness_p99_ms);
    beside_ms.push_back(beside.lateness_p99_ms);
    const auto run_ticks =
        static_cast<double>(beside.ticks - (server->status().ticks_skipped - skipped));
    judge(beside.lost == 0, "a reader was cut off");
    judge(static_cast<double>(beside.frames_least) >= kHeardMin * run_ticks,
          "a reader has not had its frames");
    if (by_hand) judge(beside.delivered() >= 1, "not all frames were delivered");
  }
  const double ratio = median(beside_ms) / median(alone_ms);
  std::printf("p99 beside %zu stalled ones is %.2f times that alone; %.1f MiB more memory\n",
              kStalled, ratio, memory_mib);
  judge(memory_mib < kMemoryMax_mib, "they cost too much memory");
  if (by_hand) judge(ratio <= kLatenessMax, "readers have their frames later");
  return faults == 0 ? 0 : 1;
}

}  // namespace
}  // namespace kine::attacks

int main(int argc, char**) {
  using namespace kine::attacks;
  kine::server::raise_descriptor_limit();
  std::signal(SIGPIPE, SIG_IGN);
  Child readers(0, be_readers);
  return run(readers, argc > 1);
}
