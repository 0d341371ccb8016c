#include "server/learning/takes.h"

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <utility>

#include "realizer/formats/read/clip_file.h"
#include "realizer/formats/read/ending.h"
#include "server/base/folder.h"
#include "server/learning/captured_motion.h"
#include "server/learning/recorded_takes.h"
#include "server/learning/truth.h"
#include "server/offline/heard_sound.h"

namespace kine::server {
namespace {

struct TakeEnding {
  std::string_view ending;
};

bool ends_in(std::string_view path, std::string_view ending) {
  const std::array endings = {TakeEnding{ending}};
  return formats::find_by_ending(endings, path) != nullptr;
}

/// Files by their names without folder and ending.
using FilesByName = std::map<std::string, std::string>;

std::string name_in(const std::string& path) { return std::filesystem::path(path).stem().string(); }

Result<FilesByName> named_files(const std::string& folder, std::string_view what,
                                std::function<bool(std::string_view)> accepts) {
  const auto files = files_of_folder(
      folder, {.what = what, .accepts = std::move(accepts), .files_max = kTakeFilesMax});
  if (!files) return files.error();
  FilesByName named;
  for (const std::string& file : *files) {
    const auto [place, is_new] = named.emplace(name_in(file), file);
    if (is_new) continue;
    return Error{.code = ErrorCode::OutOfRange,
                 .message = file + ": a take has one file of " + std::string(what) +
                            ", and there is " + place->second};
  }
  return named;
}

/// "a/001.truth.csv" of "a/001.bvh".
std::string path_beside(const std::string& path, std::string_view ending) {
  return std::filesystem::path(path).replace_extension(ending).string();
}

Result<gesture::TrainingTake> read_take(const std::string& sound, const std::string& motion,
                                        const TakesWish& wish, const pose::JointNames& names) {
  auto heard = hear_whole_file(sound);
  if (!heard) return heard.error();
  auto moves = read_captured_motion(motion, names);
  if (!moves) return moves.error();
  gesture::TrainingTake take{.name = name_in(sound),
                             .motion = *std::move(moves),
                             .heard = gesture::later(*std::move(heard), Seconds(wish.offset_s))};
  const std::string truth_file = path_beside(motion, kTruthEnding);
  if (!std::filesystem::exists(truth_file)) return take;
  auto truth = read_truth_file(truth_file);
  if (!truth) return truth.error();
  take.truth[static_cast<std::size_t>(gesture::BodySection::Arms)] = std::move(truth->arms);
  return take;
}

/// What takes come to so far.
struct TakesRead {
  std::vector<gesture::TrainingTake> takes;
  double length_s = 0;

  Result<Done> add(gesture::TrainingTake take) {
    length_s += static_cast<double>(take.motion.frames.size()) / take.motion.rate_hz;
    takes.push_back(std::move(take));
    if (length_s <= kTakesLengthMax_s) return Done{};
    return Error{.code = ErrorCode::LimitExceeded,
                 .message = "takes last at most " +
                            std::to_string(static_cast<int>(kTakesLengthMax_s / 3'600)) +
                            " hours together"};
  }
};

void warn_of_halves(const FilesByName& files, const FilesByName& others, std::string_view other,
                    Diagnostics& diagnostics) {
  for (const auto& [name, file] : files) {
    if (others.contains(name)) continue;
    diagnostics.warn(
        {}, file + ": left out, for there is no " + std::string(other) + " of the name " + name);
  }
}

/// Where much is heard before the motion begins or after it ends, the two do not belong together.
void warn_of_unseen(const std::string& sound, const gesture::TrainingTake& take,
                    Diagnostics& diagnostics) {
  constexpr std::size_t kFew = 4;  // one in so many
  const double length_s = static_cast<double>(take.motion.frames.size()) / take.motion.rate_hz;
  std::size_t syllables = 0;
  std::size_t unseen = 0;
  for (const speech::Heard& heard : take.heard) {
    if (heard.kind != speech::Heard::Kind::Syllable) continue;
    ++syllables;
    if (heard.at.count() < 0 || heard.at.count() > length_s) ++unseen;
  }
  if (kFew * unseen <= syllables) return;
  diagnostics.warn({}, sound + ": " + std::to_string(unseen) + " of " + std::to_string(syllables) +
                           " syllables are heard before its motion begins or after it ends; "
                           "--offset says how much later it is seen");
}

Result<Done> read_folder(const std::string& folder, const TakesWish& wish,
                         const pose::JointNames& names, TakesRead& read, Diagnostics& diagnostics) {
  const std::string& motion_folder = wish.motion.empty() ? folder : wish.motion;
  const auto sounds =
      named_files(folder, "sound", [](std::string_view file) { return ends_in(file, ".wav"); });
  if (!sounds) return sounds.error();
  const auto motions = named_files(motion_folder, "motion", formats::is_clip_file);
  if (!motions) return motions.error();
  warn_of_halves(*sounds, *motions, "motion", diagnostics);
  if (wish.motion.empty()) warn_of_halves(*motions, *sounds, "sound", diagnostics);
  bool has_pair = false;
  for (const auto& [name, sound] : *sounds) {
    const auto motion = motions->find(name);
    if (motion == motions->end()) continue;
    has_pair = true;
    auto take = read_take(sound, motion->second, wish, names);
    if (!take) return take.error();
    warn_of_unseen(sound, *take, diagnostics);
    if (const auto added = read.add(*std::move(take)); !added) return added;
  }
  if (has_pair) return Done{};
  return Error{.code = ErrorCode::Unsupported,
               .message = folder + ": no NAME.wav has a NAME.bvh or NAME.vrma" +
                          (wish.motion.empty() ? " beside it" : " in " + wish.motion)};
}

Result<Done> read_one_recording(const std::string& path, const TakesWish& wish, TakesRead& read) {
  auto takes = read_recorded_takes(path);
  if (!takes) return takes.error();
  for (gesture::TrainingTake& take : *takes) {
    take.heard = gesture::later(std::move(take.heard), Seconds(wish.offset_s));
    if (const auto added = read.add(std::move(take)); !added) return added;
  }
  return Done{};
}

}  // namespace

Result<std::vector<gesture::TrainingTake>> read_takes(const TakesWish& wish,
                                                      const pose::JointNames& names,
                                                      Diagnostics& diagnostics) {
  TakesRead read;
  for (const std::string& source : wish.sources) {
    const auto done = ends_in(source, ".ksr") ? read_one_recording(source, wish, read)
                                              : read_folder(source, wish, names, read, diagnostics);
    if (!done) return done.error();
  }
  return std::move(read.takes);
}

}  // namespace kine::server
