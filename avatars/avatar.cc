#include "avatars/avatar.h"

#include "avatars/clothes.h"
#include "avatars/figure.h"
#include "avatars/hands.h"
#include "avatars/head.h"

namespace kine::avatars {

Avatar make_avatar(const body::Body& body) {
  Avatar avatar;
  avatar.look = look_of(body.name);
  const Figure figure(body);
  add_head(avatar, body, figure);
  append(avatar.body, make_shirt(figure, avatar.look));
  append(avatar.body, make_trousers(figure, avatar.look));
  append(avatar.body, make_shoes(figure, avatar.look));
  append(avatar.body, make_hands(figure, avatar.look));
  return avatar;
}

}  // namespace kine::avatars
