#include "realizer/gesture/training/training.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "realizer/core/number.h"
#include "realizer/speech/hearing/prosody_statistics.h"

namespace kine::gesture {
namespace {

std::size_t syllables_in(const std::vector<TrainingTake>& takes) {
  std::ptrdiff_t syllables = 0;
  for (const TrainingTake& take : takes) {
    syllables +=
        std::ranges::count(take.heard, speech::Heard::Kind::Syllable, &speech::Heard::kind);
  }
  return static_cast<std::size_t>(syllables);
}

double seconds_in(const std::vector<TrainingTake>& takes) {
  double seconds = 0;
  for (const TrainingTake& take : takes) {
    seconds += static_cast<double>(take.motion.frames.size()) / take.motion.rate_hz;
  }
  return seconds;
}

/// As a character will hear that is trained so.
speech::ProsodyStatistics observe_takes(std::vector<TrainingTake>& takes) {
  std::vector<std::vector<speech::Heard>> heard;
  for (TrainingTake& take : takes) heard.push_back(std::move(take.heard));
  const speech::ProsodyStatistics prosody = speech::statistics_of(heard);
  for (std::size_t i = 0; i < takes.size(); ++i) {
    takes[i].heard = speech::observe_again(std::move(heard[i]), prosody, speech::Gain::Unknown);
  }
  return prosody;
}

std::string rounded(double value, double steps) {
  return format_number(std::round(value * steps) / steps);
}

std::string padded(std::string text, std::size_t width) {
  text.insert(text.begin(), width > text.size() ? width - text.size() : 0, ' ');
  return text;
}

}  // namespace

Result<Trained> train(std::vector<TrainingTake> takes, const TrainingWish& wish) {
  const auto fault = [](const char* message) {
    return Error{.code = ErrorCode::Unsupported, .message = message};
  };
  if (takes.empty()) return fault("there is no take to learn from");
  Trained trained;
  trained.report = {
      .takes = takes.size(), .length_s = seconds_in(takes), .syllables = syllables_in(takes)};
  if (trained.report.syllables == 0) return fault("no syllable is heard in any take");
  trained.model = {.name = wish.name,
                   .licence = wish.licence,
                   .settings = wish.settings,
                   .prosody = observe_takes(takes)};
  for (const BodySection section : kBodySections) {
    auto learnt = train_section(takes, section, wish.offsets_m, wish.settings);
    if (!learnt) return learnt.error();
    if (!*learnt) {
      trained.report.still.push_back(section);
      continue;
    }
    trained.report.sections.push_back((*learnt)->report);
    trained.model.repertoire.push_back(std::move((*learnt)->repertoire));
  }
  if (trained.model.repertoire.empty()) return fault("nothing moves in any take");
  return trained;
}

std::string table_of(const TrainingReport& report) {
  std::string table = std::to_string(report.takes) + " takes, " + rounded(report.length_s, 10) +
                      " s, " + std::to_string(report.syllables) + " syllables\n";
  const auto add_row = [&](const std::vector<std::string>& cells) {
    constexpr std::size_t kWidth = 12;
    std::string line = cells.front() + std::string(kWidth - cells.front().size(), ' ');
    for (std::size_t i = 1; i < cells.size(); ++i) line += padded(cells[i], kWidth);
    table += line + "\n";
  };
  add_row({"section", "segments", "motions", "kept", "mean_s", "unheard_%", "info_bit", "purity",
           "cuts_f1"});
  for (const SectionReport& each : report.sections) {
    add_row({words_of(each.section), std::to_string(each.segments), std::to_string(each.motions),
             std::to_string(each.kept), rounded(each.mean_length_s, 100),
             rounded(100 * each.without_syllable, 10), rounded(each.information_bits, 1'000),
             each.purity ? rounded(*each.purity, 1'000) : "-",
             each.boundary_f1 ? rounded(*each.boundary_f1, 1'000) : "-"});
  }
  return table;
}

std::vector<std::string> warnings_of(const TrainingReport& report) {
  std::vector<std::string> warnings;
  for (const BodySection section : report.still) {
    warnings.push_back(words_of(section) + ": nothing moves, so the model leaves it out");
  }
  for (const SectionReport& each : report.sections) {
    if (each.information_bits >= kInformationLeast_bits) continue;
    warnings.push_back(words_of(each.section) + ": prosody says nothing about the motion, " +
                       rounded(std::max(0.0, each.information_bits), 1'000) +
                       " bit, and less than " + format_number(kInformationLeast_bits) +
                       " is chance");
  }
  return warnings;
}

}  // namespace kine::gesture
