"""Games, records, players and numbers; needs only the standard library."""

import doctest
import json
import pathlib
import random
import unittest

import baize


class Games(unittest.TestCase):
    def test_the_example_of_the_package(self):
        self.assertEqual(doctest.testmod(baize).failed, 0)

    def test_the_examples_of_the_page(self):
        page = pathlib.Path(__file__).parents[3] / "docs/python.md"
        tried = doctest.testfile(str(page), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
        self.assertEqual(tried.failed, 0)
        self.assertGreater(tried.attempted, 10)

    def test_every_game_is_there_with_its_players(self):
        games = {game["id"]: game for game in baize.games()}
        self.assertEqual(list(games), ["othello", "banqi", "nine", "may-i", "nine-ball"])
        self.assertIn("hard", games["othello"]["players"])
        self.assertEqual(games["may-i"]["seats"], [3, 8])

    def test_a_game_is_played_recorded_verified_and_read_again(self):
        dice = random.Random(1)
        for game, options in [("othello", {}), ("banqi", {"noProgress": 20}), ("nine", {})]:
            table = baize.Game(game, options=options, seed="s")
            while table.must:
                seat = table.must[0]
                self.assertTrue(table.is_complete(seat))
                table.apply(seat, dice.choice(table.actions(seat)))
            record = table.record()
            self.assertEqual(record["result"], table.outcome)
            verified = baize.verify(record)
            self.assertEqual(verified["result"], table.outcome)
            again = baize.Game.read(json.dumps(record))
            self.assertEqual(again.view(), table.view())
            changed = dict(record, seed="00" * 32)
            with self.assertRaises(baize.Refused):
                baize.verify(changed)

    def test_what_is_refused_changes_nothing(self):
        table = baize.Game("othello")
        before = table.view()
        for seat, action in [(0, "a1"), (1, "f5"), (0, {"type": "JUMP"}), (0, "nonsense")]:
            with self.assertRaises(baize.Refused) as refused:
                table.apply(seat, action)
            sentence, code = refused.exception.args
            self.assertTrue(sentence and "." in code, code)
        with self.assertRaises(ValueError):
            table.view(7)
        with self.assertRaises(baize.Refused):
            baize.Game("chess")
        with self.assertRaises(baize.Refused):
            baize.Game("may-i", seats=9)
        with self.assertRaises(TypeError):
            baize.Game("othello", options={"a": object()})
        self.assertEqual(table.view(), before)

    def test_a_seat_sees_its_own_hand_only(self):
        table = baize.Game("may-i", seats=3, seed="s")
        self.assertIsNone(table.view().get("hand"))
        hands = [table.view(seat)["hand"] for seat in range(3)]
        self.assertEqual([len(hand) for hand in hands], [11, 11, 11])
        self.assertNotEqual(hands[0], hands[1])
        self.assertIn("Your hand", table.text(0))
        self.assertNotIn("Your hand", table.text())

    def test_players_advise_and_play(self):
        table = baize.Game("othello", seed="s")
        while table.must:
            seat = table.must[0]
            player = "hard" if seat == 0 else "random"
            table.apply(seat, table.suggest(seat, player, nodes=2000, seed=str(len(table.record()["log"]))).action)
        self.assertEqual(table.outcome["winners"], [0])
        with self.assertRaises(baize.Refused):
            baize.Game("othello").suggest(0, "nobody")

    def test_a_copy_goes_its_own_way(self):
        table = baize.Game("othello")
        copy = table.copy()
        copy.apply(0, "f5")
        self.assertEqual(table.moves(0), ["d3", "c4", "f5", "e6"])
        table.resign(0)
        self.assertEqual(table.outcome["winners"], [1])


class Numbers(unittest.TestCase):
    def test_numbers_play_to_the_end(self):
        dice = random.Random(2)
        for game, options in [("othello", {}), ("banqi", {"noProgress": 20}), ("nine", {})]:
            episode = baize.Episode(game, options=options, seed="s")
            is_discrete, count = episode.space
            self.assertTrue(is_discrete)
            size = 1
            for side in episode.shape:
                size *= side
            while not episode.is_over:
                legal = episode.legal()
                self.assertTrue(all(0 <= number < count for number in legal))
                self.assertEqual(len(episode.observation(episode.agent)), 4 * size)
                episode.act(dice.choice(legal))
            self.assertAlmostEqual(sum(episode.rewards()), 0)
            with self.assertRaises(baize.Refused):
                episode.act(0)

    def test_a_shot_is_eight_numbers(self):
        episode = baize.Episode("nine-ball", seed="s")
        self.assertEqual(episode.space, (False, 8))
        copy = episode.copy()
        episode.act_at([0.0, 0.7, 0.5, 0.5, 0.0, 0.0, 0.5, 0.5])
        self.assertNotEqual(episode.observation(0), copy.observation(0))
        with self.assertRaises(baize.Refused):
            copy.act_at([2.0] * 8)
        with self.assertRaises(baize.Refused):
            copy.act(1)


if __name__ == "__main__":
    unittest.main()
