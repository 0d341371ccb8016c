#include "server/commands/probe.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "server/base/report_line.h"
#include "server/commands/connect.h"

namespace kine::server {

int probe(const ProbeOptions& options, std::ostream& output, std::ostream& errors) {
  const auto client = connect_to(options.server, options.token_file, "kinesphere probe");
  if (!client) {
    errors << report_line("kinesphere", client.error());
    return 1;
  }
  output << options.server << " answers, at " << client->tick_rate_hz() << " ticks a second:";
  for (const client::Character& character : client->characters()) output << ' ' << character.name;
  output << '\n';
  return 0;
}

void add_probe(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand("probe", "Asks whether a server answers");
  const auto options = std::make_shared<ProbeOptions>();
  command->add_option("--server", options->server, "Where the server is")
      ->type_name("HOST:PORT")
      ->capture_default_str();
  command->add_option("--token-file", options->token_file, "What the server's token file says")
      ->type_name("FILE");
  command->callback([options, &exit_code] { exit_code = probe(*options, std::cout, std::cerr); });
}

}  // namespace kine::server
