"""How characters are while they move, and whose they are: calls beside those of calls.py."""

from __future__ import annotations

import itertools
from typing import Any, Callable, Iterable, Mapping, Optional, Union

from kinesphere import requests
from kinesphere.company import Character, Company
from kinesphere.messages import HeardSound


class Live(Company):
    """docs/live.md and docs/sharing.md tell what holds when."""

    _asked: itertools.count
    _send: Callable[[Any], Any]
    _ask: Callable[[tuple, Any, float, str], Any]

    def set_style(self, character: str, style: str, over: Optional[float] = None) -> None:
        """In which style a character does what its scripts leave open, from now on: "tired",
        "angry", "happy"; "neutral": in none. So do gestures of BML that have not struck yet. It
        comes within `over` seconds, half a second unless said."""
        return self.set_nucleus(character, style=style, over=over)

    def set_nucleus(self, character: str, spatial_extent: float = 0.0,
                    temporal_extent: float = 0.0, power: float = 0.0, fluidity: float = 0.0,
                    style: str = "", over: Optional[float] = None) -> None:
        """The same by the four numbers of a nucleus, each in [-1, 1], which are added to those of a
        style. The last of both calls holds."""
        return self._send(requests.set_nucleus(character, style, spatial_extent, temporal_extent,
                                               power, fluidity, over))

    def set_sketch(self, character: str, numbers: Mapping[str, float] = {}, style: str = "",
                   over: Optional[float] = None) -> None:
        """How a character holds its body, and does what its scripts leave open, from now on: a
        style, and numbers that are added to it, by the names of <shape>, <timing> and <idle>:
        {"posture": -0.5, "tempo": 0.2}. The body is held so within `over` seconds, half a second
        unless said."""
        return self._send(requests.set_sketch(character, style, numbers, over))

    def set_face(self, character: str, face: Union[str, Mapping[str, float]], amount: float = 1.0,
                 over: Optional[float] = None) -> None:
        """What face a character has from now on beneath all that plays: "happy", "sad", "angry",
        "afraid", "surprised", "disgusted", "SMILE" or "neutral", or weights of shapes by their
        names: {"mouthSmileLeft": 0.5}. It comes within `over` seconds, half a second unless said.
        """
        return self._send(requests.set_face(character, face, amount, over))

    def set_dynamics(self, character: str, dynamics: str) -> None:
        """By what a character moves from now on, until another call says otherwise: "none", its
        plan alone, "torso", muscles of trunk, head and arms, or "body", those of the whole body.
        A script that plays and says it counts while it plays."""
        return self._send(requests.set_dynamics(character, dynamics))

    def push(self, character: str, joint: str, force: Iterable[float], duration: float) -> None:
        """Pushes a joint of a character that moves by its muscles: `force` is x, y, z in newtons
        and the character's axes, at most 2,000 in length. `duration` is at most 5 seconds."""
        return self._send(requests.push(character, joint, force, duration))

    def drag(self, character: str, joint: str, point: Iterable[float], duration: float,
             stiffness: Optional[float] = None, limit: Optional[float] = None) -> None:
        """Pulls a joint to x, y, z in the world by a spring: 500 N/m unless `stiffness` says it,
        and at most 200 N unless `limit` does. Another call for the same joint takes the place of
        this one."""
        return self._send(requests.drag(character, joint, point, duration, stiffness, limit))

    def set_load(self, character: str, hand: str, mass: float,
                 believed: Optional[float] = None) -> None:
        """What a hand, "left" or "right", carries from now on, at most 50 kg, and what the
        character takes it for; 0 takes it away."""
        return self._send(requests.set_load(character, hand, mass, believed))

    def send_sound(self, samples: bytes, rate: int, character: str = "", first_sample: int = 0,
                   stream: int = 1, last: bool = False, tells: bool = False,
                   codec: str = "pcm16", sample_count: int = 0, delay: float = 0.0) -> None:
        """Sound of somebody who speaks, while it is said, for a character to move by: at most 60 ms
        of 16-bit samples, little-endian. What is missing before `first_sample` is silence. With
        `tells`, `on_heard` hears of it. A `stream` is a number of one's own for each sound. With
        `codec="opus"`, `samples` is one packet of Opus, of `sample_count` samples if given. With a
        `delay` of 0.1 to 0.8 s, the same in all of a stream, the sound goes out so much later to
        those that hear the character."""
        return self._send(requests.audio_in(samples, rate, character, first_sample, stream, last,
                                            tells, codec, sample_count, delay))

    def on_heard(self, callback: Optional[Callable[[HeardSound], Any]]) -> None:
        """Calls `callback` with each HeardSound: what is heard of one's sound, and which motions
        it makes begin. None: nobody."""
        self._on_heard = callback

    def claim(self, *characters: str, grace: float = 0.0,
              timeout: float = 10.0) -> tuple[str, ...]:
        """Has these characters for oneself, or all of them: others can look at them, and neither
        submit to them nor interrupt or change them. All are claimed, or Refused is raised. It ends
        with `release` and with the connection, which it outlives by `grace` seconds, up to 60, for
        a client that reconnects. The names of all that one has now."""
        self._grace = grace
        return self._ask_company(
            "claim", lambda id: requests.claim(id, characters, self._claim_key, grace), timeout)

    def release(self, *characters: str, timeout: float = 10.0) -> tuple[str, ...]:
        """Gives these back, or all that one has."""
        return self._ask_company("release", lambda id: requests.claim(
            id, characters, self._claim_key, release=True), timeout)

    def join(self, name: str, body: str = "", place: Iterable[float] = (0, 0),
             heading: float = 0.0, timeout: float = 10.0) -> Character:
        """Has a character come, to x, z in metres, turned to its left by `heading` in radians; its
        body is its own by name, or ada's, unless said. Scripts may be submitted to it at once."""
        return self._ask_company(
            "join", lambda id: requests.join(id, name, body, place, heading), timeout)

    def leave(self, name: str, timeout: float = 10.0) -> Character:
        """Has a character go, with all that plays on it."""
        return self._ask_company("leave", lambda id: requests.leave(id, name), timeout)

    def on_joined(self, callback: Optional[Callable[[Character], Any]]) -> None:
        """Calls `callback` with each Character that has come, whoever had it do so: its `name`,
        `id` and `body`. None: nobody."""
        self._on_joined = callback

    def on_left(self, callback: Optional[Callable[[Character], Any]]) -> None:
        """Calls `callback` with each Character that has gone. None: nobody."""
        self._on_left = callback

    def _ask_company(self, kind: str, make_question: Callable[[str], Any], timeout: float) -> Any:
        id = f"{kind}{next(self._asked)}"
        return self._ask(("company", id), make_question(id), timeout,
                         "no answer about characters")
