"""Tests for the calls of clients/python/kinesphere/live.py about bodies."""

import unittest

from kinesphere_pb2 import SetDynamics, SetLoad
from stage import StagedTest


class BodyCalls(StagedTest):
    def test_dynamics_are_said_by_their_word(self):
        self.client.set_dynamics("ada", "torso")
        said = self.stage.receive().set_dynamics
        self.assertEqual(("ada", SetDynamics.TORSO), (said.character, said.dynamics))
        self.client.set_dynamics("ada", "none")
        self.assertEqual(SetDynamics.NONE, self.stage.receive().set_dynamics.dynamics)
        with self.assertRaises(ValueError):
            self.client.set_dynamics("ada", "tail")

    def test_a_push_has_a_force_and_a_drag_has_a_point(self):
        self.client.push("ada", "upperChest", (0, -0.5, 80), 0.25)
        said = self.stage.receive().push
        self.assertEqual(("ada", "upperChest", [0, -0.5, 80], 0.25),
                         (said.character, said.joint, list(said.force), said.duration))
        self.assertFalse(said.HasField("towards"))
        self.client.drag("ada", "rightHand", (0.25, 1.5, 0.5), 1)
        said = self.stage.receive().push
        self.assertEqual(([], [0.25, 1.5, 0.5], 1),
                         (list(said.force), list(said.towards.point), said.duration))
        self.assertFalse(said.towards.HasField("stiffness") or said.towards.HasField("limit"))
        self.client.drag("ada", "head", (0, 2, 0), 1, stiffness=400, limit=100)
        said = self.stage.receive().push.towards
        self.assertEqual((400, 100), (said.stiffness, said.limit))
        for wrong in ((1, 2), (1, 2, 3, 4)):
            with self.assertRaises(ValueError):
                self.client.push("ada", "head", wrong, 1)
            with self.assertRaises(ValueError):
                self.client.drag("ada", "head", wrong, 1)

    def test_a_load_is_in_a_hand(self):
        self.client.set_load("ada", "left", 3.5, believed=0)
        said = self.stage.receive().set_load
        self.assertEqual(("ada", SetLoad.LEFT, 3.5, True, 0), (
            said.character, said.hand, said.mass, said.HasField("believed"), said.believed))
        self.client.set_load("ada", "right", 0)
        said = self.stage.receive().set_load
        self.assertEqual((SetLoad.RIGHT, 0, False), (said.hand, said.mass,
                                                     said.HasField("believed")))
        with self.assertRaises(ValueError):
            self.client.set_load("ada", "third", 1)


if __name__ == "__main__":
    unittest.main()
