// Forearms and hands: what comes out of the sleeves, five fingers with nails.
#pragma once

#include "avatars/figure.h"

namespace kine::avatars {

Mesh make_hands(const Figure& figure, const Look& look);

}  // namespace kine::avatars
