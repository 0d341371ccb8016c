#include "tests/server/attacks/words.h"

#include <algorithm>

#include "protocol/kinesphere.pb.h"

namespace kine::attacks {
namespace {

/// Of each attack so many things are told apart, and so much of each is shown.
constexpr std::size_t kThings = 12;
constexpr std::size_t kBytes = 110;

}  // namespace

void Words::note(std::string_view words) {
  std::string short_words(words.substr(0, std::min(words.find(": '"), kBytes)));
  std::ranges::replace_if(
      short_words, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  const std::lock_guard lock(mutex_);
  const auto known = counts_.find(short_words);
  if (known != counts_.end()) {
    ++known->second;
  } else {
    ++counts_[counts_.size() < kThings ? short_words : "something else"];
  }
}

void Words::note(const kinesphere::Envelope& envelope) {
  using kinesphere::Envelope;
  switch (envelope.message_case()) {
    case Envelope::kAccepted:
      return note("accepted");
    case Envelope::kChecked:
      return note("checked");
    case Envelope::kRefused:
      return note(envelope.refused().error());
    case Envelope::kProblem:
      return note(envelope.problem().error());
    case Envelope::kGoodbye:
      return note(envelope.goodbye().reason());
    case Envelope::kRecorded:
      if (!envelope.recorded().error().empty()) note(envelope.recorded().error());
      return;
    default:
      return;
  }
}

std::map<std::string, std::size_t> Words::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

}  // namespace kine::attacks
