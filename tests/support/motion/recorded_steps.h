// People of several builds who stand, step, walk and jump, recorded on skeletons of their own, for
// tests of clips. When which foot stands is known, for it was made so.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/pose/recording.h"
#include "realizer/tick/state/frame.h"

namespace kine::test {

struct RecordedPerson {
  std::string build = "about ada's";
  const body::Body* body = nullptr;  // whose legs it has; null: the ones that follow
  double leg_m = 0.8;                // thigh and shin
  double thigh_share = 0.51;         // of it
  double ankle_m = 0.07;             // above the sole
  double ball_ahead_m = 0.12;        // of the ankle
  double half_hips_m = 0.085;        // from the middle to a hip joint
  bool has_toes = true;
  bool has_more_joints = false;  // a root above the hips, one more in each thigh and shin
  double built_tilt_rad = 0;     // how far the toes point down in the pose that counts as rest
  double unit = 100;             // of its file, in a metre
  Quat space = {};               // from our axes to those of the file
  double ground_m = 0;           // where the file has it
  double shake_rad = 0;          // how far joints of the legs shake from frame to frame
  int frames_a_second = 30;
};

enum class RecordedScene {
  Standing,
  Swaying,
  TurningHips,
  SteppingOnSpot,
  Walking,
  Jumping,
  OnToes
};
inline constexpr std::array kRecordedScenes = {
    RecordedScene::Standing,       RecordedScene::Swaying, RecordedScene::TurningHips,
    RecordedScene::SteppingOnSpot, RecordedScene::Walking, RecordedScene::Jumping,
    RecordedScene::OnToes};
std::string name_of(RecordedScene scene);

/// Of each frame and foot, the left one first.
struct RecordedFoot {
  Vec3 ball_m;  // where its toes begin, in metres of the person
  bool stands = false;
};

struct RecordedSteps {
  pose::Recording recording;
  std::vector<std::array<RecordedFoot, 2>> feet;
  std::vector<std::array<double, 2>> knees_rad;  // how far each is bent
  std::vector<Frame> frames;                     // the same, as a character of that build shows it
};
RecordedSteps recorded(const RecordedPerson& person, RecordedScene scene);

/// Whoever has exactly these legs.
RecordedPerson person_like(const body::Body& body);

/// One about as ada is, and others: long and short legs, long feet, more joints, no toes, a file in
/// metres whose +Z is up, a recorder that shakes.
std::vector<RecordedPerson> recorded_people();

}  // namespace kine::test
