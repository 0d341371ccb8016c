#include "server/commands/inspect.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/core/utf8.h"
#include "realizer/formats/read/clip_file.h"
#include "realizer/formats/read/ending.h"
#include "realizer/formats/read/gltf_figure.h"
#include "realizer/pose/retarget/coverage.h"
#include "server/base/report_line.h"
#include "server/base/script_file.h"
#include "server/scene/stock.h"

namespace kine::server {
namespace {

/// What a face of VRM's expressions alone shows of ARKit's shapes, as our viewer has it.
struct StandIn {
  std::string_view channel;
  std::string_view preset;
};
constexpr StandIn kStandIns[] = {
    {"eyeBlinkLeft", "blinkLeft"}, {"eyeBlinkRight", "blinkRight"}, {"jawOpen", "aa"},
    {"mouthPucker", "ou"},         {"mouthFunnel", "ou"},           {"mouthStretchLeft", "ih"},
    {"mouthStretchRight", "ih"},   {"mouthSmileLeft", "happy"},     {"mouthSmileRight", "happy"},
    {"browDownLeft", "angry"},     {"browDownRight", "angry"},      {"mouthFrownLeft", "sad"},
    {"mouthFrownRight", "sad"},    {"eyeWideLeft", "surprised"},    {"eyeWideRight", "surprised"}};

constexpr std::size_t kNameColumn = 24;

std::string in_column(std::string_view name) {
  return std::string(name) + std::string(kNameColumn - std::min(kNameColumn - 1, name.size()), ' ');
}

std::string in_small(std::string_view name) {
  std::string small(name);
  for (char& letter : small) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return small;
}

/// A name of the file's, safe to print.
std::string shown(std::string_view name) { return one_line(name, kNameBytesMax); }

void list(std::string_view title, const std::vector<std::string>& lines, std::ostream& output) {
  if (lines.empty()) return;
  output << "  " << title << "\n";
  for (const std::string& line : lines) output << "    " << line << "\n";
}

/// Joints, and what is left out. Whether nothing is.
bool report_coverage(const std::string& file, const pose::Coverage& coverage,
                     std::ostream& output) {
  std::vector<std::string> joints;
  for (const auto& [joint, node] : coverage.taken) {
    joints.push_back(in_column(body::name_of(joint)) + "is " + shown(node));
  }
  std::vector<std::string> missing;
  for (const auto& [joint, stands_in] : coverage.missing) {
    missing.push_back(in_column(body::name_of(joint)) +
                      (stands_in ? "moves with " + std::string(body::name_of(*stands_in))
                                 : std::string("stays at rest")));
  }
  list("joints", joints, output);
  list("missing joints", missing, output);
  list("channels", coverage.channels, output);
  for (const Warning& lost : coverage.lost) output << report_line(file, lost);
  return coverage.lost.empty();
}

bool inspect_clip(const std::string& file, const pose::FoundRecording& found,
                  const pose::JointNames& names, std::ostream& output) {
  const pose::Coverage coverage = pose::coverage_of(found, names);
  const pose::Recording& recording = found.recording;
  output << file << ": motion, " << recording.frame_count << " frames of "
         << format_number(recording.frame_time.count()) << " s, " << recording.nodes.size()
         << " joints of its own\n"
         << file << ": maps " << pose::summary_of(coverage) << "\n";
  return report_coverage(file, coverage, output);
}

/// How a face shows a channel; nothing: not at all.
class Face {
 public:
  explicit Face(const formats::GltfFigure& figure) {
    for (const std::string& name : figure.shapes) shapes_.push_back(in_small(name));
    for (const std::string& name : figure.presets) presets_.push_back(in_small(name));
    is_coarse_ = !has(shapes_, "jawOpen");
  }

  std::optional<std::string> shown_by(std::string_view channel) const {
    constexpr std::string_view kVrm = "vrm_";
    if (has(shapes_, channel)) return "its own shape";
    if (channel.starts_with(kVrm) && has(presets_, channel.substr(kVrm.size()))) {
      return "its own expression";
    }
    return {};
  }

