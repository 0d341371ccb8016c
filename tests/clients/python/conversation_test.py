"""Tests for clients/python/kinesphere/client.py, against a server that the test itself plays."""

import queue
import threading
import unittest
from unittest import mock

import kinesphere
from kinesphere_pb2 import (ENCODING_SMALLEST_THREE_48, PART_AUDIO, PART_BODY, PART_EVENTS,
                            PART_FACE, WARNING_KIND_NO_SUCH_TARGET, Envelope)
from kinesphere_pb2 import Feedback as FeedbackMessage
from kinesphere_pb2 import SetTension
from stage import DEADLINE, Stage, accepted, feedback, frame, hello


class Conversation(unittest.TestCase):
    def setUp(self):
        self.stage = Stage()
        self.addCleanup(self.stage.ours.close)
        self.addCleanup(self.stage.theirs.close)

    def submit_beside(self, client, script):
        """Submits on another thread, for it waits; gives a function that joins it."""
        results = []

        def work():
            try:
                results.append(client.submit(script))
            except Exception as error:
                results.append(error)

        thread = threading.Thread(target=work)
        thread.start()

        def join():
            thread.join(DEADLINE)
            return results[0]

        return join

    def test_the_client_speaks_first_and_says_its_name_and_token(self):
        client = self.stage.client()
        said = self.stage.receive().hello
        self.assertEqual((1, "test", "secret"), (said.version_major, said.name, said.token))
        self.assertFalse(said.keep_waiting)
        self.assertEqual({"ada": 1}, client.characters)
        client.close()

    def test_a_server_of_another_version_is_not_spoken_to(self):
        with self.assertRaisesRegex(kinesphere.ConnectionLost, "version 2"):
            self.stage.client(hello(version=2))

    def test_a_server_that_sends_us_away_says_why(self):
        away = Envelope()
        away.problem.error = "not the right token"
        away.problem.closing = True
        with self.assertRaisesRegex(kinesphere.ConnectionLost, "not the right token"):
            self.stage.client(away)

    def test_a_script_is_over_when_each_of_its_blocks_is(self):
        client = self.stage.client()
        self.stage.receive()
        join = self.submit_beside(client, "<script/>")
        id = self.stage.receive().submit.id

        self.stage.send(accepted(id, "a@ada", "a@ben"), feedback(FeedbackMessage.ENDED, "a@ada"))
        submission = join()
        self.assertEqual(f"Submission(id={id!r}, blocks=('a@ada', 'a@ben'))", repr(submission))
        with self.assertRaises(TimeoutError):
            submission.wait(timeout=0.05)
        self.stage.send(feedback(FeedbackMessage.INTERRUPTED, "a@ben"))
        self.assertEqual("interrupted", submission.wait(DEADLINE))
        client.close()

    def test_feedback_in_the_same_breath_as_the_answer_is_not_missed(self):
        client = self.stage.client()
        heard = []
        client.on_feedback(heard.append)
        self.stage.receive()
        join = self.submit_beside(client, "<script/>")
        id = self.stage.receive().submit.id

        self.stage.send(accepted(id, id), feedback(FeedbackMessage.STARTED, id),
                        feedback(FeedbackMessage.ENDED, id))

        self.assertEqual("ended", join().wait(DEADLINE))
        self.assertEqual([("started", 1.5, "ada"), ("ended", 1.5, "ada")],
                         [(f.kind, f.time, f.character) for f in heard])
        client.close()

    def test_a_script_is_told_as_kept_by_its_id(self):
        client = self.stage.client()
        heard = threading.Event()
        kept = []
        client.on_feedback(lambda f: (kept.append((f.kind, f.id)), heard.set()))
        self.stage.receive()
        join = self.submit_beside(client, "<script/>")
        answer = accepted(self.stage.receive().submit.id, "b")
        answer.accepted.kept_later = True
        message = Envelope()
        message.kept.id = answer.accepted.id
        self.stage.send(answer, message)
        submission = join()
        self.assertTrue(submission.kept_later)
        self.assertTrue(heard.wait(DEADLINE))
        self.assertEqual([("kept", submission.id)], kept)
        client.close()

    def test_a_refusal_has_its_place(self):
        client = self.stage.client()
        self.stage.receive()
        join = self.submit_beside(client, "<script")
        refusal = Envelope()
        refusal.refused.id = self.stage.receive().submit.id
        refusal.refused.error = "cut off"
        refusal.refused.place.line = 3
        refusal.refused.place.column = 14
        self.stage.send(refusal)

        error = join()
        self.assertIsInstance(error, kinesphere.Refused)
        self.assertEqual(("cut off", 3, 14), (error.error, error.line, error.column))
        self.assertEqual("3:14: cut off", str(error))
        client.close()

    def test_who_waits_is_told_when_the_server_goes(self):
        client = self.stage.client()
        self.stage.receive()
        join = self.submit_beside(client, "<script/>")
        self.stage.receive()
        goodbye = Envelope()
        goodbye.goodbye.reason = "maintenance"
        self.stage.send(goodbye)

        self.assertRegex(str(join()), "maintenance")
        with self.assertRaises(kinesphere.ConnectionLost):
            client.submit("<script/>")
        client.close()

    def test_garbage_ends_the_connection_and_not_the_program(self):
        client = self.stage.client()
        self.stage.ours.sendall(b"\xff\xff\xff\xff")
        self.assertIn("4294967295 bytes", client.wait_closed(DEADLINE))
        client.close()

    def test_an_interrupt_names_scripts_or_a_character_and_a_fade_only_if_there_is_one(self):
        client = self.stage.client()
        self.stage.receive()
        client.interrupt("a", "b")
        client.interrupt(character="ada", fade=0)
        first, second = self.stage.receive().interrupt, self.stage.receive().interrupt
        self.assertEqual(["a", "b"], list(first.ids))
        self.assertFalse(first.HasField("fade"))
        self.assertTrue(second.HasField("fade"))
        self.assertEqual(("ada", 0), (second.character, second.fade))
        with self.assertRaises(ValueError):
            client.interrupt()
        client.close()

    def test_a_target_has_a_name_and_three_coordinates(self):
        client = self.stage.client()
        self.stage.receive()
        client.set_target("cup", (0.5, 1, -2))
        said = self.stage.receive().set_target
        self.assertEqual(("cup", [0.5, 1, -2]), (said.name, list(said.point)))
        with self.assertRaises(ValueError):
            client.set_target("cup", (1, 2))
        client.close()

    def test_a_tension_is_a_manner_or_two_numbers(self):
        client = self.stage.client()
        self.stage.receive()
        client.set_tension("ada", "loose", over=0.25)
        said = self.stage.receive().set_tension
        self.assertEqual(("ada", "loose", 0.25), (said.character, said.manner, said.over))
        self.assertFalse(said.HasField("rest_error") or said.HasField("zeta"))
        self.assertEqual((SetTension.BOTH, SetTension.MAKE_UP, SetTension.CHEST),
                         (said.arms, said.lag, said.moves_in))
        client.set_tension("ben", rest_error=0.005, zeta=0.3, arms="left", lag="keep",
                           frame="world")
        said = self.stage.receive().set_tension
        self.assertEqual(("ben", "", 0.005, 0.3),
                         (said.character, said.manner, said.rest_error, said.zeta))
        self.assertFalse(said.HasField("over"))
        self.assertEqual((SetTension.LEFT, SetTension.KEEP, SetTension.WORLD),
                         (said.arms, said.lag, said.moves_in))
        for wrong in ({}, {"zeta": 1}, {"manner": "limp", "rest_error": 1, "zeta": 1},
                      {"manner": "limp", "zeta": 1}, {"manner": "limp", "arms": "third"}):
            with self.assertRaises(ValueError):
                client.set_tension("ada", **wrong)
        client.close()

    def test_a_check_says_what_is_wrong_and_where(self):
        client = self.stage.client()
        self.stage.receive()
        results = []
        thread = threading.Thread(
            target=lambda: results.append(client.check("<script/>", character="ada")))
        thread.start()
        asked = self.stage.receive().check
        self.assertEqual(("<script/>", "ada"), (asked.script, asked.character))
        answer = Envelope()
        answer.checked.id = asked.id
        answer.checked.errors.add(message="no such joint: 'tail'").place.line = 4
        answer.checked.warnings.add(message="odd", kind=WARNING_KIND_NO_SUCH_TARGET, about="a:g")
        answer.checked.warnings.add(message="newer", kind=99)
        self.stage.send(answer)
        thread.join(DEADLINE)
        self.assertEqual([("no such joint: 'tail'", 4, 0)],
                         [(e.message, e.line, e.column) for e in results[0].errors])
        self.assertEqual([("odd", "NO_SUCH_TARGET", "a:g"), ("newer", "", "")],
                         [(w.message, w.kind, w.about) for w in results[0].warnings])
        client.close()

    def test_an_accepted_script_says_when_its_sync_points_are_due(self):
        client = self.stage.client()
        self.stage.receive()
        join = self.submit_beside(client, "<script/>")
        answer = accepted(self.stage.receive().submit.id, "a")
        answer.accepted.timeline.add(id="a:wave:up", time_s=0.5, phase="preparation")
        self.stage.send(answer)
        self.assertEqual([("a:wave:up", 0.5, "preparation")],
                         [(s.id, s.time, s.phase) for s in join().timeline])
        client.close()

    def test_a_warning_has_its_kind_and_a_sync_point_its_planned_time(self):
        client = self.stage.client()
        heard = queue.Queue()
        client.on_feedback(heard.put)
        warning = feedback(FeedbackMessage.WARNING, "a:g")
        warning.feedback.warning = WARNING_KIND_NO_SUCH_TARGET
        sync = feedback(FeedbackMessage.SYNC, "a:g:stroke")
        sync.feedback.time_s = 0.75
        sync.feedback.missed_m = 0.5
        self.stage.send(warning, sync)
        self.assertEqual("NO_SUCH_TARGET", heard.get(timeout=DEADLINE).warning)
        self.assertEqual(("", 0.75, 0.5), (lambda f: (f.warning, f.planned_time, f.missed))(
            heard.get(timeout=DEADLINE)))
        client.close()

    def test_pings_come_by_themselves_and_set_the_clock(self):
        client = self.stage.client()
        self.assertIsNone(client.clock.tick_time())
        self.stage.receive_any()  # hello
        ping = self.stage.receive_any().ping
        pong = Envelope()
        pong.pong.client_time_us = ping.client_time_us
        pong.pong.server_time_us = 7_000_000
        pong.pong.server_tick_time_us = 5_000_000
        heard = threading.Event()
        client.on_feedback(lambda _: heard.set())
        self.stage.send(pong, feedback(FeedbackMessage.STARTED, "a"))
        self.assertTrue(heard.wait(DEADLINE))
        self.assertLess(5, client.clock.tick_time())
        self.assertAlmostEqual(2, client.clock.server_time(0) - client.clock.tick_time(0))
        client.close()

    def test_a_server_of_which_nothing_is_heard_any_more_is_lost(self):
        with mock.patch("kinesphere.client.SILENCE_MAX", 0.05):
            client = self.stage.client()
            self.assertEqual("the server does not answer any more", client.wait_closed(DEADLINE))
        with self.assertRaisesRegex(kinesphere.ConnectionLost, "does not answer any more"):
            client.submit("<script/>")
        client.close()

    def test_feedback_of_a_kind_that_is_not_known_is_passed_over(self):
        client = self.stage.client()
        heard = queue.Queue()
        client.on_feedback(heard.put)
        self.stage.send(feedback(99, "a"), feedback(FeedbackMessage.STARTED, "a"))
        self.assertEqual("started", heard.get(timeout=DEADLINE).kind)
        client.close()

    def test_a_packed_frame_looks_like_any_other_and_is_acknowledged(self):
        client = self.stage.client()
        self.stage.receive()
        frames = queue.Queue()
        client.subscribe(on_frame=frames.put, encoding="smallest-three")
        self.assertEqual(ENCODING_SMALLEST_THREE_48, self.stage.receive().subscribe.encoding)
        envelope = Envelope()
        envelope.frame.tick = 600
        envelope.frame.packed_rotations = bytes.fromhex("ff ff fe 7f ff 3f")
        self.stage.send(envelope)
        self.assertEqual(600, self.stage.receive().ack.tick)
        told = frames.get(timeout=DEADLINE)
        self.assertEqual([0, 0, 0, 1], list(told.parent_from_joint))
        self.assertEqual(b"", told.packed_rotations)
        with self.assertRaises(ValueError):
            client.subscribe(encoding="int7")
        client.close()

    def test_what_the_server_says_of_its_frames_is_kept(self):
        client = self.stage.client()
        heard = threading.Event()
        client.on_feedback(lambda _: heard.set())
        envelope = Envelope()
        envelope.stats.frames_sent = 3600
        envelope.stats.frames_dropped = 12
        envelope.stats.rate_hz = 60
        self.stage.send(envelope, feedback(FeedbackMessage.STARTED, "a"))
        self.assertTrue(heard.wait(DEADLINE))
        self.assertEqual((3600, 12, 0, 60),
                         (client.stats.frames_sent, client.stats.frames_dropped,
                          client.stats.frames_unacknowledged, client.stats.rate))
        client.close()

    def test_what_the_server_could_not_do_is_told(self):
        client = self.stage.client()
        heard = threading.Event()
        problems = []
        client.on_feedback(lambda f: (problems.append((f.kind, f.message)), heard.set()))
        problem = Envelope()
        problem.problem.error = "no script of yours with this id is playing: 'x'"
        self.stage.send(problem)
        self.assertTrue(heard.wait(DEADLINE))
        self.assertEqual([("problem", "no script of yours with this id is playing: 'x'")], problems)
        client.close()

    def test_a_callback_may_ask_and_is_told_that_it_cannot_wait_for_other_callbacks(self):
        client = self.stage.client()
        self.stage.receive()
        said = queue.Queue()

        def submit_from_callback(_):
            submission = client.submit("<script/>")
            said.put(submission.id)
            try:
                submission.wait()
            except RuntimeError as error:
                said.put(str(error))

        client.on_feedback(submit_from_callback)
        self.stage.send(feedback(FeedbackMessage.STARTED, "a"))
        id = self.stage.receive().submit.id
        self.stage.send(accepted(id, id))
        self.assertEqual(id, said.get(timeout=DEADLINE))
        self.assertIn("a callback cannot wait", said.get(timeout=DEADLINE))
        client.close()

    def test_while_a_callback_runs_all_is_read_and_of_frames_the_newest_is_told(self):
        client = self.stage.client()
        self.stage.receive()
        entered, go_on = threading.Event(), threading.Event()
        told = queue.Queue()

        def draw(frame):
            told.put((frame.character_id, frame.tick))
            entered.set()
            go_on.wait(DEADLINE)

        client.on_feedback(lambda heard: told.put(heard.id))
        client.subscribe(on_frame=draw)
        self.stage.receive()
        self.stage.send(frame(1, 1))
        self.assertTrue(entered.wait(DEADLINE))
        self.stage.send(*(frame(1, tick) for tick in range(2, 100)),
                        feedback(FeedbackMessage.SYNC, "s"), frame(1, 100), frame(2, 100),
                        feedback(FeedbackMessage.ENDED, "e"))
        results = []
        ping = threading.Thread(target=lambda: results.append(client.ping(DEADLINE)))
        ping.start()
        while not results:
            self.stage.answer(self.stage.receive_any())
            ping.join(0.01)
        self.assertEqual(1, len(results), "a ping is answered while the callback runs")
        go_on.set()
        self.assertEqual([(1, 1), "s", (1, 100), (2, 100), "e"],
                         [told.get(timeout=DEADLINE) for _ in range(5)])
        client.close()

    def test_who_hears_sound_need_not_name_the_part(self):
        client = self.stage.client()
        self.stage.receive()
        client.on_audio(lambda _: None)
        self.assertEqual([PART_AUDIO], list(self.stage.receive().subscribe.parts))
        client.subscribe(["ada"])
        self.assertEqual([PART_BODY, PART_FACE, PART_AUDIO],
                         list(self.stage.receive().subscribe.parts))
        client.on_audio(None)
        client.subscribe(parts=["body"])
        self.assertEqual([PART_BODY], list(self.stage.receive().subscribe.parts))
        client.subscribe(on_audio=lambda _: None, parts=["events"])
        self.assertEqual([PART_EVENTS, PART_AUDIO], list(self.stage.receive().subscribe.parts))
        client.close()

    def test_what_came_before_the_end_is_told_before_it(self):
        client = self.stage.client()
        told = []
        client.on_feedback(lambda heard: told.append(heard.id))
        client.on_state(lambda state, reason: told.append(state))
        goodbye = Envelope()
        goodbye.goodbye.reason = "maintenance"
        self.stage.send(*(feedback(FeedbackMessage.SYNC, str(n)) for n in range(100)), goodbye)
        self.assertIn("maintenance", client.wait_closed(DEADLINE))
        self.assertEqual([*map(str, range(100)), "closed"], told)
        client.close()


if __name__ == "__main__":
    unittest.main()
