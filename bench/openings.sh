#!/bin/sh
# Grows the books and makes the balanced openings that the games bring along: bench/openings.sh DIR [LUDEX]
# One after the other, on one thread; it goes on where it stopped. Copy what is whole into games/GAME/data and list it in the INFO of the game.
set -eu
dir=$1
ludex=${2:-target/release/ludex}
nodes=${NODES:-1M}
mkdir -p "$dir"

grow() { # name, positions, game and variant
    name=$1 positions=$2
    shift 2
    if [ -f "$dir/book-$name.txt" ]; then
        "$ludex" book --resume "$dir/book-$name.txt" --positions "$positions" --hash 64
    else
        "$ludex" book "$@" --nodes "$nodes" --positions "$positions" --hash 64 --out "$dir/book-$name.txt"
    fi
}

balance() { # name, random plies, game and variant
    name=$1 plies=$2
    shift 2
    [ -f "$dir/openings-$name.txt" ] && return
    "$ludex" tournament "$@" --player "judge: nodes=300k hash=64" --make-book "$dir/lines" --lines 200 --bound 0.2 \
        --random-plies "$plies" --seed 1
    {
        echo "# 200 openings of $*, within 10 % of even by 300,000 nodes: $plies random plies, seed 1"
        cat "$dir/lines"
    } >"$dir/openings-$name.part"
    mv "$dir/openings-$name.part" "$dir/openings-$name.txt"
}

for positions in 100 200 400; do
    grow takt-6-komi-2 "$positions" takt --variant size=6,komi=2
    grow takt-5-komi-2 "$positions" takt --variant size=5,komi=2
    grow quoridor "$positions" quoridor
    grow trax "$positions" trax
    if [ "$positions" = 100 ]; then
        balance takt-6-komi-2 4 takt --variant size=6,komi=2
        balance takt-5-komi-2 4 takt --variant size=5,komi=2
        balance quoridor 6 quoridor
        balance trax 4 trax
    fi
done
