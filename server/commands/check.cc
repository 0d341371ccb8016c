#include "server/commands/check.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <span>

#include "realizer/body/reader.h"
#include "realizer/core/number.h"
#include "realizer/prepare.h"
#include "schemas/embedded.h"
#include "server/casts.h"
#include "server/report_line.h"
#include "server/script_file.h"
#include "server/target_words.h"

namespace kine::server {
namespace {

using Casts = std::vector<std::shared_ptr<const Cast>>;

Result<Casts> casts_of(const CheckOptions& options) {
  const ClipFolder clips{.path = options.clips};
  if (options.characters.empty()) return make_casts(default_characters(), clips);
  std::vector<CharacterSpec> specs;
  for (const std::string& character : options.characters) {
    Result<CharacterSpec> spec = parse_character(character);
    if (!spec) return spec.error();
    specs.push_back(*std::move(spec));
  }
  return make_casts(specs, clips);
}

Result<Done> check_body(const std::string& path) {
  const Result<std::string> text = read_script_file(path);
  if (!text) return text.error();
  const Result<body::Body> body =
      body::read(*text, schemas::find_embedded("hands.xml").value_or(""),
                 schemas::find_embedded("poses.xml").value_or(""));
  if (!body) return body.error();
  return Done{};
}

struct KnownTargets {
  std::vector<std::string> names;
  std::vector<Located> located;
};

KnownTargets known_targets(std::span<const SetTarget> targets) {
  KnownTargets known;
  for (const SetTarget& target : targets) {
    known.names.push_back(target.name);
    known.located.push_back({target.name, {.position_m = target.point_m}});
  }
  return known;
}

Result<Prepared> check_script(const std::string& path, const PrepareContext& context,
                              Diagnostics& diagnostics) {
  const Result<std::string> text = read_script_file(path);
  if (!text) return text.error();
  return prepare(*text, context, diagnostics);
}

/// How true the times of its speeches are.
std::string lines_on_speeches(std::string_view name, const Prepared& prepared) {
  std::string lines;
  for (const auto& block : prepared.blocks) {
    for (const motion::Utterance& said : block->utterances) {
      lines += std::string(name) + ": note: the word times of speech " +
               kine::quoted(block->id + ":" + said.id) + " are " +
               std::string(word_of(said.track->timing)) + "\n";
    }
  }
  return lines;
}

}  // namespace

int check(const CheckOptions& options, std::ostream& output) {
  int exit_code = 0;
  const auto report = [&](std::string_view name, const Error& error) {
    output << report_line(name, error);
    exit_code = 1;
  };

  for (const std::string& path : options.bodies) {
    const Result<Done> checked = check_body(path);
    if (!checked) report(shown_name(path), checked.error());
  }
  if (options.scripts.empty()) return exit_code;

  const Result<Casts> casts = casts_of(options);
  if (!casts) {
    report("kinesphere", casts.error());
    return exit_code;
  }
  VoiceWish wish = options.voice;
  wish.report = [&](const std::string& line) {
    output << report_line("kinesphere", Warning{.message = line});
  };
  const Result<ChosenVoice> voice = choose_voice(wish);
  if (!voice) {
    report("kinesphere", voice.error());
    return exit_code;
  }
  const Result<std::vector<SetTarget>> targets = parse_targets(options.targets, *casts);
  if (!targets) {
    report("kinesphere", targets.error());
    return exit_code;
  }
  const auto [names, located] = known_targets(*targets);
  const PrepareContext context{.casts = *casts,
                               .script_id = "script1",
                               .character = {},
                               .set_targets = names,
                               .located = located,
                               .voice = voice->voice.get()};
  for (const std::string& path : options.scripts) {
    Diagnostics diagnostics(Diagnostics::OnError::Collect);
    const Result<Prepared> checked = check_script(path, context, diagnostics);
    output << report_lines(shown_name(path), diagnostics);
    // Without a voice all are estimated.
    const bool has_voice = options.voice.voice != "silent" || !options.voice.folder.empty();
    if (checked && has_voice) output << lines_on_speeches(shown_name(path), *checked);
    if (options.strict && !diagnostics.warnings().empty()) exit_code = 1;
    for (const Error& error : diagnostics.errors()) report(shown_name(path), error);
    if (!checked && diagnostics.errors().empty()) report(shown_name(path), checked.error());
  }
  return exit_code;
}

void add_check(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "check",
      "Plans scripts without a server and prints FILE:LINE:COLUMN: error: … or warning: …");
  const auto options = std::make_shared<CheckOptions>();
  command->add_option("SCRIPT", options->scripts, "Files to check; - is standard input")
      ->type_name("FILE");
  command
      ->add_option("--character", options->characters,
                   "NAME[=BODY]: a character there is; may be repeated (default: ada, ben)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      ->add_option("--clips", options->clips,
                   "A folder whose .bvh, .vrma and .glb files scripts may play as clips")
      ->type_name("FOLDER");
  command
      ->add_option(
          "--voice", options->voice.voice,
          "The voice that gives speeches their times: " + voice_names() + " (default: silent)")
      ->type_name("VOICE");
  command
      ->add_option("--voices-from", options->voice.folder,
                   "A folder of recorded speech, NAME.wav with its labels, for the voice file")
      ->type_name("FOLDER");
  command
      ->add_option("--target", options->targets,
                   "NAME=X,Y,Z: what scripts can look at, in metres in the world; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command->add_option("--body", options->bodies, "A body file to check; may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command->add_flag("--strict", options->strict, "Exits with 1 after a warning, too");
  command->callback([options, &exit_code] {
    if (options->scripts.empty() && options->bodies.empty()) {
      throw CLI::RequiredError("SCRIPT or --body");
    }
    exit_code = check(*options, std::cout);
  });
}

}  // namespace kine::server
