#include "server/offline/batch_manifest.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "realizer/core/number.h"
#include "server/base/json_text.h"
#include "server/voices/json_object.h"

namespace kine::server {
namespace {

/// A line of a manifest is shorter: names of files are.
constexpr std::size_t kManifestLineBytesMax = std::size_t{64} << 10;

}  // namespace

std::string line_of(const BatchRun& run, const BatchResult& result,
                    const formats::Provenance& provenance) {
  std::vector<std::pair<std::string_view, std::string>> fields = {
      {"output", run.output},
      {"output_sha256", result.output_sha256},
      {"inputs_sha256", result.inputs_sha256},
      {"script", run.script},
      {"character", run.character},
      {"style", run.style}};
  for (auto& row : formats::rows_of(provenance)) fields.push_back(std::move(row));
  if (run.fps) fields.emplace_back("fps", std::to_string(*run.fps));
  if (run.length_s) fields.emplace_back("seconds", format_number(*run.length_s));
  std::string line = "{";
  for (const auto& [name, value] : fields) {
    line += (line.size() > 1 ? ",\"" : "\"") + std::string(name) + "\":" + json_quoted(value);
  }
  return line + "}\n";
}

std::map<std::string, BatchResult> read_manifest(std::string_view text) {
  std::map<std::string, BatchResult> results;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.size() > kManifestLineBytesMax) continue;
    const auto object = JsonObject::read(line);
    if (!object || !object->has("output") || results.size() > kBatchRunsMax) continue;
    results[object->text("output")] = {.inputs_sha256 = object->text("inputs_sha256"),
                                       .output_sha256 = object->text("output_sha256")};
  }
  return results;
}

}  // namespace kine::server
