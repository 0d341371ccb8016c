#include "server/commands/read_again.h"

#include <spdlog/spdlog.h>

#include <optional>
#include <utility>

#include "server/base/report_line.h"
#include "server/commands/program_log.h"
#include "server/commands/serve.h"
#include "server/commands/serve_tls.h"
#include "server/config/configured.h"
#include "server/config/limit_settings.h"

namespace kine::server {
namespace {

/// What a server was told at its start.
struct AtStart {
  std::string tenants;             // a file; empty: none
  TlsFiles tls;                    // likewise
  std::vector<std::string> typed;  // behind the command's name
  Configured configured;
};

void read_tenants_again(const AtStart& at_start, Server& server) {
  if (at_start.tenants.empty()) return;
  auto tenants = read_tenants(at_start.tenants);
  if (!tenants) return spdlog::error("the tenants stay as they were: {}", tenants.error().message);
  const std::size_t tokens = tenants->size();
  server.replace_tenants(*std::move(tenants));
  spdlog::info("{} tokens of tenants were read", tokens);
}

void take_over_limits(const Limits& wanted, Server& server) {
  Limits limits = server.limits();
  const std::vector<LimitChange> changes = take_over(wanted, limits);
  if (changes.empty()) return;
  server.replace_limits(limits);
  for (const LimitChange& change : changes) {
    const bool is_done = change.effect != LimitEffect::AtStart;
    spdlog::log(is_done ? spdlog::level::info : spdlog::level::warn, "{}", sentence_of(change));
  }
}

/// One line, without its end.
std::string line_of(const ConfigFault& fault) {
  std::string line = report_line(fault.file.empty() ? "kinesphere" : fault.file, fault.error);
  line.pop_back();
  return line;
}

/// The file with the options, of which limits and the level of the log take effect. All of it is
/// looked at before any of it is done.
void read_settings_again(const AtStart& at_start, Server& server) {
  if (at_start.configured.file.empty()) return;
  ConfigFault fault;
  const auto settings = read_serve_settings(at_start.typed, fault);
  Limits wanted;
  Result<Done> good = Done{};
  for (std::size_t i = 0; settings && good && i < settings->options.limits.size(); ++i) {
    good = set_limit(settings->options.limits[i], wanted);
  }
  if (!good) fault = {.file = {}, .error = good.error()};
  if (!settings || !good) {
    return spdlog::error("limits and the level of the log stay as they were: {}", line_of(fault));
  }
  set_log_level(settings->options.log_style.level);
  spdlog::info("{} was read", settings->configured.file);
  take_over_limits(wanted, server);
  for (const std::string& name :
       changed_options(at_start.configured, settings->configured, {"limit", "log-level"})) {
    spdlog::warn("--{} has changed: restart the server for it", name);
  }
}

void read_again(const AtStart& at_start, Server& server) {
  read_tenants_again(at_start, server);
  read_tls_again(at_start.tls, server);
  read_settings_again(at_start, server);
}

}  // namespace

std::function<void(Server&)> reading_again(const ServeOptions& options,
                                           const std::vector<std::string>& typed) {
  AtStart at_start{
      .tenants = options.tenants, .tls = options.tls, .typed = typed, .configured = {}};
  ConfigFault ignored;  // the program has read it before, and was told
  if (auto settings = read_serve_settings(typed, ignored)) {
    at_start.configured = std::move(settings->configured);
  }
  const bool has_files = !at_start.tenants.empty() || !at_start.tls.certificate.empty() ||
                         !at_start.configured.file.empty();
  if (!has_files) return {};
  return [at_start](Server& server) { read_again(at_start, server); };
}

}  // namespace kine::server
