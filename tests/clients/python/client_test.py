"""Tests for the Python client against a real server."""

import pathlib
import queue
import re
import subprocess
import sys
import tempfile
import unittest

import kinesphere
from server import Server

ROOT = pathlib.Path(__file__).resolve().parents[3]
DEADLINE = 60

# Ada's right hand goes to a point that she reaches with ease, within half a second, and stays.
TARGET = (-0.20, 1.25, 0.35)
REACH = """
<script xmlns="urn:kinesphere:script:1" character="ada">
  <sequence id="greet" start="0" fade-out="100ms">
    <pose id="there" time="400ms" hold="{hold}">
      <position joint="rightHand" target="-0.20 1.25 0.35"/>
    </pose>
  </sequence>
</script>
"""

BML = """
<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="{id}" characterId="ada">{inside}</bml>
"""
NOD = BML.format(id="b1", inside='<head id="nod" lexeme="NOD" start="0.2" end="0.7"/>')


class Client(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server("--still"))  # breath lifts a hand by 11 mm

    def setUp(self):
        self.client = kinesphere.connect(self.server.address, name="client_test")
        self.addCleanup(self.client.close)
        self.feedback = queue.Queue()
        self.client.on_feedback(self.feedback.put)

    def until(self, kind):
        """What is heard up to the first feedback of that kind."""
        heard = []
        while not heard or heard[-1].kind != kind:
            heard.append(self.feedback.get(timeout=DEADLINE))
        return heard

    def test_a_server_has_ada_and_ben_at_sixty_ticks_a_second(self):
        self.assertEqual({"ada", "ben"}, set(self.client.characters))
        self.assertEqual(60, self.client.tick_rate)

    def test_the_server_writes_down_what_it_was_asked_to(self):
        with tempfile.TemporaryDirectory() as folder, \
                Server("--recordings", folder) as server, \
                kinesphere.connect(server.address) as client:
            client.record("greeting", ["ada"])
            self.assertEqual("ended", client.submit(REACH.format(hold="100ms")).wait(DEADLINE))
            frames = client.stop_recording("greeting")
            self.assertGreater(frames, 20)
            self.assertGreater(pathlib.Path(folder, "greeting.ksr").stat().st_size, 800 * frames)
            with self.assertRaises(kinesphere.Refused):
                client.stop_recording("greeting")

    def test_a_server_without_a_folder_for_recordings_says_so(self):
        self.client.record("greeting")
        problem = self.until("problem")[-1]
        self.assertEqual("recording 'greeting': this server was given no folder for recordings",
                         problem.message)

    def test_a_script_is_accepted_starts_reaches_its_pose_and_ends(self):
        submission = self.client.submit(REACH.format(hold="100ms"), id="reach")

        self.assertEqual("ended", submission.wait(DEADLINE))
        heard = [(f.kind, f.id) for f in self.until("ended")]
        self.assertEqual([("started", "reach"), ("sync", "reach:greet:start"),
                          ("sync", "reach:greet:there"), ("sync", "reach:greet:end"),
                          ("ended", "reach")], heard)

    def test_the_hand_is_where_the_script_wants_it_while_the_pose_holds(self):
        frames = queue.Queue()
        self.client.subscribe(["ada"], on_frame=frames.put)
        self.client.submit(REACH.format(hold="2s"), id="reach_and_stay")
        reached = next(f for f in self.until("sync") + self.until("sync")
                       if f.id.endswith(":there"))

        frame = frames.get(timeout=DEADLINE)
        while frame.tick / self.client.tick_rate < reached.time + 0.1:
            frame = frames.get(timeout=DEADLINE)
        skeleton = self.client.skeletons[frame.character_id]
        wrist = kinesphere.world_positions(skeleton, frame)["rightHand"]
        # Ada stands at x = -0.5 and faces +Z, as all of the world.
        for wanted, found in zip((TARGET[0] - 0.5, TARGET[1], TARGET[2]), wrist):
            self.assertAlmostEqual(wanted, found, delta=0.005)
        self.client.interrupt("reach_and_stay", fade=0)
        self.until("interrupted")

    def test_an_interrupted_script_ends_before_its_time_and_says_how_far_it_came(self):
        submission = self.client.submit(REACH.format(hold="500s"), id="long")
        while self.until("sync")[-1].id != "long:greet:there":
            pass
        self.client.interrupt("long", fade=0.1)
        self.assertEqual("interrupted", submission.wait(DEADLINE))
        self.assertEqual("long:greet:there", self.until("interrupted")[-1].last_sync_point)

    def test_who_asks_for_predictions_hears_how_a_block_is_expected_to_go(self):
        predictions = []
        self.client.on_prediction(predictions.append)
        submission = self.client.submit(NOD, predictions=True)
        self.assertEqual("ended", submission.wait(DEADLINE))
        self.assertEqual((), submission.timeline)

        self.assertEqual(["planning", "planned", "playing"], [p.stage for p in predictions])
        self.assertEqual({("b1", "ada")}, {(p.id, p.character) for p in predictions})
        planning, *known = predictions
        self.assertEqual((None, ()), (planning.end, planning.behaviours))
        for prediction in known:
            self.assertAlmostEqual(0.7, prediction.end - prediction.start, delta=1e-6)
            (nod,) = prediction.behaviours
            self.assertEqual(("b1:nod", "head"), (nod.id, nod.element))
            self.assertEqual(({"lexeme": "NOD"}, ()), (nod.attributes, nod.children))
            self.assertEqual(["start", "ready", "strokeStart", "stroke", "strokeEnd", "relax",
                              "end"], [sync.id.removeprefix("b1:nod:") for sync in nod.syncs])
            self.assertAlmostEqual(0.2, nod.syncs[0].time)
            self.assertAlmostEqual(0.7, nod.syncs[-1].time)
        self.assertEqual(self.until("started")[-1].time, known[-1].start)

    def test_a_block_that_is_retimed_is_predicted_once_more(self):
        predictions = []
        self.client.on_prediction(predictions.append)
        self.client.submit(BML.format(id="first", inside='<wait id="w" duration="30"/>'))
        submission = self.client.submit(BML.format(id="second", inside="""
            <wait id="now" duration="0.1"/>
            <wait id="then" start="first:w:end" duration="0.1"/>"""), predictions=True)
        while self.until("started")[-1].id != "second":
            pass
        self.client.interrupt("first", fade=0)
        self.assertEqual("ended", submission.wait(DEADLINE))
        playing = [p for p in predictions if p.stage == "playing"]
        self.assertEqual(2, len(playing))
        self.assertEqual(playing[0].start, playing[1].start)
        self.assertGreater(playing[0].end - playing[1].end, 10)

    def test_nobody_hears_predictions_who_did_not_ask(self):
        predictions = []
        self.client.on_prediction(predictions.append)
        self.assertEqual("ended", self.client.submit(NOD).wait(DEADLINE))
        self.assertEqual([], predictions)

    def test_a_faulty_script_is_refused_with_its_place(self):
        script = REACH.format(hold="1s").strip().replace("rightHand", "tail")
        with self.assertRaises(kinesphere.Refused) as raised:
            self.client.submit(script)
        self.assertIn("'tail'", raised.exception.error)
        self.assertEqual(4, raised.exception.line)

    def test_an_unknown_character_is_named_with_those_there_are(self):
        with self.assertRaisesRegex(ValueError, "'carl'; there are ada, ben"):
            self.client.subscribe(["carl"])

    def test_a_callback_that_takes_its_time_sees_frames_in_order_each_once(self):
        frames = queue.Queue(maxsize=1)
        self.client.subscribe(on_frame=frames.put, parts=["body"])
        ticks = {}
        for _ in range(60):
            frame = frames.get(timeout=DEADLINE)
            self.assertEqual(0, len(frame.channels))
            self.assertGreater(frame.tick, ticks.get(frame.character_id, -1))
            ticks[frame.character_id] = frame.tick
        self.assertEqual(2, len(ticks))
        self.client.subscribe(parts=["events"])
        while not frames.empty():
            frames.get()

    def test_events_of_others_are_heard_by_who_asks(self):
        self.client.subscribe(parts=["events"])
        with kinesphere.connect(self.server.address) as other:
            other.submit(REACH.format(hold="50ms"), id="of_another").wait(DEADLINE)
        self.assertEqual("of_another", self.until("ended")[-1].id)

    def test_a_trace_comes_back_with_all_that_is_told_of_a_script(self):
        trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        submission = self.client.submit(REACH.format(hold="50ms"), id="traced", traceparent=trace)
        self.assertEqual(trace, submission.traceparent)
        submission.wait(DEADLINE)
        told = [each for each in self.until("ended") if each.id.startswith("traced")]
        self.assertGreater(len(told), 2)
        self.assertEqual({trace}, {each.traceparent for each in told})
        broken = self.client.submit(REACH.format(hold="50ms"), traceparent="a trace")
        self.assertEqual("", broken.traceparent)
        self.assertIn("W3C Trace Context: 'a trace'", broken.warnings[0].message)
        broken.wait(DEADLINE)

    def test_a_server_that_leaves_says_goodbye(self):
        with Server() as server:
            client = kinesphere.connect(server.address)
            self.assertEqual(0, server.stop())
            self.assertIn("goodbye", client.wait_closed(DEADLINE))
            client.close()


class Example(unittest.TestCase):
    def test_the_example_prints_the_path_of_a_wrist(self):
        with Server("--still") as server, tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "reach.xml")
            script.write_text(REACH.format(hold="500ms"))
            run = subprocess.run([sys.executable, ROOT / "clients/python/examples/wrist_path.py",
                                  script, server.address], check=True, capture_output=True,
                                 text=True, timeout=DEADLINE)

        path = re.findall(r"^\d+\.\d+ s  (\S+) (\S+) (\S+)$", run.stdout, re.M)
        nearest = min(sum((float(a) - b) ** 2 for a, b in zip(
            at, (TARGET[0] - 0.5, TARGET[1], TARGET[2]))) for at in path)
        self.assertLess(nearest, 0.005 ** 2)
        self.assertGreater(len(path), 20)
        self.assertIn("ended script1", run.stdout)

    def test_the_example_fits_on_a_screen(self):
        lines = (ROOT / "clients/python/examples/wrist_path.py").read_text().splitlines()
        self.assertLessEqual(len([line for line in lines if line.strip()]), 20)


if __name__ == "__main__":
    unittest.main()
