#!/usr/bin/env python3
"""Two-player Quoridor: a match of Ludex against OpenSpiel's MCTS, in pairs of games with sides swapped.

    python3 -m venv venv && venv/bin/pip install open_spiel
    venv/bin/python bench/peers/quoridor_openspiel_match.py --ludex target/release/ludex --pairs 20 --simulations 1000

For each move, OpenSpiel's C++ bot makes --simulations simulations with random playouts, and Ludex searches for --time seconds on
one thread. Each pair of games starts with some steps of both pawns and a random wall of each player, as in quoridor_match.py.
"""

import argparse
import random
import sys

import pyspiel
from quoridor_match import Ludex, opening, play, summary
from quoridor_openspiel import ours

SIZE = 9


class OpenSpiel:
    def __init__(self, simulations, seed):
        self.name = "open_spiel"
        self.game = pyspiel.load_game("quoridor", {"board_size": SIZE, "wall_count": 10, "players": 2})
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        most_mb = 1000
        self.bot = pyspiel.MCTSBot(self.game, evaluator, 2.0, simulations, most_mb, True, seed, False)

    def new_game(self):
        self.bot.restart()

    def move(self, moves, _seconds):
        state = self.game.new_initial_state()
        for move in moves:
            state.apply_action(self.actions(state)[move])
        chosen = self.bot.step(state)
        return ours(state.action_to_string(chosen), SIZE)

    @staticmethod
    def actions(state):
        return {ours(state.action_to_string(action), SIZE): action for action in state.legal_actions()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ludex", required=True)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--simulations", type=int, default=1000, help="simulations of OpenSpiel for each move")
    parser.add_argument("--time", type=float, default=0.1, help="search time of Ludex for each move, in seconds")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    own, referee = Ludex(args.ludex, [("Threads", "1")]), Ludex(args.ludex, [])
    other = OpenSpiel(args.simulations, args.seed)
    pairs = []
    for _ in range(args.pairs):
        start = opening(args.ludex, rng)
        forward, _, times = play(own, other, referee, start, args.time)
        backward, _, _ = play(other, own, referee, start, args.time)
        pairs.append((forward, 1 - backward))
        print(f"{pairs[-1]} {summary(pairs)}; slowest move of OpenSpiel {times[other]:.2f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())
