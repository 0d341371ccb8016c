#include "server/voices/file_voice.h"

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

Result<Labels> labels_beside(const fs::path& wave) {
  for (const std::string_view ending : kEndings) {
    fs::path path = wave;
    path.replace_extension(ending);
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) continue;
    const auto text = read_file(path, kLabelBytesMax);
    return text ? read_labels(path.filename().string(), *text) : Result<Labels>(text.error());
  }
  return Error{ErrorCode::Unsupported, "there is no .TextGrid, .ctm or .json beside it"};
}

}  // namespace

Result<std::unique_ptr<FileVoice>> FileVoice::open(const std::string& folder,
                                                   Diagnostics& left_out) {
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
  if (fault)
    return Error{ErrorCode::Unsupported, "no folder of recordings: " + kine::quoted(folder)};
  std::ranges::sort(waves);  // whatever order the folder has
  std::unique_ptr<FileVoice> voice(new FileVoice(folder));
  for (const fs::path& wave : waves) {
    auto labels = labels_beside(wave);
    if (!labels) {
      left_out.warn({}, labels.error().message + ": " + kine::quoted(wave.filename().string()));
      continue;
    }
    const std::string name = wave.stem().string();
    voice->by_words_.emplace(
        key_of(labels->words, [](const LabelledWord& word) { return word.text; }), name);
    voice->labels_.emplace(name, *std::move(labels));
  }
  return voice;
}

Result<std::string> FileVoice::find(const speech::Utterance& utterance) const {
  if (!utterance.voice.empty()) {
    // Only names of the folder are known, so that no name leads out of it.
    if (labels_.contains(utterance.voice)) return utterance.voice;
    return Error{ErrorCode::UnknownName, "no such recording: " + kine::quoted(utterance.voice)};
  }
  const auto text = speech::read_utterance(utterance);
  if (!text) return text.error();
  const std::string words =
      key_of(text->tokens, [](const speech::Token& token) { return token.word; });
  const auto found = by_words_.find(words);
  if (found != by_words_.end()) return found->second;
  return Error{ErrorCode::UnknownName, "no recording says " + kine::quoted(words.substr(0, 60))};
}

Result<speech::SpeechTrack> FileVoice::say(const speech::Utterance& utterance) const {
  const auto name = find(utterance);
  if (!name) {
    // Silence needs no recording.
    const auto text = speech::read_utterance(utterance);
    if (text && text->tokens.empty()) return speech::silent_voice().say(utterance);
    return name.error();
  }
  const auto bytes = read_file(fs::path(folder_) / (*name + ".wav"), kWaveBytesMax);
  if (!bytes) return Error{bytes.error().code, bytes.error().message + ": " + kine::quoted(*name)};
  auto audio = read_wave(*bytes);
  if (!audio) return Error{audio.error().code, audio.error().message + ": " + kine::quoted(*name)};
  return labelled_track(utterance, labels_.at(*name), *std::move(audio));
}

}  // namespace kine::server
