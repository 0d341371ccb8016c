#include "server/commands/check.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "realizer/body/reader.h"
#include "realizer/prepare.h"
#include "schemas/embedded.h"
#include "server/casts.h"
#include "server/report_line.h"
#include "server/script_file.h"

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

Result<Done> check_script(const std::string& path, const Casts& casts, Diagnostics& diagnostics) {
  const Result<std::string> text = read_script_file(path);
  if (!text) return text.error();
  const PrepareContext context{.casts = casts, .script_id = "script1", .character = {}};
  const Result<Prepared> prepared = prepare(*text, context, diagnostics);
  if (!prepared) return prepared.error();
  return Done{};
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
  for (const std::string& path : options.scripts) {
    Diagnostics diagnostics(Diagnostics::OnError::Collect);
    const Result<Done> checked = check_script(path, *casts, diagnostics);
    output << report_lines(shown_name(path), diagnostics);
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
