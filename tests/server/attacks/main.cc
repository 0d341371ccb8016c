// A real server under all attacks at once, beside 200 subscribers and a script a second.
//
//   attacks            some seconds: attacks are answered in words, and nobody else is let down
//   attacks SECONDS    judges the figures as well: frames, scripts, memory
//
// Crowd and attackers are processes of their own, the attackers niced: what the server does for
// them is what counts.
#include <malloc.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <sstream>
#include <stdexcept>
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

constexpr int kShort_s = 8;  // all places are taken in some five seconds
constexpr std::size_t kMiB = std::size_t{1} << 20;

// What it must show, by hand.
constexpr double kDeliveredMin = 0.99;
constexpr double kScriptMax_ms = 100;
constexpr std::size_t kMemoryMax = 64 * kMiB;

// What it must show on any machine, however busy: of the ticks that were run.
constexpr double kHeardMin = 0.25;

struct Order {
  std::uint16_t port = 0;
  int seconds = 0;
};

void be_crowd(int orders, int reports) {
  Order order;
  if (!read_from(orders, order)) return;
  Crowd crowd(order.port);
  write_to(reports, Figures{});
  while (read_from(orders, order)) {
    write_to(reports, crowd.listen_for(std::chrono::seconds(order.seconds)));
  }
}

/// A line each: what was attacked, how often it was said, and what.
void be_attackers(int orders, int reports) {
  Order order;
  if (!read_from(orders, order)) return;
  std::ostringstream lines;
  for (const Told& told : attack(order.port, std::chrono::seconds(order.seconds))) {
    lines << told.attack << '\t' << told.count << '\t' << told.words << '\n';
  }
  const std::string text = lines.str();
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t now = ::write(reports, text.data() + written, text.size() - written);
    if (now <= 0) return;
    written += static_cast<std::size_t>(now);
  }
}

std::vector<Told> read_told(int reports) {
  std::string text;
  std::array<char, 4096> bytes;
  for (ssize_t size = 0; (size = ::read(reports, bytes.data(), bytes.size())) > 0;) {
    text.append(bytes.data(), static_cast<std::size_t>(size));
  }
  std::istringstream lines(text);
  std::vector<Told> told;
  Told each;
  std::string count;
  while (std::getline(lines, each.attack, '\t') && std::getline(lines, count, '\t') &&
         std::getline(lines, each.words)) {
    each.count = std::stoul(count);
    told.push_back(each);
  }
  return told;
}

/// What a time gave, and what the server left out of it.
struct Heard {
  Figures figures;
  std::uint64_t skipped = 0;
  std::size_t most_resident = 0;
};

Heard listen(const server::Server& server, Child& crowd, int seconds) {
  const std::uint64_t skipped = server.status().ticks_skipped;
  write_to(crowd.orders(), Order{server.port(), seconds});
  Heard heard;
  constexpr int kLook_ms = 100;
  pollfd answer{crowd.reports(), POLLIN, 0};
  while (::poll(&answer, 1, kLook_ms) == 0) {
    heard.most_resident = std::max(heard.most_resident, test::resident_bytes());
  }
  if (!read_from(crowd.reports(), heard.figures)) throw std::runtime_error("the crowd has gone");
  heard.skipped = server.status().ticks_skipped - skipped;
  return heard;
}

struct Memory {
  std::size_t in_use = 0;
  std::size_t resident = 0;
};

Memory memory_now() {
  ::malloc_trim(0);
  return {bytes_in_use(), test::resident_bytes()};
}

struct Outcome {
  Heard quiet;
  Heard attacked;
  Memory before;
  Memory after;
  std::vector<Told> told;
};

Outcome run(Child& crowd, Child& attackers, int seconds) {
  const test::TemporaryFolder recordings;
  const auto server = start_attacked_server(recordings.path().string());
  write_to(crowd.orders(), Order{server->port(), 0});
  Figures none;
  if (!read_from(crowd.reports(), none)) throw std::runtime_error("the crowd finds no server");
  const std::uint64_t present = server->status().connections;
  Outcome outcome;
  outcome.quiet = listen(*server, crowd, seconds);
  outcome.before = memory_now();
  write_to(attackers.orders(), Order{server->port(), seconds});
  outcome.attacked = listen(*server, crowd, seconds);
  outcome.told = read_told(attackers.reports());
  interrupt_all(*server);
  // The attackers' process has ended, and with it its connections; one of ours may not have yet.
  while (server->status().connections > present + 1) interrupt_all(*server);
  outcome.after = memory_now();
  return outcome;
}

