#include "server/commands/serve_bridges.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "realizer/core/number.h"
#include "server/bridges/bound_ports.h"

namespace kine::server {
namespace {

constexpr std::uint16_t kEmbrFeedbackPort = 5556;  // of the first EMBR

Error wrong_port(const std::string& option, const std::string& why, const std::string& value) {
  return {.code = ErrorCode::Syntax, .message = option + " " + why + ": " + quoted(value)};
}

/// "lab=7500" in its two parts; the first is empty where there is no sign.
std::pair<std::string, std::string> split_at_sign(const std::string& text) {
  const std::size_t sign = text.find('=');
  if (sign == std::string::npos) return {"", text};
  return {text.substr(0, sign), text.substr(sign + 1)};
}

std::optional<std::uint16_t> port_in(const std::string& text) {
  const auto number = parse_integer(text);
  if (!number || *number < 0 || *number > UINT16_MAX) return {};
  return static_cast<std::uint16_t>(*number);
}

Result<BridgePort> parse_bridge_port(const std::string& option, const std::string& text) {
  const Error wrong = wrong_port(option, "is PORT, TENANT=PORT or TENANT/SCENE=PORT", text);
  auto [whose, number] = split_at_sign(text);
  const auto port = port_in(number);
  if (!port || (whose.empty() && text.starts_with('='))) return wrong;
  const std::size_t slash = whose.find('/');
  BridgePort result{.port = *port, .tenant = whose.substr(0, slash)};
  if (slash == std::string::npos) return result;
  result.scene = whose.substr(slash + 1);
  if (result.tenant.empty() || result.scene.empty()) return wrong;
  return result;
}

/// Gives each port of the tenant what is told of its feedback.
template <class Ports, class Feedback>
Result<Done> give_feedback(const std::string& option, const std::string& text, Ports& ports,
                           const std::string& tenant, const Feedback& feedback) {
  std::size_t given = 0;
  for (auto& port : ports) {
    if (port.tenant != tenant) continue;
    port.feedback = feedback;
    ++given;
  }
  // Without any port it has said nothing since there was such an option.
  if (given > 0 || (ports.empty() && tenant.empty())) return Done{};
  return wrong_port(option, "names no tenant that has a port for it, as TENANT=…", text);
}

Result<Done> give_bml(const BridgeWords& words, BridgePorts& bridges) {
  for (const std::string& text : words.bml) {
    const auto port = parse_bridge_port("--bml-port", text);
    if (!port) return port.error();
    bridges.bml.push_back({*port});
  }
  for (const std::string& text : words.bml_feedback) {
    const std::string option = "--bml-feedback-port";
    const auto [tenant, number] = split_at_sign(text);
    const auto port = port_in(number);
    if (!port) return wrong_port(option, "is PORT or TENANT=PORT", text);
    if (auto given = give_feedback(option, text, bridges.bml, tenant, *port); !given) return given;
  }
  return Done{};
}

/// What a tenant's clients hear goes where that tenant was told to listen, and nowhere else.
Result<Done> give_embr(const BridgeWords& words, BridgePorts& bridges) {
  for (const std::string& text : words.embr) {
    const auto port = parse_bridge_port("--embr-port", text);
    if (!port) return port.error();
    bridges.embr.push_back({*port});
    if (!port->tenant.empty()) continue;
    bridges.embr.back().feedback = client::Address{.host = "127.0.0.1", .port = kEmbrFeedbackPort};
  }
  for (const std::string& text : words.embr_feedback) {
    const auto [tenant, where] = split_at_sign(text);
    const auto address = client::parse_address(where, kEmbrFeedbackPort);
    if (!address) return address.error();
    auto given = give_feedback("--embr-feedback", text, bridges.embr, tenant, *address);
    if (!given) return given;
  }
  return Done{};
}

}  // namespace

void add_bridge_options(CLI::App& command, BridgeWords& words) {
  command
      .add_option("--bml-port", words.bml,
                  "Takes BML over plain TCP on this port as well, and answers with BML's feedback; "
                  "0 is any that is free; where there are --tenants a port is of one tenant; may "
                  "be repeated")
      ->type_name("[TENANT[/SCENE]=]PORT")
      ->allow_extra_args(false);
  command
      .add_option("--bml-feedback-port", words.bml_feedback,
                  "Sends that feedback to this port of the client's machine, as AsapRealizer does "
                  "to 7501, rather than back on the connection; may be repeated")
      ->type_name("[TENANT=]PORT")
      ->allow_extra_args(false);
  command
      .add_option("--embr-port", words.embr,
                  "Takes EMBRScript over plain TCP on this port as well, as EMBR did on 5555; may "
                  "be repeated")
      ->type_name("[TENANT[/SCENE]=]PORT")
      ->allow_extra_args(false);
  command
      .add_option("--embr-feedback", words.embr_feedback,
                  "The address that gets their feedback by UDP (default: 127.0.0.1:5556, and none "
                  "for a tenant's port); may be repeated")
      ->type_name("[TENANT=]HOST[:PORT]")
      ->allow_extra_args(false);
}

Result<Done> give_bridges(const BridgeWords& words, Options& options) {
  if (auto given = give_bml(words, options.bridges); !given) return given;
  if (auto given = give_embr(words, options.bridges); !given) return given;
  return check_bound_ports(options);
}

}  // namespace kine::server
