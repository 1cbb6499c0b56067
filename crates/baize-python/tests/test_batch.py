"""Many games at once; needs NumPy."""

import unittest

import numpy

import baize


class Batches(unittest.TestCase):
    def test_a_batch_goes_on_as_single_games_do(self):
        batch = baize.Batch("othello", 50, seed="s")
        alone = [baize.Episode("othello") for _ in range(50)]
        ended_in_all = 0
        for _ in range(70):
            masks, seen, agents = batch.masks(), batch.observations(), batch.agents()
            self.assertEqual(seen.shape, (50, 3, 8, 8))
            actions = batch.sample()
            rewards, ended = batch.step(actions)
            for index, episode in enumerate(alone):
                self.assertEqual(numpy.flatnonzero(masks[index]).tolist(), episode.legal())
                self.assertEqual(agents[index], episode.agent)
                self.assertEqual(seen[index].tobytes(), episode.observation(episode.agent))
                episode.act(int(actions[index]))
                self.assertEqual(bool(ended[index]), episode.is_over)
                if episode.is_over:
                    self.assertEqual(rewards[index].tolist(), episode.rewards())
                    alone[index] = baize.Episode("othello")
                    ended_in_all += 1
        self.assertEqual(ended_in_all, 50)

    def test_the_same_seed_gives_the_same_games(self):
        def played(seed):
            batch = baize.Batch("banqi", 8, seed=seed)
            return [batch.step(batch.sample())[1].tobytes() + batch.observations().tobytes() for _ in range(30)]

        self.assertEqual(played("a"), played("a"))
        self.assertNotEqual(played("a"), played("b"))

    def test_shots_and_mistakes(self):
        shots = baize.Batch("nine-ball", 4, seed="s")
        rewards, ended = shots.step(numpy.full((4, 8), 0.4))
        self.assertEqual((rewards.shape, ended.shape), ((4, 2), (4,)))
        with self.assertRaises(TypeError):
            shots.sample()
        with self.assertRaises(ValueError):
            shots.step(numpy.zeros(3))
        with self.assertRaises(ValueError):
            baize.Batch("othello", 0)


if __name__ == "__main__":
    unittest.main()
