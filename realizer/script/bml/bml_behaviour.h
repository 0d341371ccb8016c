// One behaviour of a block: what is the same for all of them.
//
//   element --read_behaviour--> Behaviour, or a Loss of which was warned
//
// Of its descriptions the one of highest priority that we can do stands in for what the element
// itself asks for; its id and its sync points remain.
#pragma once

#include <optional>

#include "realizer/script/bml/bml_reading.h"

namespace kine::script {

enum class Demand { Optional, Required };

/// Nothing where it is left out.
std::optional<Behaviour> read_behaviour(const xml::Element& element, Tongue tongue, Demand demand,
                                        BmlReading& reading);

}  // namespace kine::script
