#include "server/voices/file_voice.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <utility>
#include <vector>

#include "realizer/core/number.h"
#include "realizer/speech/utterance_text.h"
#include "server/voices/labelled_track.h"
#include "server/voices/wave_file.h"

namespace kine::server {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> kEndings = {".TextGrid", ".ctm", ".json"};

/// Names of recordings that an error lists.
constexpr std::size_t kNamesListedMax = 8;

Result<std::string> read_file(const fs::path& path, std::size_t bytes_max) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes;
  char piece[64 * 1024];
  while (file && bytes.size() <= bytes_max) {
    file.read(piece, sizeof piece);
    bytes.append(piece, static_cast<std::size_t>(file.gcount()));
  }
  if (bytes.size() > bytes_max) return Error{ErrorCode::LimitExceeded, "the file is too long"};
  if (!file.eof()) return Error{ErrorCode::Unsupported, "the file cannot be read"};
  return bytes;
}

/// "don't stop" of the words of an utterance or of labels.
template <class Words, class Text>
std::string key_of(const Words& words, Text text) {
  std::string key;
  for (const auto& word : words) {
    const std::string bare = bare_word(text(word));
    if (!bare.empty()) key += (key.empty() ? "" : " ") + bare;
  }
  return key;
}

/// Another one whenever the file was written, replaced, made or removed.
std::string stamp_of(const fs::path& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) return "-";
  const auto time_of = [](const timespec& time) {
    return std::to_string(time.tv_sec) + "." + std::to_string(time.tv_nsec);
  };
  return std::to_string(about.st_ino) + " " + std::to_string(about.st_size) + " " +
         time_of(about.st_mtim) + " " + time_of(about.st_ctim) + ";";
}

std::string stamp_of_recording(const fs::path& wave) {
  std::string stamp = stamp_of(wave);
  for (const std::string_view ending : kEndings) {
    fs::path labels = wave;
    stamp += stamp_of(labels.replace_extension(ending));
  }
  return stamp;
}

Result<Labels> labels_beside(const fs::path& wave) {
  for (const std::string_view ending : kEndings) {
    fs::path path = wave;
    path.replace_extension(ending);
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) continue;
    const std::string name = path.filename().string();
    const auto text = read_file(path, kLabelBytesMax);
    auto labels = text ? read_labels(name, *text) : Result<Labels>(text.error());
    if (labels) return labels;
    Error error = labels.error();
    const std::string line = error.where.line == 0 ? "" : ":" + std::to_string(error.where.line);
    error.message = name + line + ": " + error.message;
    return error;
  }
  return Error{ErrorCode::Unsupported, "there is no .TextGrid, .ctm or .json beside it"};
}

/// What its head says, and no more of it than that.
Result<Done> checked_wave(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string head(kWaveHeadBytesMax, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(file.gcount()));
  std::error_code fault;
  const auto size = fs::file_size(path, fault);
  if (fault || (head.empty() && size > 0)) {
    return Error{ErrorCode::Unsupported, "the file cannot be read"};
  }
  return check_wave_head(head, size);
}

Result<std::vector<fs::path>> waves_of(const std::string& folder) {
  std::error_code fault;
  std::vector<fs::path> waves;
  for (auto entry = fs::directory_iterator(folder, fault); !fault && entry != fs::end(entry);
       entry.increment(fault)) {
    if (entry->path().extension() == ".wav") waves.push_back(entry->path());
    if (waves.size() > kVoiceFilesMax) {
      return Error{ErrorCode::LimitExceeded, "past voice_files_max of " +
                                                 std::to_string(kVoiceFilesMax) + ": " +
                                                 kine::quoted(folder)};
    }
  }
  if (fault) {
    return Error{ErrorCode::Unsupported, "no folder of recordings: " + kine::quoted(folder)};
  }
  std::ranges::sort(waves);  // whatever order the folder has
  return waves;
}

}  // namespace

Result<std::unique_ptr<FileVoice>> FileVoice::open(const std::string& folder, Report report) {
  std::unique_ptr<FileVoice> voice(new FileVoice(folder, std::move(report)));
  if (const auto seen = voice->look(); !seen) return seen.error();
  return voice;
}

std::size_t FileVoice::recording_count() const {
  const std::lock_guard lock(mutex_);
  return static_cast<std::size_t>(std::ranges::count_if(
      contents_->recordings, [](const auto& each) { return each.second->labels.has_value(); }));
}

