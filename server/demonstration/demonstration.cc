#include "server/demonstration/demonstration.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "realizer/prepare/prepare.h"
#include "schemas/embedded.h"
#include "server/ticks/tick_loop.h"

namespace kine::server {
namespace {

/// Each has two marks, and clients share the table of targets with them.
constexpr std::size_t kActorsMax = 16;

constexpr ClientId kDemonstration{0};

/// Below whatever people give their own scripts.
constexpr int kPriorityBelow = 1'000'000;

/// How long what the play does takes to give way, and how often it looks whether all is quiet.
constexpr Seconds kGivesWayIn{0.5};
constexpr std::uint32_t kLooksPerSecond = 10;

/// Somebody who is not in place after so many ways there stays where it is for this round.
constexpr std::size_t kWaysHomeMax = 2;

/// The same motion, which shows wherever nobody else moves the figure, and replaces nothing.
std::shared_ptr<const motion::Block> beneath_others(const motion::Block& block) {
  auto result = std::make_shared<motion::Block>(block);
  if (result->composition != plan::Composition::Replace) {
    result->composition = plan::Composition::Merge;
  }
  // What stays after a sample has the lowest priority that there is.
  constexpr int kLeast = std::numeric_limits<int>::min() + kPriorityBelow;
  for (motion::Segment& segment : result->segments) {
    segment.priority = std::max(segment.priority, kLeast) - kPriorityBelow;
  }
  return result;
}

}  // namespace

std::shared_ptr<Demonstrator> Demonstrator::start(Services& services, Stage& stage) {
  const std::shared_ptr<Demonstrator> result(new Demonstrator(services, stage));
  stage.demonstration = result.get();
  stage.hub.add(kDemonstration, result);
  stage.hub.subscribe(kDemonstration, {.characters = {},
                                       .everybody = false,
                                       .parts = protocol::FrameVariant(),
                                       .events = false,
                                       .rate_hz_max = kLooksPerSecond});
  stage.hub.post([result] { result->come_back(); });
  return result;
}

Demonstrator::Demonstrator(Services& services, Stage& stage)
    : services_(services), stage_(stage), play_(read_play(schemas::embedded_files())) {
  cast_roles();
  make_casts();
  prepare_pieces();
}

/// Those who are called as the roles are have them, else whoever is there first.
void Demonstrator::cast_roles() {
  const auto present = stage_.scene.roster.present();
  for (const Roster::EntryPointer& entry : present->entries) {
    if (actors_.size() == kActorsMax) break;
    const Cast& cast = *entry->cast;
    actors_.push_back({.character = entry->id,
                       .name = cast.name,
                       .mark_name = cast.name,
                       .place = cast.placement});
  }
  has_play_ = actors_.size() >= kRoles.size() && !play_.scenes.empty();
  if (!has_play_) return;
  const auto has_other_role = [](const Actor& actor) {
    return std::ranges::find(kRoles, actor.name) != kRoles.end();
  };
  for (std::size_t i = 0; i < kRoles.size(); ++i) {
    const auto from = actors_.begin() + static_cast<std::ptrdiff_t>(i);
    auto chosen = std::ranges::find(from, actors_.end(), kRoles[i], &Actor::name);
    if (chosen == actors_.end()) chosen = std::find_if_not(from, actors_.end(), has_other_role);
    std::rotate(from, chosen, chosen + 1);
  }
  const Arrangement arrangement = arrange({actors_[0].place, actors_[1].place});
  for (std::size_t i = 0; i < kRoles.size(); ++i) {
    actors_[i].place = arrangement.places[i];
    actors_[i].mark_name = kRoles[i];
  }
}

/// Scripts of the play call the two by their roles, whatever their names.
void Demonstrator::make_casts() {
  const auto present = stage_.scene.roster.present();
  auto words = std::make_shared<plan::Vocabulary>(*present->casts.front()->vocabulary);
  for (std::size_t i = 0; has_play_ && i < kRoles.size(); ++i) {
    if (actors_[i].name != kRoles[i]) words->characters[std::string(kRoles[i])] = actors_[i].name;
  }
  for (const auto& cast : present->casts) {
    auto own = std::make_shared<Cast>(*cast);
    own->vocabulary = words;
    casts_.push_back(std::move(own));
  }
}

void Demonstrator::prepare_pieces() {
  std::size_t first = 0;
  for (Actor& actor : actors_) {
    if (is_in_play(actor)) continue;
    for (const PlayPart& piece : play_.alone) {
      auto block = prepare_line({std::string(piece.text), actor.name});
      if (block) actor.pieces.push_back(std::move(block));
    }
    actor.next = first++;  // side by side, no two do the same
  }
}

/// Null where it cannot be played now.
std::shared_ptr<const motion::Block> Demonstrator::prepare_line(const Line& line) const {
  const std::vector<std::string> targets = stage_.scene.targets.names();
  const std::vector<Located> located = stage_.scene.located();
  Diagnostics unheard;  // `kinesphere check` is for who wants to know
  const auto prepared = prepare(line.text,
                                {.casts = casts_,
                                 .script_id = "demo",
                                 .character = line.character,
                                 .set_targets = targets,
                                 .voice = services_.options.voice.get(),
                                 .live = {.located = located,
                                          .others =
                                              [this](const plan::OtherPointsWanted& wanted) {
                                                return stage_.scene.live_blocks.look(wanted).points;
                                              }}},
                                unheard);
  if (!prepared || prepared->blocks.empty()) return nullptr;
  return beneath_others(*prepared->blocks.front());
}

bool Demonstrator::is_in_play(const Actor& actor) const {
  return has_play_ && &actor - actors_.data() < static_cast<std::ptrdiff_t>(kRoles.size());
}

void Demonstrator::give_way() {
  stage_.hub.post([self = shared_from_this()] { self->give_way_now(); });
}

void Demonstrator::give_way_now() {
  quiet_since_.reset();
  gave_way_ = true;
  if (std::exchange(state_, State::Away) == State::Away) return;
  ++turn_;
  std::vector<Input> inputs;
  for (const Own& own : playing_) {
    inputs.emplace_back(Interrupt{own.character, own.id, kGivesWayIn});
  }
  playing_.clear();
  const bool is_told = stage_.scene.mailbox.push(std::move(inputs));
  if (!is_told || !has_play_ || services_.leaving) return;
  std::vector<Line> lines;
  for (const PlayPart& part : play_.aside) lines.push_back({std::string(part.text)});
  prepare_scene(std::move(lines));
}

void Demonstrator::come_back() {
  quiet_since_.reset();
  next_scene_ = 0;
  is_last_scene_ = false;
  ways_home_ = 0;
  go_on();
}

/// Nobody else's block plays or waits, not even to be activated, and nobody has claimed anyone.
bool Demonstrator::is_quiet(const TickOutput& output) const {
  return output.idle && std::ranges::all_of(actors_, [&](const Actor& actor) {
           const auto holder =
               stage_.claims.find_other(actor.character, kDemonstration, steady_now());
           return !holder && stage_.scene.live_blocks.underway({}, actor.name).blocks.empty();
         });
}

void Demonstrator::offer_frames(std::shared_ptr<const TickOutput> output) {
  if (state_ != State::Away || services_.leaving) return;
  if (!is_quiet(*output)) return quiet_since_.reset();
  if (!quiet_since_) quiet_since_ = output->tick;
  const TickRate rate(services_.options.tick_rate_hz);
  if (rate.between(*quiet_since_, output->tick) >= services_.options.demonstration_pause) {
    come_back();
  }
}

void Demonstrator::offer_company(std::shared_ptr<const TickOutput> output) {
  for (const Roster::EntryPointer& entry : output->left) {
    const auto gone = std::ranges::find(actors_, entry->id, &Actor::character);
    if (gone == actors_.end()) continue;
    if (is_in_play(*gone)) {
      give_way_now();
      has_play_ = false;
    }
    std::erase_if(playing_, [&](const Own& own) { return own.character == entry->id; });
    actors_.erase(gone);
  }
}

void Demonstrator::offer_event(std::shared_ptr<const Event> event) {
  const Feedback& feedback = event->feedback;
  if (!is_last_word(feedback)) return;
  const auto found = std::ranges::find(playing_, feedback.block, &Own::id);
  if (found == playing_.end()) return;
  const Own own = *found;
  playing_.erase(found);
  // What it interrupts itself it has forgotten before.
  if (feedback.kind == FeedbackKind::Interrupted) return give_way_now();
  if (state_ != State::Playing) return;
  if (own.is_of_play) {
    if (std::ranges::none_of(playing_, &Own::is_of_play)) go_on();
    return;
  }
  const auto actor = std::ranges::find(actors_, own.character, &Actor::character);
  if (actor != actors_.end()) play_next_piece(*actor);
}

std::vector<Demonstrator::Actor> Demonstrator::find_displaced() const {
  const std::vector<Located> located = stage_.scene.whereabouts.located();
  std::vector<Actor> displaced;
  for (const Actor& actor : actors_) {
    const auto entry = stage_.scene.roster.find(actor.character);
    if (!entry) continue;
    const auto moved = std::ranges::find(located, actor.name, &Located::name);
    const body::Placement at = moved != located.end() ? moved->at : entry->cast->placement;
    if (!is_in_place(at, actor.place)) displaced.push_back(actor);
  }
  return displaced;
}

/// Clients may have put targets of the same names elsewhere.
void Demonstrator::put(std::span<const StageMark> marks) {
  std::vector<Input> inputs;
  for (const StageMark& mark : marks) {
    if (!stage_.scene.targets.add(mark.name, mark.point_m)) continue;
    inputs.emplace_back(SetTarget{mark.name, mark.point_m});
  }
  [[maybe_unused]] const bool taken = stage_.scene.mailbox.push(std::move(inputs));
}

/// To the next scene; before the first one, everybody goes home who is not there.
void Demonstrator::go_on() {
  if (services_.leaving) return;
  state_ = State::Preparing;
  if (std::exchange(is_last_scene_, false)) ++rounds_over_;
  if (next_scene_ == 0 && ways_home_ < kWaysHomeMax) {
    const auto who = std::exchange(gave_way_, false) ? actors_ : find_displaced();
    ++ways_home_;
    if (!who.empty()) return go_home(who);
  }
  ways_home_ = 0;
  const bool begins = next_scene_ == 0;
  if (has_play_) {
    if (begins) put(arrange({actors_[0].place, actors_[1].place}).marks);
    std::vector<Line> lines;
    for (const PlayPart& part : play_.scenes[next_scene_])
      lines.push_back({std::string(part.text)});
    next_scene_ = (next_scene_ + 1) % play_.scenes.size();
    is_last_scene_ = next_scene_ == 0;
    prepare_scene(std::move(lines));
  } else {
    state_ = State::Playing;
  }
  const auto plays = [&](const Actor& actor) {
    return std::ranges::find(playing_, actor.character, &Own::character) != playing_.end();
  };
  for (Actor& actor : actors_) {
    if (begins && !plays(actor)) play_next_piece(actor);
  }
}

void Demonstrator::go_home(std::span<const Actor> who) {
  std::vector<Line> lines;
  for (const Actor& actor : who) {
    put(marks_of(actor.mark_name, actor.place));
    lines.push_back({home_of(play_, actor.mark_name)});
  }
  prepare_scene(std::move(lines));
}

/// In the pool, and from there on to its beginning.
void Demonstrator::prepare_scene(std::vector<Line> lines) {
  std::size_t bytes = 0;
  for (const Line& line : lines) bytes += line.text.size();
  const auto job = [self = shared_from_this(), turn = turn_, lines = std::move(lines)] {
    std::vector<Ready> ready;
    for (const Line& line : lines) {
      auto block = self->prepare_line(line);
      const auto entry = block ? self->stage_.scene.roster.find(block->character) : nullptr;
      if (!entry) continue;
      // Known before the next line is prepared, which may refer to it.
      self->stage_.scene.live_blocks.expect(block);
      ready.push_back({.character = entry->id, .block = std::move(block)});
    }
    self->stage_.hub.post([self, turn, ready] { self->begin_scene(turn, ready); });
  };
  ++preparing_;
  if (!services_.pool.push(kDemonstration, bytes, std::function<void()>(job))) {
    --preparing_;
    state_ = State::Away;  // it comes back when there is room again
  }
}

void Demonstrator::begin_scene(std::uint64_t turn, const std::vector<Ready>& ready) {
  --preparing_;
  const bool is_wanted = turn == turn_ && !services_.leaving && !ready.empty();
  if (is_wanted && play(ready, true)) {
    ++scenes_begun_;
    if (state_ == State::Preparing) state_ = State::Playing;
    return;
  }
  for (const Ready& each : ready) stage_.scene.live_blocks.forget(*each.block);
  if (turn == turn_) state_ = State::Away;
}

void Demonstrator::play_next_piece(Actor& actor) {
  if (actor.pieces.empty() || services_.leaving) return;
  const Ready next{.character = actor.character,
                   .block = actor.pieces[actor.next++ % actor.pieces.size()]};
  play({&next, 1}, false);
}

/// All at one tick, or none of it.
bool Demonstrator::play(std::span<const Ready> ready, bool is_of_play) {
  std::vector<Input> inputs;
  std::vector<Own> own;
  for (const Ready& each : ready) {
    const BlockId id{++stage_.scene.blocks_counted};
    stage_.scene.budget.take_anyway(each.character, each.block->segments.size());
    inputs.emplace_back(PlayBlock{.character = each.character,
                                  .id = id,
                                  .client = kDemonstration,
                                  .block = each.block,
                                  .zero = PlayBlock::Zero::LastTick});
    own.push_back({.id = id, .character = each.character, .is_of_play = is_of_play});
  }
  if (stage_.scene.mailbox.push(std::move(inputs))) {
    playing_.insert(playing_.end(), own.begin(), own.end());
    return true;
  }
  for (const Ready& each : ready) {
    stage_.scene.budget.give_back(each.character, each.block->segments.size());
  }
  return false;
}

}  // namespace kine::server
