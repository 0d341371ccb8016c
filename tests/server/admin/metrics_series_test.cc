// How many series /metrics has, and what stands in their labels. No header of its own: the subject
// is server/admin/metrics.h, on a server that is full.
#include <cstdio>
#include <set>
#include <sstream>
#include <string>

#include "server/base/sha256.h"
#include "server/scene/casts.h"
#include "tests/support/catch.h"
#include "tests/support/sanitized.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::metrics_series_test {
namespace {

constexpr std::size_t kCharacters = test::kSanitized ? 200 : 1'000;
constexpr std::size_t kTenants = 50;

std::unique_ptr<Server> operated(Options options) {
  options.admin = client::Address{.host = "127.0.0.1", .port = 0};
  return test::start_server(std::move(options));
}

/// With characters, scenes and tenants of such names as would make a label of their own.
Options full_options() {
  Options options = test::server_options();
  std::vector<CharacterSpec> specs = default_characters();
  for (std::size_t i = 0; i < kCharacters; ++i) {
    specs.push_back(specs[i % 2]);
    specs.back().name = "label{" + std::to_string(i) + "}";
  }
  options.casts = *make_casts(specs);
  std::string lines;
  for (std::size_t i = 0; i < kTenants; ++i) {
    const std::string name = "tenant" + std::to_string(i);
    lines += "sha256:" + sha256_of(name) + ' ' + name + " main subscribe,perform never\n";
  }
  options.tenants = *Tenants::parse(lines);
  options.tick_rate_hz = 10;
  return options;
}

/// Each with its labels, without its value.
std::set<std::string> series_of(const Server& server) {
  const std::string address = server.admin_address();
  test::WireClient visitor(
      static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1))));
  visitor.send_bytes("GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  const std::string answer = visitor.receive_all();
  std::istringstream lines(answer.substr(answer.find("\r\n\r\n") + 4));
  std::set<std::string> series;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && !line.starts_with('#')) series.insert(line.substr(0, line.rfind(' ')));
  }
  return series;
}

}  // namespace

TEST_CASE("a server that is full has the series of an empty one, and no label of a user's",
          "[admin][limits]") {
  const std::set<std::string> empty = series_of(*operated(test::server_options()));
  const auto server = operated(full_options());
  for (std::size_t i = 0; i < kTenants; ++i) {
    test::WireClient client(server->port());
    client.say_hello("tenant" + std::to_string(i));
    client.submit("<script xmlns=\"urn:kinesphere:script:1\"/>", "label{" + std::to_string(i) + "}",
                  "label{" + std::to_string(i) + "}");
    CHECK(client.answer().has_accepted());
  }
  test::WireClient looking(server->port());
  looking.say_hello("tenant0");
  looking.subscribe();
  looking.next_frame();  // then it has run a tick
  const std::set<std::string> full = series_of(*server);
  std::printf("%zu characters, %zu tenants: %zu series\n", kCharacters + 2, kTenants, full.size());
  CHECK(server->status().characters == kCharacters + 2);
  CHECK(full == empty);
  CHECK(full.size() < 2'000);
  CHECK(full.size() > 50);
  for (const std::string& each : full) {
    CAPTURE(each);
    CHECK(each.find("label") == std::string::npos);
    CHECK(each.find("tenant") == std::string::npos);
  }
}

}  // namespace kine::server::metrics_series_test
