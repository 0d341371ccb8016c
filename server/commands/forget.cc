#include "server/commands/forget.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "realizer/core/number.h"
#include "server/base/report_line.h"

namespace kine::server {

int forget_tenant(const ForgetWish& wish, std::ostream& output, std::ostream& messages) {
  if (wish.journal.empty() && wish.recordings.empty() && wish.logs.empty()) {
    messages << report_line(
        "kinesphere", Error{.message = "name what is to be looked at: --journal, --recordings "
                                       "or --logs, not " +
                                       quoted("")});
    return 2;
  }
  const auto forgotten =
      forget(wish, [&](const LogEvent& event) { output << event.as_text() << "\n"; });
  if (!forgotten) {
    messages << report_line("kinesphere", forgotten.error());
    return 1;
  }
  output << forgotten->files << (forgotten->files == 1 ? " file, " : " files, ") << forgotten->bytes
         << " bytes " << (wish.dry_run ? "would be deleted" : "deleted") << "\n";
  return 0;
}

void add_forget(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "forget", "Deletes what a server that is stopped has kept of a tenant");
  const auto wish = std::make_shared<ForgetWish>();
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
  command->add_flag("--dry-run", wish->dry_run, "Says what would be deleted, and deletes nothing");
  command->callback([wish, &exit_code] { exit_code = forget_tenant(*wish, std::cout, std::cerr); });
}

}  // namespace kine::server
