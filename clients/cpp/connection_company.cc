// Which characters are there, and whose they are, as one connection says and hears it.
#include <algorithm>
#include <utility>

#include "clients/cpp/connection.h"
#include "clients/cpp/messages_from_wire.h"
#include "protocol/kinesphere.pb.h"
#include "realizer/core/number.h"

namespace kine::client {
namespace {

kinesphere::Envelope claim_for(const std::vector<std::string>& names, const std::string& key,
                               Seconds grace) {
  kinesphere::Envelope envelope;
  kinesphere::Claim& claim = *envelope.mutable_claim();
  for (const std::string& name : names) claim.add_characters(name);
  claim.set_key(key);
  claim.set_grace(grace.count());
  return envelope;
}

}  // namespace

/// Sends it with an id of its own, and waits for its answer, which says what went wrong.
Result<Done> Connection::ask(kinesphere::Envelope& question, std::string& id) {
  id = "ask" + std::to_string(++asked_);
  asked_id_ = id;
  company_answer_.reset();
  const auto waited = wait_for_answer(question, [this] { return company_answer_ != nullptr; });
  if (!waited) return waited.error();
  if (company_answer_->error().empty()) return Done{};
  return Error{ErrorCode::Unsupported, company_answer_->error()};
}

Result<Done> Connection::claim(const std::vector<std::string>& names, Seconds grace) {
  grace_ = grace;
  kinesphere::Envelope envelope = claim_for(names, claim_key_, grace_);
  const auto asked = ask(envelope, *envelope.mutable_claim()->mutable_id());
  if (!asked) return asked.error();
  claimed_.assign(company_answer_->claimed().begin(), company_answer_->claimed().end());
  return Done{};
}

Result<Done> Connection::release(const std::vector<std::string>& names) {
  kinesphere::Envelope envelope = claim_for(names, claim_key_, grace_);
  envelope.mutable_claim()->set_release(true);
  const auto asked = ask(envelope, *envelope.mutable_claim()->mutable_id());
  if (!asked) return asked.error();
  claimed_.assign(company_answer_->claimed().begin(), company_answer_->claimed().end());
  return Done{};
}

/// What this client had before the connection was lost. That it does not get it is told as a
/// problem.
void Connection::claim_again() {
  if (claimed_.empty()) return;
  kinesphere::Envelope envelope = claim_for(claimed_, claim_key_, grace_);
  asked_id_.clear();
  tell(envelope);
}

Result<Character> Connection::change_company(kinesphere::Envelope& question) {
  std::string& id = question.has_join() ? *question.mutable_join()->mutable_id()
                                        : *question.mutable_leave()->mutable_id();
  const auto asked = ask(question, id);
  if (!asked) return asked.error();
  Character character = character_of(company_answer_->character());
  kinesphere::Envelope news;
  if (question.has_join()) {
    *news.mutable_joined()->mutable_character() = company_answer_->character();
    if (take_in_joined(character)) inbox_.push(std::move(news));
  } else {
    news.mutable_left()->set_character_id(character.id);
    news.mutable_left()->set_character(character.name);
    if (take_in_left(character.id)) inbox_.push(std::move(news));
  }
  return character;
}

void Connection::take_in_answer(const kinesphere::Answer& message) {
  if (!asked_id_.empty() && message.id() == asked_id_) {
    company_answer_ = std::make_unique<kinesphere::Answer>(message);
  } else if (!message.error().empty()) {
    kinesphere::Envelope problem;
    problem.mutable_problem()->set_error(message.error());
    inbox_.push(std::move(problem));
  }
}

bool Connection::take_in_joined(const Character& character) {
  const auto known = std::ranges::find(characters, character.id, &Character::id);
  if (known != characters.end()) return false;
  characters.push_back(character);
  return true;
}

bool Connection::take_in_left(std::uint32_t id) {
  const auto found = std::ranges::find(characters, id, &Character::id);
  if (found == characters.end()) return false;
  std::erase(claimed_, found->name);
  characters.erase(found);
  return true;
}

void Connection::hand_on(const kinesphere::Left& message) {
  const auto skeleton = skeletons_.find(message.character_id());
  const std::string body = skeleton == skeletons_.end() ? "" : skeleton->second.body;
  skeletons_.erase(message.character_id());
  if (on_left) on_left({message.character_id(), message.character(), body});
}

}  // namespace kine::client
