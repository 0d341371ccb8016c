#include "server/commands/serve.h"

#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <memory>

#include "clients/cpp/address.h"
#include "realizer/core/number.h"
#include "server/admin/admin_port.h"
#include "server/base/descriptor_limit.h"
#include "server/base/report_line.h"
#include "server/base/script_file.h"
#include "server/base/stop_signals.h"
#include "server/base/token_file.h"
#include "server/commands/options/audio_options.h"
#include "server/commands/options/scene_options.h"
#include "server/commands/options/seed_option.h"
#include "server/commands/read_again.h"
#include "server/commands/serve_cluster.h"
#include "server/commands/serve_tls.h"
#include "server/config/limit_settings.h"
#include "server/offline/gesture_model_file.h"
#include "server/offline/target_words.h"
#include "server/scene/casts.h"
#include "server/services/stage.h"
#include "server/sinks/vmc.h"

namespace kine::server {
namespace {

constexpr const char* kDefaultAddress = "127.0.0.1:7730";
constexpr std::size_t kShardsMax = 64;
constexpr std::size_t kPhysicalMaxMax = 1'024;
constexpr std::uint32_t kTickRateMax_hz = 1'000;

Result<std::vector<CharacterSpec>> specs_of(const std::vector<std::string>& characters) {
  if (characters.empty()) return default_characters();
  if (characters.size() > kCharactersMax) {
    return Error{ErrorCode::LimitExceeded, "past characters_max of " +
                                               std::to_string(kCharactersMax) + ": '" +
                                               std::to_string(characters.size()) + "'"};
  }
  std::vector<CharacterSpec> specs;
  for (const std::string& character : characters) {
    auto spec = parse_character(character);
    if (!spec) return spec.error();
    specs.push_back(*std::move(spec));
  }
  return specs;
}

/// What of a clip is mapped, and the first things that are not, a line each.
void add_remarks(const MappedClip& clip, std::vector<std::string>& remarks) {
  constexpr std::size_t kLossesLoggedMax = 16;
  remarks.push_back(clip.file + ": maps " + pose::summary_of(clip.coverage));
  const std::vector<Warning>& lost = clip.coverage.lost;
  for (std::size_t i = 0; i < std::min(kLossesLoggedMax, lost.size()); ++i) {
    std::string line = report_line(clip.file, lost[i]);
    line.pop_back();
    remarks.push_back(std::move(line));
  }
  if (lost.size() <= kLossesLoggedMax) return;
  remarks.push_back(clip.file + ": " + std::to_string(lost.size() - kLossesLoggedMax) +
                    " more; kinesphere inspect says all");
}

/// That recordings can be put somewhere is known before anybody asks for one.
Result<Done> folder_for(const std::string& recordings) {
  std::error_code ignored;
  if (recordings.empty() || std::filesystem::is_directory(recordings, ignored)) return Done{};
  return Error{.code = ErrorCode::Unsupported,
               .message = "no folder for recordings: " + kine::quoted(recordings)};
}

/// By which characters move while somebody speaks: a model that was named, or the program's own. A
/// program without one says so, and runs.
Result<Done> give_body_language(const ServeOptions& options, Options& result) {
  auto body_language = read_body_language(options.model);
  if (body_language) {
    result.body_language = *std::move(body_language);
  } else if (!options.model.empty()) {
    return body_language.error();
  } else {
    result.remarks.push_back(body_language.error().message);
  }
  return Done{};
}

/// What clients must know.
Result<Done> give_tokens(const ServeOptions& options, Options& result) {
  if (!options.token_file.empty()) {
    auto token = read_token_file(options.token_file);
    if (!token) return token.error();
    result.token = *std::move(token);
  }
  if (!options.tenants.empty()) {
    auto tenants = read_tenants(options.tenants);
    if (!tenants) return tenants.error();
    result.tenants = *std::move(tenants);
  }
  return Done{};
}

/// Where operators look, and what limits they have set.
Result<Done> give_operators(const ServeOptions& options, Options& result) {
  for (const std::string& limit : options.limits) {
    if (auto set = set_limit(limit, result.limits); !set) return set.error();
  }
  if (options.admin.empty()) return Done{};
  const auto admin = client::parse_address(options.admin, kAdminPort);
  if (!admin) return admin.error();
  result.admin = *admin;
  return Done{};
}

}  // namespace

Result<Tenants> read_tenants(const std::string& path) {
  const auto text = read_script_file(path);
  if (!text) return Error{text.error().code, text.error().message + ": " + kine::quoted(path)};
  auto tenants = Tenants::parse(*text);
  if (tenants) return tenants;
  Error error = tenants.error();
  error.message = path + ':' + std::to_string(error.where.line) + ": " + error.message;
  return error;
}

Result<Options> server_options(const ServeOptions& options, Diagnostics& left_out) {
  const auto address = client::parse_address(options.listen);
  if (!address) return address.error();
  const auto specs = specs_of(options.characters);
  if (!specs) return specs.error();
  const ReadStock read = read_stock(options.stock);
  if (!read.stock) return first_fault(read);
  std::vector<MappedClip> mapped;
  auto casts = make_casts(*specs, {.path = options.clips, .left_out = &left_out, .mapped = &mapped},
                          read.stock);
  if (!casts) return casts.error();

  Options result;
  result.stock = read.stock;
  result.remarks = read.notes;
  for (const MappedClip& clip : mapped) add_remarks(clip, result.remarks);
  result.host = address->host;
  result.port = address->port;
  result.strangers = options.strangers;
  result.allowed_origins = options.allowed_origins;
  if (auto given = give_body_language(options, result); !given) return given.error();
  result.casts = with_body_language(*casts, result.body_language);
  if (auto named = check_scene_names(options.scenes); !named) return named.error();
  result.scenes = options.scenes;
  if (auto folder = folder_for(options.recordings); !folder) return folder.error();
  result.recordings = options.recordings;
  result.session_log = options.log;
  result.journal = options.journal;
  const auto kept = retention_of(options.keep, options.journal, options.recordings);
  if (!kept) return kept.error();
  if (auto given = give_operators(options, result); !given) return given.error();
  VoiceWish wish = options.voice;
  if (!wish.report) wish.report = [](const std::string& line) { spdlog::warn("{}", line); };
  auto voice = choose_voice(wish);
  if (!voice) return voice.error();
  result.voice = std::move(voice->voice);
  result.voice_remark = std::move(voice->remark);
  result.shards = options.shards;
  result.physical_max = options.physical_max;
  result.tick_rate_hz = options.tick_rate_hz;
  result.life = {
      .liveliness = options.still ? autonomy::Liveliness::Still : autonomy::Liveliness::Alive,
      .seed = options.seed};
  if (!options.tension.empty()) {
    const auto tension = make_tension_change({.manner = options.tension});
    if (!tension) return tension.error();
    result.tension = *tension;
  }
  auto targets = parse_targets(options.targets, result.casts);
  if (!targets) return targets.error();
  result.targets = *std::move(targets);
  for (const std::string& text : options.vmc) {
    auto target = parse_vmc_target(text);
    if (!target) return target.error();
    result.vmc.push_back(*std::move(target));
  }
  auto proxies = Proxies::parse(options.proxies);
  if (!proxies) return proxies.error();
  result.proxies = *std::move(proxies);
  if (auto given = give_tokens(options, result); !given) return given.error();
  if (auto given = give_bridges(options.bridges, result); !given) return given.error();
  if (auto given = give_tls(options.tls, result); !given) return given.error();
  if (auto given = give_cluster(options.cluster, address->host, result); !given) {
    return given.error();
  }
  return result;
}

std::string greeting(const std::string& address, const Options& options) {
  std::string names;
  for (const auto& cast : options.casts) names += (names.empty() ? "" : ", ") + cast->name;
  const std::string here = "kinesphere serves " + names + " on " + address + "\nSee them: ";
  if (options.tls != nullptr) {
    return here + "https://" + address + "/\nClients in Python and JavaScript: wss://" + address +
           "\nCtrl-C stops the server.\n";
  }
  const std::string where = address == kDefaultAddress ? "" : " --server " + address;
  return here + "http://" + address + "/\nType in another terminal:\n" +
         "  kinesphere play SCRIPT" + where + "    plays a script and prints its feedback\n" +
         "Ctrl-C stops the server.\n";
}

namespace {

std::string whose_is(const BridgePort& port) {
  if (port.tenant.empty()) return ": ";
  return " for " + port.tenant + (port.scene.empty() ? "" : " in " + port.scene) + ": ";
}

void greet_bridges(const Server& server, const BridgePorts& ports) {
  for (std::size_t i = 0; i < ports.bml.size(); ++i) {
    std::cout << "BML over plain TCP" << whose_is(ports.bml[i]) << server.bml_address(i) << "\n";
  }
  for (std::size_t i = 0; i < ports.embr.size(); ++i) {
    std::cout << "EMBRScript over plain TCP" << whose_is(ports.embr[i]) << server.embr_address(i)
              << "\n";
  }
}

}  // namespace

int run_server(const std::function<Result<Options>(Diagnostics& left_out)>& options_of,
               Demonstration demonstration,
               const std::function<std::string(const std::string& address, const Options& options)>&
                   greeting_of,
               const LogOptions& log, const std::function<void(Server&)>& on_hangup,
               const RetentionWish& retention) {
  // Before any thread, so that all of them leave the signals to this one.
  StopSignals signals(on_hangup ? StopSignals::Hangup::IsHeard : StopSignals::Hangup::Ends);
  // Standard output is for what the user is told, the log stands beside it.
  open_program_log(log);
  raise_descriptor_limit();
  Diagnostics left_out;
  auto options = options_of(left_out);
  for (const Warning& warning : left_out.warnings()) {
    spdlog::warn("a clip is left out: {}", warning.message);
  }
  if (!options) {
    std::cerr << report_line("kinesphere", options.error());
    return 1;
  }
  options->event_log = write_event;
  const auto server = Server::start(*options, demonstration);
  if (!server) {
    std::cerr << report_line("kinesphere", server.error());
    return 1;
  }
  const Retention deletes(retention, write_event);
  std::cout << greeting_of((*server)->address(), *options);
  greet_bridges(**server, options->bridges);
  const std::string admin = (*server)->admin_address();
  if (!admin.empty()) std::cout << "For operators: http://" << admin << "/metrics\n";
  std::cout << std::flush;
  // After the greeting: its first line is what others wait for.
  if (!options->voice_remark.empty()) spdlog::warn("{}", options->voice_remark);
  for (const std::string& remark : options->remarks) spdlog::info("{}", remark);

  const int signal = on_hangup ? signals.wait([&] { on_hangup(**server); }) : signals.wait();
  spdlog::info("leaving on signal {}; a second one ends at once", signal);
  (*server)->leave("the server was told to stop",
                   signal == SIGTERM ? Leaving::LeavesScenes : Leaving::FadesOut);
  return 0;
}

namespace {

/// What it reads and writes. The options of what is no place for a demonstration.
std::array<CLI::Option*, 2> add_files(CLI::App& command, ServeOptions& options) {
  add_model_option(command, options.model);
  command
      .add_option("--recordings", options.recordings,
                  "A folder where clients may have written down what happens, as NAME.ksr")
      ->type_name("FOLDER");
  CLI::Option* const log =
      command
          .add_option("--log", options.log,
                      "A new file for all that comes in, which rerun plays again")
          ->type_name("FILE");
  CLI::Option* const journal =
      command
          .add_option(
              "--journal", options.journal,
              "A folder where all that is accepted is kept; a server that was killed goes on "
              "from there")
          ->type_name("FOLDER");
  journal->excludes(log);
  add_keep_options(command, options.keep);
  return {log, journal};
}

/// Where it speaks beside its own clients.
void add_ports(CLI::App& command, ServeOptions& options) {
  command
      .add_option(
          "--admin", options.admin,
          "Answers operators here: /metrics for Prometheus, /healthz, /readyz, /version; at "
          "port 7731 unless told otherwise")
      ->type_name("HOST[:PORT]")
      ->allow_extra_args(false);
  command
      .add_option("--vmc", options.vmc,
                  "Sends a character (default: the first) by UDP to a receiver of VMC, at port "
                  "39539 unless told otherwise; may be repeated")
      ->type_name("[NAME=]HOST[:PORT]")
      ->allow_extra_args(false);
  add_bridge_options(command, options.bridges);
}

/// Where its options come from beside the command line, and what is not an option of its own.
void add_configuration(CLI::App& command, ServeOptions& options, bool& checks_only) {
  // Read before the command line is (server/config/configured.h), and here for the help alone.
  command
      .add_option(
          "--config", options.config,
          "A TOML file with these options by their names, and the table [limits]; variables "
          "of the environment count before it (KINESPHERE_TICK_RATE), and what is typed "
          "before both")
      ->type_name("FILE");
  command.add_flag(
      "--check-config", checks_only,
      "Reads all options and their files, says what is wrong, and ends; it opens no port");
  command
      .add_option("--limit", options.limits,
                  "NAME=VALUE: a limit of what clients may have, by its name in messages; may be "
                  "repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
}

/// What it writes about itself.
void add_log_style(CLI::App& command, LogOptions& log) {
  command.add_option("--log-format", log.format, "How the log is written on standard error")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command
      .add_option("--log-level", log.level, "What of the log is written: this and what is worse")
      ->check(CLI::IsMember({"debug", "info", "warning", "error", "off"}))
      ->capture_default_str();
}

/// 0 where all of them can be read. Whether ports are free is not tried.
int check_options(const ServeOptions& options) {
  Diagnostics left_out;
  const auto result = server_options(options, left_out);
  if (!result) {
    std::cerr << report_line("kinesphere", result.error());
    return 1;
  }
  std::cout << "the options are good\n";
  return 0;
}

/// Which clients it believes.
void add_strangers(CLI::App& command, ServeOptions& options) {
  command.add_option("--token-file", options.token_file, "Its text is what clients must know")
      ->type_name("FILE");
  command
      .add_option("--tenants", options.tenants,
                  "A file with a line a token: what its client may do, and until when; "
                  "SIGHUP reads it again")
      ->type_name("FILE");
  command
      .add_option("--allow-origin", options.allowed_origins,
                  "Allows pages of this origin, as browsers write it; may be repeated")
      ->type_name("ORIGIN")
      ->allow_extra_args(false);
  command
      .add_option("--proxy", options.proxies,
                  "Trusts this proxy's X-Forwarded-For to say where a client is, for what each "
                  "address may have; may be repeated")
      ->type_name("ADDRESS[/BITS]")
      ->allow_extra_args(false);
}

/// What is there or not.
struct ServeFlags {
  bool open = false;
  bool demo = false;
  bool checks_only = false;
};

/// None is null, and all outlive what parses.
void add_options(CLI::App* command, ServeOptions* options, ServeFlags* flags) {
  command->add_option("--listen", options->listen, "Where it listens; port 0 is any that is free")
      ->type_name("HOST:PORT")
      ->capture_default_str();
  command
      ->add_option("--character", options->characters,
                   "NAME[=BODY][@X,Z[,HEADING]]: a character; may be repeated (default: ada, ben)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      ->add_option("--scene", options->scenes,
                   "Another scene beside main, with the same characters; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  const auto [log, journal] = add_files(*command, *options);
  command->add_option("--shards", options->shards, "Threads that the characters are spread over")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, kShardsMax))
      ->capture_default_str();
  command
      ->add_option("--physical-max", options->physical_max,
                   "Characters of a thread that move by their muscles at once; others move as "
                   "planned")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{0}, kPhysicalMaxMax))
      ->capture_default_str();
  command->add_option("--tick-rate", options->tick_rate_hz, "Ticks a second")
      ->type_name("HZ")
      ->check(CLI::Range(std::uint32_t{1}, kTickRateMax_hz))
      ->capture_default_str();
  command->add_flag("--still", options->still,
                    "Characters do not blink, breathe, sway or shift their weight of themselves");
  command
      ->add_option("--tension", options->tension,
                   "The tension of their arms until a script or a client sets another: rigid, "
                   "tense, neutral, relaxed, loose, limp, shaking")
      ->type_name("MANNER");
  add_scene_options(*command, {options->clips, options->stock, options->voice, options->targets},
                    {"Who speaks", "espeak where it works"});
  add_ports(*command, *options);
  add_seed(*command, options->seed);
  add_strangers(*command, *options);
  add_tls_options(*command, options->tls);
  add_cluster_options(*command, options->cluster);
  add_configuration(*command, *options, flags->checks_only);
  add_log_style(*command, options->log_style);
  command->add_flag("--open", flags->open, "Lets everybody in, also from other machines");
  command
      ->add_flag("--demo", flags->demo,
                 "Gives a small play, again and again, which makes room for clients")
      ->excludes(log)
      ->excludes(journal);
}

}  // namespace

