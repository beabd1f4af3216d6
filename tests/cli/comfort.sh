#!/bin/bash
# comfort.sh - what makes a day with the workbook easy from the command line: the state of a check on a terminal.
. "$TESTS_DIR/tap/tap.sh"
export WARPBOOK_WORKSPACE="$scratch/book" WARPBOOK_COMPILER=clang
unset NO_COLOR
w=$WARPBOOK_BIN
solution=$TESTS_DIR/../solutions/01_kernels/add.cu

# ---- the state of a check ------------------------------------------------------------
if "$w" check --plain --no-record "$solution" 2>&1 | grep -q 'cannot find\|no compiler\|not found\|not installed'; then
	skip "the state of a check" "clang is not here"
elif ! TERM=xterm script -qec true /dev/null </dev/null >/dev/null 2>&1; then
	skip "the state of a check" "no terminal can be opened here"
else
	TERM=xterm script -qec "'$w' check --no-record '$solution'" /dev/null </dev/null | tr '\r' '\n' >"$scratch/shown"
	like "on a terminal a check says what it compiles" "$(cat "$scratch/shown")" 'compiling \.\.\.'
	like "and which case it is at" "$(cat "$scratch/shown")" 'case 2 of [0-9]+, checking races'
	is "it takes its words back before the verdict" "$(grep -n passed "$scratch/shown" | head -n 1 | sed 's/^[0-9]*:\x1b\[K//; s/\x1b[^m]*m//g')" \
		"01_kernels/add: passed"
	"$w" check --no-record "$solution" >"$scratch/shown" 2>&1
	unlike "into a file it writes the report alone" "$(cat "$scratch/shown")" 'compiling|case 2 of|[[:cntrl:]]\['
fi

tap_done
