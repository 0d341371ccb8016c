"""Tests for `scene` of connect, against a real server with two scenes."""

import asyncio
import unittest

import kinesphere
import kinesphere.aio
from server import Server


class Scene(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server("--still", "--scene", "hall"))

    def test_a_client_is_alone_in_its_scene(self):
        with kinesphere.connect(self.server.address, scene="hall") as hall:
            hall.join("cleo", body="ada")
            self.assertIn("cleo", hall.characters)
            with kinesphere.connect(self.server.address) as main:
                self.assertNotIn("cleo", main.characters)
            with kinesphere.connect(self.server.address, scene="hall") as another:
                self.assertIn("cleo", another.characters)
            hall.leave("cleo")

    def test_a_scene_that_there_is_not_is_refused(self):
        with self.assertRaises(kinesphere.ConnectionLost) as lost:
            kinesphere.connect(self.server.address, scene="nowhere")
        self.assertIn("'main', 'hall', and not 'nowhere'", str(lost.exception))

    def test_asyncio_joins_a_scene_as_well(self):
        async def names():
            async with kinesphere.aio.connect(self.server.address, scene="hall") as client:
                return set(client.characters)

        self.assertEqual({"ada", "ben"}, asyncio.run(names()))


if __name__ == "__main__":
    unittest.main()
