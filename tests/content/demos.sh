#!/bin/bash
# demos.sh - every exercise's solution has a demo: `warpbook demo EX` ends in time, fits 80 columns, and has figures. Those run whose
# exercise or demo changed, and all if the engine did (provers, in tap.sh).
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export WARPBOOK_WORKSPACE="$scratch/none" WARPBOOK_COMPILER=clang NO_COLOR=1 LC_ALL=C.UTF-8
w=$WARPBOOK_BIN
needs_toolkit=" 10_matmul/gemm_cublas 15_libraries/group_sums 15_libraries/block_sort "

n=0
"$w" demo --json >"$scratch/list"
for id in $(sqlite3 :memory: "select value from json_each(readfile('$scratch/list'), '\$.exercises')"); do
	n=$((n + 1))
	[ -n "$(provers $n "\(\(exercises\|solutions\)/$id[/.]\|src/cmd/inspect/demo\|src/lesson/\)" clang)" ] || continue
	if ! timeout 600 "$w" demo "$id" --plain >"$scratch/out" 2>"$scratch/err" </dev/null; then
		case $needs_toolkit in
		*" $id "*) grep -q 'cannot find\|not installed\|not found' "$scratch/err" &&
			skip "$id" "needs CUDA's headers" && continue ;;
		esac
	fi
	ok "$id is shown" test ! -s "$scratch/err"
	is "$id: in 80 columns" "$(grep -c '.\{81\}' "$scratch/out")" 0
	like "$id: with its time" "$(cat "$scratch/out")" ' time +[0-9.]+ ?[kM]? microseconds modelled'
done
tap_done
