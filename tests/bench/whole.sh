#!/bin/bash
# whole.sh - what whole programs cost, also those that are not to the virtual machine's liking: contended atomics, races and
# their right siblings, many small operations, barriers of the grid, and programs of tests/programs.
#
# Per program of whole.txt, the medians of ROUNDS runs, in milliseconds of processor time (c) or by the clock (w):
#	compile   `warpbook cc`, once
#	native    on one core without checks, its kernels compiled for this machine beforehand; "-": none was
#	made      what it costs to compile them during the first run
#	none      on one core without checks, all interpreted; all: with all checks
#	2 w       with all checks on two cores
#	MiB       the most memory with all checks, on one core
# and as ratios of the same round:
#	all/none  processor time of all checks over none, one core
#	2 cores   wall time of one core over two, all checks
#	wrong     processor time of a program with a mistake over its right sibling's, all checks, one core
# Then how many programs keep to the aims. A program of nothing takes about 5 ms, which are not taken off.
# usage: whole.sh [ROUNDS [NAME...]]
set -eu
rounds=${1:-3}
[ $# -eq 0 ] || shift
warpbook=${WARPBOOK_BIN:?the program to measure}
tests=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
limit=${WARPBOOK_BENCH_SECONDS:-300}

# "PROCESSOR WALL MEMORY" in milliseconds and MiB of a command, whose children count too.
usage='
import resource, subprocess, sys, time
begin, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN) # a wrapper that started this Python had children too
try:
	subprocess.run(sys.argv[2:], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=float(sys.argv[1]))
except subprocess.TimeoutExpired:
	pass
u = resource.getrusage(resource.RUSAGE_CHILDREN)
print(round((u.ru_utime - before.ru_utime + u.ru_stime - before.ru_stime) * 1000), round((time.monotonic() - begin) * 1000), u.ru_maxrss // 1024)'
measured() {
	python3 -c "$usage" "$limit" "$@"
}

# The same of a program with these checks on so many threads, interpreted.
run() {
	WARPBOOK_NATIVE=never WARPBOOK_CHECK=$1 WARPBOOK_VM_THREADS=$2 measured "${@:3}"
}

# "NATIVE MADE": its processor time with kernels for this machine, and how much more it takes to make them; "- -": it has none.
native() {
	local first again

	rm -rf "$scratch/cache"
	set -- env WARPBOOK_NATIVE=always WARPBOOK_NATIVE_HELPER="$warpbook" XDG_CACHE_HOME="$scratch/cache" WARPBOOK_CHECK=none \
		WARPBOOK_VM_THREADS=1 "$@"
	first=$(measured "$@")
	again=$(measured "$@")
	if [ "$(find "$scratch/cache" -type f 2>/dev/null)" ]; then
		echo "${again%% *} $((${first%% *} - ${again%% *}))"
	else
		echo "- -"
	fi
}

# Builds each source once; its processor time is in NAME.took.
program_of() {
	local made=$scratch/${1//\//_}

	[ -x "$made" ] || measured "$warpbook" cc -O2 "$tests/$1" -o "$made" >"$made.took"
	[ -x "$made" ] && echo "$made"
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

# Lines of "NAME SIBLING ROUND compile native made", and of each run with none, all, and all on two cores its processor time, wall time, memory.
measure() {
	local name source arguments sibling made took

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
		read -r took _ <"$made.took"
		for round in $(seq "$rounds"); do
			echo "$name $sibling $round $took $(native "$made" $arguments) $(run none 1 "$made" $arguments) $(run \
				all 1 "$made" $arguments) $(run all 2 "$made" $arguments)"
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
function show(    k) {
	if (name == "")
		return
	if (!shown++)
		printf "%-16s %8s %8s %8s %8s %8s %8s %8s %8s %8s %6s %9s %8s %8s\n", "ms", "compile", "native c", "made c", "none c", "none w",
			"all c", "all w", "2 c", "2 w", "MiB", "all/none", "2 cores", "wrong"
	printf "%-16s", name
	for (k = 1; k <= 9; k++)
		printf " %8s", median(took[k])
	cost = median(ratio); faster = median(two)
	printf " %6d %9.2f %8.2f", median(took[10]), cost, faster
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
BEGIN { split("4 5 6 7 8 10 11 13 14 12", field, " ") }
{
	if ($1 != name) {
		show()
		name = $1; sibling = $2; ratio = two = wrong = ""
		for (k = 1; k <= 10; k++)
			took[k] = ""
	}
	for (k = 1; k <= 10; k++)
		took[k] = took[k] " " $field[k]
	ratio = ratio " " over($10, $7)
	two = two " " over($11, $14)
	of[$1, $3] = $10
	if (($2, $3) in of)
		wrong = wrong " " over($10, of[$2, $3])
}
END {
	show()
	printf "all checks cost at most 1.5 times: %d of %d, over 3 times: %d; two cores are 1.7 times as fast: %d of %d; a mistake costs at most twice its right sibling: %d of %d\n",
		good, n, bad, good_two, n, good_wrong, nwrong
}'
