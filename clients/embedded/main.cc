// Kinesphere in a program of one's own, without a server: read a script, tick, read joints.
#include <iostream>

#include "realizer/body/reader.h"
#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "schemas/embedded.h"

int main() {
  using namespace kine;
  const auto text = [](const char* file) { return *schemas::find_embedded(file); };
  const auto body = body::read(text("bodies/ada.xml"), text("hands.xml"), text("poses.xml"));
  if (!body) return 1;
  const auto cast =
      std::make_shared<const Cast>(Cast{.name = "ada",
                                        .body = std::make_shared<const body::Body>(*body),
                                        .vocabulary = std::make_shared<const plan::Vocabulary>()});

  Diagnostics diagnostics;
  const auto script = prepare(text("scripts/wave.xml"), {.casts = {&cast, 1}}, diagnostics);
  if (!script) return std::cerr << script.error().message << '\n', 1;

  const TickRate rate(60);
  Shard shard(rate);
  shard.add_character(CharacterId{0}, cast);
  Input play = PlayBlock{.character = CharacterId{0}, .block = script->blocks.front()};
  Tick tick{1};
  for (shard.advance_to(tick, {&play, 1}); !shard.idle(); shard.advance_to(tick, {})) {
    const Frame& frame = shard.frames().front();
    const auto& forearm = frame.parent_from_joint[index_of(body::Joint::RightLowerArm)];
    std::cout << rate.time_of(tick).count() << ' ' << forearm[3] << '\n';
    ++tick.index;
  }
}