/// The folder as it is now.
Result<std::shared_ptr<const FileVoice::Contents>> FileVoice::look() const {
  const auto waves = waves_of(folder_);
  if (!waves) return waves.error();
  const std::lock_guard lock(mutex_);
  auto next = std::make_shared<Contents>();
  bool is_as_before = waves->size() == contents_->recordings.size();
  for (const fs::path& wave : *waves) {
    const std::string name = wave.stem().string();
    std::string stamp = stamp_of_recording(wave);
    const auto before = contents_->recordings.find(name);
    const bool is_known = before != contents_->recordings.end() && before->second->stamp == stamp;
    is_as_before = is_as_before && is_known;
    next->recordings.emplace(name, is_known ? before->second : read(name, std::move(stamp)));
  }
  if (is_as_before) return contents_;
  for (const auto& [name, recording] : next->recordings) {
    if (!recording->labels) continue;
    const auto text_of = [](const LabelledWord& word) { return word.text; };
    next->by_words.emplace(key_of(recording->labels->words, text_of), name);
  }
  contents_ = std::move(next);
  return contents_;
}

std::shared_ptr<const FileVoice::Recording> FileVoice::read(const std::string& name,
                                                            std::string stamp) const {
  const fs::path wave = fs::path(folder_) / (name + ".wav");
  const auto sound = checked_wave(wave);
  auto labels = sound ? labels_beside(wave) : Result<Labels>(sound.error());
  if (!labels && report_) {
    report_("recording " + kine::quoted(name + ".wav") + " is skipped: " + labels.error().message);
  }
  if (labels && report_) {
    for (const std::string& each : labels->left_out) {
      report_("recording " + kine::quoted(name + ".wav") + ": left out: " + each);
    }
  }
  return std::make_shared<const Recording>(
      Recording{.stamp = std::move(stamp), .labels = std::move(labels)});
}

Result<std::string> FileVoice::find(const speech::Utterance& utterance,
                                    const Contents& contents) const {
  if (!utterance.voice.empty()) {
    // Only names of the folder are known, so that no name leads out of it.
    const auto named = contents.recordings.find(utterance.voice);
    if (named != contents.recordings.end() && named->second->labels) return utterance.voice;
    if (named != contents.recordings.end()) {
      return Error{ErrorCode::Unsupported,
                   "recording " + kine::quoted(utterance.voice + ".wav") +
                       " is skipped: " + named->second->labels.error().message};
    }
    std::string names;
    std::size_t listed = 0;
    for (const auto& [name, recording] : contents.recordings) {
      if (!recording->labels || ++listed > kNamesListedMax) continue;
      names += (names.empty() ? "" : ", ") + name;
    }
    if (listed > kNamesListedMax) names += ", …";
    return Error{ErrorCode::UnknownName, "no such recording" +
                                             (names.empty() ? names : ", there are " + names) +
                                             ": " + kine::quoted(utterance.voice)};
  }
  const auto text = speech::read_utterance(utterance);
  if (!text) return text.error();
  const std::string words =
      key_of(text->tokens, [](const speech::Token& token) { return token.word; });
  const auto found = contents.by_words.find(words);
  if (found != contents.by_words.end()) return found->second;
  return Error{ErrorCode::UnknownName, "no recording says " + kine::quoted(words.substr(0, 60))};
}

Result<speech::SpeechTrack> FileVoice::say(const speech::Utterance& utterance) const {
  const auto contents = look();
  if (!contents) return contents.error();
  const auto name = find(utterance, **contents);
  if (!name) {
    // Silence needs no recording, but a name does.
    const auto text = speech::read_utterance(utterance);
    if (utterance.voice.empty() && text && text->tokens.empty())
      return speech::silent_voice().say(utterance);
    return name.error();
  }
  const auto bytes = read_file(fs::path(folder_) / (*name + ".wav"), kWaveBytesMax);
  if (!bytes) return Error{bytes.error().code, bytes.error().message + ": " + kine::quoted(*name)};
  auto audio = read_wave(*bytes);
  if (!audio) return Error{audio.error().code, audio.error().message + ": " + kine::quoted(*name)};
  return labelled_track(utterance, *(*contents)->recordings.at(*name)->labels, *std::move(audio));
}

}  // namespace kine::server
