// Tests for server/session_log/row_player.h, by the log of a real server with two clients.
#include "server/session_log/row_player.h"

#include <sstream>

#include "server/offline/gesture_model_file.h"
#include "server/scene/casts.h"
#include "server/session_log/log_reader.h"
#include "tests/support/catch.h"
#include "tests/support/gesture/small_model.h"
#include "tests/support/server/logged_session.h"

namespace kine::server::row_player_test {
namespace {

/// A scene of its own, and what is told of it.
struct Scene {
  explicit Scene(const HeadRow& head)
      : repertoire(*read_body_language(test::small_model())),
        casts(with_body_language(*make_casts(default_characters()), repertoire)),
        roster(casts),
        shards(roster, TickRate(head.tick_rate_hz), 1, head.life),
        preparations(casts, *or_ours({}), TickRate(head.tick_rate_hz), head.life.seed) {}

  RowPlayer player(const HeadRow& head) {
    return RowPlayer(
        head, preparations,
        {.roster = roster,
         .targets = targets,
         .muscle_models = muscle_models,
         .shards = shards,
         .before_play = [this](const PlayBlock& play, const std::string&,
                               Tick) { played.push_back(play.id); },
         .after_tick =
             [this](std::span<const Input>, const std::shared_ptr<TickOutput>& output) {
               ticks.push_back(output->tick);
               for (const auto& entry : output->left) roster.forget(entry->id);
             }},
        {.repertoire = repertoire, .at_difference = AtDifference::GoOn});
  }

  std::shared_ptr<const PlayableRepertoire> repertoire;
  std::vector<std::shared_ptr<const Cast>> casts;
  Roster roster;
  SetTargets targets;
  MuscleModels muscle_models;
  ShardThreads shards;
  LoggedPreparations preparations;
  std::vector<BlockId> played;
  std::vector<Tick> ticks;
};

}  // namespace

TEST_CASE("rows move a scene of the caller's, which is told of each block and tick",
          "[row_player]") {
  std::istringstream log(test::logged_session(1).log);
  LogReader reader(log);
  const HeadRow head = std::get<HeadRow>((**reader.next()).row);
  Scene scene(head);
  RowPlayer player = scene.player(head);
  for (auto line = reader.next(); *line; line = reader.next()) {
    REQUIRE(player.take(**std::move(line), reader.line()));
  }
  CHECK(player.replayed().equal == player.replayed().ticks);
  CHECK(scene.ticks.size() == player.replayed().ticks);
  CHECK(scene.ticks.back() == player.replayed().last);
  REQUIRE(scene.played.size() == player.replayed().blocks);
  CHECK(player.replayed().last_block == *std::ranges::max_element(scene.played));
}

TEST_CASE("inputs whose ticks no row has are run when nothing more comes", "[row_player]") {
  // Up to the first block that plays: the row of its tick would come behind it.
  std::istringstream log(test::logged_session(1).log);
  LogReader reader(log);
  const HeadRow head = std::get<HeadRow>((**reader.next()).row);
  Scene scene(head);
  RowPlayer player = scene.player(head);
  Tick of_play;
  while (of_play == Tick{}) {
    auto line = reader.next();
    REQUIRE(*line);
    if (std::holds_alternative<PlayRow>((*line)->row)) of_play = (*line)->stamp.tick;
    REQUIRE(player.take(**std::move(line), reader.line()));
  }
  CHECK(scene.played.empty());
  REQUIRE(player.run_what_waits());
  CHECK(scene.played.size() == 1);
  CHECK(player.replayed().last == of_play);
}

}  // namespace kine::server::row_player_test
