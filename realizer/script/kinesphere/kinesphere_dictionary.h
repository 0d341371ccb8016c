// <dictionary>, in a <sketch> and in a style: meanings, and the gestures that each may become.
#pragma once

#include "realizer/script/dictionary.h"
#include "realizer/script/kinesphere/kinesphere_constraints.h"
#include "realizer/xml/xml.h"

namespace kine::script {

/// Its <meaning> elements, each with its <choice> elements, in the namespace of the element.
Dictionary read_dictionary(const xml::Element& element, KinesphereReading& reading);

}  // namespace kine::script
