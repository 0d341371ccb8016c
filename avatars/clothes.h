// What a body wears, each piece a closed surface of its own, so that borders are clean: the shirt
// hangs over the trousers, the trousers over the shoes, and skin comes out of the sleeves.
#pragma once

#include "avatars/figure.h"

namespace kine::avatars {

Mesh make_shirt(const Figure& figure, const Look& look);
Mesh make_trousers(const Figure& figure, const Look& look);
Mesh make_shoes(const Figure& figure, const Look& look);

/// How far down the forearm sleeves reach, from 0 at the elbow to 1 at the wrist.
double sleeve_end(Sleeves sleeves);

/// The bones of trunk, arms and legs, as what wears on them is skinned.
std::vector<Flesh> trunk_and_limbs(const Figure& figure, const Build& build);

}  // namespace kine::avatars
