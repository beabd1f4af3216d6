#!/bin/bash
# simulator.sh - kernels in Python under Numba's simulator, and under `warpbook run` with all checks, one after the other.
#
# Prints, per kernel, milliseconds by the clock: of the kernel alone (its data are on the device, and it is compiled), of a whole
# program that launches it once, and how many times faster warpbook is; and the kernel's processor time, which other work of the machine
# changes less. warpbook's are the medians of seven launches, and of three programs; the last two columns are the processor time of a
# kernel whose native translation is in the cache, as after a run that took a second or more. The simulator runs each once: the largest
# product takes it minutes.
# usage: simulator.sh [TASK SIZE]...
set -eu
warpbook=${WARPBOOK_BIN:?the program to measure}
here=$(cd "$(dirname "$0")" && pwd)
python=${WARPBOOK_PYTHON:-/usr/bin/python3}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_CACHE_HOME=$scratch
[ $# -gt 0 ] || set -- product 64 product 128 product 256 maximum 65536 smooth 128
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

# whole PROGRAM...: its output, and the milliseconds that it took
whole() {
	local start=$EPOCHREALTIME said

	said=$("$@" 2>/dev/null) || { echo "simulator.sh: $* fails" >&2; exit 1; }
	awk -v a="$start" -v b="$EPOCHREALTIME" -v said="$said" 'BEGIN { print said, (b - a) * 1000 }'
}

printf '%-18s %12s %12s %8s %12s %12s %8s %12s %12s %12s %8s\n' kernel 'simulator ms' 'warpbook ms' times 'processor' \
	"warpbook's" times 'whole' "warpbook's" 'translated' times
while [ $# -gt 1 ]; do
	read -r _ _ kernel processor all < <(NUMBA_ENABLE_CUDASIM=1 whole "$python" "$here/simulator.py" "$1" "$2" 1)
	read -r _ _ own_kernel own_processor _ < <(whole "$warpbook" run "$here/simulator.py" "$1" "$2" 7)
	own_all=$(for _ in 1 2 3; do whole "$warpbook" run "$here/simulator.py" "$1" "$2" 1 | awk '{ print $NF }'; done | median)
	WARPBOOK_NATIVE=always whole "$warpbook" run "$here/simulator.py" "$1" "$2" 1 >/dev/null
	read -r _ _ _ translated _ < <(whole "$warpbook" run "$here/simulator.py" "$1" "$2" 7)
	awk -v t="$translated" -v name="$1 $2" -v s="$kernel" -v w="$own_kernel" -v sp="$processor" -v wp="$own_processor" \
		-v sa="$all" -v wa="$own_all" \
		'BEGIN { printf "%-18s %12.1f %12.2f %8.0f %12.1f %12.2f %8.0f %12.0f %12.0f %12.2f %8.0f\n", name, s * 1000, w * 1000, s / w, sp * 1000, wp * 1000, sp / wp, sa, wa, t * 1000, sp / t }'
	shift 2
done
