#include "server/resuming/resumed_client.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "protocol/codec.h"
#include "protocol/kinesphere.pb.h"

namespace kine::server {
namespace {

/// Feedback of one tick may be due some ticks earlier than other feedback of it, where the server
/// was late: what is so much older than what the client has heard is told once more.
constexpr std::uint64_t kHeardAgainTicks = 30;

/// What a script costs beside its answer: its id, the ids of its blocks, its last words.
constexpr std::size_t kSentBytes = 1'024;

protocol::Bytes kept_message(const std::string& id) {
  kinesphere::Envelope message;
  message.mutable_kept()->set_id(id);
  return protocol::encode(message);
}

/// An answer without its plan.
protocol::Bytes short_answer(const std::string& id, const std::vector<std::string>& blocks) {
  kinesphere::Envelope message;
  message.mutable_accepted()->set_id(id);
  for (const std::string& block : blocks) message.mutable_accepted()->add_blocks(block);
  return protocol::encode(message);
}

}  // namespace

ResumedClient::ResumedClient(ClientId client, const LiveLimits& limits)
    : client_(client), limits_(limits) {}

ResumedClient::Returned ResumedClient::attach(ResumedConnection connection, Tick heard,
                                              const MemoryHolder& holder) {
  const std::lock_guard lock(mutex_);
  if (connection_ && connection_->give_way) connection_->give_way();
  connection_ = std::move(connection);
  gone_since_.reset();
  parting_ = {};
  is_let_go_ = false;
  holder_ = holder;
  feedback_.charge(holder);
  const Tick from{heard.index - std::min(heard.index, kHeardAgainTicks)};
  Returned returned{
      .feedback = feedback_.from(from), .scripts = {}, .scripts_counted = scripts_counted_};
  for (const Sent& sent : sent_) {
    if (sent.state == State::Accepted && !sent.blocks.empty())
      returned.scripts.push_back({sent.id, sent.blocks});
  }
  return returned;
}

void ResumedClient::expect_back() {
  const std::lock_guard lock(mutex_);
  gone_since_.reset();
}

bool ResumedClient::detach(ClientId connection, Time now, Parting parting) {
  const std::lock_guard lock(mutex_);
  if (connection_ && connection_->id != connection) return false;
  connection_.reset();
  gone_since_ = now;
  parting_ = std::move(parting);
  return true;
}

void ResumedClient::on_forgotten(std::function<void()> forget) {
  const std::lock_guard lock(mutex_);
  parting_.forget = std::move(forget);
}

bool ResumedClient::is_let_go() const {
  const std::lock_guard lock(mutex_);
  return is_let_go_;
}

std::optional<ResumedClient::Time> ResumedClient::gone_since() const {
  const std::lock_guard lock(mutex_);
  return gone_since_;
}

bool ResumedClient::look(Time now) {
  const Limits& limits = limits_.now();
  Parting due;
  {
    const std::lock_guard lock(mutex_);
    if (!gone_since_) return true;
    const Time gone = now - *gone_since_;
    if (gone >= limits.resume_wait_max && !is_let_go_) {
      is_let_go_ = true;
      due.let_go = std::exchange(parting_.let_go, nullptr);
      // Nobody prepares these any more.
      for (auto each = sent_.begin(); each != sent_.end();) {
        const auto place = each++;
        if (place->state == State::Preparing) erase(place);
      }
    }
    if (gone >= limits.resume_known_max) {
      due.forget = std::exchange(parting_.forget, nullptr);
    }
  }
  if (due.let_go) due.let_go();
  if (due.forget) due.forget();
  const std::lock_guard lock(mutex_);
  return !gone_since_ || now - *gone_since_ < limits.resume_known_max;
}

void ResumedClient::forget_now() {
  Parting due;
  {
    const std::lock_guard lock(mutex_);
    due = std::exchange(parting_, {});
    is_let_go_ = true;
  }
  if (due.let_go) due.let_go();
  if (due.forget) due.forget();
}

Result<bool> ResumedClient::expect(const std::string& id) {
  if (id.empty()) return true;
  const std::lock_guard lock(mutex_);
  if (find(id) != nullptr) return false;
  auto share = holder_.take(kSentBytes);
  if (!share) return share.error();
  add(id).share = *std::move(share);
  return true;
}

ResumedClient::Sent& ResumedClient::add(const std::string& id) {
  make_room();
  const Place place = sent_.insert(sent_.end(), Sent{.id = id});
  places_[id] = place;
  return *place;
}

/// The oldest that is over goes; where none is, the oldest.
void ResumedClient::make_room() {
  while (!sent_.empty() && sent_.size() >= limits_.now().resume_ids_max) {
    const auto over = std::ranges::find_if(sent_, &Sent::is_over);
    erase(over == sent_.end() ? sent_.begin() : over);
  }
}

void ResumedClient::erase(Place place) {
  std::erase_if(blocks_, [&](const auto& each) { return each.second == place->id; });
  places_.erase(place->id);
  sent_.erase(place);
}

void ResumedClient::forget(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto found = places_.find(id);
  if (found == places_.end() || found->second->state != State::Preparing) return;
  erase(found->second);
}

bool ResumedClient::refused(const std::string& id, protocol::Bytes answer, ClientId by) {
  const std::lock_guard lock(mutex_);
  const auto found = places_.find(id);
  if (found != places_.end() && found->second->state == State::Preparing) {
    found->second->state = State::Refused;
    store(*found->second, answer);
    if (found->second->answer == nullptr) erase(found->second);
  }
  return tell(answer, by);
}

void ResumedClient::played(const RememberedScript& script, bool is_kept_later) {
  const std::lock_guard lock(mutex_);
  Sent* const sent = find(script.id);
  if (sent == nullptr || sent->state != State::Preparing) return;
  sent->blocks = script.blocks;
  sent->unkept = is_kept_later ? script.blocks.size() : 0;
  for (const RememberedBlock& block : script.blocks) {
    sent->names.push_back(block.name);
    blocks_[block.id] = script.id;
  }
}

bool ResumedClient::accepted(const std::string& id, protocol::Bytes answer, ClientId by) {
  const std::lock_guard lock(mutex_);
  Sent* const sent = find(id);
  if (sent == nullptr || sent->state != State::Preparing) return tell(answer, by);
  sent->state = State::Accepted;
  store(*sent, answer);
  const bool is_told = !tell(answer, by);
  if (is_told && connection_ && connection_->adopt && !sent->blocks.empty()) {
    connection_->adopt({id, sent->blocks});
  }
  return !is_told;
}

/// Whether `by` has to tell it.
bool ResumedClient::tell(const protocol::Bytes& answer, ClientId by) const {
  if (connection_ && connection_->id == by) return true;
  if (connection_ && connection_->send) connection_->send(answer);
  return false;
}

/// Without its plan, where there is no room for that.
void ResumedClient::store(Sent& sent, protocol::Bytes answer) const {
  if (sent.share.resize(kSentBytes + answer->size())) {
    sent.answer = std::move(answer);
  } else if (sent.state == State::Accepted) {
    sent.answer = short_answer(sent.id, sent.names);
  }
}

ResumedClient::Again ResumedClient::again(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const Sent* const sent = find(id);
  if (sent == nullptr) return {};
  Again again{.answer = sent->answer, .is_known = true};
  if (sent->state == State::Preparing) return again;
  again.script = {sent->id, sent->blocks};
  const bool has_all = sent->blocks.size() == sent->names.size();
  if (again.answer == nullptr && !(has_all && !sent->blocks.empty())) {
    again.answer = short_answer(sent->id, sent->names);
  }
  if (sent->is_kept) again.told.push_back(kept_message(sent->id));
  again.told.insert(again.told.end(), sent->last_words.begin(), sent->last_words.end());
  return again;
}

void ResumedClient::count_script(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  scripts_counted_ = std::max(scripts_counted_, number);
}

bool ResumedClient::keeps(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  return find(id) != nullptr;
}

void ResumedClient::recover(const std::string& id, const RememberedBlock& block, Tick at) {
  const std::lock_guard lock(mutex_);
  Sent* sent = find(id);
  if (sent == nullptr) {
    sent = &add(id);
    // The server before may have been killed between the log's word and its own.
    feedback_.add(at, KeptFeedback::Kind::LastWord, kept_message(id),
                  limits_.now().resume_feedback_bytes_max);
  }
  sent->state = State::Accepted;
  sent->is_kept = true;
  sent->names.push_back(block.name);
  sent->blocks.push_back(block);
  blocks_[block.id] = id;
}

void ResumedClient::note(const Feedback& feedback, const protocol::Bytes& bytes) {
  const std::lock_guard lock(mutex_);
  note_locked(feedback, bytes);
}

void ResumedClient::note_locked(const Feedback& feedback, const protocol::Bytes& bytes) {
  if (feedback.client != client_) return;
  const bool is_last = is_last_word(feedback);
  feedback_.add(feedback.tick, is_last ? KeptFeedback::Kind::LastWord : KeptFeedback::Kind::Moment,
                bytes, limits_.now().resume_feedback_bytes_max);
  if (!is_last) return;
  const auto script = blocks_.find(feedback.block);
  if (script == blocks_.end()) return;
  Sent* const sent = find(script->second);
  if (sent == nullptr) return;
  sent->last_words.push_back(bytes);
  std::erase_if(sent->blocks,
                [&](const RememberedBlock& block) { return block.id == feedback.block; });
  if (sent->unkept == 0) blocks_.erase(script);
}

std::optional<ToldClient> ResumedClient::told() const {
  const std::lock_guard lock(mutex_);
  ToldClient told{.key = {}, .client = client_, .scripts = {}, .feedback = {}};
  for (const Sent& sent : sent_) {
    if (!sent.blocks.empty()) return {};
    if (sent.state != State::Accepted) continue;
    ToldScript& script = told.scripts.emplace_back(
        ToldScript{.id = sent.id, .blocks = sent.names, .last_words = {}});
    for (const auto& word : sent.last_words) script.last_words.push_back({word});
  }
  for (const KeptFeedback::Kept& kept : feedback_.all()) {
    told.feedback.push_back({.tick = kept.tick,
                             .is_last_word = kept.kind == KeptFeedback::Kind::LastWord,
                             .message = {kept.bytes}});
  }
  return told;
}

/// What is no base64 is left out.
void ResumedClient::recover(const ToldClient& told) {
  const std::lock_guard lock(mutex_);
  for (const ToldScript& script : told.scripts) {
    if (find(script.id) != nullptr) continue;
    Sent& sent = add(script.id);
    sent.state = State::Accepted;
    sent.is_kept = true;
    sent.names = script.blocks;
    for (const ToldBytes& word : script.last_words) {
      if (word.bytes) sent.last_words.push_back(word.bytes);
    }
  }
  for (const ToldFeedback& each : told.feedback) {
    if (!each.message.bytes) continue;
    feedback_.add(each.tick,
                  each.is_last_word ? KeptFeedback::Kind::LastWord : KeptFeedback::Kind::Moment,
                  each.message.bytes, limits_.now().resume_feedback_bytes_max);
  }
}

std::shared_ptr<Subscriber> ResumedClient::listener() const {
  const std::lock_guard lock(mutex_);
  return connection_ ? connection_->subscriber.lock() : nullptr;
}

void ResumedClient::offer_event(std::shared_ptr<const Event> event) {
  // Under the lock: a connection that comes meanwhile has it once.
  const std::lock_guard lock(mutex_);
  note_locked(event->feedback, event->bytes);
  if (!connection_) return;
  if (const auto to = connection_->subscriber.lock()) to->offer_event(std::move(event));
}

void ResumedClient::offer_kept(BlockId block) {
  const std::lock_guard lock(mutex_);
  const auto script = blocks_.find(block);
  Sent* const sent = script == blocks_.end() ? nullptr : find(script->second);
  if (sent == nullptr) {
    if (const auto to = connection_ ? connection_->subscriber.lock() : nullptr) {
      to->offer_kept(block);
    }
    return;
  }
  if (sent->unkept == 0 || --sent->unkept > 0) return;
  sent->is_kept = true;
  std::erase_if(blocks_, [&](const auto& each) {
    return each.second == sent->id && std::ranges::none_of(sent->blocks, [&](const auto& own) {
             return own.id == each.first;
           });
  });
  const auto message = kept_message(sent->id);
  if (connection_ && connection_->send) return connection_->send(message);
  // Whatever it has heard of others meanwhile.
  constexpr Tick kAlways{std::numeric_limits<std::uint64_t>::max()};
  feedback_.add(kAlways, KeptFeedback::Kind::LastWord, message,
                limits_.now().resume_feedback_bytes_max);
}

void ResumedClient::offer_frames(std::shared_ptr<const TickOutput> output) {
  if (const auto to = listener()) to->offer_frames(std::move(output));
}

void ResumedClient::offer_audio(std::shared_ptr<const TickOutput> output) {
  if (const auto to = listener()) to->offer_audio(std::move(output));
}

void ResumedClient::offer_company(std::shared_ptr<const TickOutput> output) {
  if (const auto to = listener()) to->offer_company(std::move(output));
}

void ResumedClient::offer_replanned(std::shared_ptr<const TickOutput> output) {
  if (const auto to = listener()) to->offer_replanned(std::move(output));
}

void ResumedClient::offer_motions(std::shared_ptr<const TickOutput> output) {
  if (const auto to = listener()) to->offer_motions(std::move(output));
}

ResumedClient::Sent* ResumedClient::find(const std::string& id) {
  const auto found = places_.find(id);
  return found == places_.end() ? nullptr : &*found->second;
}

const ResumedClient::Sent* ResumedClient::find(const std::string& id) const {
  const auto found = places_.find(id);
  return found == places_.end() ? nullptr : &*found->second;
}

}  // namespace kine::server
