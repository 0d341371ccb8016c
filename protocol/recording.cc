#include "protocol/recording.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "protocol/codec.h"
#include "protocol/kinesphere.pb.h"
#include "realizer/core/assert.h"
#include "realizer/core/limits.h"
#include "realizer/core/number.h"

namespace kine::protocol {
namespace {

constexpr std::string_view kSignature = "\x89KSR\r\n\x1a\n";
constexpr std::string_view kEndMark = "KSRend\r\n";
constexpr std::size_t kTickBytes = 8;
constexpr std::size_t kRecordHeadBytes = kTickBytes + kLengthBytes;
constexpr std::size_t kEntryBytes = 16;
constexpr std::size_t kEndBytes = 8 + kEndMark.size();  // behind the index

/// How far apart places of the index are: about a second.
constexpr Seconds kIndexEvery{1};

void append_number(std::string& bytes, std::uint64_t value) {
  for (int shift = 0; shift < 64; shift += 8) bytes += static_cast<char>(value >> shift & 0xFF);
}

std::uint64_t read_number(std::string_view bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    value |= std::uint64_t{static_cast<std::uint8_t>(bytes[at + i])} << (8 * i);
  }
  return value;
}

Bytes hello_of(const RecordingHead& head) {
  kinesphere::Envelope envelope;
  kinesphere::Hello& hello = *envelope.mutable_hello();
  hello.set_version_major(kVersionMajor);
  hello.set_version_minor(kVersionMinor);
  hello.set_name("kinesphere");
  hello.set_tick_rate_hz(head.rate.hz());
  for (const RecordedCharacter& recorded : head.characters) {
    kinesphere::Character& character = *hello.add_characters();
    character.set_id(recorded.id.value);
    character.set_name(recorded.name);
    character.set_body(recorded.body->name);
    character.set_skeleton_id(recorded.skeleton_id);
  }
  return encode(envelope);
}

bool is_name(const std::string& name) {
  return !name.empty() && name.size() <= kNameBytesMax && std::ranges::none_of(name, [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
  });
}

/// Why this is no skeleton of ours, or the body that it describes.
Result<std::shared_ptr<const body::Body>> read_body(const kinesphere::Skeleton& skeleton) {
  const auto fault = [](const std::string& what) {
    return Error{ErrorCode::Unsupported, what, {}};
  };
  if (static_cast<std::size_t>(skeleton.joints_size()) != body::kJointCount) {
    return fault("a skeleton has " + std::to_string(body::kJointCount) + " joints, not " +
                 quoted(std::to_string(skeleton.joints_size())));
  }
  auto read = std::make_shared<body::Body>();
  read->name = skeleton.body();
  if (!is_name(read->name)) return fault("a body has no name like " + quoted(read->name));
  double lowest_m = 0;
  std::array<double, body::kJointCount> heights_m = {};
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const kinesphere::Joint& joint = skeleton.joints(static_cast<int>(i));
    if (joint.name() != body::name_of(body::joint_at(i))) {
      return fault("a joint of the skeleton is another one: " + quoted(joint.name()));
    }
    const bool sound = joint.offset_size() == 3 && std::ranges::all_of(joint.offset(), [](float x) {
                         return std::isfinite(x) && std::abs(x) <= kPositionMax_m;
                       });
    if (!sound) return fault("the offset of a joint is no three numbers: " + quoted(joint.name()));
    read->offsets_m[i] = {joint.offset(0), joint.offset(1), joint.offset(2)};
    const int parent = body::parent_indices()[i];
    heights_m[i] =
        read->offsets_m[i].y + (parent < 0 ? 0 : heights_m[static_cast<std::size_t>(parent)]);
    lowest_m = std::min(lowest_m, heights_m[i]);
  }
  // The crown is no joint, and what travels does not say where it is: above the eyes a little
  // farther than they are above the head's joint.
  const auto height_m = [&](body::Joint joint) { return heights_m[body::index_of(joint)]; };
  read->height_m = height_m(body::Joint::LeftEye) +
                   (height_m(body::Joint::LeftEye) - height_m(body::Joint::Head)) * 1.25;
  return std::shared_ptr<const body::Body>(std::move(read));
}

}  // namespace

