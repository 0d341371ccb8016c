// What a journal costs: the same scripts to a server with one and to a server without, in turn.
//
// A client sends scripts one behind the other, as fast as they are accepted. Printed are scripts a
// second, the processor time of the process for a script, with its client, and what a tick took.
//
//   journal_bench [ROUNDS]
#include <time.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "server/base/sha256.h"
#include "tests/bench/measure/clocks.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace kine;

constexpr std::size_t kRounds = 10;
constexpr int kScriptsARound = 200;
constexpr int kHellosARound = 100;

double processor_us() {
  timespec now = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

server::Options quick_options() {
  server::Options options = test::server_options();
  options.limits.scripts_per_second_max = 1'000'000;
  options.limits.message_bytes_per_second_max = std::size_t{1} << 30;
  return options;
}

struct Figures {
  std::vector<double> scripts_s;
  std::vector<double> script_us;
  std::vector<double> tick_us;

  void print(const char* name) const {
    std::printf("  %-16s %14.0f %18.1f %14.1f\n", name, bench::quantile(scripts_s, 0.5),
                bench::quantile(script_us, 0.5), bench::quantile(tick_us, 0.5));
  }
};

/// A server with its client.
class Side {
 public:
  explicit Side(server::Options options)
      : server_(test::start_server(std::move(options))), client_(server_->port()) {
    client_.say_hello();
  }

  /// `awaits_kept`: a script is done when it is on the disk as well.
  void run(Figures& figures, bool awaits_kept) {
    const auto ticks = server_->status().tick_durations.counts();
    const double before_us = processor_us();
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < kScriptsARound; ++i) {
      const std::string id = "s" + std::to_string(++sent_);
      client_.submit(test::head_script(0.05), id, "ada");
      client_.receive_until([&](const auto& each) {
        return awaits_kept ? each.kept().id() == id : each.accepted().id() == id;
      });
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    figures.scripts_s.push_back(kScriptsARound / took.count());
    figures.script_us.push_back((processor_us() - before_us) / kScriptsARound);
    const auto now = server_->status().tick_durations.counts();
    if (now.all > ticks.all) {
      figures.tick_us.push_back(1e6 * (now.sum_s - ticks.sum_s) /
                                static_cast<double>(now.all - ticks.all));
    }
  }

 private:
  std::unique_ptr<server::Server> server_;
  test::WireClient client_;
  int sent_ = 0;
};

/// Of a connection with its Hello and the answer.
double hello_us(const server::Server& server, const std::string& token) {
  const double before_us = processor_us();
  for (int i = 0; i < kHellosARound; ++i) test::WireClient(server.port()).say_hello(token);
  return (processor_us() - before_us) / kHellosARound;
}

void print_tokens(std::size_t rounds) {
  server::Options with_token = quick_options();
  with_token.token = "sesame";
  server::Options with_tenants = quick_options();
  std::string lines = "sha256:" + server::sha256_of("sesame") + " lab main subscribe never\n";
  constexpr int kTenants = 1'000;
  for (int i = 0; i < kTenants; ++i) {
    const std::string number = std::to_string(i);
    lines += "sha256:" + server::sha256_of(number) + " t" + number + " main subscribe never\n";
  }
  with_tenants.tenants = *server::Tenants::parse(lines);
  const auto open = test::start_server(quick_options());
  const auto token = test::start_server(std::move(with_token));
  const auto tenants = test::start_server(std::move(with_tenants));
  std::vector<double> us[3];
  for (std::size_t i = 0; i < rounds; ++i) {
    us[0].push_back(hello_us(*open, {}));
    us[1].push_back(hello_us(*token, "sesame"));
    us[2].push_back(hello_us(*tenants, "sesame"));
  }
  std::printf(
      "\na connection with its Hello, processor us of both sides: %.0f open, %.0f with a "
      "token, %.0f with a thousand tenants\n",
      bench::quantile(us[0], 0.5), bench::quantile(us[1], 0.5), bench::quantile(us[2], 0.5));
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t rounds = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : kRounds;
  const test::TemporaryFolder folder;
  server::Options kept = quick_options();
  kept.journal = folder.path().string();
  Side without(quick_options());
  Side with(std::move(kept));
  Figures plain;
  Figures accepted;
  Figures on_disk;
  for (std::size_t i = 0; i < rounds; ++i) {
    without.run(plain, false);
    with.run(accepted, false);
    with.run(on_disk, true);
  }
  std::printf("%d scripts a round, one behind the other; medians of %zu rounds\n\n", kScriptsARound,
              rounds);
  std::printf("  %-16s %14s %18s %14s\n", "", "scripts/s", "processor us each", "us a tick");
  plain.print("no journal");
  accepted.print("journal");
  on_disk.print("journal, kept");
  print_tokens(rounds);
  return 0;
}
