#!/bin/bash
# checked.sh - the cost of all checks for whole programs: processor seconds (user and system) of a run with
# all checks compared with a run without, alternately, as ratios of pairs of runs.
#
# Prints, per program, the median of each and the median of the ratios. WARPBOOK_VM_THREADS=1 by default, so
# that no figure includes the waiting of a second thread.
# usage: checked.sh [ROUNDS [PROGRAM...]], a program as "naive 512" of checked.cu or a name of tests/programs
set -eu
rounds=${1:-5}
[ $# -eq 0 ] || shift
warpbook=${WARPBOOK_BIN:?the program to measure}
top=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export WARPBOOK_VM_THREADS=${WARPBOOK_VM_THREADS:-1}
[ $# -gt 0 ] || set -- 'naive 512' 'naive 1024' 'naive_managed 512' 'tiled 512' 'tiled 1024' 'reduction 2097152' 'scan 1048576' \
	'histogram 8388608' 'stencil 1024' 'sparse 131072' 'transpose 512' 'scatter 262144' \
	bfs bitonic_sort conjugate_gradient convolution jacobi kmeans_cublas life matmul_tiled nbody radix_sort stencil3d \
		transpose

# The processor seconds of the children of this shell that ran `seconds CHECKS PROGRAM ARGUMENT...`, in milliseconds.
seconds() {
	local checks=$1

	shift
	TIMEFORMAT='%U %S'
	{ time WARPBOOK_CHECK=$checks "$@" >"$scratch/out" 2>"$scratch/err"; } 2>&1 | awk '{ printf "%d\n", ($1 + $2) * 1000 }'
}
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

"$warpbook" cc -O2 "$top/tests/bench/checked.cu" -o "$scratch/checked"
printf '%-24s %12s %12s %8s\n' program 'none ms' 'all ms' ratio
for program in "$@"; do
	case $program in
	*' '*) run="$scratch/checked $program" ;;
	*)
		"$warpbook" cc -O2 "$top/tests/programs/$program.cu" -o "$scratch/$program" >"$scratch/out" 2>&1 || continue
		run=$scratch/$program
		;;
	esac
	: >"$scratch/none"; : >"$scratch/all"; : >"$scratch/ratio"
	for round in $(seq "$rounds"); do
		none=$(seconds none $run)
		all=$(seconds all $run)
		if [ -s "$scratch/err" ]; then
			cat "$scratch/err" >&2
		fi
		echo "$none" >>"$scratch/none"
		echo "$all" >>"$scratch/all"
		echo $((all * 1000 / (none ? none : 1))) >>"$scratch/ratio"
	done
	awk -v p="$program" -v n="$(median <"$scratch/none")" -v a="$(median <"$scratch/all")" \
		-v r="$(median <"$scratch/ratio")" \
		'BEGIN { printf "%-24s %12d %12d %8.2f\n", p, n, a, r / 1000 }'
done
