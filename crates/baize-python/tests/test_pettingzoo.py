"""PettingZoo's own tests, on all five games."""

import contextlib
import doctest
import io
import unittest

import baize.pettingzoo
from baize.pettingzoo import GAMES, env, raw_env
from pettingzoo.test import api_test, render_test, seed_test


class PettingZoo(unittest.TestCase):
    def test_the_api_of_every_game(self):
        self.assertEqual(len(GAMES), 5)
        for game in GAMES:
            with self.subTest(game):
                api_test(env(game, most_steps=300), num_cycles=60 if game == "nine-ball" else 1000)

    def test_the_same_seed_gives_the_same_game(self):
        for game in GAMES:
            with self.subTest(game):
                seed_test(lambda game=game: env(game, most_steps=60), num_cycles=60)

    def test_rendering(self):
        for game in GAMES:
            with contextlib.redirect_stdout(io.StringIO()) as said:
                render_test(lambda render_mode, game=game: env(game, render_mode=render_mode, most_steps=20))
            self.assertTrue(said.getvalue())
        table = env("othello", render_mode="ansi")
        table.reset(seed=1)
        self.assertIn("a b c d e f g h", table.render())

    def test_the_example_of_the_module(self):
        self.assertEqual(doctest.testmod(baize.pettingzoo).failed, 0)

    def test_others_cannot_be_seen(self):
        """In Nine a sealed card is in nobody else's observation."""
        seen = set()
        for card in range(9):
            nine = raw_env("nine")
            nine.reset(seed=3)
            nine.step(card)
            self.assertEqual(nine.agent_selection, "seat_1")
            seen.add(nine.observe("seat_1")["observation"].tobytes())
        self.assertEqual(len(seen), 1)

    def test_a_long_game_is_cut(self):
        table = raw_env("may-i", most_steps=5)
        table.reset(seed=1)
        steps = 0
        for agent in table.agent_iter():
            observation, _, termination, truncation, _ = table.last()
            if termination or truncation:
                table.step(None)
                continue
            table.step(table.action_space(agent).sample(observation["action_mask"]))
            steps += 1
        self.assertEqual(steps, 5)


if __name__ == "__main__":
    unittest.main()
