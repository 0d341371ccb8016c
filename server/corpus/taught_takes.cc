#include "server/corpus/taught_takes.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <utility>

#include "realizer/core/number.h"
#include "realizer/gesture/heard_phrases.h"
#include "server/base/folder.h"
#include "server/learning/captured_motion.h"
#include "server/learning/takes.h"
#include "server/offline/heard_sound.h"
#include "server/scene/casts.h"

namespace kine::server {
namespace {

using gesture::SpokenPhrase;

/// A phrase that lasts longer than a take, in pieces of whole syllables.
void append_pieces(SpokenPhrase phrase, std::vector<SpokenPhrase>& pieces) {
  while (phrase.to_s - phrase.from_s > kTaughtTake_s) {
    const auto later = std::ranges::find_if(phrase.syllables, [&](const auto& each) {
      return each.nucleus_s > phrase.from_s + kTaughtTake_s;
    });
    if (later == phrase.syllables.begin() || later == phrase.syllables.end()) break;
    SpokenPhrase piece = phrase;
    piece.syllables.assign(phrase.syllables.begin(), later);
    piece.to_s = (piece.syllables.back().nucleus_s + later->nucleus_s) / 2;
    phrase.from_s = piece.to_s;
    phrase.syllables.erase(phrase.syllables.begin(), later);
    pieces.push_back(std::move(piece));
  }
  pieces.push_back(std::move(phrase));
}

/// The same phrases, in times of the part.
std::vector<SpokenPhrase> within(const TalkPart& part) {
  std::vector<SpokenPhrase> phrases = part.phrases;
  for (SpokenPhrase& phrase : phrases) {
    phrase.from_s -= part.from.count();
    phrase.to_s -= part.from.count();
    for (auto& syllable : phrase.syllables) syllable.nucleus_s -= part.from.count();
  }
  return phrases;
}

speech::Audio cut(const speech::Audio& talk, const TalkPart& part) {
  const auto sample_at = [&](Seconds time) {
    const auto sample = static_cast<std::size_t>(std::llround(time.count() * talk.rate_hz));
    return static_cast<std::ptrdiff_t>(std::min(sample, talk.samples.size()));
  };
  return {.rate_hz = talk.rate_hz,
          .samples = {talk.samples.begin() + sample_at(part.from),
                      talk.samples.begin() + sample_at(part.to)}};
}

bool is_wave(std::string_view name) { return name.ends_with(".wav") || name.ends_with(".WAV"); }

/// The files themselves, and those of the folders in the order of their names.
Result<std::vector<std::string>> sound_files(const std::vector<std::string>& sources) {
  std::vector<std::string> files;
  for (const std::string& source : sources) {
    if (!std::filesystem::is_directory(source)) {
      files.push_back(source);
      continue;
    }
    auto found =
        files_of_folder(source, {.what = "sounds", .accepts = is_wave, .files_max = kTakeFilesMax});
    if (!found) return found.error();
    if (found->empty()) {
      return Error{.code = ErrorCode::Unsupported, .message = source + ": there is no .wav in it"};
    }
    std::ranges::move(*found, std::back_inserter(files));
  }
  return files;
}

}  // namespace

std::vector<TalkPart> parts_of(std::vector<SpokenPhrase> phrases, Seconds length) {
  constexpr double kShortest_s = kTaughtTake_s / 5;
  std::vector<SpokenPhrase> pieces;
  for (SpokenPhrase& phrase : phrases) append_pieces(std::move(phrase), pieces);
  std::vector<TalkPart> parts = {{.from = Seconds(0), .to = length, .phrases = {}}};
  for (SpokenPhrase& phrase : pieces) {
    const TalkPart& last = parts.back();
    const bool is_full = !last.phrases.empty() && phrase.to_s - last.from.count() > kTaughtTake_s &&
                         length.count() - phrase.from_s > kShortest_s;
    if (is_full) {
      const Seconds between((last.phrases.back().to_s + phrase.from_s) / 2);
      parts.back().to = between;
      parts.push_back({.from = between, .to = length, .phrases = {}});
    }
    parts.back().phrases.push_back(std::move(phrase));
  }
  return parts;
}

Result<CorpusLength> teach(const speech::Audio& talk, std::uint64_t seed, std::size_t first,
                           const std::shared_ptr<const Cast>& cast, const TakeSink& sink) {
  auto phrases = gesture::phrases_heard(talk);
  if (!phrases) return phrases.error();
  if (phrases->empty() || talk.length().count() < kTakeLengthMin_s) {
    return Error{.code = ErrorCode::Unsupported,
                 .message = "a talk to learn from lasts " + format_number(kTakeLengthMin_s) +
                            " s at least, and somebody is heard in it"};
  }
  CorpusLength made;
  for (const TalkPart& part : parts_of(*std::move(phrases), talk.length())) {
    const std::size_t number = first + made.takes;
    const auto take = author_take(cut(talk, part), within(part), seed, number, cast);
    if (!take) return take.error();
    if (const auto taken = sink(number, *take); !taken) return taken.error();
    ++made.takes;
    made.length_s += take->audio.length().count();
  }
  return made;
}

Result<CorpusLength> teach_files(const std::vector<std::string>& sources, std::uint64_t seed,
                                 const TakeSink& sink) {
  const auto files = sound_files(sources);
  if (!files) return files.error();
  const auto casts = make_casts({{.name = "ada", .body = "ada", .placement = {}}});
  if (!casts) return casts.error();
  CorpusLength made;
  for (const std::string& file : *files) {
    const auto talk = read_sound_file(file);
    if (!talk) return talk.error();  // it names the file
    made.length_s += talk->length().count();
    if (made.length_s > kTakesLengthMax_s) {
      return error_in_file(
          file, {.code = ErrorCode::LimitExceeded,
                 .message = "talks last at most " + format_number(kTakesLengthMax_s / 3'600) +
                            " hours together"});
    }
    const auto taught = teach(*talk, seed, made.takes, casts->front(), sink);
    if (!taught) return error_in_file(file, taught.error());
    made.takes += taught->takes;
  }
  return made;
}

}  // namespace kine::server
