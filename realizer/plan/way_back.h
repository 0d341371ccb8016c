// The way back: the last pose of a sequence, by which all that it moved by key poses has come to
// what lies beneath, which is the rest pose where nothing else plays.
//
//   tracks of key poses --add_way_back--> a last pose, and a last key a track
#pragma once

#include <optional>

#include "realizer/body/body.h"
#include "realizer/plan/plan.h"

namespace kine::plan {

/// Puts the way back behind all that a sequence moves by key poses, where it goes back at all. One
/// that is free takes the time of its manner: that of its last key.
void add_way_back(bool is_free, Sequence& sequence);

/// How long the way back takes from now on. Pre: it has one.
void set_way_back(Seconds over, Sequence& sequence);

/// How long the arms of a sequence take to come to their first key; nothing where it moves none by
/// key poses, or gives none back.
std::optional<Seconds> preparation_of(const Sequence& sequence, const body::Body& body);

}  // namespace kine::plan
