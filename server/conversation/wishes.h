// What a client's messages ask for, in the server's own words. Pure functions.
//
//   Subscribe --> FrameVariant;  SetTension --> TensionWish;  SetManner --> NucleusWish,
//   SketchWish, FaceWish
#pragma once

#include <optional>

#include "protocol/codec.h"
#include "realizer/live/live_manner.h"
#include "realizer/live/live_tension.h"

namespace kinesphere {
class Envelope;
class SetManner;
class SetTension;
class Subscribe;
}  // namespace kinesphere

namespace kine::server {

/// Nothing where no frames are wanted.
std::optional<protocol::FrameVariant> frame_variant(const kinesphere::Subscribe& subscribe);

bool wants_events(const kinesphere::Subscribe& subscribe);
bool wants_audio(const kinesphere::Subscribe& subscribe);

/// What nobody may ask of a recording; scripts, too, but they are refused by their ids.
bool changes_what_happens(const kinesphere::Envelope& envelope);

/// Nothing for a word that this server does not know.
std::optional<TensionWish> wish_of(const kinesphere::SetTension& set);

/// What of its parts is there.
std::optional<NucleusWish> nucleus_wish_of(const kinesphere::SetManner& set);
std::optional<SketchWish> sketch_wish_of(const kinesphere::SetManner& set);
std::optional<FaceWish> face_wish_of(const kinesphere::SetManner& set);
std::optional<double> over_of(const kinesphere::SetManner& set);

}  // namespace kine::server
