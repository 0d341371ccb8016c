// <constraint>: moments that are one, and moments in an order.
#pragma once

#include <vector>

#include "realizer/script/bml/bml_behaviour.h"
#include "realizer/script/bml/bml_reading.h"

namespace kine::script {

/// One for each <synchronize>, <before> and <after> that can be done.
std::vector<SyncConstraint> read_constraint(const xml::Element& element, Demand demand,
                                            BmlReading& reading);

}  // namespace kine::script
