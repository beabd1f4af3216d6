#!/bin/bash
# same_program.sh - several checks of one host program begin at once, with nothing in the cache: each builds it or finds it whole.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
program=$TESTS_DIR/../solutions/06_host_memory/round_trip.cu

for compiler in $(compilers | tail -1); do
	export XDG_CACHE_HOME=$scratch/cache-$compiler
	mkdir "$XDG_CACHE_HOME"
	for n in 1 2 3 4 5; do
		"$WARPBOOK_BIN" check --json --no-record --compiler "$compiler" --as 06_host_memory/round_trip "$program" \
			>"$scratch/$n.json" &
	done
	wait
	is "five at once pass: $compiler" "$(jq -r .verdict "$scratch"/[1-5].json | sort | uniq -c | tr -s ' ')" " 5 passed"
	kept=$XDG_CACHE_HOME/warpbook/programs
	is "and each program, theirs and the reference solution, was kept once" "$(find "$kept" -name '*.files' | wc -l)" 2
	for source in "$kept"/*.cu; do : >"$source"; done
	like "damaged sources are written again" "$("$WARPBOOK_BIN" check --json --no-record --compiler "$compiler" \
		--as 06_host_memory/round_trip "$program")" '^  "verdict": "passed"'
	is "in the same place" "$(find "$kept" -name '*.cu' -size +0 | wc -l) $(find "$kept" -name '*.cu' | wc -l)" "2 2"
done
tap_done
