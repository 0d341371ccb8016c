// The style, nucleus, sketch and face that somebody sets while a character moves: what was wished,
// looked at.
//
//   a client's message --> NucleusWish --make_nucleus--> what scripts are planned by from now on
//                      --> SketchWish --make_sketch--> the same, and SetPosture
//                      --> FaceWish --make_face_change--> SetFace, an input of the shard
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/live/live_face.h"
#include "realizer/plan/names/vocabulary.h"
#include "realizer/plan/tension/tension.h"
#include "realizer/script/expressivity.h"

namespace kine {

/// What nothing is called: no manner, or a face at rest.
inline constexpr std::string_view kNeutral = "neutral";

/// How long a change takes where nobody says it: as quick as a person's face goes over.
inline constexpr Seconds kMannerOver{0.5};

/// A style and four numbers that are added to it. Nothing of it has been looked at.
struct NucleusWish {
  std::string style;  // empty, or neutral: the numbers alone
  std::optional<double> spatial_extent = {};
  std::optional<double> temporal_extent = {};
  std::optional<double> power = {};
  std::optional<double> fluidity = {};
};

/// A style, and numbers of <shape>, <timing> and <idle> that are added to it. Nothing of it has
/// been looked at.
struct SketchWish {
  struct Number {
    std::string name;  // of a parameter, as scripts write it
    double value = 0;
  };
  std::string style = {};  // empty, or neutral: the numbers alone
  std::vector<Number> numbers = {};
};

/// A face by its name, or a sum of named shapes, or both. Nothing of it has been looked at.
struct FaceWish {
  struct Shape {
    std::string name;  // as scripts call it: a channel, or a name of the vocabulary
    double weight = 1;
  };
  std::string name;  // empty, or neutral: the shapes alone
  double amount = 1;
  std::vector<Shape> shapes = {};
};

/// The style as it is called here; empty where nothing is called so.
std::string style_called(std::string_view name, const plan::Vocabulary& vocabulary);

/// In one clause what is wrong with it, else the numbers, each within [-1, 1].
Result<script::Expressivity> make_nucleus(const NucleusWish& wish,
                                          const plan::Vocabulary& vocabulary);

/// In one clause what is wrong with it, else the numbers, each within the range of its parameter.
Result<script::Expressivity> make_sketch(const SketchWish& wish,
                                         const plan::Vocabulary& vocabulary);

/// In one clause what is wrong with it, else the face, to be there after `over_s`.
Result<FaceChange> make_face_change(const FaceWish& wish, std::optional<double> over_s,
                                    const plan::Vocabulary& vocabulary);

/// What a character has with a style, beside its numbers.
struct StyleDemeanour {
  FaceChange face;
  plan::TensionChange tension;
};

/// That of a style as it is called here, to be there after `over`; of "": none.
Result<StyleDemeanour> demeanour_of_style(std::string_view style, Seconds over,
                                          const plan::Vocabulary& vocabulary);

/// How long it takes, or what is wrong with that.
Result<Seconds> checked_over(std::optional<double> over_s);

}  // namespace kine
