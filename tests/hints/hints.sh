#!/bin/bash
# hints.sh - hints at the end of a run: each program here must get the one of its first line, `// Hint: ID LINE`, first; with
# FIXED defined it must get none.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1 LC_ALL=C.UTF-8
w=$WARPBOOK_BIN

hints() { sqlite3 :memory: "select json_extract(value, '\$.hint') || ' ' || ifnull(json_extract(value, '\$.line'), 0) from json_each(readfile('$1'), '\$.hints')"; }
for program in "$TESTS_DIR"/hints/*.cu "$TESTS_DIR"/hints/*.py; do
	name=$(basename "$program")
	compiler=$(compilers | tail -n 1)
	grep -q '^// needs: nvcc' "$program" && { command -v nvcc >/dev/null || continue; compiler=nvcc; }
	if [[ $program = *.py ]]; then
		$w doctor python | grep -q '^ok *python' || continue
		run=("$w" run) fixed=(env FIXED=1 "$w" run)
	else
		run=("$w" run --compiler "$compiler") fixed=("$w" run --compiler "$compiler" -DFIXED)
	fi
	"${run[@]}" --json="$scratch/slip.json" "$program" >/dev/null 2>"$scratch/err" || cat "$scratch/err" >&2
	is "$name" "$(hints "$scratch/slip.json" | head -n 1)" "$(sed -n '1s,^[/#]* Hint: ,,p' "$program")"
	like "which is printed" "$(cat "$scratch/err")" '^hint:$'
	"${fixed[@]}" --json="$scratch/fixed.json" "$program" >/dev/null 2>"$scratch/err" || cat "$scratch/err" >&2
	is "and nothing is said of the right one" "$(hints "$scratch/fixed.json")" ""
done
tap_done
