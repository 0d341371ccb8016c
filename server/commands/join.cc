#include "server/commands/join.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "clients/cpp/client.h"
#include "server/base/report_line.h"
#include "server/commands/connect.h"
#include "server/scene/casts.h"

namespace kine::server {
namespace {

Result<Done> join_all(const JoinOptions& options, std::ostream& output) {
  std::vector<CharacterSpec> specs;
  for (const std::string& text : options.characters) {
    const auto spec = parse_character(text);
    if (!spec) return spec.error();
    specs.push_back(*spec);
  }
  auto client = connect_to(options.server, options.token_file, "kinesphere join");
  if (!client) return client.error();
  for (const CharacterSpec& spec : specs) {
    const Vec3& spot = spec.placement.position_m;
    const auto joined = client->join(
        spec.name,
        {.body = spec.body, .place = {spot.x, spot.z}, .heading = spec.placement.heading_rad});
    if (!joined) return joined.error();
    output << joined->name << " joined as " << joined->id << ", with the body " << joined->body
           << "\n";
  }
  return Done{};
}

Result<Done> leave_all(const JoinOptions& options, std::ostream& output) {
  auto client = connect_to(options.server, options.token_file, "kinesphere leave");
  if (!client) return client.error();
  for (const std::string& name : options.characters) {
    if (const auto left = client->leave(name); !left) return left.error();
    output << name << " left\n";
  }
  return Done{};
}

int report(const Result<Done>& outcome, std::ostream& errors) {
  if (outcome) return 0;
  errors << report_line("kinesphere", outcome.error());
  return 1;
}

CLI::App* add_command(CLI::App& program, const char* name, const char* help, const char* what,
                      const std::shared_ptr<JoinOptions>& options) {
  CLI::App* command = program.add_subcommand(name, help);
  command->add_option("CHARACTER", options->characters, what)->required();
  command->add_option("--server", options->server, "Where the server is")
      ->type_name("HOST:PORT")
      ->capture_default_str();
  command->add_option("--token-file", options->token_file, "What the server's token file says")
      ->type_name("FILE");
  return command;
}

}  // namespace

int join(const JoinOptions& options, std::ostream& output, std::ostream& errors) {
  return report(join_all(options, output), errors);
}

int leave(const JoinOptions& options, std::ostream& output, std::ostream& errors) {
  return report(leave_all(options, output), errors);
}

void add_join(CLI::App& program, int& exit_code) {
  const auto who = std::make_shared<JoinOptions>();
  add_command(program, "join", "Has characters come to a server that runs",
              "NAME[=BODY][@X,Z[,HEADING]], as `serve --character` takes them", who)
      ->callback([who, &exit_code] { exit_code = join(*who, std::cout, std::cerr); });
  const auto whom = std::make_shared<JoinOptions>();
  add_command(program, "leave", "Has characters of a server go, with all that plays on them",
              "Names of characters", whom)
      ->callback([whom, &exit_code] { exit_code = leave(*whom, std::cout, std::cerr); });
}

}  // namespace kine::server
