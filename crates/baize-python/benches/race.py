"""Random games of Othello and Banqi, one by one and batched, compared with OpenSpiel: `cargo xtask race`.

Each kind is played in turn for some seconds, so that other load on the machine affects all of them. The rules of Banqi differ in
when a game is drawn, so moves per second are compared, not games. By default ours has no draws, and random
games may never end.
"""

import random
import time

import baize

SECONDS = 2.0
OPTIONS = {"othello": {}, "banqi": {"noProgress": 40}}
ROUNDS = 3


def spiel_one_by_one(name):
    import pyspiel

    game = pyspiel.load_game(name)

    def play(dice):
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                actions, weights = zip(*outcomes)
                state.apply_action(dice.choices(actions, weights)[0])
                continue
            state.apply_action(dice.choice(state.legal_actions()))
            moves += 1
        return moves

    return play


def one_by_one(name):
    def play(dice):
        episode, moves = baize.Episode(name, options=OPTIONS[name], seed=str(dice.random())), 0
        while not episode.is_over:
            episode.act(dice.choice(episode.legal()))
            moves += 1
        return moves

    return play


def batched(name, count=1000):
    batch = baize.Batch(name, count, options=OPTIONS[name], seed="race")

    def play(dice):
        for _ in range(20):
            batch.step(batch.sample())
        return 20 * count

    return play


def race(names):
    moves, seconds = dict.fromkeys(names, 0), dict.fromkeys(names, 0.0)
    for turn in range(ROUNDS):
        for name, play in names.items():
            dice = random.Random(turn)
            start = time.process_time()
            while time.process_time() - start < SECONDS:
                moves[name] += play(dice)
            seconds[name] += time.process_time() - start
    return {name: moves[name] / seconds[name] for name in names}


def main():
    for game in OPTIONS:
        runners = {"OpenSpiel": spiel_one_by_one(game), "one by one": one_by_one(game), "batched": batched(game)}
        speeds = race(runners)
        for name, speed in speeds.items():
            print(f"{game:8} {name:11} {speed:12,.0f} moves a second of processor time, {speed / speeds['OpenSpiel']:6.1f} times")


if __name__ == "__main__":
    main()
