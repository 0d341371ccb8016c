#include "server/commands/bake_batch.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "server/base/csv_table.h"
#include "server/base/folder.h"
#include "server/base/limits.h"
#include "server/base/output_file.h"
#include "server/base/report_line.h"
#include "server/base/revision.h"
#include "server/base/script_file.h"
#include "server/base/sha256.h"
#include "server/offline/batch_manifest.h"
#include "server/offline/batch_plan.h"

namespace kine::server {
namespace {

namespace fs = std::filesystem;

struct BatchFileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using BatchFile = std::unique_ptr<std::FILE, BatchFileCloser>;

/// Of all of a file, however long; nothing where it cannot be read.
std::optional<std::string> sha256_of_file(const std::string& path) {
  const BatchFile file(std::fopen(path.c_str(), "rb"));
  if (!file) return {};
  Sha256 hash;
  std::string piece(std::size_t{64} << 10, '\0');
  while (const std::size_t size = std::fread(piece.data(), 1, piece.size(), file.get())) {
    hash.add(std::string_view(piece).substr(0, size));
  }
  if (std::ferror(file.get()) != 0) return {};
  return hash.take_hex();
}

/// Parts of what is hashed, told apart by their lengths.
void add_part(std::string_view part, Sha256& hash) {
  hash.add(std::to_string(part.size()) + ":");
  hash.add(part);
}

Result<Done> add_folder(const std::string& folder, Sha256& hash) {
  add_part(folder, hash);
  if (folder.empty()) return Done{};
  const auto files = files_of_folder(folder, {.what = "files",
                                              .accepts = [](std::string_view) { return true; },
                                              .files_max = kBatchFolderFilesMax});
  if (!files) return files.error();
  for (const std::string& file : *files) {
    add_part(file, hash);
    add_part(sha256_of_file(file).value_or("unread"), hash);
  }
  return Done{};
}

/// Of what all runs share: the program, the options and the files of the folders.
Result<std::string> sha256_of_ground(const BakeOptions& options) {
  Sha256 hash;
  add_part(kVersion, hash);
  add_part(revision(), hash);
  add_part(options.voice.voice, hash);
  add_part(std::to_string(options.fps.value_or(0)), hash);
  add_part(options.length ? format_number(options.length->count()) : "", hash);
  add_part(options.style, hash);
  add_part(options.stock.sketch, hash);
  add_part(sha256_of_file(options.stock.sketch).value_or("none"), hash);
  add_part(options.alive ? "alive" : "still", hash);
  for (const auto* texts : {&options.others, &options.targets, &options.later}) {
    add_part(std::to_string(texts->size()), hash);
    for (const std::string& text : *texts) add_part(text, hash);
  }
  for (const std::string& each : options.later) {
    add_part(sha256_of_file(each.substr(each.find('=') + 1)).value_or("unread"), hash);
  }
  for (const std::string* folder :
       {&options.clips, &options.voice.folder, &options.stock.lexicon, &options.stock.bodies,
        &options.stock.styles, &options.stock.poses}) {
    if (const auto added = add_folder(*folder, hash); !added) return added.error();
  }
  return hash.take_hex();
}

std::string sha256_of_run(const std::string& ground, const BatchRun& run, std::string_view script) {
  Sha256 hash;
  add_part(ground, hash);
  add_part(script, hash);
  for (const std::string* text : {&run.script, &run.character, &run.style, &run.output}) {
    add_part(*text, hash);
  }
  add_part(std::to_string(run.seed), hash);
  add_part(run.fps ? std::to_string(*run.fps) : "", hash);
  add_part(run.length_s ? format_number(*run.length_s) : "", hash);
  return hash.take_hex();
}

/// How far a batch is, on a line that is written over.
class BatchProgress {
 public:
  BatchProgress(std::size_t runs, bool is_shown, std::ostream& messages)
      : runs_(runs), messages_(is_shown ? &messages : nullptr) {}

