#!/bin/bash
# start_up.sh - the time that a program spends in the virtual machine's runtime before and after its own work, and the
# time to build it compared with the compiler alone. Prints medians in ms; asserts nothing.
# usage: start_up.sh [RUNS]
set -eu
runs=${1:-15}
warpbook=${WARPBOOK_BIN:?the program to measure}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_CACHE_HOME=$scratch/cache
cd "$scratch"

now() { date +%s%N; }
median() { sort -n | awk '{ v[NR] = $1 } END { printf "%.1f", v[int((NR + 1) / 2)] / 1000 }'; }
timed() { # runs command...
	local n=$1 t
	shift
	for _ in $(seq "$n"); do
		t=$(now)
		"$@" >/dev/null 2>&1 || true
		echo $((($(now) - t) / 1000))
	done | median
}

echo 'int main(void) { return 0; }' >plain.c
cc -O2 plain.c -o plain
echo 'int main() { return 0; }' >idle.cu
cat >launch.cu <<'END'
__global__ void twice(int *x) { *x *= 2; }
int main()
{
	int *x;
	cudaMallocManaged(&x, sizeof *x);
	*x = 21;
	twice<<<1, 1>>>(x);
	cudaDeviceSynchronize();
	int failed = *x != 42;
	cudaFree(x);
	return failed;
}
END
printf '%-10s %10s %10s %10s %12s %10s %14s\n' compiler 'plain C' idle 'a launch' 'run, cached' build 'compiler alone'
for c in nvcc $(compgen -c clang- | grep -x 'clang-[0-9]*' | sort -u); do
	command -v "$c" >/dev/null || continue
	"$warpbook" cc --compiler "$c" idle.cu -o idle
	"$warpbook" cc --compiler "$c" launch.cu -o launch
	"$warpbook" run --compiler "$c" launch.cu
	case $c in
	nvcc) alone=(nvcc -std=c++17 -g -lineinfo -gencode arch=compute_75,code=compute_75 -cudart none -c launch.cu -o alone.o) \
		;;
	*) alone=("$c" -x c++ -O2 -g plain.c -o alone) ;;
	esac
	printf '%-10s %10s %10s %10s %12s %10s %14s\n' "$c" "$(timed "$runs" ./plain)" "$(timed "$runs" ./idle)" \
		"$(timed "$runs" ./launch)" "$(timed "$runs" "$warpbook" run --compiler "$c" launch.cu)" \
		"$(timed 3 "$warpbook" cc --compiler "$c" launch.cu -o launch)" "$(timed 3 "${alone[@]}")"
done
