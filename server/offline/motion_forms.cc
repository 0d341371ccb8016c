#include "server/offline/motion_forms.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "protocol/audio.h"
#include "protocol/codec.h"
#include "protocol/recording.h"
#include "realizer/core/assert.h"
#include "realizer/core/number.h"
#include "realizer/formats/read/ending.h"
#include "realizer/pictures/forms.h"

namespace kine::server {
namespace {

constexpr std::size_t kEndingColumn = 11;  // in the help: how wide endings are
constexpr CharacterId kOnlyOne{1};
constexpr std::uint32_t kSkeletonId = 1;

class RecordingForm final : public formats::Writer {
 public:
  RecordingForm(const formats::Recorded& recorded, std::shared_ptr<const speech::Audio> says)
      : says_(std::move(says)),
        head_{.rate = recorded.rate,
              .characters = {
                  {.id = kOnlyOne,
                   .skeleton_id = kSkeletonId,
                   .name = recorded.character.empty() ? recorded.body->name : recorded.character,
                   .body = recorded.body}}} {}

  // Feedback may be told later than it was due, but ticks of a recording never decrease: it waits
  // for the frame that it stands before.
  void append(const Feedback& feedback, std::string&) override { waiting_.push_back(feedback); }

  void append(const Frame& frame, std::string& bytes) override {
    begin(frame.tick, bytes);
    for (Feedback& feedback : waiting_) {
      feedback.character = kOnlyOne;
      writer_->append(frame.tick, protocol::encode(feedback), bytes);
    }
    waiting_.clear();
    Frame ours = frame;
    ours.character = kOnlyOne;
    writer_->append(frame.tick, protocol::encode(ours, kSkeletonId, protocol::FrameParts::All),
                    bytes);
    if (says_ != nullptr && !says_->samples.empty()) append_sound(frame.tick, bytes);
  }

  Result<Done> finish(std::string& bytes) override {
    begin(Tick{0}, bytes);
    writer_->finish(bytes);
    return Done{};
  }

 private:
  static constexpr std::uint32_t kStream = 1;

  void begin(Tick first, std::string& bytes) {
    if (writer_) return;
    writer_.emplace(head_, first, bytes);
    begun_s_ = head_.rate.time_of(first);
  }

  Seconds due_of(std::size_t sample) const {
    return begun_s_ + Seconds(static_cast<double>(sample) / says_->rate_hz);
  }

  /// What is due until this tick, in chunks of whole milliseconds.
  void append_sound(Tick tick, std::string& bytes) {
    const std::span<const std::int16_t> samples = says_->samples;
    const auto chunk = std::max<std::size_t>(
        1, static_cast<std::size_t>(says_->rate_hz * protocol::kAudioChunkMax.count()));
    if (said_ == 0) {
      writer_->append(tick,
                      protocol::encode(protocol::AudioOpen{.stream = kStream,
                                                           .character = kOnlyOne,
                                                           .id = "audio",
                                                           .due = begun_s_,
                                                           .rate_hz = says_->rate_hz,
                                                           .samples = samples.size()}),
                      bytes);
    }
    while (said_ < samples.size() && due_of(said_) <= head_.rate.time_of(tick)) {
      const std::size_t size = std::min(chunk, samples.size() - said_);
      const bool ends = said_ + size == samples.size();
      writer_->append(tick,
                      protocol::encode(protocol::AudioChunk{.stream = kStream,
                                                            .character = kOnlyOne,
                                                            .sequence = sequence_++,
                                                            .due = due_of(said_),
                                                            .rate_hz = says_->rate_hz,
                                                            .samples = samples.subspan(said_, size),
                                                            .starts = said_ == 0,
                                                            .ends = ends}),
                      bytes);
      said_ += size;
      if (ends) {
        writer_->append(
            tick, protocol::encode(protocol::AudioClose{.stream = kStream, .character = kOnlyOne}),
            bytes);
      }
    }
  }

  std::shared_ptr<const speech::Audio> says_;  // may be null
  std::size_t said_ = 0;                       // samples
  std::uint32_t sequence_ = 0;
  Seconds begun_s_{0};
  protocol::RecordingHead head_;
  std::vector<Feedback> waiting_;
  std::optional<protocol::RecordingWriter> writer_;
};

const std::vector<formats::Form>& all_forms() {
  static const std::vector<formats::Form> forms = [] {
    std::vector<formats::Form> all(formats::forms().begin(), formats::forms().end());
    all.insert(all.end(), pictures::forms().begin(), pictures::forms().end());
    all.push_back({".ksr",
                   "a recording, for kinesphere replay",
                   make_recording_form,
                   {.says_provenance = false}});
    return all;
  }();
  return forms;
}

}  // namespace

std::span<const formats::Form> motion_forms() { return all_forms(); }

Result<const formats::Form*> find_motion_form(const std::string& output) {
  if (const auto* form = formats::find_by_ending(all_forms(), output == "-" ? "-.jsonl" : output)) {
    return form;
  }
  std::string endings;
  for (const formats::Form& form : all_forms()) {
    endings += (endings.empty() ? "" : ", ") + std::string(form.ending);
  }
  return Error{.code = ErrorCode::Unsupported,
               .message = "an output ends in " + endings + ", not like " + kine::quoted(output)};
}

std::string help_on_motion_forms() {
  std::string help = "- is standard output, as .jsonl. The ending says how:";
  for (const formats::Form& form : all_forms()) {
    const std::string gap(kEndingColumn - std::min(kEndingColumn, form.ending.size()), ' ');
    help += "\n  " + std::string(form.ending) + gap + std::string(form.what);
  }
  return help;
}

std::unique_ptr<formats::Writer> make_recording_form(const formats::Recorded& recorded) {
  KINE_ASSERT(recorded.body != nullptr);
  return std::make_unique<RecordingForm>(recorded, nullptr);
}

std::unique_ptr<formats::Writer> make_recording_with_sound(
    const formats::Recorded& recorded, std::shared_ptr<const speech::Audio> says) {
  KINE_ASSERT(recorded.body != nullptr);
  return std::make_unique<RecordingForm>(recorded, std::move(says));
}

}  // namespace kine::server
