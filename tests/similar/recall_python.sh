#!/bin/bash
# recall_python.sh - recall.sh for answers in Python, disguised by disguise.py. The right answers are the programs ok_* and slow_*
# in tests/mutants: for each kernel of more than one line, the longest is copied.
#
# `VERBOSE=1` lists the copies that it does not find.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
due base child grade source ptx bench attempt python tests/similar/
export NO_COLOR=1
unset WARPBOOK_WORKSPACE WARPBOOK_DEVICE
w=$WARPBOOK_BIN here=$TESTS_DIR/similar python=${WARPBOOK_PYTHON:-/usr/bin/python3}
if ! "$w" doctor python | grep -q '^ok  *python' || ! "$python" -c 'from ast import unparse' || ! command -v jq >/dev/null; then
	skip "disguised copies in Python" "Numba, Python 3.9 or jq is not here"
	tap_done
fi
cd "$scratch" || exit 99

copied='
02_grids/row_sums
05_shared_memory/add_shared
05_shared_memory/smooth
07_atomics/atomic_max_shared
10_matmul/batched_matvec
10_matmul/matmul_tiled
12_stencils/heat_step
12_stencils/integration_2d
'
for id in $copied; do
	exercise=${id#*/}
	set -- "$TESTS_DIR/mutants/$id"/ok_*.py "$TESTS_DIR/mutants/$id"/slow_*.py
	for file; do [ -f "$file" ] && echo "$file"; done >answers
	base=$(xargs wc -c <answers | grep -v total | sort -rn | head -1 | sed 's/^ *[0-9]* //')
	echo "$id $(basename "$base" .py)" >>bases
	for name in $("$python" "$here/disguise.py"); do
		while read -r file; do
			mkdir -p "$name/$(basename "$file" .py)"
			cp "$file" "$name/$(basename "$file" .py)/$exercise.py"
		done <answers
		mkdir -p "$name/a_copy"
		"$python" "$here/disguise.py" "$name" "$exercise" <"$base" >"$name/a_copy/$exercise.py" ||
			rm "$name/a_copy/$exercise.py"
	done
done
for name in $("$python" "$here/disguise.py"); do
	"$w" similar "$name" --layout folders --all --json >"$name.json"
	jq -r --arg name "$name" '.exercises[] | .exercise as $e | .pairs[] | [$name, $e, .a.student, .b.student, .alike, (.words // -1), (.code // -1),
		.a.compiled] | @tsv' "$name.json"
done >pairs
awk -F '\t' -f "$here/count.awk" bases pairs >counts
read -r good n short alarms others <counts
sort by_disguise
[ -z "$VERBOSE" ] || sort missed
[ ! -f alarms ] || sort alarms | head -20
echo "# recall in Python: $good of $n disguised copies, $short of them too short to tell; false alarms: $alarms of $others pairs of independent answers"
ok "there are disguises enough" [ "$n" -ge 100 ]
ok "few copies are too short to tell" [ $((short * 10)) -le "$n" ]
is "no independent answers are reported as alike" "$alarms" 0
ok "of the others at least 95 of 100 disguised copies are" [ $((good * 100)) -ge $(((n - short) * 95)) ]
tap_done
