#include "server/corpus/sentences.h"

#include <array>
#include <span>
#include <sstream>
#include <string_view>

namespace kine::server {
namespace {

/// Words that fill a place of a sentence.
struct Fillers {
  std::string_view name;
  std::array<std::string_view, 12> words;
};

// clang-format off
constexpr std::array kFillers = {
    Fillers{"$thing",
            {"garden", "bridge", "kitchen", "station", "market", "letter", "engine", "window",
             "village", "picture", "river", "machine"}},
    Fillers{"$person",
            {"my sister", "the doctor", "our neighbour", "a teacher", "the captain", "my brother",
             "the painter", "an old friend", "the driver", "her mother", "the gardener",
             "a stranger"}},
    Fillers{"$quality",
            {"beautiful", "enormous", "quiet", "difficult", "wonderful", "narrow", "ancient",
             "simple", "dangerous", "ordinary", "heavy", "famous"}},
    Fillers{"$deed",
            {"opened", "carried", "followed", "remembered", "painted", "discovered", "borrowed",
             "repaired", "promised", "measured", "forgot", "finished"}},
    Fillers{"$time",
            {"yesterday", "in the morning", "last winter", "on Sunday", "after dinner",
             "a week ago", "every evening", "long before", "at midnight", "this summer",
             "in the end", "very early"}},
    Fillers{"$place",
            {"behind the house", "near the harbour", "in the city", "under the table",
             "across the valley", "at the corner", "on the mountain", "along the road",
             "beside the lake", "in the theatre", "over the hill", "inside the tower"}},
};

/// A word with a star is one that can be emphasized.
constexpr std::array<std::string_view, 28> kPatterns = {
    "*$time we went to the *$thing, and it was *$quality.",
    "$person *$deed the *$thing $place.",
    "I *never thought that the $thing could be so *$quality.",
    "You have to *see it, because *nobody believes me.",
    "First we *$deed the *$thing, and then we *waited.",
    "There was a *$quality $thing $place.",
    "And *that is the reason why $person *$deed it.",
    "It is *much more *$quality than the other $thing.",
    "What I *really mean is that the $thing is *ours.",
    "$person said that it was *impossible, but we *did it.",
    "On the *one side there is the *$thing, on the *other side there is a $thing.",
    "Nobody *$deed anything $time.",
    "So we *stopped, and *listened, and there was *nothing.",
    "The *whole $thing was full of *people.",
    "I do not *know what $person wanted $place.",
    "It takes about *seven hours to get there, if you are *lucky.",
    "Do you *remember the $quality *$thing?",
    "We *all $deed it, *every single day.",
    "$time $person came *home with a *$quality $thing.",
    "*Everything about it was *$quality, the $thing and the *$thing.",
    "Well, the *truth is a little *different.",
    "They *pushed and they *pulled until it *broke.",
    "That was the *last time that I *saw $person.",
    "It goes *up, it goes *round, and it comes *down again.",
    "In my *opinion the $thing should be *$quality and *cheap.",
    "*Please come with me *$place.",
    "Then *suddenly the $thing *$deed, *$time.",
    "You *cannot imagine how *$quality it was.",
};
// clang-format on

constexpr std::array<double, 3> kEmphasized = {0.12, 0.3, 0.55};  // by arousal: of what can be

template <class Items>
std::size_t drawn_index(const Items& items, Random& random) {
  return static_cast<std::size_t>(random.number(0, static_cast<double>(std::size(items))));
}

std::string_view filler_of(std::string_view name, Random& random) {
  for (const Fillers& each : kFillers) {
    if (each.name == name) return each.words[drawn_index(each.words, random)];
  }
  return name;
}

/// The words of a pattern's word: a place may be filled by several, of which the last one counts.
void add_words(std::string_view written, double share, Random& random,
               std::vector<SpokenWord>& words) {
  const bool can_be_emphasized = written.starts_with('*');
  if (can_be_emphasized) written.remove_prefix(1);
  const std::size_t sign = written.find_last_not_of(".,?") + 1;
  std::istringstream filled{std::string(filler_of(written.substr(0, sign), random))};
  for (std::string word; filled >> word;) words.push_back({.text = word});
  words.back().text += written.substr(sign);
  words.back().emphasized = can_be_emphasized && random.number(0, 1) < share;
}

Sentence make_sentence(Arousal arousal, Random& random) {
  Sentence sentence{.words = {}, .arousal = arousal};
  std::istringstream pattern{std::string(kPatterns[drawn_index(kPatterns, random)])};
  const double share = kEmphasized[static_cast<std::size_t>(arousal)];
  for (std::string word; pattern >> word;) add_words(word, share, random, sentence.words);
  char& first = sentence.words.front().text.front();
  if (first >= 'a' && first <= 'z') first = static_cast<char>(first - 'a' + 'A');
  return sentence;
}

/// How many sentences an arousal holds for.
int draw_run(Random& random) { return static_cast<int>(random.number(3, 6)); }

/// One of the other two.
Arousal another_arousal(Arousal now, Random& random) {
  const int step = random.number(0, 1) < 0.5 ? 1 : 2;
  return static_cast<Arousal>((static_cast<int>(now) + step) % 3);
}

}  // namespace

std::vector<Sentence> make_sentences(std::size_t count, Random& random) {
  std::vector<Sentence> all;
  Arousal arousal = static_cast<Arousal>(static_cast<int>(random.number(0, 3)));
  int left = draw_run(random);
  for (; all.size() < count; --left) {
    if (left == 0) {
      arousal = another_arousal(arousal, random);
      left = draw_run(random);
    }
    all.push_back(make_sentence(arousal, random));
  }
  return all;
}

}  // namespace kine::server
