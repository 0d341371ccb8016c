// OGRE 1.12: a skeleton instance a character with three animation states of equal weight: sampled,
// blended, and the bones' matrices. No render system, no window; no arms, no gaze, no encoding.
#include <OgreAnimation.h>
#include <OgreAnimationState.h>
#include <OgreAnimationTrack.h>
#include <OgreBone.h>
#include <OgreKeyFrame.h>
#include <OgreLogManager.h>
#include <OgreRoot.h>
#include <OgreSkeletonInstance.h>
#include <OgreSkeletonManager.h>

#include <string>

#include "tests/bench/peers/peer.h"

namespace kine::bench {
namespace {

Ogre::Quaternion to_ogre(const Quat& q) {
  return {static_cast<float>(q.w), static_cast<float>(q.x), static_cast<float>(q.y),
          static_cast<float>(q.z)};
}

Ogre::Vector3 to_ogre(const Vec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

/// What OGRE wants to stand around everything else, once a process. Its log goes nowhere.
void start_ogre() {
  static Ogre::LogManager log;
  static const bool started = [] {
    log.createLog("", true, false, true);
    static Ogre::Root root("", "", "");
    return true;
  }();
  (void)started;
}

struct Rows {
  std::unique_ptr<Ogre::SkeletonInstance> skeleton;
  std::unique_ptr<Ogre::AnimationStateSet> states;
};

class OgreSkeletons final : public Peer {
 public:
  OgreSkeletons(const Workload& workload, std::size_t characters, const std::string& name,
                bool spline) {
    start_ogre();
    master_ = Ogre::SkeletonManager::getSingleton().create(
        name + std::to_string(characters), Ogre::ResourceGroupManager::DEFAULT_RESOURCE_GROUP_NAME,
        true);
    master_->setBlendMode(Ogre::ANIMBLEND_AVERAGE);
    for (std::size_t i = 0; i < body::kJointCount; ++i) add_bone(workload, i);
    master_->setBindingPose();
    for (std::size_t i = 0; i < kMotions; ++i) add_animation(workload.motions[i], i, spline);
    for (std::size_t i = 0; i < characters; ++i) add_character();
    matrices_.resize(body::kJointCount);
  }

  ~OgreSkeletons() override {
    rows_.clear();
    Ogre::SkeletonManager::getSingleton().remove(master_);
  }

  void advance(double step_s) override {
    for (const Rows& row : rows_) {
      for (Ogre::AnimationState* state : row.states->getEnabledAnimationStates()) {
        state->addTime(static_cast<float>(step_s));
      }
      row.skeleton->setAnimationState(*row.states);
      row.skeleton->_getBoneMatrices(matrices_.data());
    }
  }

  Vec3 left_hand_m() const override {
    const auto hand = static_cast<unsigned short>(body::index_of(body::Joint::LeftHand));
    const Ogre::Vector3& at = rows_.front().skeleton->getBone(hand)->_getDerivedPosition();
    return {at.x, at.y, at.z};
  }

 private:
  void add_bone(const Workload& workload, std::size_t joint) {
    const std::string name(body::name_of(body::joint_at(joint)));
    Ogre::Bone* bone = master_->createBone(name, static_cast<unsigned short>(joint));
    bone->setPosition(to_ogre(workload.offsets_m[joint]));
    const int parent = body::parent_indices()[joint];
    if (parent >= 0) master_->getBone(static_cast<unsigned short>(parent))->addChild(bone);
  }

  void add_animation(const Motion& motion, std::size_t index, bool spline) {
    Ogre::Animation* animation = master_->createAnimation("motion" + std::to_string(index),
                                                          static_cast<float>(motion.length_s()));
    animation->setInterpolationMode(spline ? Ogre::Animation::IM_SPLINE
                                           : Ogre::Animation::IM_LINEAR);
    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      const auto handle = static_cast<unsigned short>(joint);
      Ogre::NodeAnimationTrack* track =
          animation->createNodeTrack(handle, master_->getBone(handle));
      for (std::size_t key = 0; key < motion.keys.size(); ++key) {
        const double time_s = static_cast<double>(key) * kSecondsBetweenKeys;
        track->createNodeKeyFrame(static_cast<float>(time_s))
            ->setRotation(to_ogre(motion.keys[key][joint]));
      }
    }
  }

  void add_character() {
    Rows& row = rows_.emplace_back();
    row.skeleton = std::make_unique<Ogre::SkeletonInstance>(master_);
    row.skeleton->load();
    row.states = std::make_unique<Ogre::AnimationStateSet>();
    row.skeleton->_initAnimationState(row.states.get());
    for (const auto& [name, state] : row.states->getAnimationStates()) {
      // One that is born enabled is not among those that the set applies: switched off and on it
      // is.
      state->setEnabled(false);
      state->setEnabled(true);
      state->setLoop(true);
      state->setWeight(1);
    }
  }

  Ogre::SkeletonPtr master_;
  std::vector<Rows> rows_;
  std::vector<Ogre::Affine3> matrices_;
};

}  // namespace

std::unique_ptr<Peer> make_ogre(const Workload& workload, std::size_t characters) {
  return std::make_unique<OgreSkeletons>(workload, characters, "linear", false);
}

std::unique_ptr<Peer> make_ogre_spline(const Workload& workload, std::size_t characters) {
  return std::make_unique<OgreSkeletons>(workload, characters, "spline", true);
}

}  // namespace kine::bench
