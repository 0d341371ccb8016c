// What a motion becomes outside: a Writer is fed feedback and frames in their order, and gives
// bytes.
//
//   Frames, Feedback --Writer--> bytes of a file
//
// The bytes come in pieces, appended to what the caller hands in, so that nothing here opens a file
// and a long motion need not be held in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "realizer/body/body.h"
#include "realizer/core/result.h"
#include "realizer/core/time.h"
#include "realizer/formats/provenance.h"
#include "realizer/tick/state/feedback.h"
#include "realizer/tick/state/frame.h"

namespace kine::formats {

/// One character's motion. First what happened at a tick, then the frame of that tick, tick by
/// tick; finish() once, as the last call.
class Writer {
 public:
  virtual ~Writer() = default;

  virtual void append(const Feedback& feedback, std::string& bytes) = 0;
  virtual void append(const Frame& frame, std::string& bytes) = 0;

  /// What could only be said at the end. Fails where the motion does not fit the form.
  virtual Result<Done> finish(std::string& bytes) = 0;
};

/// What forms say that need a frame, where there was none.
Error nothing_to_show();

/// Whose motion it is, and how many frames make a second of it.
struct Recorded {
  std::shared_ptr<const body::Body> body;  // never null
  TickRate rate;
  std::string character = {};                 // its name, for forms that say it; empty: the body's
  std::optional<Provenance> provenance = {};  // that the file says, where its form can
  std::uint32_t pictures_hz = 20;             // of a moving picture, at most kPicturesMax_hz
  /// Files (.vrm) of the avatars that pictures may show; they outlive the writer.
  std::span<const std::string_view> avatars = {};
};

/// Pictures a second of a moving picture: what screens show.
inline constexpr std::uint32_t kPicturesMax_hz = 60;

/// What a form makes of Recorded::rate and Recorded::provenance.
struct FormTraits {
  bool says_provenance = true;
  bool has_frames = true;  // else a rate means nothing to it
  bool has_motion = true;  // else it holds what happened, and nothing else
  bool has_pictures = false;
};

/// A form that motion can have, known by the ending of its files.
struct Form {
  std::string_view ending;  // ".jsonl"
  std::string_view what;    // for people: "one JSON object a line"
  std::unique_ptr<Writer> (*make_writer)(const Recorded& recorded);
  FormTraits traits = {};
};

/// All of this folder: one row each in writer.cc. Pictures are in realizer/pictures/forms.h.
std::span<const Form> forms();

}  // namespace kine::formats
