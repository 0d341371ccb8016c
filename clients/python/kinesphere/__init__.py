"""A client of Kinesphere: send behaviour scripts, and see the figures move.

    client = kinesphere.connect("127.0.0.1:7730")
    client.on_feedback(print)
    client.subscribe(["ada"], on_frame=draw)
    client.submit(script).wait()
    client.interrupt(character="ada")
"""

from kinesphere import axes
from kinesphere.client import Client, connect
from kinesphere.clock import Clock
from kinesphere.interpolation import InterpolationBuffer
from kinesphere.messages import (Audio, Checked, ConnectionLost, Feedback, PlannedSync,
                                 PredictedBehaviour, Prediction, Refused, Stats, Submission,
                                 Warning)
from kinesphere.pose import joint_positions, world_positions

__all__ = ["Audio", "Checked", "Client", "Clock", "ConnectionLost", "Feedback",
           "InterpolationBuffer", "PlannedSync", "PredictedBehaviour", "Prediction", "Refused",
           "Stats", "Submission", "Warning", "axes", "connect", "joint_positions",
           "world_positions"]