RecordingWriter::RecordingWriter(const RecordingHead& head, Tick first, std::string& bytes)
    : rate_(head.rate), last_(first) {
  std::string beginning(kSignature);
  beginning.resize(beginning.size() + kLengthBytes);
  write_length(kRecordingLayout, beginning.data() + kSignature.size());
  bytes += beginning;
  size_ = beginning.size();
  put(first.index, *hello_of(head), bytes);
  for (const RecordedCharacter& character : head.characters) {
    put(first.index,
        *encode(SkeletonSource{.skeleton_id = character.skeleton_id,
                               .character = character.id,
                               .character_name = character.name,
                               .body = character.body.get()}),
        bytes);
  }
}

void RecordingWriter::append(Tick tick, const Bytes& message, std::string& bytes) {
  KINE_ASSERT(tick >= last_);
  const bool due =
      index_.empty() || tick >= rate_.first_at_or_after(index_.back().tick, kIndexEvery);
  if (due) index_.push_back({tick, size_});
  last_ = tick;
  put(tick.index, *message, bytes);
}

void RecordingWriter::finish(std::string& bytes) {
  std::string index(kLengthBytes, '\0');
  write_length(static_cast<std::uint32_t>(kEntryBytes * index_.size()), index.data());
  for (const Entry& entry : index_) {
    append_number(index, entry.tick.index);
    append_number(index, entry.place);
  }
  const std::uint64_t place = size_;
  put(kNoTick, index, bytes);
  append_number(bytes, place);
  bytes += kEndMark;
}

void RecordingWriter::put(std::uint64_t tick, std::string_view message_with_length,
                          std::string& bytes) {
  append_number(bytes, tick);
  bytes += message_with_length;
  size_ += kTickBytes + message_with_length.size();
}

Result<RecordingReader> RecordingReader::open(std::string_view bytes) {
  RecordingReader reader(bytes);
  if (!bytes.starts_with(kSignature) || bytes.size() < kSignature.size() + kLengthBytes) {
    return Error{ErrorCode::Syntax, "this is no recording: " + quoted(bytes.substr(0, 4)), {}};
  }
  const std::uint32_t layout = read_length(bytes.data() + kSignature.size());
  if (layout != kRecordingLayout) {
    return Error{ErrorCode::Unsupported,
                 "this program reads recordings of layout " + std::to_string(kRecordingLayout) +
                     ", not of " + quoted(std::to_string(layout)),
                 {}};
  }
  reader.end_ = bytes.size();
  if (auto head = reader.read_head(); !head) return head.error();
  const bool ended = bytes.substr(reader.begin_).ends_with(kEndMark);
  if (auto end = ended ? reader.read_end() : reader.scan(); !end) return end.error();
  reader.place_ = reader.begin_;
  reader.read_ = reader.first_;
  return reader;
}

Result<std::optional<Record>> RecordingReader::next() {
  std::size_t place = place_;
  auto record = read_record(place);
  if (!record || !*record) return record;
  if ((*record)->tick < read_) return broken("its ticks run backwards", place_);
  read_ = (*record)->tick;
  place_ = place;
  return record;
}

Result<Done> RecordingReader::seek(Tick tick) {
  // Before the first record of that tick: it may lie behind the entry of the second before.
  const auto behind = std::lower_bound(index_.begin(), index_.end(), tick,
                                       [](const Entry& entry, Tick t) { return entry.tick < t; });
  place_ = behind == index_.begin() ? begin_ : (behind - 1)->place;
  read_ = first_;
  for (;;) {
    std::size_t place = place_;
    const auto record = read_record(place);
    if (!record) return record.error();
    if (!*record || (*record)->tick >= tick) return Done{};
    place_ = place;
  }
}

/// Hello and the skeletons.
Result<Done> RecordingReader::read_head() {
  std::size_t place = kSignature.size() + kLengthBytes;
  const std::size_t first_place = place;
  const auto first = read_record(place);
  if (!first) return first.error();
  if (!*first) return broken("it ends before it begins", place);
  first_ = last_ = (*first)->tick;
  const auto envelope = decode((*first)->message);
  if (!envelope || !envelope->has_hello())
    return broken("its first message is no Hello", first_place);
  const kinesphere::Hello& hello = envelope->hello();
  if (hello.version_major() != kVersionMajor) {
    return broken("it was recorded by version " + std::to_string(hello.version_major()) +
                      ", and this one is " + std::to_string(kVersionMajor),
                  first_place);
  }
  if (hello.tick_rate_hz() == 0 || hello.tick_rate_hz() > kRecordedRateMax_hz) {
    return broken("ticks a second lie between 1 and " + std::to_string(kRecordedRateMax_hz) +
                      ", not at " + quoted(std::to_string(hello.tick_rate_hz())),
                  first_place);
  }
  if (static_cast<std::size_t>(hello.characters_size()) > kRecordedCharactersMax) {
    return broken("past recorded_characters_max of " + std::to_string(kRecordedCharactersMax),
                  first_place);
  }
  head_.rate = TickRate(hello.tick_rate_hz());
  for (const kinesphere::Character& character : hello.characters()) {
    const std::size_t skeleton_place = place;
    const auto record = read_record(place);
    if (!record) return record.error();
    if (!*record) return broken("it ends before its last skeleton", skeleton_place);
    const auto described = decode((*record)->message);
    const bool is_its = described && described->has_skeleton() &&
                        described->skeleton().character_id() == character.id();
    if (!is_its || !is_name(character.name())) {
      return broken("here stands the skeleton of " + quoted(character.name()), skeleton_place);
    }
    auto body = read_body(described->skeleton());
    if (!body) return broken(body.error().message, skeleton_place);
    head_.characters.push_back({.id = CharacterId{character.id()},
                                .skeleton_id = character.skeleton_id(),
                                .name = character.name(),
                                .body = *std::move(body)});
  }
  begin_ = place;
  return Done{};
}

