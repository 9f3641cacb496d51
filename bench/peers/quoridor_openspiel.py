#!/usr/bin/env python3
"""Quoridor: checks in random games that Ludex and OpenSpiel agree about legal moves and numbers of leaves.

    python3 -m venv venv && venv/bin/pip install open_spiel
    venv/bin/python bench/peers/quoridor_openspiel.py --ludex target/release/ludex --games 20

Both programs play the same random games: for two players on several boards, and for three and four players up to the first
position in which a player would have to pass (OpenSpiel stops there). In every position, the sets of legal moves must be equal.
In some positions, the numbers of leaves at depth 2 must be equal as well.
"""

import argparse
import random
import subprocess
import sys

import pyspiel


class Ludex:
    """Ludex, by the commands `ludex moves` and `ludex perft`."""

    def __init__(self, path, size, walls, players):
        self.path = path
        self.size = size
        self.variant = f"board={size}x{size},walls={walls},players={players},repetition=off"

    def run(self, command, moves, *more):
        arguments = [self.path, command, "quoridor", "--variant", self.variant, "--moves", " ".join(moves), *more]
        return subprocess.run(arguments, capture_output=True, text=True, check=True).stdout

    def moves(self, moves):
        return set(self.run("moves", moves).split())

    def leaves(self, moves, depth):
        return int(self.run("perft", moves, "--depth", str(depth), "--threads", "1").split()[-1])


def ours(text, size):
    """Converts a move. OpenSpiel counts rows from the other side: its row r is our row size + 1 - r for squares, size - r for walls."""
    row = int(text[1])
    return text[0] + str(size - row if len(text) == 3 else size + 1 - row) + text[2:]


def leaves(state, depth):
    if state.is_terminal():
        return 0
    if depth == 1:
        return len(state.legal_actions())
    return sum(leaves(state.child(action), depth - 1) for action in state.legal_actions())


def compare(ludex_path, size, walls, players, rng, perft_chance):
    parameters = {"board_size": size, "wall_count": walls, "players": players}
    game = pyspiel.load_game("quoridor", parameters)
    state = game.new_initial_state()
    ludex = Ludex(ludex_path, size, walls, players)
    moves = []
    positions = trees = 0
    while not state.is_terminal() and len(moves) < 80:
        actions = {ours(state.action_to_string(action), size): action for action in state.legal_actions()}
        found = ludex.moves(moves)
        if players > 2 and found == {"pass"}:
            break
        if found != set(actions):
            raise SystemExit(f"{parameters} {' '.join(moves)}: {sorted(found ^ set(actions))}")
        positions += 1
        if players == 2 and rng.random() < perft_chance:
            both = leaves(state, 2), ludex.leaves(moves, 2)
            if both[0] != both[1]:
                raise SystemExit(f"{parameters} {' '.join(moves)}: {both[0]} and {both[1]} leaves")
            trees += 1
        pawns = [move for move in actions if len(move) == 2]
        pool = pawns if pawns and rng.random() < 0.5 else list(actions)
        move = rng.choice(sorted(pool))
        state.apply_action(actions[move])
        moves.append(move)
    return positions, trees


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ludex", required=True)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    positions = trees = 0
    kinds = [(9, 10, 2), (9, 10, 2), (5, 4, 2), (7, 8, 2), (3, 2, 2), (9, 7, 3), (9, 5, 4)]
    for number in range(args.games):
        size, walls, players = kinds[number % len(kinds)]
        found = compare(args.ludex, size, walls, players, rng, 0.05)
        positions, trees = positions + found[0], trees + found[1]
    print(f"{args.games} games, {positions} positions and {trees} trees of depth 2 are the same")


if __name__ == "__main__":
    sys.exit(main())
