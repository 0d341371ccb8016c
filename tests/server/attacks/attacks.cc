#include "tests/server/attacks/attacks.h"

#include <algorithm>
#include <deque>
#include <exception>
#include <thread>

namespace kine::attacks {
namespace {

/// Each from an address of its own, so that none is refused for what another has done.
std::string address_of(std::size_t attack) { return "127.0.1." + std::to_string(attack + 1); }

void talk_on(const Attack& attack, const Target& target, Words& words) {
  for (int i = 0; i < attack.conversations_max && !target.is_over(); ++i) {
    try {
      attack.talk(target, words);
    } catch (const std::exception& error) {
      words.note("(" + std::string(error.what()) + ")");
    }
  }
}

}  // namespace

kinesphere::Envelope hello_of(const std::string& token) {
  kinesphere::Envelope envelope;
  envelope.mutable_hello()->set_version_major(1);
  envelope.mutable_hello()->set_name("an attack");
  envelope.mutable_hello()->set_token(token);
  return envelope;
}

Attacker::Attacker(const Target& target, Words& words)
    : client_(test::WireClient::from(target.address.c_str(), target.port)), words_(words) {
  client_.send(hello_of());
  hear_until([](const auto& envelope) { return envelope.has_hello(); });
}

void Attacker::submit(const std::string& script, const std::string& id,
                      const std::string& character) {
  client_.submit(script, id, character);
}

void Attacker::hear_answers(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    hear_until([](const auto& envelope) {
      return envelope.has_accepted() || envelope.has_refused() || envelope.has_checked() ||
             envelope.has_recorded();
    });
  }
}

void Attacker::hear() {
  kinesphere::Envelope envelope;
  envelope.mutable_ping();
  client_.send(envelope);
  hear_until([](const auto& answer) { return answer.has_pong(); });
}

void Attacker::hear_until(const std::function<bool(const kinesphere::Envelope&)>& is_it) {
  client_.receive_until([&](const auto& envelope) {
    words_.note(envelope);
    return is_it(envelope);
  });
}

std::vector<Attack> all_attacks() {
  std::vector<Attack> all;
  for (const auto& some : {attacks_on_scripts(), attacks_on_connections()}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

std::vector<Told> attack(std::uint16_t port, std::chrono::seconds time) {
  const std::vector<Attack> all = all_attacks();
  const auto end = std::chrono::steady_clock::now() + time;
  std::deque<Words> words(all.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Target target{.port = port, .address = address_of(i), .end = end};
    for (int thread = 0; thread < all[i].threads; ++thread) {
      threads.emplace_back([&all, &words, i, target] { talk_on(all[i], target, words[i]); });
    }
  }
  for (std::thread& thread : threads) thread.join();
  std::vector<Told> told;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const auto& [what, count] : words[i].counts()) {
      told.push_back({std::string(all[i].name), what, count});
    }
  }
  return told;
}

std::vector<std::string_view> unanswered(std::span<const Told> told) {
  std::vector<std::string_view> names;
  for (const Attack& attack : all_attacks()) {
    const bool is_answered = std::ranges::any_of(told, [&](const Told& each) {
      return each.attack == attack.name &&
             std::ranges::any_of(attack.expected, [&](std::string_view words) {
               return each.words.find(words) != std::string::npos;
             });
    });
    if (!is_answered) names.push_back(attack.name);
  }
  return names;
}

}  // namespace kine::attacks
