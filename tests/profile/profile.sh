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

# ---- forms ---------------------------------------------------------------------------------
program=$TESTS_DIR/profile/blocks_of_one.cu
$w profile "$program" >"$scratch/text" 2>"$scratch/err"
like "as text: the program's output comes first" "$(head -n 1 "$scratch/text")" '^0$'
like "the shape of the launch" "$(joined <"$scratch/text")" 'line 22: 65536 blocks of 1 thread: 132 of 132 multiprocessors'
like "and the sentence with its remedy" "$(joined <"$scratch/text")" '1. blocks_of_one.cu:22, scale: each block has 1 thread.*next: launch blocks of 128'
is "in 80 columns" "$(grep -c '.\{81\}' "$scratch/text")" 0
$w profile "$program" --html="$scratch/page.html" >/dev/null 2>"$scratch/err"
like "as a page: the sentence" "$(cat "$scratch/page.html")" 'each block has 1 thread'
like "the lines" "$(cat "$scratch/page.html")" 'x\[i\] = x\[i\] \* 2.0f'
like "the timeline" "$(cat "$scratch/page.html")" '<svg'
unlike "and nothing from elsewhere" "$(cat "$scratch/page.html")" '(src|href)='
is "a page has its ending" "$($w profile "$program" --html=page 2>"$scratch/err"; echo $?)" 2
is "what is for exercises alone is refused" "$($w profile "$program" --csv 2>"$scratch/err"; echo $?)" 2
is "a word that is neither" "$($w profile quux 2>"$scratch/err"; echo $?)" 2
like "is told what would work" "$(joined <"$scratch/err")" 'warpbook list'
like "a run says in a line that there is something" "$($w run "$TESTS_DIR/profile/launch_for_each_row.cu" 2>&1 >/dev/null)" 'warpbook profile.* says why and where$'
tap_done
