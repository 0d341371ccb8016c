#include "server/commands/check.h"
#include "server/offline/gesture_model_file.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <span>

#include "realizer/core/number.h"
#include "realizer/formats/markup.h"
#include "realizer/formats/measures.h"
#include "realizer/prepare/prepare.h"
#include "server/base/report_line.h"
#include "server/base/script_file.h"
#include "server/commands/held_pose.h"
#include "server/commands/options/scene_options.h"
#include "server/commands/options/seed_option.h"
#include "server/offline/target_words.h"
#include "server/scene/casts.h"

namespace kine::server {
namespace {

using Casts = std::vector<std::shared_ptr<const Cast>>;

/// What was found, as lines, and whether it is a failure.
class CheckReport {
 public:
  CheckReport(std::ostream& output, bool strict) : output_(output), strict_(strict) {}

  int fail(std::string_view file, const Error& error) {
    output_ << report_line(file, error);
    return exit_code_ = 1;
  }
  void warn(std::string_view file, const Diagnostics& diagnostics) {
    output_ << report_lines(file, diagnostics);
    if (strict_ && !diagnostics.warnings().empty()) exit_code_ = 1;
  }
  int exit_code() const { return exit_code_; }

 private:
  std::ostream& output_;
  bool strict_;
  int exit_code_ = 0;
};

Result<Casts> casts_of(const CheckOptions& options, const std::shared_ptr<const Stock>& stock,
                       std::vector<MappedClip>& mapped) {
  const ClipFolder clips{.path = options.clips, .mapped = &mapped};
  if (options.characters.empty()) return make_casts(default_characters(), clips, stock);
  std::vector<CharacterSpec> specs;
  for (const std::string& character : options.characters) {
    Result<CharacterSpec> spec = parse_character(character);
    if (!spec) return spec.error();
    specs.push_back(*std::move(spec));
  }
  return make_casts(specs, clips, stock);
}

Result<Done> check_body(const std::string& path, const Stock& stock) {
  const Result<std::string> text = read_script_file(path);
  if (!text) return text.error();
  const Result<body::Body> body = stock.read_body(*text);
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

/// A gesture of the operator's, planned by itself on a character: what its poses ask for is known
/// only there.
Result<Prepared> try_gesture(std::string_view name, const PrepareContext& context,
                             Diagnostics& diagnostics) {
  return prepare("<script xmlns=\"urn:kinesphere:script:1\"><gesture lexeme=\"" +
                     formats::escaped_markup(name) + "\"/></script>",
                 context, diagnostics);
}

/// Each gesture of the operator's on each character; the place is the gesture's in its file.
void check_gestures(const Stock& stock, const Casts& casts, CheckReport& report) {
  for (const auto& [name, file] : stock.own_gestures()) {
    const Where where = stock.words().lexemes.at(name).where;
    for (const auto& cast : casts) {
      const std::string who = "the gesture " + kine::quoted(name) + " on " + cast->name + ": ";
      Diagnostics diagnostics;
      const auto tried = try_gesture(name, {.casts = {&cast, 1}, .script_id = "s"}, diagnostics);
      Diagnostics placed;
      for (const Warning& warning : diagnostics.warnings()) {
        placed.warn(where, who + warning.message);
      }
      report.warn(file, placed);
      if (!tried) report.fail(file, {tried.error().code, who + tried.error().message, where});
    }
  }
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

/// A script is looked at so long.
constexpr Seconds kLookedAt{60};

/// Whether springs have to hold a pose by themselves: sampled ones hold what they see each moment,
/// but for the legs of a body, which hang on nothing.
bool relies_on_springs(const std::shared_ptr<const motion::Block>& block) {
  return std::ranges::any_of(block->muscle_tensions, [](const plan::MuscleChange& each) {
    if (!each.tension) return false;
    const bool is_of_legs = !(each.joints & plan::leg_muscles()).empty();
    return each.tension->gains == script::GainUpdate::Predicted ||
           (is_of_legs && each.tension->stiffness_Nm_rad);
  });
}

bool is_pushed_before(const Prepared& prepared, std::string_view character, Seconds time) {
  return std::ranges::any_of(prepared.blocks, [&](const auto& block) {
    const auto begins = [&](const plan::Push& push) { return push.start < time; };
    return block->character == character && std::ranges::any_of(block->forces.pushes, begins);
  });
}

/// A warning for each character that falls of itself, or has a pose that its springs would not
/// hold.
void warn_of_loose_springs(const Prepared& prepared, const Casts& casts,
                           std::span<const SetTarget> targets, Diagnostics& diagnostics) {
  if (std::ranges::none_of(prepared.blocks, relies_on_springs)) return;
  OfflineStage stage(casts, kStabilityRate);
  for (const SetTarget& target : targets) stage.set(target);
  for (const auto& block : prepared.blocks) stage.play(block);
  const std::vector<Watched> watched = watch(stage, kLookedAt);
  for (std::size_t i = 0; i < watched.size(); ++i) {
    const auto& [worst, falls] = watched[i];
    if (falls && !is_pushed_before(prepared, casts[i]->name, kStabilityRate.time_of(*falls))) {
      diagnostics.warn({}, casts[i]->name + " falls at " +
                               formats::time_text(kStabilityRate.time_of(*falls)) +
                               " without a push: stiffer legs may carry it");
      continue;
    }
    if (!worst || worst->stability.is_stable()) continue;
    const auto& stability = worst->stability;
    diagnostics.warn({}, "the springs of " + casts[i]->name +
                             " do not hold its pose by themselves at " +
                             formats::time_text(kStabilityRate.time_of(worst->tick)) + ": " +
                             name_of_degree(worst->model->figure, stability.weakest) +
                             " gives way below " + formats::three_digits(stability.critical_scale) +
                             " times their tension: kinesphere stability");
  }
}

}  // namespace

int check(const CheckOptions& options, std::ostream& output) {
  CheckReport report(output, options.strict);
  const auto stock = load_stock(options.stock, output);
  if (!stock) return 1;
  for (const std::string& path : options.bodies) {
    const Result<Done> checked = check_body(path, *stock);
    if (!checked) report.fail(shown_name(path), checked.error());
  }
  if (options.scripts.empty() && options.clips.empty() && stock->own_gestures().empty()) {
    return report.exit_code();
  }

  std::vector<MappedClip> mapped;
  Result<Casts> casts = casts_of(options, stock, mapped);
  if (!casts) return report.fail("kinesphere", casts.error());
  if (const auto own = read_body_language({})) *casts = with_body_language(*casts, *own);
  for (const MappedClip& clip : mapped) report.warn(clip.file, losses_of(clip));
  check_gestures(*stock, *casts, report);
  VoiceWish wish = options.voice;
  wish.report = [&](const std::string& line) {
    Diagnostics one;
    one.warn({}, line);
    report.warn("kinesphere", one);
  };
  const Result<ChosenVoice> voice = choose_voice(wish);
  if (!voice) return report.fail("kinesphere", voice.error());
  const Result<std::vector<SetTarget>> targets = parse_targets(options.targets, *casts);
  if (!targets) return report.fail("kinesphere", targets.error());
  const auto [names, located] = known_targets(*targets);
  const PrepareContext context{.casts = *casts,
                               .script_id = "script1",
                               .character = {},
                               .set_targets = names,
                               .voice = voice->voice.get(),
                               .sketches = stock->sketches(),
                               .explains = options.explain,
                               .meanings = {.seed = options.seed},
                               .live = {.located = located}};
  for (const std::string& path : options.scripts) {
    Diagnostics diagnostics(Diagnostics::OnError::Collect);
    const Result<Prepared> checked = check_script(path, context, diagnostics);
    if (checked) warn_of_loose_springs(*checked, *casts, *targets, diagnostics);
    report.warn(shown_name(path), diagnostics);
    // Without a voice all are estimated.
    const bool has_voice = options.voice.voice != "silent" || !options.voice.folder.empty();
    if (checked && has_voice) output << lines_on_speeches(shown_name(path), *checked);
    if (checked) output << checked->explanation;
    for (const Error& error : diagnostics.errors()) report.fail(shown_name(path), error);
    if (!checked && diagnostics.errors().empty()) report.fail(shown_name(path), checked.error());
  }
  return report.exit_code();
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
  add_scene_options(*command, {options->clips, options->stock, options->voice, options->targets},
                    kVoiceOfTimes);
  command->add_option("--body", options->bodies, "A body file to check; may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command->add_flag("--explain", options->explain,
                    "Prints for each pose which scope sets each number, and what it overrules; "
                    "which gesture each meaning became; and which tension moves which muscles "
                    "when");
  add_seed(*command, options->seed);
  command->add_flag("--strict", options->strict, "Exits with 1 after a warning, too");
  command->callback([options, &exit_code] {
    const bool has_any = !options->scripts.empty() || !options->bodies.empty() ||
                         !options->clips.empty() || options->stock.any();
    if (!has_any) {
      throw CLI::RequiredError("SCRIPT, --body or a folder of your own");
    }
    exit_code = check(*options, std::cout);
  });
}

}  // namespace kine::server
