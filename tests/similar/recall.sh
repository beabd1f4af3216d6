#!/bin/bash
# recall.sh - does `warpbook similar` find copies that were disguised (disguise.lua), and not report right answers that were
# written independently? For each disguise there is a class: an answer, its disguised copy, and the other answers of
# tests/mutants.
#
# `VERBOSE=1` lists the copies that it does not find.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
due base child grade source ptx bench attempt tests/similar/
export NO_COLOR=1 WARPBOOK_COMPILER=clang
unset WARPBOOK_WORKSPACE WARPBOOK_DEVICE
w=$WARPBOOK_BIN here=$TESTS_DIR/similar
lua=$(command -v lua5.4 || command -v lua-5.4 || command -v lua54 || command -v lua)
if ! has_compiler clang || [ -z "$lua" ] || ! command -v jq >/dev/null; then
	skip "disguised copies" "clang, lua or jq is not here"
	tap_done
fi
cd "$scratch" || exit 99

# Kernels, and two whole programs. The longest answer is copied.
copied='
02_grids/flip_image
03_warps/divergent_branch
03_warps/mandelbrot
04_global_memory/aos_to_soa
04_global_memory/row_vs_column_sum
04_global_memory/transpose_naive
05_shared_memory/convolve_1d
05_shared_memory/pooling
05_shared_memory/smooth
05_shared_memory/transpose_tiled
07_atomics/histogram
08_reduce_scan/argmax
08_reduce_scan/compact
08_reduce_scan/dot
10_matmul/batched_matvec
12_stencils/game_of_life
06_host_memory/constant_filter
09_streams/chunked_pipeline
'
for name in $("$lua" "$here/disguise.lua"); do
	for exercise in $copied; do
		for file in "$TESTS_DIR/mutants/$exercise"/ok_*.cu; do
			mkdir -p "$name/$(basename "$file" .cu)"
			cp "$file" "$name/$(basename "$file" .cu)/${exercise#*/}.cu"
		done
		base=$(wc -c "$TESTS_DIR/mutants/$exercise"/ok_*.cu | grep -v total | sort -rn | head -1 | sed 's/^ *[0-9]* //')
		mkdir -p "$name/a_copy"
		echo "$exercise $(basename "$base" .cu)" >>bases
		entry=$(sed -n "s/.*\(kernel\|entry\) *= *\"\([a-z_0-9]*\)\".*/\2/p" "$TESTS_DIR/../exercises/$exercise.lua" |
			head -1)
		"$lua" "$here/disguise.lua" "$name" "${entry:-${exercise#*/}}" <"$base" >"$name/a_copy/${exercise#*/}.cu" ||
			rm "$name/a_copy/${exercise#*/}.cu"
	done
	"$w" similar "$name" --layout folders --all --json >"$name.json"
	jq -r --arg name "$name" '.exercises[] | .exercise as $e | .pairs[] | [$name, $e, .a.student, .b.student, .alike, (.words // -1), (.code // -1),
		.a.compiled] | @tsv' "$name.json"
done >pairs
awk -F '\t' -f "$here/count.awk" bases pairs >counts
read -r good n short alarms others <counts
sort by_disguise
[ -z "$VERBOSE" ] || sort missed
[ ! -f alarms ] || sort alarms | head -20
echo "# recall: $good of $n disguised copies, $short of them too short to tell; false alarms: $alarms of $others pairs of independent answers"
ok "there are disguises enough" [ "$n" -ge 300 ]
ok "few copies are too short to tell" [ $((short * 10)) -le "$n" ]
is "no independent answers are reported as alike" "$alarms" 0
ok "of the others at least 95 of 100 disguised copies are" [ $((good * 100)) -ge $(((n - short) * 95)) ]
tap_done
