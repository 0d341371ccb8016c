#include "realizer/pictures/moving_figure.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
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

class MovingFigureWriter final : public formats::Writer {
 public:
  explicit MovingFigureWriter(const formats::Recorded& recorded)
      : recorded_(recorded),
        pictures_a_second_(static_cast<std::uint16_t>(std::min(
            std::min(recorded.pictures_hz, formats::kPicturesMax_hz), recorded.rate.hz()))) {}

  void append(const Feedback&, std::string&) override {}

  // The camera must see all of the motion, so the pictures wait for its end.
  void append(const Frame& frame, std::string&) override {
    if (frames_.empty()) first_ = frame.tick;
    last_ = frame;
    if (frame.tick < next_picture()) return;
    if (frames_.size() < kMovingPicturesMax) frames_.push_back(frame);
    ++due_;
  }

  Result<Done> finish(std::string& bytes) override {
    if (frames_.empty()) return formats::nothing_to_show();
    if (due_ > kMovingPicturesMax) {
      return Error{
          .code = ErrorCode::LimitExceeded,
          .message = "past moving_pictures_max of " + std::to_string(kMovingPicturesMax) + ", " +
                     std::to_string(pictures_a_second_) +
                     " a second; a part of the motion would fit: " + quoted(std::to_string(due_))};
    }
    if (frames_.back().tick < last_.tick) frames_.push_back(last_);
    const Result<SkinnedMesh> mesh = mesh_for(*recorded_.body, recorded_.avatars);
    if (!mesh) return mesh.error();
    ApngEncoder encoder;
    const Layout layout = compute_layout();
    for (const Frame& frame : frames_) {
      const bool is_last = &frame == &frames_.back();
      const auto stays = static_cast<std::uint16_t>(is_last ? pictures_a_second_ : 1);
      encoder.add(draw(frame, *mesh, layout),
                  {.numerator = stays, .denominator = pictures_a_second_});
    }
    std::string file = encoder.finish();
    bytes += recorded_.provenance ? with_provenance(std::move(file), *recorded_.provenance) : file;
    return Done{};
  }

 private:
  struct Layout {
    Vec3 centre_m;
    double pixels_a_metre = 1;
    int panel_width = 0;
  };

  Tick next_picture() const {
    return recorded_.rate.first_at_or_after(
        first_, Seconds(static_cast<double>(due_) / pictures_a_second_));
  }

  formats::Figure figure_of(const Frame& frame) const {
    return formats::seen_from(formats::stand_of(frames_.front()),
                              formats::compute_figure(*recorded_.body, frame));
  }

  /// All that the joints ever reach, from the ground on.
  Layout compute_layout() const {
    Vec3 low{-0.35, 0, -0.35};
    Vec3 high{0.35, recorded_.body->height_m, 0.35};
    for (const Frame& frame : frames_) {
      for (const Vec3& joint_m : figure_of(frame).positions_m) {
        low = {std::min(low.x, joint_m.x - kAround_m), std::min(low.y, joint_m.y - kAround_m),
               std::min(low.z, joint_m.z - kAround_m)};
        high = {std::max(high.x, joint_m.x + kAround_m), std::max(high.y, joint_m.y + kAround_m),
                std::max(high.z, joint_m.z + kAround_m)};
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

  Canvas draw(const Frame& frame, const SkinnedMesh& mesh, const Layout& layout) const {
    Canvas canvas(2 * layout.panel_width, kHeight, kFigureInk);
    const PosedMesh shown = posed(mesh, figure_of(frame), frame.channels);
    const GroundShadow shadow(shown);
    for (const Aspect aspect : {Aspect::Front, Aspect::Right}) {
      const Camera camera{
          .aspect = aspect, .centre_m = layout.centre_m, .pixels_a_metre = layout.pixels_a_metre};
      Canvas panel(layout.panel_width, kHeight, kFigureInk);
      draw_ground(panel, shadow, camera);
      draw_shaded(panel, shown, camera);
      canvas.paste(panel, aspect == Aspect::Front ? 0 : layout.panel_width, 0);
    }
    const double middle = layout.panel_width;
    canvas.draw_line({middle, 0}, {middle, kHeight}, 1, kPaper);
    leave_out_last_bits(canvas);
    const Seconds time = recorded_.rate.time_of(Tick{frame.tick.index - first_.index});
    const long tenths = std::lround(time.count() * 10);
    canvas.draw_text({8, 8}, std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " S",
                     2, kFigureInk);
    return canvas;
  }

  formats::Recorded recorded_;
  std::uint16_t pictures_a_second_;
  Tick first_;
  Frame last_;
  std::size_t due_ = 0;  // pictures, those past the limit among them
  std::vector<Frame> frames_;
};

}  // namespace

std::unique_ptr<formats::Writer> make_moving_figure(const formats::Recorded& recorded) {
  KINE_ASSERT(recorded.body != nullptr);
  return std::make_unique<MovingFigureWriter>(recorded);
}

}  // namespace kine::pictures
