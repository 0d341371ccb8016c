// <tension> and the <for> in it: how tense arms are, by value or by name, and in which phases.
#pragma once

#include "realizer/script/attributes.h"
#include "realizer/script/document.h"
#include "realizer/script/kinesphere/kinesphere_constraints.h"
#include "realizer/xml/xml.h"

namespace kine::script {

/// The tension of that id, but for which all of `element` is left to take.
Tension read_tension(const xml::Element& element, Name id, Attributes& take,
                     KinesphereReading& reading);

}  // namespace kine::script
