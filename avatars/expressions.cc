#include "avatars/expressions.h"

namespace kine::avatars {
namespace {

constexpr Share kHappy[] = {
    {"mouthSmileLeft", 0.85},   {"mouthSmileRight", 0.85}, {"cheekSquintLeft", 0.45},
    {"cheekSquintRight", 0.45}, {"eyeSquintLeft", 0.2},    {"eyeSquintRight", 0.2},
    {"browInnerUp", 0.15},      {"browOuterUpLeft", 0.15}, {"browOuterUpRight", 0.15}};
constexpr Share kAngry[] = {{"browDownLeft", 1},     {"browDownRight", 1},
                            {"eyeSquintLeft", 0.3},  {"eyeSquintRight", 0.3},
                            {"noseSneerLeft", 0.35}, {"noseSneerRight", 0.35},
                            {"mouthFrownLeft", 0.5}, {"mouthFrownRight", 0.5},
                            {"mouthPressLeft", 0.5}, {"mouthPressRight", 0.5}};
constexpr Share kSad[] = {{"browInnerUp", 0.9},      {"mouthFrownLeft", 0.7},
                          {"mouthFrownRight", 0.7},  {"eyeLookDownLeft", 0.3},
                          {"eyeLookDownRight", 0.3}, {"mouthShrugLower", 0.4}};
constexpr Share kRelaxed[] = {{"eyeBlinkLeft", 0.25},
                              {"eyeBlinkRight", 0.25},
                              {"mouthSmileLeft", 0.35},
                              {"mouthSmileRight", 0.35},
                              {"browInnerUp", 0.1}};
constexpr Share kSurprised[] = {{"eyeWideLeft", 0.9},      {"eyeWideRight", 0.9},
                                {"browInnerUp", 0.8},      {"browOuterUpLeft", 0.8},
                                {"browOuterUpRight", 0.8}, {"jawOpen", 0.4},
                                {"mouthFunnel", 0.2}};
constexpr Share kAa[] = {
    {"jawOpen", 0.6}, {"mouthLowerDownLeft", 0.2}, {"mouthLowerDownRight", 0.2}};
constexpr Share kIh[] = {{"jawOpen", 0.2},
                         {"mouthStretchLeft", 0.35},
                         {"mouthStretchRight", 0.35},
                         {"mouthSmileLeft", 0.2},
                         {"mouthSmileRight", 0.2}};
constexpr Share kOu[] = {{"mouthPucker", 0.8}, {"jawOpen", 0.15}};
constexpr Share kEe[] = {{"mouthSmileLeft", 0.4},      {"mouthSmileRight", 0.4},
                         {"mouthStretchLeft", 0.3},    {"mouthStretchRight", 0.3},
                         {"mouthLowerDownLeft", 0.35}, {"mouthLowerDownRight", 0.35},
                         {"mouthUpperUpLeft", 0.25},   {"mouthUpperUpRight", 0.25}};
constexpr Share kOh[] = {{"mouthFunnel", 0.7}, {"jawOpen", 0.35}};
constexpr Share kBlink[] = {{"eyeBlinkLeft", 1}, {"eyeBlinkRight", 1}};
constexpr Share kBlinkLeft[] = {{"eyeBlinkLeft", 1}};
constexpr Share kBlinkRight[] = {{"eyeBlinkRight", 1}};
constexpr Share kLookUp[] = {{"eyeLookUpLeft", 1}, {"eyeLookUpRight", 1}};
constexpr Share kLookDown[] = {{"eyeLookDownLeft", 1}, {"eyeLookDownRight", 1}};
constexpr Share kLookLeft[] = {{"eyeLookOutLeft", 1}, {"eyeLookInRight", 1}};
constexpr Share kLookRight[] = {{"eyeLookInLeft", 1}, {"eyeLookOutRight", 1}};

constexpr Expression kExpressions[] = {
    {"happy", kHappy},
    {"angry", kAngry},
    {"sad", kSad},
    {"relaxed", kRelaxed},
    {"surprised", kSurprised},
    {"neutral", {}},
    {"aa", kAa},
    {"ih", kIh},
    {"ou", kOu},
    {"ee", kEe},
    {"oh", kOh},
    {"blink", kBlink},
    {"blinkLeft", kBlinkLeft},
    {"blinkRight", kBlinkRight},
    {"lookUp", kLookUp},
    {"lookDown", kLookDown},
    {"lookLeft", kLookLeft},
    {"lookRight", kLookRight},
};

}  // namespace

std::span<const Expression> expressions() { return kExpressions; }

}  // namespace kine::avatars
