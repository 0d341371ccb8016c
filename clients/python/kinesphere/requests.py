"""What is asked of a server, in words, as envelopes."""

from kinesphere.messages import ARMS, ENCODINGS, FRAMES, LAGS, PARTS, value_of
from kinesphere_pb2 import Envelope


def subscribe(characters, max_rate, parts, encoding):
    """`characters` are ids."""
    envelope = Envelope()
    envelope.subscribe.characters.extend(characters)
    envelope.subscribe.max_rate_hz = max_rate
    envelope.subscribe.encoding = value_of(encoding, ENCODINGS)
    envelope.subscribe.parts.extend(value_of(part, PARTS) for part in parts)
    return envelope


def set_tension(character, manner, rest_error, zeta, over, arms, lag, frame):
    if bool(manner) == (rest_error is not None and zeta is not None) or (
            (rest_error is None) != (zeta is None)):
        raise ValueError("set_tension takes either a manner, or rest_error and zeta")
    envelope = Envelope()
    tension = envelope.set_tension
    tension.character = character
    tension.arms = value_of(arms, ARMS)
    tension.manner = manner
    tension.lag = value_of(lag, LAGS)
    tension.moves_in = value_of(frame, FRAMES)
    if rest_error is not None:
        tension.rest_error = rest_error
        tension.zeta = zeta
    if over is not None:
        tension.over = over
    return envelope
