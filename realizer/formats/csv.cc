#include "realizer/formats/csv.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "realizer/core/assert.h"
#include "realizer/core/number.h"
#include "realizer/formats/figure.h"

namespace kine::formats {
namespace {

constexpr std::array<std::string_view, 3> kPlace = {"_x", "_y", "_z"};
constexpr std::array<std::string_view, 4> kTurn = {"_qx", "_qy", "_qz", "_qw"};

/// A column a kind: the ids of what happened at the tick.
constexpr std::array kEventKinds = {FeedbackKind::Started, FeedbackKind::SyncPoint,
                                    FeedbackKind::Ended, FeedbackKind::Interrupted,
                                    FeedbackKind::Warning};

/// RFC 4180: in quotes where it needs them.
std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string cell = "\"";
  for (const char letter : text) {
    if (letter == '"') cell += '"';
    cell += letter;
  }
  return cell + '"';
}

std::string names_of_columns(const std::optional<Provenance>& provenance) {
  std::string text = "time_s";
  const auto add = [&](const std::string& name, std::span<const std::string_view> endings) {
    for (const std::string_view ending : endings) text += "," + name + std::string(ending);
  };
  add("root", kPlace);
  add("root", kTurn);
  add("hips", kPlace);
  for (std::size_t index = 0; index < body::kJointCount; ++index) {
    const std::string name(body::name_of(body::joint_at(index)));
    add(name + "_world", kPlace);
    add(name, kTurn);
  }
  for (const std::string_view channel : body::channel_names()) {
    text += ',';
    text += channel;
  }
  for (const FeedbackKind kind : kEventKinds) {
    text += ",event_";
    text += word_of(kind);
  }
  if (provenance) {
    for (const auto& [name, value] : rows_of(*provenance)) text += "," + std::string(name);
  }
  return text + "\n";
}

void append_columns(std::string& text, std::span<const float> numbers) {
  for (const float number : numbers) {
    text += ',';
    if (std::bit_cast<std::uint32_t>(number) == 0) {  // as most channels
      text += '0';
    } else {
      append_number(text, number);
    }
  }
}

class CsvWriter final : public Writer {
 public:
  explicit CsvWriter(const Recorded& recorded)
      : recorded_(recorded), header_(names_of_columns(recorded.provenance)) {
    if (!recorded.provenance) return;
    for (const auto& [name, value] : rows_of(*recorded.provenance)) {
      provenance_cells_ += "," + csv_cell(value);
    }
  }

  void append(const Feedback& feedback, std::string&) override {
    const auto* const kind = std::ranges::find(kEventKinds, feedback.kind);
    KINE_ASSERT(kind != kEventKinds.end());
    std::string& ids = events_[static_cast<std::size_t>(kind - kEventKinds.begin())];
    ids += (ids.empty() ? "" : ";") + feedback.id;
  }

  void append(const Frame& frame, std::string& bytes) override {
    append_header(bytes);
    bytes += format_number(recorded_.rate.time_of(frame.tick).count());
    append_columns(bytes, frame.root);
    append_columns(bytes, frame.hips_m);
    const Figure figure = compute_figure(*recorded_.body, frame);
    for (std::size_t index = 0; index < body::kJointCount; ++index) {
      const Vec3& in_world_m = figure.positions_m[index];
      append_columns(bytes,
                     std::array{static_cast<float>(in_world_m.x), static_cast<float>(in_world_m.y),
                                static_cast<float>(in_world_m.z)});
      append_columns(bytes, frame.parent_from_joint[index]);
    }
    append_columns(bytes, frame.channels);
    for (std::string& ids : events_) {
      bytes += "," + csv_cell(ids);
      ids.clear();
    }
    bytes += provenance_cells_;
    bytes += '\n';
  }

  Result<Done> finish(std::string& bytes) override {
    append_header(bytes);
    return Done{};
  }

 private:
  void append_header(std::string& bytes) {
    bytes += header_;
    header_.clear();
  }

  Recorded recorded_;
  std::string header_;  // until it is written
  std::string provenance_cells_;
  std::array<std::string, kEventKinds.size()> events_;  // since the last row, as kEventKinds
};

}  // namespace

std::unique_ptr<Writer> make_csv(const Recorded& recorded) {
  KINE_ASSERT(recorded.body != nullptr);
  return std::make_unique<CsvWriter>(recorded);
}

}  // namespace kine::formats
