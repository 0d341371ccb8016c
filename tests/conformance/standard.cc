#include "tests/conformance/standard.h"

#include <algorithm>
#include <sstream>

namespace kine::conformance {
namespace {

constexpr std::string_view kBlock = "Block";
constexpr std::string_view kBehaviours = "Behaviours";
constexpr std::string_view kReferences = "References";
constexpr std::string_view kFeedback = "Feedback";
constexpr std::string_view kBmla = "BMLA";

// Sync points as behaviours have them.
#define KINE_SEVEN ":start :ready :strokeStart :stroke :strokeEnd :relax :end"
#define KINE_GAZE ":start :ready :relax :end"
#define KINE_FACE ":start :attackPeak :relax :end"
#define KINE_TWO ":start :end"

#define KINE_MODES "@mode @mode=LEFT_HAND @mode=RIGHT_HAND @mode=BOTH_HANDS "
#define KINE_AIM                                                                            \
  "@id @target @influence @influence=EYES @influence=HEAD @influence=SHOULDER "             \
  "@influence=WAIST @influence=WHOLE @offsetAngle @offsetDirection @offsetDirection=RIGHT " \
  "@offsetDirection=LEFT @offsetDirection=UP @offsetDirection=DOWN "                        \
  "@offsetDirection=UPRIGHT @offsetDirection=UPLEFT @offsetDirection=DOWNLEFT "             \
  "@offsetDirection=DOWNRIGHT "
#define KINE_FACES "@id @amount @overshoot /lexeme /facs "

constexpr Element kStandard[] = {
    {kBlock, "bml",
     "@id @characterId @composition @composition=MERGE @composition=APPEND "
     "@composition=REPLACE"},
    {kBlock, "required", "/behaviour /constraint"},
    {kBlock, "constraint", "@id"},
    {kBlock, "synchronize", "/sync@ref"},
    {kBlock, "before", "@ref /sync@ref"},
    {kBlock, "after", "@ref /sync@ref"},
    {kBlock, "description", "@priority @type"},

    {kBehaviours, "head",
     "@id @lexeme @lexeme=NOD @lexeme=SHAKE @repetition @amount " KINE_SEVEN " :stroke:n"},
    {kBehaviours, "headDirectionShift", "@id @target " KINE_TWO},
    {kBehaviours, "face", KINE_FACES KINE_FACE},
    {kBehaviours, "faceShift", KINE_FACES KINE_TWO},
    {kBehaviours, "faceLexeme",
     "@id @amount @lexeme @lexeme=OBLIQUE_BROWS @lexeme=RAISE_BROWS @lexeme=RAISE_LEFT_BROW "
     "@lexeme=RAISE_RIGHT_BROW @lexeme=LOWER_BROWS @lexeme=LOWER_LEFT_BROW "
     "@lexeme=LOWER_RIGHT_BROW @lexeme=LOWER_MOUTH_CORNERS @lexeme=LOWER_LEFT_MOUTH_CORNER "
     "@lexeme=LOWER_RIGHT_MOUTH_CORNER @lexeme=RAISE_MOUTH_CORNERS "
     "@lexeme=RAISE_RIGHT_MOUTH_CORNER @lexeme=RAISE_LEFT_MOUTH_CORNER @lexeme=OPEN_MOUTH "
     "@lexeme=OPEN_LIPS @lexeme=WIDEN_EYES @lexeme=CLOSE_EYES " KINE_FACE},
    {kBehaviours, "faceFacs", "@id @au @side @side=BOTH @side=LEFT @side=RIGHT @amount " KINE_FACE},
    {kBehaviours, "gaze", KINE_AIM KINE_GAZE},
    {kBehaviours, "gazeShift", KINE_AIM KINE_TWO},
    {kBehaviours, "gesture", "@id @lexeme @lexeme=BEAT " KINE_MODES KINE_SEVEN},
    {kBehaviours, "pointing", "@id @target " KINE_MODES KINE_SEVEN},
    {kBehaviours, "locomotion", "@id @target @manner @manner=WALK " KINE_TWO},
    {kBehaviours, "posture", "@id /stance /pose " KINE_GAZE},
    {kBehaviours, "postureShift", "@id /stance /pose " KINE_TWO},
    {kBehaviours, "stance", "@type @type=SITTING @type=CROUCHING @type=STANDING @type=LYING"},
    {kBehaviours, "pose",
     "@part @part=ARMS @part=LEFT_ARM @part=RIGHT_ARM @part=LEGS @part=LEFT_LEG @part=RIGHT_LEG "
     "@part=HEAD @part=WHOLEBODY @lexeme @lexeme=ARMS_AKIMBO @lexeme=ARMS_CROSSED "
     "@lexeme=ARMS_NEUTRAL @lexeme=ARMS_OPEN @lexeme=LEGS_CROSSED @lexeme=LEGS_NEUTRAL "
     "@lexeme=LEGS_OPEN @lexeme=LEANING_FORWARD @lexeme=LEANING_BACKWARD"},
    {kBehaviours, "speech", "@id /text /sync@id /sync@ref :start :end :mark"},
    {kBehaviours, "wait", "@id @duration @max-wait " KINE_TWO},

    {kReferences, "seconds", ""},
    {kReferences, "behaviour:point", "+offset -offset"},
    {kReferences, "behaviour:stroke:iteration", ""},
    {kReferences, "bml:start", ""},
    {kReferences, "block:behaviour:point", ""},
    {kReferences, "own behaviour:point", ""},

    {kFeedback, "predictionFeedback",
     "@characterId /bml@id /bml@globalStart /bml@globalEnd /behaviour"},
    {kFeedback, "blockProgress", "@id @globalTime @characterId"},
    {kFeedback, "syncPointProgress", "@id @time @globalTime @characterId"},
    {kFeedback, "warningFeedback",
     "@id @characterId /text @type @type=PARSING_FAILURE @type=NO_SUCH_TARGET "
     "@type=IMPOSSIBLE_TO_SCHEDULE @type=BEHAVIOR_TYPE_NOT_SUPPORTED "
     "@type=CUSTOM_BEHAVIOUR_NOT_SUPPORTED @type=CUSTOM_ATTRIBUTE_NOT_SUPPORTED "
     "@type=CANNOT_CREATE_BEHAVIOR"},

    {kBmla, "bml of BMLA",
     "@appendAfter @prependBefore @chunkAfter @chunkBefore @interrupt @onStart @preplan"},
    {kBmla, "activate", "@target"},
    {kBmla, "interrupt", "@target @include @exclude"},
    {kBmla, "parametervaluechange",
     "@target @paramId /trajectory@type /trajectory@initialValue /trajectory@targetValue"},
};

}  // namespace

std::span<const Element> standard() { return kStandard; }

std::vector<std::string> items_of(const Element& element) {
  std::vector<std::string> items = {std::string(element.name)};
  std::istringstream parts{std::string(element.parts)};
  for (std::string part; parts >> part;) items.push_back(items.front() + part);
  return items;
}

bool is_item(std::string_view item) {
  return std::ranges::any_of(kStandard, [&](const Element& element) {
    const auto items = items_of(element);
    return std::ranges::find(items, item) != items.end();
  });
}

}  // namespace kine::conformance
