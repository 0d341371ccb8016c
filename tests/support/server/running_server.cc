#include "tests/support/server/running_server.h"

#include <unistd.h>

#include <fstream>
#include <stdexcept>

#include "realizer/core/number.h"
#include "server/base/descriptor_limit.h"
#include "server/scene/casts.h"
#include "tests/support/server/wire_client.h"

namespace kine::test {

server::Options server_options() {
  auto casts = server::make_casts(server::default_characters());
  if (!casts) throw std::runtime_error(casts.error().message);
  server::Options options;
  options.port = 0;
  options.casts = *std::move(casts);
  return options;
}

std::unique_ptr<server::Server> start_server(server::Options options) {
  server::raise_descriptor_limit();  // its clients are in this process as well
  auto started = server::Server::start(std::move(options));
  if (!started) throw std::runtime_error(started.error().message);
  return *std::move(started);
}

bool is_well(const server::Server& server) {
  WireClient client(server.port());
  client.say_hello();
  client.subscribe();
  const std::uint64_t tick = client.next_frame().tick();
  while (client.next_frame().tick() < tick + 3) {
  }
  return true;
}

std::string head_script(double seconds, const std::string& attributes) {
  return R"(<script xmlns="urn:kinesphere:script:1" )" + attributes +
         R"(><sequence id="s" fade-out="0"><pose id="p" time="0.05" hold=")" +
         format_number(seconds) +
         R"("><orientation joint="head" axis="z" direction="1 0 1"/></pose></sequence></script>)";
}

std::size_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::size_t total = 0;
  std::size_t resident = 0;
  statm >> total >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace kine::test