  void show(std::size_t done, const std::string& output) {
    if (messages_ == nullptr) return;
    constexpr std::size_t kWidth = 30;
    const std::size_t full = kWidth * done / runs_;
    *messages_ << "\r\x1b[K[" << std::string(full, '#') << std::string(kWidth - full, '.') << "] "
               << done << " of " << runs_ << "  " << output << std::flush;
  }
  void clear() {
    if (messages_ != nullptr) *messages_ << "\r\x1b[K" << std::flush;
  }

 private:
  std::size_t runs_;
  std::ostream* messages_;  // null: is not shown
};

class Batch {
 public:
  Batch(const BatchOptions& options, std::ostream& messages)
      : options_(options), messages_(messages), beside_(fs::path(options.table).parent_path()) {}

  int run() {
    const auto runs = plan();
    if (!runs) return 1;
    auto ground = find_ground(options_.bake, messages_);
    if (!ground) return 1;
    const auto shared = sha256_of_ground(options_.bake);
    if (!shared) return fail("kinesphere", shared.error());
    ground_sha256_ = *shared;
    if (const auto opened = open_manifest(*runs); !opened) {
      return fail(manifest_of(options_.table), opened.error());
    }
    BatchProgress progress(runs->size(), options_.bake.shows_progress, messages_);
    std::size_t done = 0;
    for (const BatchRun& each : *runs) {
      progress.show(done++, each.output);
      std::ostringstream said;
      bake_one(*ground, each, said);
      if (said.str().empty()) continue;
      progress.clear();
      tell(said.str());
    }
    progress.clear();
    messages_ << options_.table << ": " << baked_ << " baked, " << skipped_ << " skipped, "
              << failed_ << " failed\n";
    return failed_ == 0 ? 0 : 1;
  }

 private:
  int fail(const std::string& file, const Error& error) {
    messages_ << report_line(file, error);
    return 1;
  }

  std::string path_of(const std::string& name) const { return (beside_ / name).string(); }

  std::optional<std::vector<BatchRun>> plan() {
    const auto text = read_script_file(options_.table);
    const auto table = text ? read_csv(*text) : text.error();
    Diagnostics diagnostics;
    auto runs = table ? plan_batch(*table, diagnostics) : table.error();
    messages_ << report_lines(options_.table, diagnostics);
    if (!runs) {
      fail(options_.table, runs.error());
      return {};
    }
    if (options_.bake.strict && !diagnostics.warnings().empty()) return {};
    return *std::move(runs);
  }

  /// Keeps what is known of these runs, and forgets what is known of others.
  Result<Done> open_manifest(const std::vector<BatchRun>& runs) {
    const std::string path = manifest_of(options_.table);
    std::string kept;
    if (const auto text = read_file_up_to(path, kManifestBytesMax)) {
      if (text->size() > kManifestBytesMax) {
        return Error{ErrorCode::LimitExceeded,
                     "a manifest has at most " + std::to_string(kManifestBytesMax) + " bytes"};
      }
      known_ = read_manifest(*text);
      std::set<std::string_view> outputs;
      for (const BatchRun& run : runs) outputs.insert(run.output);
      kept = lines_about(*text, outputs);
    }
    if (const Result<Done> written = write_whole(path, kept); !written) return written;
    manifest_.reset(std::fopen(path.c_str(), "ab"));
    if (!manifest_) return Error{ErrorCode::Unsupported, "cannot be written"};
    return Done{};
  }

  /// The last line about each of these outputs.
  static std::string lines_about(std::string_view text, const std::set<std::string_view>& outputs) {
    std::map<std::string, std::string_view> last;
    while (!text.empty()) {
      const std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      for (const auto& [output, result] : read_manifest(line)) {
        if (outputs.contains(output)) last[output] = line;
      }
    }
    std::string kept;
    for (const auto& [output, line] : last) kept += std::string(line) + "\n";
    return kept;
  }

  bool is_done(const BatchRun& run, const std::string& inputs_sha256) const {
    const auto found = known_.find(run.output);
    return found != known_.end() && found->second.inputs_sha256 == inputs_sha256 &&
           sha256_of_file(path_of(run.output)) == found->second.output_sha256;
  }

