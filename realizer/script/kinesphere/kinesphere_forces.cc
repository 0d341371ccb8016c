#include "realizer/script/kinesphere/kinesphere_forces.h"

#include <string>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/script/kinesphere/elements.h"
#include "realizer/script/words.h"

namespace kine::script {
namespace {

constexpr Bounds kForceStart{0, kBlockLengthMax.count(), "s"};
constexpr Bounds kPushLength{0, kPushLengthMax.count(), "s", true};
constexpr Bounds kLoadMass{0, kLoadMax_kg, "kg"};

}  // namespace

void read_push(const xml::Element& element, Document& document, KinesphereReading& reading) {
  Attributes take(element, reading.error);
  if (!has_room(document.pushes.size(), kPushesMax, "pushes of a script", take)) return;
  Push push{
      .character = take.name("character"), .joint = {}, .force_N = {}, .where = element.where};
  push.start = take.time("start", kForceStart).value_or(Seconds{0});
  push.duration = take.time("duration", kPushLength, Need::Required).value_or(Seconds{0});
  push.joint = take.name("joint", Need::Required);
  push.force_N = take.force_N("force", kPushMax_N, Need::Required).value_or(Vec3{});
  push.expected = take.yes_no("expected").value_or(false);
  take.done();
  expect_no_children(element, reading);
  document.pushes.push_back(std::move(push));
}

void read_load(const xml::Element& element, Document& document, KinesphereReading& reading) {
  Attributes take(element, reading.error);
  if (!has_room(document.loads.size(), kLoadsMax, "loads of a script", take)) return;
  Load load{.character = take.name("character"), .where = element.where};
  load.start = take.time("start", kForceStart).value_or(Seconds{0});
  load.end = take.time("end", kForceStart);
  if (load.end && *load.end <= load.start) {
    take.refuse(*take.raw("end"), ErrorCode::OutOfRange, "later than its start");
  }
  if (const auto hand = take.one_of("hand", kSideWords, Need::Required)) {
    load.hand = static_cast<LoadHand>(*hand);
  }
  load.mass_kg = take.mass_kg("mass", kLoadMass, Need::Required).value_or(0);
  load.believed_kg = take.mass_kg("believed", kLoadMass);
  take.done();
  expect_no_children(element, reading);
  document.loads.push_back(std::move(load));
}

}  // namespace kine::script
