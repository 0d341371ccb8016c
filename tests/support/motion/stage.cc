#include "tests/support/motion/stage.h"

#include <utility>

#include "realizer/core/assert.h"
#include "realizer/plan/names/vocabulary.h"
#include "realizer/prepare/prepare.h"
#include "realizer/script/kinesphere/lexicon.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/source_files.h"

namespace kine::test {

std::shared_ptr<const Cast> cast_named(std::string name, const body::Body& body) {
  auto cast = std::make_shared<Cast>();
  cast->name = std::move(name);
  cast->body = std::make_shared<const body::Body>(body);
  cast->vocabulary = std::make_shared<const plan::Vocabulary>();
  cast->involvement = 0;
  return cast;
}

std::shared_ptr<const motion::Block> block_of(const std::string& inside,
                                              const std::shared_ptr<const Cast>& cast) {
  Diagnostics diagnostics;
  const auto prepared = prepare("<script xmlns=\"urn:kinesphere:script:1\">" + inside + "</script>",
                                {.casts = {&cast, 1}}, diagnostics);
  KINE_ASSERT(prepared && prepared->blocks.size() == 1);
  return prepared->blocks.front();
}

std::shared_ptr<const Cast> ada_with_lexicon() {
  auto made = std::make_shared<Cast>(*cast_named("ada", ada()));
  auto vocabulary = plan::read_vocabulary(text_of(source_path("schemas/vocabulary/faces.xml")));
  KINE_ASSERT(vocabulary);
  for (const char* file : {"courtesy", "deictics", "emblems", "emphasis", "space", "talk"}) {
    auto lexemes =
        script::read_lexicon(text_of(source_path("schemas/lexicon/" + std::string(file) + ".xml")));
    KINE_ASSERT(lexemes);
    for (script::Lexeme& lexeme : *lexemes) vocabulary->lexemes.emplace(lexeme.name, lexeme);
  }
  made->vocabulary = std::make_shared<const plan::Vocabulary>(*std::move(vocabulary));
  return made;
}

Spin::Spin(body::Joint joint, double speed_rad_s, Seconds length)
    : joint_(joint), speed_rad_s_(speed_rad_s), length_(length) {}

body::JointSet Spin::joints() const {
  body::JointSet joints;
  joints.insert(joint_);
  return joints;
}

pose::Keys Spin::compile(const motion::Entry& entry, const body::Body&) const {
  pose::Keys keys;
  keys.joints = pose::JointKeys::of(joints());
  const Quat from = entry.pose->rotation(joint_);
  const Quat to = from * rotation_about({0, 1, 0}, speed_rad_s_ * length_.count());
  for (const Quat& rotation : {from, dot(from, to) < 0 ? -to : to}) {
    pose::Pose pose;
    pose.set_rotation(joint_, rotation);
    keys.joints.rotations.push_back(pose.rotations[keys.joints.blocks[0]]);
  }
  const double start_s = entry.time.count();
  keys.joints.times_s = {static_cast<float>(start_s),
                         static_cast<float>(start_s + length_.count())};
  return keys;
}

std::shared_ptr<const motion::Block> spin_block(const SpinOptions& options) {
  auto block = std::make_shared<motion::Block>();
  block->id = options.id;
  block->composition = options.composition;
  block->end = options.start + options.length + options.fade_out;
  block->segments.push_back({.start = options.start,
                             .end = block->end,
                             .fade_in = Seconds(0),
                             .fade_out = options.fade_out,
                             .priority = options.priority,
                             .actuator = std::make_shared<const Spin>(
                                 options.joint, options.speed_rad_s, options.length)});
  block->sync_points = {{options.start, options.id + ":s1:start"},
                        {block->end, options.id + ":s1:end"}};
  return block;
}

std::vector<std::string> words_of(const Shard& shard) {
  std::vector<std::string> words;
  for (const Feedback& feedback : shard.feedback()) {
    words.push_back(std::string(word_of(feedback.kind)) + " " + feedback.id);
  }
  return words;
}

Quat rotation_in(const Shard& shard, std::size_t row, body::Joint joint) {
  const auto& q = shard.frames()[row].parent_from_joint[body::index_of(joint)];
  return {q[0], q[1], q[2], q[3]};
}

}  // namespace kine::test
