#!/bin/bash
# profile.sh - why a program is slow: each program here must get the sentence of its first line, `// Expect: KIND LINE`, before all
# others; the same program compiled with -DFIXED must get none, except that there is nothing to gain.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export WARPBOOK_COMPILER=clang NO_COLOR=1 LC_ALL=C.UTF-8
w=$WARPBOOK_BIN

# "KIND LINE" of each sentence of the document.
advice() { sqlite3 :memory: "select json_extract(value, '\$.kind') || ' ' || ifnull(json_extract(value, '\$.line'), 0) from json_each(readfile('$1'), '\$.advice')"; }
for program in "$TESTS_DIR"/profile/*.cu; do
	name=$(basename "$program" .cu)
	expect=$(sed -n '1s,^// Expect: ,,p' "$program")
	$w profile "$program" --json >"$scratch/slow.json" 2>"$scratch/err" || cat "$scratch/err" >&2
	is "$name: why it is slow" "$(advice "$scratch/slow.json" | head -n 1)" "$expect"
	$w profile "$program" -DFIXED --json >"$scratch/fixed.json" 2>"$scratch/err" || cat "$scratch/err" >&2
	is "and nothing is said of the right one" "$(advice "$scratch/fixed.json" | grep -v '^at-limit')" ""
done
tap_done
