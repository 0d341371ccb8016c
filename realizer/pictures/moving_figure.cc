#include "realizer/pictures/moving_figure.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/core/number.h"
#include "realizer/formats/figure.h"
#include "realizer/pictures/apng.h"
#include "realizer/pictures/avatar_reader.h"
#include "realizer/pictures/png_chunks.h"
#include "realizer/pictures/shaded_figure.h"

namespace kine::pictures {
namespace {

constexpr int kHeight = 440;
constexpr int kPanelWidthMin = 230;
constexpr int kPanelWidthMax = 460;
constexpr double kAround_m = 0.16;  // of a joint: a head, a shoe, some air
constexpr Color kFigureInk = {60, 62, 70};

/// The last two bits of each colour are noise that nobody sees, and two fifths of the file.
void leave_out_last_bits(Canvas& canvas) {
  const auto even = [](std::uint8_t byte) { return static_cast<std::uint8_t>(byte & 0xFC); };
  for (int y = 0; y < canvas.height(); ++y) {
    for (int x = 0; x < canvas.width(); ++x) {
      const Color color = canvas.color_at(x, y);
      canvas.set(x, y, {even(color.red), even(color.green), even(color.blue)});
    }
  }
}

std::uint16_t pictures_a_second(const formats::Recorded& recorded) {
  return static_cast<std::uint16_t>(
      std::min(std::min(recorded.pictures_hz, formats::kPicturesMax_hz), recorded.rate.hz()));
}

/// The frames of a motion that become pictures.
class PictureFrames {
 public:
  explicit PictureFrames(const formats::Recorded& recorded, std::string name = {})
      : rate_(recorded.rate), hz_(pictures_a_second(recorded)), name_(std::move(name)) {}

  void add(const Frame& frame) {
    if (frames_.empty()) first_ = frame.tick;
    last_ = frame;
    if (frame.tick < next_picture()) return;
    if (frames_.size() < kMovingPicturesMax) frames_.push_back(frame);
    ++due_;
  }

  /// The last frame is a picture, too.
  Result<Done> finish() {
    if (frames_.empty()) return formats::nothing_to_show();
    if (due_ > kMovingPicturesMax) {
      return Error{
          .code = ErrorCode::LimitExceeded,
          .message = "past moving_pictures_max of " + std::to_string(kMovingPicturesMax) + ", " +
                     std::to_string(hz_) +
                     " a second; a part of the motion would fit: " + quoted(std::to_string(due_))};
    }
    if (frames_.back().tick < last_.tick) frames_.push_back(last_);
    return Done{};
  }

  const std::string& name() const { return name_; }
  const std::vector<Frame>& frames() const { return frames_; }

  /// Of a motion that is over the last one stays.
  const Frame& at(std::size_t picture) const {
    return frames_[std::min(picture, frames_.size() - 1)];
  }
  Seconds time_of(const Frame& frame) const {
    return rate_.time_of(Tick{frame.tick.index - first_.index});
  }

 private:
  Tick next_picture() const {
    return rate_.first_at_or_after(first_, Seconds(static_cast<double>(due_) / hz_));
  }

  TickRate rate_;
  std::uint16_t hz_;
  std::string name_;
  Tick first_;
  Frame last_;
  std::size_t due_ = 0;  // pictures, those past the limit among them
  std::vector<Frame> frames_;
};

/// Draws motions of one body beside each other, each from the front and from the right.
class MovingPictures {
 public:
  /// Pre: each has frames.
  MovingPictures(const formats::Recorded& recorded, std::span<const PictureFrames> motions)
      : recorded_(recorded), motions_(motions), layout_(compute_layout()) {}

  Result<std::string> encode() const {
    const Result<SkinnedMesh> mesh = mesh_for(*recorded_.body, recorded_.avatars);
    if (!mesh) return mesh.error();
    std::size_t pictures = 0;
    for (const PictureFrames& each : motions_) {
      pictures = std::max(pictures, each.frames().size());
    }
    ApngEncoder encoder;
    const std::uint16_t hz = pictures_a_second(recorded_);
    for (std::size_t picture = 0; picture < pictures; ++picture) {
      const bool is_last = picture + 1 == pictures;
      const auto stays = static_cast<std::uint16_t>(is_last ? hz : 1);
      encoder.add(draw(picture, *mesh), {.numerator = stays, .denominator = hz});
    }
    std::string file = encoder.finish();
    if (!recorded_.provenance) return file;
    return with_provenance(std::move(file), *recorded_.provenance);
  }

 private:
  struct Layout {
    Vec3 centre_m;
    double pixels_a_metre = 1;
    int panel_width = 0;
  };

  formats::Figure figure_of(const PictureFrames& motion, const Frame& frame) const {
    return formats::seen_from(formats::stand_of(motion.frames().front()),
                              formats::compute_figure(*recorded_.body, frame));
  }

