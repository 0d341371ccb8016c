#include "server/bridges/bound_ports.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "realizer/core/number.h"
#include "server/services/stage.h"

namespace kine::server {
namespace {

/// One language's, as messages name it.
struct Language {
  std::string name;    // "bml"
  std::string option;  // "--bml-port"
};

Error cannot_open(const Language& language, const std::string& why, const std::string& value) {
  return {ErrorCode::Unsupported, language.option + why + ": " + quoted(value)};
}

Result<Done> check_line(const Language& language, const BridgePort& port, const std::string& scene,
                        const Tenants& tenants) {
  const std::string example = "port:" + language.name + " " + port.tenant + " " + scene;
  const auto grant = tenants.find(port_word(language.name, port.tenant));
  if (grant == nullptr) {
    return cannot_open(language, " needs a line in the file of --tenants",
                       example + " perform never");
  }
  if (grant->may_join(scene)) return Done{};
  return cannot_open(language, ": its line in the file of --tenants does not name the scene",
                     example);
}

Result<Done> check_port(const Language& language, const BridgePort& port, const Options& options) {
  const std::string scene = port.scene.empty() ? kMainScene : port.scene;
  if (scene != kMainScene && std::ranges::find(options.scenes, scene) == options.scenes.end()) {
    return cannot_open(language, ": there is no such --scene", scene);
  }
  if (!options.tenants) {
    if (port.tenant.empty()) return Done{};
    return cannot_open(language, " names a tenant, which needs --tenants", port.tenant);
  }
  if (port.tenant.empty()) {
    return cannot_open(language,
                       " needs the name of a tenant where there are --tenants, as " +
                           language.option + " TENANT=PORT",
                       std::to_string(port.port));
  }
  return check_line(language, port, scene, *options.tenants);
}

template <class Ports>
Result<Done> check_ports(const Language& language, const Ports& ports, const Options& options) {
  std::set<std::pair<std::string, std::string>> seen;
  for (const BridgePort& port : ports) {
    if (auto checked = check_port(language, port, options); !checked) return checked;
    const std::string scene = port.scene.empty() ? kMainScene : port.scene;
    if (seen.emplace(port.tenant, scene).second) continue;
    return cannot_open(language, " is there twice for the same clients",
                       port.tenant.empty() ? scene : port.tenant + "/" + scene);
  }
  return Done{};
}

}  // namespace

Result<Done> check_bound_ports(const Options& options) {
  auto checked = check_ports({"bml", "--bml-port"}, options.bridges.bml, options);
  if (!checked) return checked;
  return check_ports({"embr", "--embr-port"}, options.bridges.embr, options);
}

}  // namespace kine::server
