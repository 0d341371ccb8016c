// What is wished of the behaviours of one block, from the wish until the block goes on by it.
//
//   ParameterWish --take--> BlockWishes --ready--> the rest of the block, planned anew --settle-->
//
// Of each parameter the last wish counts. What needs another pace of its voice waits for that and
// holds up nobody. Each wish ends once: it is made, another takes its place, or it was in vain.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "realizer/tick/shard.h"
#include "server/live/kept_voice.h"

namespace kine::server {

class BlockWishes {
 public:
  /// What is remembered of what was made: ways that were left in their midst, again and again.
  static constexpr std::size_t kMadeMax = 256;

  /// Failures of its voice, of all that it is asked about at once, before it is not asked about the
  /// rest of that.
  static constexpr int kVoiceFailuresMax = 8;

  /// Paces of one speech that are kept; of more the oldest is asked for again.
  static constexpr std::size_t kPacesMax = 64;

  struct Wish {
    std::uint64_t number = 0;  // counted from 1
    plan::ParameterChange change;
    ClientId client;  // whose it is
    Tick at = {};     // when it was wished

    friend bool operator==(const Wish&, const Wish&) = default;
  };

  void take(const ParameterWish& wish, Tick at);

  /// How often something came that can be planned by: more than before, and there is something new.
  std::uint64_t news() const { return news_; }

  /// Those that wait for nobody.
  bool has_ready() const;
  std::vector<Wish> ready() const;

  /// What the block goes on by, in its order: of each parameter what tells the way that it is on.
  const std::vector<plan::ParameterChange>& made() const { return made_; }

  /// What its voice has said of the speeches whose rate is wished.
  const std::vector<KeptSpeech>& kept() const { return kept_; }

  /// False where its voice is asked about this speech at this rate already.
  [[nodiscard]] bool wait_for_voice(const speech::Utterance& utterance);

  /// Whether its voice has failed too often to be asked about the rest.
  bool is_voice_given_up() const { return failures_ >= kVoiceFailuresMax; }

  /// Where more would be kept than a block may last, that it does is kept in its place.
  void hear(KeptSpeech said);

  /// The block goes on by these, but for those of `in_vain`, which come back: where nobody has
  /// wished otherwise since.
  std::vector<Wish> settle(std::span<const Wish> planned, std::span<const std::string> in_vain);

  /// These come to nothing; those of them come back that were not overtaken.
  std::vector<Wish> give_up(std::span<const Wish> wishes);

  /// The block is over: what had not been made.
  std::vector<Wish> end();

 private:
  bool waits(const Wish& wish) const;
  bool take_off(const Wish& wish);
  void make(const plan::ParameterChange& change);
  void forget_one_made(const plan::ParameterChange& change);
  void keep(KeptSpeech said);

  std::uint64_t counted_ = 0;
  std::uint64_t news_ = 0;
  std::map<std::uint64_t, Wish> wished_;  // not made yet, one of each parameter, by their numbers

  /// The number of the one that is wished, by its part and its parameter.
  std::map<std::pair<std::string, std::string>, std::uint64_t> numbers_;
  std::vector<plan::ParameterChange> made_;

  /// A speech about which a voice is asked.
  struct Asked {
    std::string part;
    double rate = 1;

    friend bool operator==(const Asked&, const Asked&) = default;
  };
  std::vector<Asked> asked_;
  int failures_ = 0;              // of those that it is asked about at once
  std::vector<KeptSpeech> kept_;  // one of each speech at each rate, the last heard behind
};

/// What is told of one that was in vain.
std::string in_vain(std::string_view parameter, std::string_view reason);

}  // namespace kine::server
