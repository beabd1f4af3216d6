#!/bin/bash
# numba_suite.sh - Numba's own tests of numba.cuda on the virtual machine, file by file. By hand: it takes a quarter of an hour.
#
#	numba_suite.sh [FOLDER | FOLDER/test_file]...    by default cudadrv, cudapy, doc_examples and nocuda
#
# Writes a line for each test to numba_suite.log in the build folder, and the counts of each folder to standard output.
# numba_reasons.txt gives the reasons of tests that are known to fail.
python=${WARPBOOK_PYTHON:-/usr/bin/python3}
here=${TESTS_DIR:?}/python
log=${BUILD_DIR:?}/numba_suite.log
tests=$("$python" -c 'import importlib.util as u; print(u.find_spec("numba").submodule_search_locations[0])')/cuda/tests ||
	exit 77
export WARPBOOK_PYTHON=$python WARPBOOK_CHECK=${WARPBOOK_CHECK:-all} NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS=1 \
	WARPBOOK_SECONDS=${WARPBOOK_SECONDS:-250}
: >"$log"
[ $# -gt 0 ] || set -- cudadrv cudapy doc_examples nocuda
for what; do
	case $what in
	*/*) files=$what ;;
	*) files=$(cd "$tests" && ls "$what"/test_*.py | sed 's/\.py$//') ;;
	esac
	for file in $files; do
		nice timeout -k 5 "${SUITE_SECONDS:-300}" "${WARPBOOK_BIN:?}" run --devices "${SUITE_DEVICES:-1}" \
			"$here/numba_suite.py" -- "$file" \
			>"$log.one" 2>"$log.err" </dev/null
		status=$?
		cat "$log.one" >>"$log"
		[ $status -eq 0 ] || echo "error $(echo "$file" | tr / .) # the file ended with status $status" >>"$log"
	done
done
awk -v reasons="$here/numba_reasons.txt" '
BEGIN { while ((getline line < reasons) > 0) if (line !~ /^#/ && split(line, w, " ")) known[w[1]] = 1 }
!/^(ok|skip|fail|error) / { next }
{ split($2, part, "."); f = part[1]; seen[f] = 1 }
$1 == "ok" { ok[f]++ }
$1 == "skip" { skip[f]++ }
($1 == "fail" || $1 == "error") && !(f SUBSEP $2 in bad) { bad[f, $2] = 1; if ($2 in known) reason[f]++; else { open[f]++; print "no reason: " $0 } }
END { for (f in seen) printf "%s: %d passed, %d skipped by Numba, %d with a reason, %d without\n", f, ok[f], skip[f], reason[f], open[f] }
' "$log"