Result<Done> RecordingReader::read_end() {
  const std::size_t marked = bytes_.size() - kEndBytes;
  const std::uint64_t place = marked >= begin_ ? read_number(bytes_, marked) : 0;
  const auto fault = [&] { return broken("its index is broken", bytes_.size()); };
  if (place < begin_ || place > marked || marked - place < kRecordHeadBytes) return fault();
  const auto at = static_cast<std::size_t>(place);
  const std::size_t length = read_length(bytes_.data() + at + kTickBytes);
  const std::size_t entries = at + kRecordHeadBytes;
  if (read_number(bytes_, at) != kNoTick || marked - entries != length ||
      length % kEntryBytes != 0) {
    return fault();
  }
  for (std::size_t entry = entries; entry < marked; entry += kEntryBytes) {
    const Tick tick{read_number(bytes_, entry)};
    const std::uint64_t where = read_number(bytes_, entry + 8);
    const bool rises = index_.empty() ? tick >= first_ && where == begin_
                                      : tick > index_.back().tick && where > index_.back().place;
    if (!rises || where >= at || at - where < kRecordHeadBytes ||
        read_number(bytes_, static_cast<std::size_t>(where)) != tick.index) {
      return fault();
    }
    index_.push_back({tick, static_cast<std::size_t>(where)});
  }
  if (index_.empty() != (at == begin_)) return fault();
  end_ = at;
  whole_ = true;
  // The last tick is at most a second behind the last entry.
  if (!index_.empty()) place_ = index_.back().place;
  read_ = first_;
  while (!index_.empty()) {
    const auto record = next();
    if (!record) return record.error();
    if (!*record) break;
    last_ = (*record)->tick;
  }
  return Done{};
}

/// What its writer did not come to say: the index, and where it ends.
Result<Done> RecordingReader::scan() {
  place_ = begin_;
  read_ = first_;
  for (;;) {
    const std::size_t place = place_;
    const auto record = next();
    if (!record) return record.error();
    if (!*record) break;
    const Tick tick = (*record)->tick;
    const bool due =
        index_.empty() || tick >= head_.rate.first_at_or_after(index_.back().tick, kIndexEvery);
    if (due) index_.push_back({tick, place});
    last_ = tick;
  }
  end_ = place_;
  return Done{};
}

/// The record at `place`, which is moved on; nothing where there is no whole one.
Result<std::optional<Record>> RecordingReader::read_record(std::size_t& place) const {
  if (end_ - place < kRecordHeadBytes) return std::optional<Record>();
  const std::uint64_t tick = read_number(bytes_, place);
  if (tick == kNoTick) return std::optional<Record>();  // its index was begun
  const std::size_t length = read_length(bytes_.data() + place + kTickBytes);
  if (length > kEnvelopeBytesMax) {
    return broken("past envelope_bytes_max of " + std::to_string(kEnvelopeBytesMax), place);
  }
  if (end_ - place - kRecordHeadBytes < length) return std::optional<Record>();
  const Record record{Tick{tick}, bytes_.substr(place + kRecordHeadBytes, length)};
  place += kRecordHeadBytes + length;
  return std::optional(record);
}

Error RecordingReader::broken(std::string what, std::size_t place) const {
  return {
      ErrorCode::Syntax,
      "the recording is broken: " + std::move(what) + ", at byte " + quoted(std::to_string(place)),
      {}};
}

}  // namespace kine::protocol