std::optional<ServeSettings> read_serve_settings(const std::vector<std::string>& typed,
                                                 ConfigFault& fault) {
  CLI::App command("", "serve");
  ServeOptions options;
  ServeFlags flags;
  add_options(&command, &options, &flags);
  auto all = configured(command, typed, process_variable, fault);
  if (!all) return {};
  try {
    // CLI11 wants them from behind.
    command.parse(std::vector<std::string>(all->arguments.rbegin(), all->arguments.rend()));
  } catch (const CLI::ParseError& error) {
    const ConfigFault typed_wrong{.file = {}, .error = {.message = error.what()}};
    fault = fault_of(error.what(), *all).value_or(typed_wrong);
    return {};
  }
  return ServeSettings{.options = std::move(options), .configured = *std::move(all)};
}

void add_serve(CLI::App& program, int& exit_code, const std::vector<std::string>& typed) {
  CLI::App* command = program.add_subcommand("serve", "Runs the server");
  const auto options = std::make_shared<ServeOptions>();
  const auto flags = std::make_shared<ServeFlags>();
  add_options(command, options.get(), flags.get());
  command->callback([options, flags, typed, &exit_code] {
    if (flags->checks_only) {
      exit_code = check_options(*options);
      return;
    }
    if (flags->open) options->strangers = Strangers::Welcome;
    if (flags->demo) options->demonstration = Demonstration::On;
    // What is wrong with it is told with the other options.
    const auto retention = retention_of(options->keep, options->journal, options->recordings);
    exit_code =
        run_server([&](Diagnostics& left_out) { return server_options(*options, left_out); },
                   options->demonstration, greeting, options->log_style,
                   reading_again(*options, typed), retention ? *retention : RetentionWish{});
  });
}

}  // namespace kine::server
