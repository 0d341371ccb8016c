#include "server/live/live_scene.h"

namespace kine::server {

LiveScene::LiveScene(const Options& options)
    : roster(options.casts),
      budget(options.blocks_per_character_max),
      mailbox(options.inputs_max),
      live_blocks(options.rate, options.zero),
      demeanours(options.tension),
      muscled(options.rate, options.physical_max),
      whereabouts(roster.present()->casts) {}

std::vector<Located> LiveScene::located() const {
  std::vector<Located> all = whereabouts.located();
  const std::vector<Located> set = targets.located();
  all.insert(all.end(), set.begin(), set.end());
  return all;
}

void LiveScene::tell(HappeningSink& told) {
  sink = &told;
  live_blocks.tell(told);
}

void LiveScene::take_in(std::vector<Input>& inputs) {
  waiting.take_in(mailbox, inputs);
  budget.note(std::span<const Input>(inputs));
}

void LiveScene::note(Tick tick, std::span<const Input> inputs,
                     const std::shared_ptr<TickOutput>& output, std::span<const Shard> shards) {
  later.run(Tick{tick.index + 1}, *output);
  if (sink != nullptr) {
    // Before anybody plans by it.
    sink->push(TickDone{.tick = tick, .inputs = {inputs.begin(), inputs.end()}, .output = output});
  }
  for (const auto& entry : output->joined) whereabouts.join(entry->id, entry->cast->name);
  for (const Shard& shard : shards) whereabouts.see(shard.frames());
  for (const TargetMoved& moved : output->targets_moved) {
    // Its name has been expected since its script was taken.
    [[maybe_unused]] const bool known = targets.add(moved.set.name, moved.set.point_m);
  }
  budget.note(std::span<const Feedback>(output->feedback));
  waiting.note(inputs, output->feedback);
  muscled.note(tick, inputs, output->feedback);
  for (const auto& entry : output->left) {
    whereabouts.leave(entry->id);
    budget.forget(entry->id);
    live_blocks.forget_manner(entry->cast->name);
    demeanours.forget(entry->cast->name);
    muscled.forget(entry->id);
    roster.forget(entry->id);
  }
  live_blocks.add_later_texts(output->feedback);
  live_blocks.note(tick, inputs, output->feedback, output->replanned, output->wishes);
}

}  // namespace kine::server