  /// All that the joints ever reach, from the ground on.
  Layout compute_layout() const {
    Vec3 low{-0.35, 0, -0.35};
    Vec3 high{0.35, recorded_.body->height_m, 0.35};
    for (const PictureFrames& motion : motions_) {
      for (const Frame& frame : motion.frames()) {
        for (const Vec3& joint_m : figure_of(motion, frame).positions_m) {
          low = {std::min(low.x, joint_m.x - kAround_m), std::min(low.y, joint_m.y - kAround_m),
                 std::min(low.z, joint_m.z - kAround_m)};
          high = {std::max(high.x, joint_m.x + kAround_m), std::max(high.y, joint_m.y + kAround_m),
                  std::max(high.z, joint_m.z + kAround_m)};
        }
      }
    }
    const Vec3 size_m = high - low;
    const double wide_m = std::max(size_m.x, size_m.z);
    constexpr double kBelowFeet_m = 0.16;
    constexpr double kAboveHead_m = 0.06;
    const double high_m = size_m.y + kBelowFeet_m + kAboveHead_m;
    const double scale = std::min(kHeight / high_m, kPanelWidthMax / wide_m);
    const Vec3 centre_m = 0.5 * (low + high) + Vec3{0, 0.5 * (kAboveHead_m - kBelowFeet_m), 0};
    return {.centre_m = centre_m,
            .pixels_a_metre = scale,
            .panel_width =
                std::clamp(static_cast<int>(wide_m * scale), kPanelWidthMin, kPanelWidthMax)};
  }

  Canvas draw(std::size_t picture, const SkinnedMesh& mesh) const {
    const int width = 2 * layout_.panel_width;
    Canvas canvas(static_cast<int>(motions_.size()) * width, kHeight, kFigureInk);
    int left = 0;
    for (const PictureFrames& motion : motions_) {
      draw_motion(canvas, left, motion, motion.at(picture), mesh);
      left += width;
    }
    leave_out_last_bits(canvas);
    draw_words(canvas, picture);
    return canvas;
  }

  void draw_motion(Canvas& canvas, int left, const PictureFrames& motion, const Frame& frame,
                   const SkinnedMesh& mesh) const {
    const PosedMesh shown = posed(mesh, figure_of(motion, frame), frame.channels);
    const GroundShadow shadow(shown);
    for (const Aspect aspect : {Aspect::Front, Aspect::Right}) {
      const Camera camera{
          .aspect = aspect, .centre_m = layout_.centre_m, .pixels_a_metre = layout_.pixels_a_metre};
      Canvas panel(layout_.panel_width, kHeight, kFigureInk);
      draw_ground(panel, shadow, camera);
      draw_shaded(panel, shown, camera);
      canvas.paste(panel, left + (aspect == Aspect::Front ? 0 : layout_.panel_width), 0);
    }
    const double middle = left + layout_.panel_width;
    canvas.draw_line({middle, 0}, {middle, kHeight}, 1, kPaper);
    if (left == 0) return;
    const double edge = left;
    canvas.draw_line({edge, 0}, {edge, kHeight}, 3, kPaper);
  }

  /// The time, and the names of motions below them.
  void draw_words(Canvas& canvas, std::size_t picture) const {
    Seconds time{0};
    double left = 8;
    for (const PictureFrames& motion : motions_) {
      time = std::max(time, motion.time_of(motion.at(picture)));
      canvas.draw_text({left, kHeight - 24}, motion.name(), 2, kFigureInk);
      left += 2 * layout_.panel_width;
    }
    const long tenths = std::lround(time.count() * 10);
    canvas.draw_text({8, 8}, std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " S",
                     2, kFigureInk);
  }

  const formats::Recorded& recorded_;
  std::span<const PictureFrames> motions_;
  Layout layout_;
};

class MovingFigureWriter final : public formats::Writer {
 public:
  explicit MovingFigureWriter(const formats::Recorded& recorded)
      : recorded_(recorded), frames_(recorded) {}

  void append(const Feedback&, std::string&) override {}

  // The camera must see all of the motion, so the pictures wait for its end.
  void append(const Frame& frame, std::string&) override { frames_.add(frame); }

  Result<Done> finish(std::string& bytes) override {
    if (const Result<Done> whole = frames_.finish(); !whole) return whole;
    const Result<std::string> file = MovingPictures(recorded_, {&frames_, 1}).encode();
    if (!file) return file.error();
    bytes += *file;
    return Done{};
  }

 private:
  formats::Recorded recorded_;
  PictureFrames frames_;
};

}  // namespace

std::unique_ptr<formats::Writer> make_moving_figure(const formats::Recorded& recorded) {
  KINE_ASSERT(recorded.body != nullptr);
  return std::make_unique<MovingFigureWriter>(recorded);
}

Result<std::string> make_moving_comparison(const formats::Recorded& recorded,
                                           std::span<const NamedMotion> motions) {
  KINE_ASSERT(recorded.body != nullptr && !motions.empty());
  std::vector<PictureFrames> all;
  for (const NamedMotion& motion : motions) {
    PictureFrames& frames = all.emplace_back(recorded, motion.name);
    for (const Frame& frame : motion.frames) frames.add(frame);
    if (const Result<Done> whole = frames.finish(); !whole) return whole.error();
  }
  return MovingPictures(recorded, all).encode();
}

}  // namespace kine::pictures
