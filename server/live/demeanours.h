// The faces and tensions of characters beneath their scripts: those that were set by themselves,
// and those that came with a style.
//
//   set_face, set_tension, set_sketch --give--> what is to be shown: inputs of the shard
//
// A character shows the face and the tension of its own. Where it has none, it shows its style's.
// Every call may come from any thread.
#pragma once

#include <functional>
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

  /// What somebody gives a character. A face without any channel takes its own away, and so does
  /// off of its own tension; a style of neither takes away those of the style before.
  struct Given {
    std::optional<StyleDemeanour> of_style = {};
    std::optional<FaceChange> face = {};
    std::optional<plan::TensionChange> tension = {};
  };

  /// What has to be shown, where it changes.
  struct Shown {
    std::optional<FaceChange> face = {};
    std::optional<plan::TensionChange> tension = {};
  };

  /// Keeps what is given if `show` has room for it, and answers that. Calls come one after the
  /// other, so that what is kept is what was shown last.
  bool give(std::string_view character, const Given& given,
            const std::function<bool(const Shown&)>& show);

  /// Shows something on the face that a character has, and answers what `show` does: no other face
  /// comes meanwhile.
  bool show_on_face(std::string_view character,
                    const std::function<bool(const FaceWeights&)>& show);

  void forget(std::string_view character);

 private:
  struct Demeanour {
    FaceWeights own_face = {};
    FaceWeights style_face = {};
    plan::ArmSet own_tension = plan::ArmSet::None;  // arms that have one of their own
    std::optional<Tension> style_tension = {};
  };
  void take_style(const StyleDemeanour& style, Demeanour& demeanour, Shown& shown) const;

  const std::optional<plan::TensionChange> before_;
  std::mutex mutex_;
  std::map<std::string, Demeanour, std::less<>> all_;
};

}  // namespace kine::server
