#include "tests/support/server/bml_stage.h"

#include <stdexcept>
#include <utility>

#include "realizer/prepare/prepare.h"
#include "tests/support/motion/stage.h"
#include "tests/support/plan/behaviours.h"

namespace kine::test {
namespace {

constexpr CharacterId kCharacter{1};

/// One that knows the program's lexicon and vocabularies.
std::shared_ptr<const Cast> speaker_of_bml(const body::Body& body) {
  auto cast = std::make_shared<Cast>(*cast_named(body.name, body));
  cast->vocabulary = std::make_shared<const plan::Vocabulary>(whole_vocabulary());
  return cast;
}

}  // namespace

std::string bml_block(const std::string& id, const std::string& inside,
                      const std::string& attributes) {
  return "<bml xmlns=\"http://www.bml-initiative.org/bml/bml-1.0\" "
         "xmlns:k=\"urn:kinesphere:script:1\" id=\"" +
         id + "\" " + attributes + ">" + inside + "</bml>";
}

BmlStage::BmlStage(const body::Body& body, std::uint32_t ticks_a_second,
                   std::vector<std::string> targets)
    : cast_(speaker_of_bml(body)),
      targets_(std::move(targets)),
      rate_(ticks_a_second),
      shard_(rate_) {
  shard_.add_character(kCharacter, cast_);
}

void BmlStage::play(const std::string& bml) {
  const std::vector casts = {cast_};
  Diagnostics diagnostics;
  const auto prepared = prepare(
      bml, {.casts = casts, .character = cast_->name, .set_targets = targets_}, diagnostics);
  if (!prepared) throw std::runtime_error(prepared.error().message);
  for (const Warning& warning : diagnostics.warnings()) warnings_.push_back(warning.message);
  block_ = prepared->blocks.at(0);
  inputs_.emplace_back(
      PlayBlock{.character = kCharacter, .id = {++blocks_}, .client = {1}, .block = block_});
}

void BmlStage::set(const std::string& target, const Vec3& point_m) {
  inputs_.emplace_back(SetTarget{target, point_m});
}

void BmlStage::interrupt(Seconds fade) {
  inputs_.emplace_back(Interrupt{.character = kCharacter, .block = {}, .fade = fade});
}

void BmlStage::advance() {
  shard_.advance_to(Tick{next_++}, inputs_);
  inputs_.clear();
  for (const Feedback& each : shard_.feedback()) {
    if (each.kind == FeedbackKind::SyncPoint) sync_points_.push_back(each.id);
  }
}

void BmlStage::advance_to(Seconds time) {
  do {
    advance();
  } while (now() < time);
}

Seconds BmlStage::now() const { return rate_.between(Tick{0}, Tick{next_ - 1}); }

Quat BmlStage::rotation(body::Joint joint) const { return rotation_in(shard_, 0, joint); }

body::Body::Model BmlStage::model() const {
  std::array<Quat, body::kJointCount> pose;
  for (std::size_t i = 0; i < pose.size(); ++i) pose[i] = rotation(body::joint_at(i));
  return cast_->body->compute_model(pose);
}

Vec3 BmlStage::position_m(body::Joint joint) const {
  return model().positions_m[body::index_of(joint)];
}

}  // namespace kine::test
