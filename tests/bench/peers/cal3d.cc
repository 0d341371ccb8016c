// cal3d 0.11: its mixer with three cycles of equal weight, then its skeleton: sampled, blended, and
// the bones' absolute transforms. No arms, no gaze, no encoding.
#include <cal3d/cal3d.h>
#include <cal3d/corebone.h>
#include <cal3d/corekeyframe.h>
#include <cal3d/coretrack.h>

#include <string>

#include "tests/bench/peers/peer.h"

namespace kine::bench {
namespace {

/// cal3d's quaternions turn the other way round: it applies them as q* v q.
CalQuaternion to_cal(const Quat& q) {
  return {static_cast<float>(-q.x), static_cast<float>(-q.y), static_cast<float>(-q.z),
          static_cast<float>(q.w)};
}

CalVector to_cal(const Vec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

CalCoreSkeleton* make_skeleton(const Workload& workload) {
  auto* skeleton = new CalCoreSkeleton;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const body::Joint joint = body::joint_at(i);
    auto* bone = new CalCoreBone(std::string(body::name_of(joint)));
    const int parent = body::parent_indices()[i];
    bone->setCoreSkeleton(skeleton);
    bone->setParentId(parent);
    bone->setTranslation(to_cal(workload.offsets_m[i]));
    bone->setRotation(to_cal(Quat{}));
    const int id = skeleton->addCoreBone(bone);
    if (parent >= 0) skeleton->getCoreBone(parent)->addChildId(id);
  }
  skeleton->calculateState();
  return skeleton;
}

CalCoreTrack* make_track(const Workload& workload, const Motion& motion, std::size_t joint) {
  auto* track = new CalCoreTrack;
  track->create();
  track->setCoreBoneId(static_cast<int>(joint));
  for (std::size_t key = 0; key < motion.keys.size(); ++key) {
    auto* frame = new CalCoreKeyframe;
    frame->create();
    frame->setTime(static_cast<float>(static_cast<double>(key) * kSecondsBetweenKeys));
    frame->setTranslation(to_cal(workload.offsets_m[joint]));
    frame->setRotation(to_cal(motion.keys[key][joint]));
    track->addCoreKeyframe(frame);
  }
  return track;
}

class Cal3d final : public Peer {
 public:
  Cal3d(const Workload& workload, std::size_t characters) : core_(new CalCoreModel("bench")) {
    core_->setCoreSkeleton(make_skeleton(workload));
    for (const Motion& motion : workload.motions) {
      CalCoreAnimationPtr animation(new CalCoreAnimation);
      animation->setDuration(static_cast<float>(motion.length_s()));
      for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
        animation->addCoreTrack(make_track(workload, motion, joint));
      }
      ids_.push_back(core_->addCoreAnimation(animation.get()));
    }
    for (std::size_t i = 0; i < characters; ++i) {
      models_.push_back(std::make_unique<CalModel>(core_.get()));
      for (const int id : ids_) models_.back()->getMixer()->blendCycle(id, 1, 0);
    }
  }

  void advance(double step_s) override {
    for (const auto& model : models_) {
      model->getMixer()->updateAnimation(static_cast<float>(step_s));
      model->getMixer()->updateSkeleton();
    }
  }

  Vec3 left_hand_m() const override {
    const auto hand = static_cast<int>(body::index_of(body::Joint::LeftHand));
    const CalVector& at = models_.front()->getSkeleton()->getBone(hand)->getTranslationAbsolute();
    return {at.x, at.y, at.z};
  }

 private:
  std::unique_ptr<CalCoreModel> core_;
  std::vector<int> ids_;
  std::vector<std::unique_ptr<CalModel>> models_;
};

}  // namespace

std::unique_ptr<Peer> make_cal3d(const Workload& workload, std::size_t characters) {
  return std::make_unique<Cal3d>(workload, characters);
}

}  // namespace kine::bench