double mib(std::size_t bytes) { return static_cast<double>(bytes) / static_cast<double>(kMiB); }

double growth_mib(std::size_t before, std::size_t after) { return mib(after) - mib(before); }

void print(const Outcome& outcome) {
  const auto row = [&](const char* what, const std::function<double(const Heard&)>& value) {
    std::printf("%-26s %9.2f   %9.2f\n", what, value(outcome.quiet), value(outcome.attacked));
  };
  const auto figure = [&](const char* what, auto value) {
    row(what, [value](const Heard& each) { return static_cast<double>(each.figures.*value); });
  };
  std::printf("%-26s %9s   %9s\n", "", "quiet", "attacked");
  row("frames delivered, %", [](const Heard& each) { return 100 * each.figures.delivered(); });
  row("least of a subscriber, %", [](const Heard& each) {
    return 100 * static_cast<double>(each.figures.frames_least) /
           static_cast<double>(each.figures.ticks);
  });
  figure("lateness p50, ms", &Figures::lateness_p50_ms);
  figure("lateness p99, ms", &Figures::lateness_p99_ms);
  figure("script p95, ms", &Figures::script_p95_ms);
  figure("scripts begun", &Figures::scripts);
  figure("scripts refused", &Figures::scripts_refused);
  figure("connections lost", &Figures::lost);
  row("ticks left out", [](const Heard& each) { return static_cast<double>(each.skipped); });
  row("most resident, MiB", [](const Heard& each) { return mib(each.most_resident); });
  std::printf("memory at the end over the beginning: %.1f MiB in use, %.1f MiB resident\n\n",
              growth_mib(outcome.before.in_use, outcome.after.in_use),
              growth_mib(outcome.before.resident, outcome.after.resident));
  std::printf("who was told what, and how often:\n");
  for (const Attack& attack : all_attacks()) {
    std::printf("  %s (%s)\n", std::string(attack.name).c_str(), std::string(attack.item).c_str());
    for (const Told& told : outcome.told) {
      if (told.attack == attack.name) std::printf("  %8zu  %s\n", told.count, told.words.c_str());
    }
  }
}

int faults = 0;

void judge(bool is_good, const std::string& fault) {
  if (is_good) return;
  std::fprintf(stderr, "attacks: %s\n", fault.c_str());
  ++faults;
}

void judge_counts(const Outcome& outcome) {
  for (const std::string_view attack : unanswered(outcome.told)) {
    judge(false, "the server does not refuse this attack in its words: " + std::string(attack));
  }
  for (const Heard* heard : {&outcome.quiet, &outcome.attacked}) {
    const Figures& figures = heard->figures;
    const auto ticks_run =
        static_cast<double>(figures.ticks - std::min(figures.ticks, heard->skipped));
    judge(figures.lost == 0, "the server has cut off a healthy client");
    judge(static_cast<double>(figures.frames_least) >= kHeardMin * ticks_run,
          "a healthy subscriber has not had its frames");
    judge(figures.scripts > 0 && figures.scripts_refused == 0,
          "an ordinary script was refused, or none has begun");
  }
}

void judge_figures(const Outcome& outcome) {
  judge(outcome.attacked.figures.delivered() >= kDeliveredMin, "too few frames were delivered");
  judge(outcome.attacked.figures.script_p95_ms <= kScriptMax_ms,
        "an ordinary script waited too long");
  judge(outcome.after.in_use <= outcome.before.in_use + kMemoryMax, "memory is left in use");
}

}  // namespace
}  // namespace kine::attacks

int main(int argc, char** argv) {
  using namespace kine::attacks;
  const bool by_hand = argc > 1;
  const int seconds = by_hand ? std::max(1, std::atoi(argv[1])) : kShort_s;
  kine::server::raise_descriptor_limit();
  std::signal(SIGPIPE, SIG_IGN);
  constexpr int kNiceness = 19;
  Child crowd(0, be_crowd);
  Child attackers(kNiceness, be_attackers);
  const Outcome outcome = run(crowd, attackers, seconds);
  print(outcome);
  judge_counts(outcome);
  if (by_hand) judge_figures(outcome);
  return faults == 0 ? 0 : 1;
}
