// The faces and tensions that characters have beneath their scripts: their own, which somebody set
// for themselves, and those that came with a style.
//
//   set_face, set_tension --own--> Demeanours --> what is shown: inputs of the shard
//   set_sketch of a style --of_style-->
//
// A character shows its own face and tension. Where it has none of its own, it shows its style's.
// Every call may come from any thread.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "realizer/live/live_face.h"
#include "realizer/live/live_manner.h"
#include "realizer/plan/tension/tension.h"

namespace kine::server {

class Demeanours {
 public:
  /// `before` is the tension of a character without a style; nothing: none.
  explicit Demeanours(std::optional<plan::TensionChange> before = {}) : before_(before) {}

  /// What is shown once a character is given a face of its own; one without any channel takes its
  /// own away.
  FaceChange own(std::string_view character, const FaceChange& given);

  /// The same of a tension of some arms; off takes their own away.
  plan::TensionChange own(std::string_view character, const plan::TensionChange& given);

  /// What changes once a character has a style.
  struct Shown {
    std::optional<FaceChange> face;
    std::optional<plan::TensionChange> tension;
  };
  Shown of_style(std::string_view character, const StyleDemeanour& style);

  void forget(std::string_view character);

 private:
  struct Demeanour {
    FaceWeights own_face = {};
    FaceWeights style_face = {};
    plan::ArmSet own_tension = plan::ArmSet::None;  // arms that have one of their own
    std::optional<Tension> style_tension = {};
  };
  Demeanour& at(std::string_view character);

  const std::optional<plan::TensionChange> before_;
  std::mutex mutex_;
  std::map<std::string, Demeanour, std::less<>> all_;
};

}  // namespace kine::server