  BakeOptions options_of(const BatchRun& run) const {
    BakeOptions bake = options_.bake;
    bake.script = path_of(run.script);
    bake.output = path_of(run.output);
    bake.seed = run.seed;
    bake.shows_progress = false;
    if (!run.character.empty()) bake.character = run.character;
    if (!run.style.empty()) bake.style = run.style;
    if (run.fps) {
      bake.fps = run.fps;
      bake.fps_source = {.file = options_.table, .where = run.where};
    }
    if (run.length_s) bake.length = Seconds(*run.length_s);
    bake.cast_label = bake.character.value_or("default character") + ", " +
                      (bake.style.empty() ? "no style" : bake.style);
    return bake;
  }

  void bake_one(const BakeGround& ground, const BatchRun& run, std::ostream& said) {
    const BakeOptions bake = options_of(run);
    const auto fail_run = [&](const std::string& file, const Error& error) {
      ++failed_;
      said << failure_line(run, bake, {.file = file, .error = error});
    };
    const auto script = read_script_file(bake.script);
    if (!script) return fail_run(bake.script, script.error());
    const std::string inputs = sha256_of_run(ground_sha256_, run, *script);
    if (is_done(run, inputs)) {
      ++skipped_;
      return;
    }
    std::error_code ignored;
    fs::create_directories(fs::path(bake.output).parent_path(), ignored);
    std::ostringstream nowhere;
    const BakeOutcome outcome = bake_on(ground, bake, nowhere, said);
    if (outcome.fault) return fail_run(outcome.fault->file, outcome.fault->error);
    if (outcome.stopped_at_warning) {
      return fail_run(bake.script, {ErrorCode::Unsupported, "--strict ends it after a warning"});
    }
    const auto output = sha256_of_file(bake.output);
    if (!output) {
      return fail_run(bake.output, {ErrorCode::Unsupported, "cannot be read again"});
    }
    const std::string line = line_of(run, {.inputs_sha256 = inputs, .output_sha256 = *output},
                                     {.version = std::string(kVersion),
                                      .revision = std::string(revision()),
                                      .seed = run.seed,
                                      .script_sha256 = sha256_of(*script)});
    const bool written = std::fwrite(line.data(), 1, line.size(), manifest_.get()) == line.size() &&
                         std::fflush(manifest_.get()) == 0;
    if (!written) {
      return fail_run(manifest_of(options_.table), {ErrorCode::Unsupported, "cannot be written"});
    }
    ++baked_;
  }

  /// With the place of the run in the table; the place in another file stands before the cause.
  std::string failure_line(const BatchRun& run, const BakeOptions& bake,
                           const FileFault& fault) const {
    const auto& [file, error] = fault;
    std::string message =
        run.script + ", " + bake.cast_label + ", seed " + std::to_string(run.seed) + ": ";
    if (error.where.line > 0) {
      message += file + ":" + std::to_string(error.where.line) + ":" +
                 std::to_string(error.where.column) + ": ";
    } else if (file != bake.script && file != "kinesphere") {
      message += file + ": ";
    }
    message += error.message;
    return report_line(options_.table, Error{error.code, std::move(message), run.where});
  }

  /// Each line once: a script warns alike with every seed.
  void tell(const std::string& lines) {
    std::istringstream stream(lines);
    for (std::string line; std::getline(stream, line);) {
      if (told_.size() < kWarningsMax && !told_.insert(line).second) continue;
      messages_ << line << "\n";
    }
  }

  const BatchOptions& options_;
  std::ostream& messages_;
  fs::path beside_;
  std::string ground_sha256_;
  std::map<std::string, BatchResult> known_;
  BatchFile manifest_;
  std::set<std::string> told_;
  std::size_t baked_ = 0;
  std::size_t skipped_ = 0;
  std::size_t failed_ = 0;
};

}  // namespace

std::string manifest_of(const std::string& table) {
  return fs::path(table).replace_extension(".manifest.jsonl").string();
}

int bake_batch(const BatchOptions& options, std::ostream& messages) {
  return Batch(options, messages).run();
}

}  // namespace kine::server
