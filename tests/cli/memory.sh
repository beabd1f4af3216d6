#!/bin/bash
# memory.sh - how much memory a virtual device has: a large array costs what is written of it, and a program that gets none is
# told of WARPBOOK_MEMORY.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1 XDG_CACHE_HOME="$scratch/cache"
unset WARPBOOK_MEMORY
cd "$scratch" || exit 99
cat >large.cu <<'END_OF_FILE'
#include <cstdio>
#include <cstdlib>
__global__ void set(char *x, size_t at) { x[at] = 7; }
__global__ void add(char *x, size_t at) { x[at] += 1; }
int main(int argc, char **argv)
{
	size_t bytes = (size_t)atoi(argv[1]) << 30, free_bytes, all;
	char *a = nullptr, *b = nullptr, last = 0;
	cudaDeviceProp p;
	cudaError_t e = cudaMalloc(&a, bytes);
	if (e)
		printf("%s\n", cudaGetErrorString(e));
	if (argc > 2 && argv[2][0] == 'q' && e)
		return 1;
	if ((e = cudaMalloc(&b, bytes)))
		printf("%s\n", cudaGetErrorString(e));
	cudaMemGetInfo(&free_bytes, &all);
	cudaGetDeviceProperties(&p, 0);
	set<<<1, 1>>>(b, bytes - 1);
	if (argc > 2)
		add<<<1, 1>>>(b, bytes / 2);
	if (!(e = cudaGetLastError()))
		e = cudaMemcpy(&last, b + bytes - 1, 1, cudaMemcpyDeviceToHost);
	printf("%d %s %d\n", last, cudaGetErrorString(e), free_bytes + 2 * bytes == all && all == p.totalGlobalMem);
	cudaFree(a);
	cudaFree(b);
	return e != cudaSuccess;
}
END_OF_FILE
compiler=$(compilers_due cudart simt | head -n 1)
if [ -z "$compiler" ] || ! WARPBOOK_COMPILER=$compiler "$WARPBOOK_BIN" cc -o large large.cu; then
	skip "memory of a device" "no compiler"
	tap_done
	exit
fi
is "arrays of 120 GiB, of which two pages are written" "$(ulimit -S -c 0; WARPBOOK_MEMORY=256G ./large 120 2>&1)" "7 no error 1"
like "what nothing has written is still found there" "$(WARPBOOK_MEMORY=64G ./large 30 read 2>&1 | joined)" \
	'reads.*nothing has written|uninitialised'
is "by default 64 GiB can be asked for" "$(./large 64 2>&1 | cut -d ' ' -f 1-3)" "7 no error"
cat >resident.cu <<'END_OF_FILE'
#include <cstdio>
#include <sys/resource.h>
__global__ void set(int *x) { x[threadIdx.x] = 1; }
int main()
{
	struct rusage r;
	int *x;
	cudaMalloc(&x, (size_t)2 << 30);
	set<<<1, 32>>>(x);
	cudaDeviceSynchronize();
	cudaFree(x);
	getrusage(RUSAGE_SELF, &r);
	printf("%s\n", r.ru_maxrss < 400 << 10 ? "small" : "large");
}
END_OF_FILE
WARPBOOK_COMPILER=$compiler "$WARPBOOK_BIN" cc -o resident resident.cu
is "an array of 2 GiB is not in memory" "$(./resident 2>/dev/null)" small

WARPBOOK_MEMORY=4G ./large 3 >out 2>err
like "the second does not fit" "$(cat out)" '^out of memory'
like "a null pointer with a large index is one" "$(joined <err)" 'writes through a null pointer, 3221225471 bytes after it'
like "its advice names the call" "$(joined <err)" 'cudaMalloc on line 15 got no memory: the device has 4 GiB in all'
like "and the setting" "$(joined <err)" 'WARPBOOK_MEMORY=6G gives it more'
like "a program that ends itself is told, too" "$(WARPBOOK_MEMORY=4G ./large 9 quit 2>&1 | joined)" \
	'cudaMalloc gets no memory.*WARPBOOK_MEMORY=9G'
WARPBOOK_JSON=$scratch/full.json WARPBOOK_MEMORY=4G ./large 9 quit >out 2>err
like "as a note" "$(tr -d '\n' <full.json)" '"kind": *"out-of-memory"'
sed 's/if (e)/if (0)/; s/if ((e = cudaMalloc(&b, bytes)))/if ((cudaMalloc(\&b, bytes), false))/' large.cu >dropped.cu
WARPBOOK_COMPILER=$compiler "$WARPBOOK_BIN" cc -o dropped dropped.cu
like "the error that a program drops has the setting, too" "$(WARPBOOK_MEMORY=4G ./dropped 3 2>&1 | joined)" 'WARPBOOK_MEMORY=6G'
cat >ignored.cu <<'END_OF_FILE'
int main()
{
	void *x;
	cudaMalloc(&x, (size_t)5 << 30);
	return 0;
}
END_OF_FILE
WARPBOOK_COMPILER=$compiler "$WARPBOOK_BIN" cc -o ignored ignored.cu
like "also where nothing uses the memory" "$(WARPBOOK_MEMORY=4G ./ignored 2>&1 | joined)" \
	'does not check it: out of memory.*WARPBOOK_MEMORY=5G'
like "a limit of the process is named" "$(ulimit -S -v 3000000; ./large 9 quit 2>&1 | joined)" \
	'out of memory.*no room.*|.*ulimit -v'
tap_done
