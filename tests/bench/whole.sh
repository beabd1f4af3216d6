#!/bin/bash
# whole.sh - what whole programs cost, also those that are not to the virtual machine's liking: contended atomics, races and
# their right siblings, many small operations, barriers of the grid, and programs of tests/programs.
#
# Per program of whole.txt, the medians of ROUNDS runs: processor and wall seconds (c and w) with no and with all checks on one
# core, with all on two; and as ratios of the same round:
#	all/none  processor time of all checks over none, one core
#	2 cores   wall time of one core over two, all checks
#	wrong     processor time of a program with a mistake over its right sibling's, all checks, one core
# Then how many programs keep to the aims. The time that a program takes for nothing, about 10 ms, is not taken off.
# usage: whole.sh [ROUNDS [NAME...]]
set -eu
rounds=${1:-3}
[ $# -eq 0 ] || shift
warpbook=${WARPBOOK_BIN:?the program to measure}
tests=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
limit=${WARPBOOK_BENCH_SECONDS:-300}

# "PROCESSOR WALL" in milliseconds of a program with these checks on so many threads.
run() {
	local checks=$1 threads=$2

	shift 2
	TIMEFORMAT='%U %S %R'
	{ time WARPBOOK_CHECK=$checks WARPBOOK_VM_THREADS=$threads timeout "$limit" "$@" >"$scratch/out" 2>"$scratch/err" || true; } 2>&1 |
		awk '{ printf "%d %d", ($1 + $2) * 1000 + 0.5, $3 * 1000 + 0.5 }'
}

# Builds each source once.
program_of() {
	local made=$scratch/${1//\//_}

	[ -x "$made" ] || "$warpbook" cc -O2 "$tests/$1" -o "$made" >"$scratch/out" 2>"$scratch/err" || return 1
	echo "$made"
}

wanted() {
	local name=$1

	shift
	[ $# -eq 0 ] && return 0
	for one in "$@"; do
		[ "$one" = "$name" ] && return 0
	done
	return 1
}

# Lines of "NAME SIBLING ROUND none-cpu none-wall all-cpu all-wall two-cpu two-wall".
measure() {
	local name source arguments sibling made

	while read -r name source arguments; do
		case $name in ''|'#'*) continue ;; esac
		sibling=-
		case $arguments in
		*'~ '*) sibling=${arguments##*~ }; arguments=${arguments%%~*} ;;
		esac
		wanted "$name" "$@" || continue
		if ! made=$(program_of "$source"); then
			echo "$name does not build" >&2
			continue
		fi
		for round in $(seq "$rounds"); do
			echo "$name $sibling $round $(run none 1 "$made" $arguments) $(run all 1 "$made" $arguments) $(run all 2 "$made" $arguments)"
		done
	done <"$tests/bench/whole.txt"
}

measure "$@" | awk '
function median(list,    n, v, i, j, t) {
	n = split(list, v, " ")
	for (i = 2; i <= n; i++)
		for (j = i; j > 1 && v[j - 1] + 0 > v[j] + 0; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
	return v[int((n + 1) / 2)]
}
function over(a, b) { return sprintf("%.3f", (a ? a : 1) / (b ? b : 1)) }
function show() {
	if (name == "")
		return
	if (!shown++)
		printf "%-16s %8s %8s %8s %8s %8s %8s %9s %8s %8s\n", "ms", "none c", "none w", "all c", "all w", "2 c", "2 w", "all/none", "2 cores", "wrong"
	printf "%-16s", name
	for (k = 1; k <= 6; k++)
		printf " %8d", median(took[k])
	cost = median(ratio); faster = median(two)
	printf " %9.2f %8.2f", cost, faster
	if (sibling != "-" && wrong != "")
		printf " %8.2f", median(wrong)
	printf "\n"
	fflush()
	if (sibling != "-") {
		nwrong++; good_wrong += median(wrong) <= 2
	} else {
		n++; good += cost <= 1.5; bad += cost > 3; good_two += faster >= 1.7
	}
}
{
	if ($1 != name) {
		show()
		name = $1; sibling = $2; ratio = two = wrong = ""
		for (k = 1; k <= 6; k++)
			took[k] = ""
	}
	for (k = 1; k <= 6; k++)
		took[k] = took[k] " " $(k + 3)
	ratio = ratio " " over($6, $4)
	two = two " " over($7, $9)
	of[$1, $3] = $6
	if (($2, $3) in of)
		wrong = wrong " " over($6, of[$2, $3])
}
END {
	show()
	printf "all checks cost at most 1.5 times: %d of %d, over 3 times: %d; two cores are 1.7 times as fast: %d of %d; a mistake costs at most twice its right sibling: %d of %d\n",
		good, n, bad, good_two, n, good_wrong, nwrong
}'
