#include "server/commands/forget.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <iostream>
#include <memory>
#include <utility>

#include "realizer/core/number.h"
#include "server/base/report_line.h"
#include "server/cluster/forget_logs.h"
#include "server/cluster/nats_servers.h"

namespace kine::server {

namespace {

/// Servers of NATS that have just started agree on a leader within some seconds.
constexpr std::chrono::seconds kNatsWaitMax{20};

using TellForgotten = std::function<void(const LogEvent& event)>;

LogEvent event_of_log(const ForgetWish& wish, const ForgottenLog& log) {
  LogEvent event(wish.dry_run ? "would be deleted, the log of a scene in the cluster"
                              : "the log of a scene in the cluster was deleted");
  event.of_kind("deleted", LogLevel::Info)
      .text("tenant", wish.tenant)
      .text("scene", log.scene.scene)
      .number("messages", static_cast<double>(log.messages));
  return event;
}

/// How many logs.
Result<std::size_t> forget_in_cluster(const ForgetWish& wish, const ForgetClusterWords& words,
                                      const TellForgotten& tell) {
  auto servers = parse_nats_servers(words.servers);
  if (!servers) return servers.error();
  const auto connection = NatsConnection::connect({.servers = *std::move(servers),
                                                   .name = "kinesphere forget",
                                                   .credentials_file = words.credentials});
  if (!connection) return connection.error();
  if (!(*connection)->wait_until_connected(kNatsWaitMax)) {
    return Error{ErrorCode::Unsupported,
                 "no server of NATS answers: " + (*connection)->last_fault()};
  }
  return forget_logs(**connection,
                     {.cluster = words.name, .scenes = words.scenes, .dry_run = wish.dry_run},
                     [&](const ForgottenLog& log) { tell(event_of_log(wish, log)); });
}

/// Empty: something is to be looked at.
std::string missing_words(const ForgetWish& wish, const ForgetClusterWords& cluster) {
  const bool has_any = !wish.journal.empty() || !wish.recordings.empty() || !wish.logs.empty() ||
                       !cluster.servers.empty();
  return has_any ? ""
                 : "name what is to be looked at: --journal, --recordings, --logs or --cluster";
}

/// First what refuses; nothing is deleted then.
Result<Forgotten> forget_all(const ForgetWish& wish, const ForgetClusterWords& cluster,
                             std::size_t& logs, const TellForgotten& tell) {
  if (cluster.servers.empty()) return forget(wish, tell);
  ForgetWish look = wish;
  look.dry_run = true;
  if (auto looked = forget(look, [](const LogEvent&) {}); !looked) return looked.error();
  const auto gone = forget_in_cluster(wish, cluster, tell);
  if (!gone) return gone.error();
  logs = *gone;
  return forget(wish, tell);
}

}  // namespace

int forget_tenant(const ForgetWish& wish, std::ostream& output, std::ostream& messages,
                  const ForgetClusterWords& cluster) {
  if (const std::string missing = missing_words(wish, cluster); !missing.empty()) {
    messages << report_line("kinesphere", Error{.message = missing + ", not " + quoted("")});
    return 2;
  }
  std::size_t logs = 0;
  const auto forgotten = forget_all(
      wish, cluster, logs, [&](const LogEvent& event) { output << event.as_text() << "\n"; });
  if (!forgotten) {
    messages << report_line("kinesphere", forgotten.error());
    return 1;
  }
  if (!cluster.servers.empty()) output << logs << (logs == 1 ? " log, " : " logs, ");
  output << forgotten->files << (forgotten->files == 1 ? " file, " : " files, ") << forgotten->bytes
         << " bytes " << (wish.dry_run ? "would be deleted" : "deleted") << "\n";
  return 0;
}

namespace {

void add_forget_cluster(CLI::App& command, ForgetClusterWords& words) {
  CLI::Option* const servers =
      command
          .add_option("--cluster", words.servers,
                      "The servers of NATS of serve --cluster; the log of a scene has what all "
                      "tenants said, and goes as a whole when no node plays the scene")
          ->type_name("NATS-URL,…");
  command.add_option("--cluster-name", words.name, "As of serve")
      ->type_name("NAME")
      ->capture_default_str();
  command.add_option("--cluster-credentials", words.credentials, "As of serve")->type_name("FILE");
  command
      .add_option("--scene", words.scenes,
                  "Of the cluster the log of this scene alone; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->needs(servers);
}

}  // namespace

void add_forget(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "forget",
      "Deletes what a server that is stopped, or the nodes of a cluster, have kept of a tenant");
  const auto wish = std::make_shared<ForgetWish>();
  const auto cluster = std::make_shared<ForgetClusterWords>();
  command->add_option("tenant", wish->tenant, "As the file of --tenants names it")
      ->type_name("TENANT")
      ->required();
  command
      ->add_option("--recordings", wish->recordings,
                   "The folder of serve --recordings; what the tenant has recorded is deleted")
      ->type_name("FOLDER");
  command
      ->add_option("--journal", wish->journal,
                   "The folder of serve --journal; a journal has what all tenants said, and goes "
                   "as a whole when it is over")
      ->type_name("FOLDER");
  command
      ->add_option("--logs", wish->logs,
                   "A folder with logs of serve --log; each goes as a whole, likewise")
      ->type_name("FOLDER");
  add_forget_cluster(*command, *cluster);
  command->add_flag("--dry-run", wish->dry_run, "Says what would be deleted, and deletes nothing");
  command->callback([wish, cluster, &exit_code] {
    exit_code = forget_tenant(*wish, std::cout, std::cerr, *cluster);
  });
}

}  // namespace kine::server
