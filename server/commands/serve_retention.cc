#include "server/commands/serve_retention.h"

#include <CLI/CLI.hpp>
#include <optional>

#include "realizer/core/number.h"

namespace kine::server {
namespace {

Result<Done> give_time(const std::string& name, const std::string& text, const std::string& folder,
                       std::optional<std::chrono::seconds>& time) {
  if (text.empty()) return Done{};
  if (folder.empty()) {
    return Error{ErrorCode::Unsupported, "--keep-" + name + "s needs --" +
                                             (name == "journal" ? name : name + "s") +
                                             ", whose folder it is about: " + quoted(text)};
  }
  const auto parsed = parse_keeping(text);
  if (!parsed) return parsed.error();
  time = *parsed;
  return Done{};
}

}  // namespace

void add_keep_options(CLI::App& command, KeepOptions& keep) {
  command
      .add_option("--keep-recordings", keep.recordings,
                  "Deletes recordings that are older: 90d, 12h; without it they are kept")
      ->type_name("TIME");
  command
      .add_option("--keep-journals", keep.journals,
                  "Deletes journals that are over and older, never the newest; without it they are "
                  "kept")
      ->type_name("TIME");
}

Result<RetentionWish> retention_of(const KeepOptions& keep, const std::string& journal,
                                   const std::string& recordings) {
  RetentionWish wish{.journal = journal, .recordings = recordings};
  if (auto given = give_time("journal", keep.journals, journal, wish.keep_journals); !given) {
    return given.error();
  }
  if (auto given = give_time("recording", keep.recordings, recordings, wish.keep_recordings);
      !given) {
    return given.error();
  }
  return wish;
}

}  // namespace kine::server
