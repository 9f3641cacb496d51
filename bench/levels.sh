#!/bin/sh
# Plays neighbouring levels of a game against each other: bench/levels.sh GAME DIR [PAIRS [LUDEX]]. PAIRS is 100, twice as many games a step.
# One search at a time; it goes on where it stopped. DIR/GAME.md is the table. Level 10 has no limit of its own, and is given a small one.
set -eu
game=$1 dir=$2
pairs=${3:-100}
ludex=${4:-target/release/ludex}
case $game in
takt) variant=size=5,komi=2 highest=nodes=10k ;;
quoridor) variant=board=9x9 highest=nodes=40k ;;
trax) variant=board=unlimited highest=nodes=12k ;;
tryktrak) variant=length=7 highest=depth=1 ;;
tantrix) variant=players=2 highest=nodes=30k ;;
esac
limit="time=1h"
mkdir -p "$dir"

for low in 1 2 3 4 5 6 7 8 9; do
    high=$((low + 1))
    match=$dir/$game-$low-$high
    if [ -d "$match" ]; then
        "$ludex" tournament --resume "$match" --json
    else
        [ "$high" = 10 ] && limit=$highest
        "$ludex" tournament "$game" --variant "$variant" --pairs "$pairs" --seed "$low" -j 1 --out "$match" --json \
            --player "level $high: level=$high,$limit" --player "level $low: level=$low,time=1h"
    fi | tail -n 1 >"$match.json"
done

{
    echo "| $game | Elo (95 %) |"
    echo "|---|--:|"
    for low in 1 2 3 4 5 6 7 8 9; do
        sed -E "s/.*\"elo\":\{\"value\":([-0-9.]+),\"error\":([0-9.]+).*/\1 \2/" "$dir/$game-$low-$((low + 1)).json" |
            awk -v low="$low" '{ printf "| %d → %d | %+.0f ± %.0f |\n", low, low + 1, $1, $2 }'
    done
} >"$dir/$game.md"
cat "$dir/$game.md"
