#!/bin/bash
# measure.sh - how alike right answers are that were written independently: makes grader/alike.csv, from which `warpbook similar`
# takes its thresholds. The answers are the programs ok_* in tests/mutants: each solves its exercise in another way. In Python,
# the programs slow_* count too, since there are fewer answers. A Python row has a name such as 01_kernels/add.py.
#
#	tests/similar/measure.sh >grader/alike.csv        from the top of the tree; two minutes with clang and Numba
#
# A cell is the greatest share in percent; empty if no two answers have enough left to compare.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
w=${WARPBOOK_BIN:-$top/build/warpbook}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
for file in "$top"/tests/mutants/*/*/ok_*.cu "$top"/tests/mutants/*/*/ok_*.py "$top"/tests/mutants/*/*/slow_*.py; do
	exercise=$(basename "$(dirname "$file")")
	name=$(basename "${file%.*}")_${file##*.}
	mkdir -p "class/$name"
	cp "$file" "class/$name/$exercise.${file##*.}"
done
"$w" similar class --layout folders --all --json --compiler "${1:-clang}" >all.json
echo exercise,words,code
jq -r '.exercises[] | [.exercise + (if .language == "python" then ".py" else "" end), ([.pairs[].words | numbers] | max | if . then . * 100 | ceil else "" end),
	([.pairs[].code | numbers] | max | if . then . * 100 | ceil else "" end)] | join(",")' all.json | sort
