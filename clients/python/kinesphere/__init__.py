"""A client of Kinesphere: send behaviour scripts, and see the figures move.

    client = kinesphere.connect("127.0.0.1:7730")
    client.on_feedback(print)
    client.subscribe(["ada"], on_frame=draw)
    client.submit(script).wait()
    client.interrupt(character="ada")
"""

from kinesphere import axes
from kinesphere.client import (Client, ConnectionLost, Feedback, Refused, Submission, Warning,
                               connect)
from kinesphere.pose import joint_positions

__all__ = ["Client", "ConnectionLost", "Feedback", "Refused", "Submission", "Warning", "axes",
           "connect", "joint_positions"]