  /// What is shown in its place.
  std::optional<std::string_view> stand_in(std::string_view channel) const {
    if (!is_coarse_) return {};
    const auto* row = std::ranges::find(kStandIns, channel, &StandIn::channel);
    if (row == std::end(kStandIns) || !has(presets_, row->preset)) return {};
    return row->preset;
  }

 private:
  static bool has(const std::vector<std::string>& names, std::string_view name) {
    return std::ranges::count(names, in_small(name)) > 0;
  }

  std::vector<std::string> shapes_;   // in small letters
  std::vector<std::string> presets_;  // likewise
  bool is_coarse_ = false;            // has none of ARKit's shapes
};

bool inspect_figure(const std::string& file, const formats::GltfFigure& figure,
                    const pose::JointNames& names, std::ostream& output) {
  pose::Coverage coverage = pose::coverage_of(figure.found, names);
  const Face face(figure);
  std::vector<std::string> missing;
  for (const std::string_view channel : body::channel_names()) {
    if (face.shown_by(channel)) {
      coverage.channels.emplace_back(channel);
    } else if (const auto other = face.stand_in(channel)) {
      missing.push_back(in_column(channel) + "is shown by " + std::string(*other));
    } else {
      missing.push_back(in_column(channel) + "is not shown");
    }
  }
  output << file << ": a figure, " << figure.kind << ", " << figure.found.recording.nodes.size()
         << " nodes\n"
         << file << ": offers " << pose::summary_of(coverage) << "\n";
  const bool is_whole = report_coverage(file, coverage, output);
  list("missing channels", missing, output);
  return is_whole;
}

/// Whether nothing is left out.
Result<bool> inspect_file(const std::string& file, const pose::JointNames& names,
                          std::ostream& output) {
  struct Ending {
    std::string_view ending;
  };
  static constexpr Ending kFigures[] = {{".vrm"}, {".glb"}};
  const bool is_figure = formats::find_by_ending(std::span(kFigures), file) != nullptr;
  const bool is_clip = formats::is_clip_file(file);
  if (!is_figure && !is_clip) {
    return Error{ErrorCode::Unsupported, "a file to inspect ends in .bvh, .vrma, .glb or .vrm"};
  }
  const auto bytes = read_figure_file(file);
  if (!bytes) return bytes.error();
  if (is_clip && !(is_figure && !formats::has_animation(*bytes))) {
    const auto recording = formats::read_recording(file, *bytes);
    if (!recording) return recording.error();
    return inspect_clip(file, *recording, names, output);
  }
  const auto figure = formats::read_figure(*bytes);
  if (!figure) return figure.error();
  return inspect_figure(file, *figure, names, output);
}

}  // namespace

int inspect(const InspectOptions& options, std::ostream& output, std::ostream& messages) {
  const auto stock = our_stock();
  if (!stock) {
    messages << report_line("kinesphere", stock.error());
    return 1;
  }
  int exit_code = 0;
  for (const std::string& file : options.files) {
    const Result<bool> whole = inspect_file(file, (*stock)->words().joints, output);
    if (!whole) messages << report_line(file, whole.error());
    if (!whole || (options.strict && !*whole)) exit_code = 1;
  }
  return exit_code;
}

void add_inspect(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "inspect", "Says what of a clip or an avatar is mapped, what is missing and what stands in");
  const auto options = std::make_shared<InspectOptions>();
  command
      ->add_option("FILE", options->files,
                   "Captured motion (.bvh, .vrma, .glb) or an avatar (.vrm, .glb)")
      ->required()
      ->type_name("FILE");
  command->add_flag("--strict", options->strict, "Exits with 1 where something is left out");
  command->callback([options, &exit_code] { exit_code = inspect(*options, std::cout, std::cerr); });
}

}  // namespace kine::server
