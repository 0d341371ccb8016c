// Examples to test with: a body, a vocabulary, the parts of documents, and one actuator of each
// kind there is, which the contract test asks to keep its promises.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/motion/actuator.h"
#include "realizer/plan/names/vocabulary.h"
#include "realizer/script/document.h"

namespace kine::test {

/// A person of 1.7 m with arms of .30 + .25 m that hang in the base pose, no joint limits, and the
/// shapes "open" and "fist" of both hands.
const body::Body& example_body();

/// Where the group stands in Body::groups.
std::size_t group_index(const body::Body& body, std::string_view name);

/// Amber is ada; rhand, rarm and hands_fist; "Grin" is both mouth corners, "Basis" nothing.
const plan::Vocabulary& example_vocabulary();

/// A name at a place, so that a message about it can be found.
script::Name named(std::string_view text, Where where = {});

script::Position reach(std::string_view joint, const Vec3& target_m);
script::Shape shape(std::string_view side, std::string_view name);
script::Morph morph(std::string_view name, double weight);

/// Counted from the start of its sequence.
script::Pose pose_at(double seconds, std::vector<script::Constraint> constraints);
script::Sequence sequence_of(std::vector<script::Pose> poses);
script::Document document_of(std::vector<script::Sequence> sequences,
                             script::Dialect dialect = script::Dialect::Kinesphere);

struct ExampleActuator {
  std::string kind;
  std::shared_ptr<const motion::Actuator> actuator;
  Seconds first_key{0};  // its first movement is over then
  Seconds last_key{0};
};
std::vector<ExampleActuator> example_actuators();

}  // namespace kine::test
