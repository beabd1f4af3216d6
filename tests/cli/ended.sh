#!/bin/bash
# ended.sh - however a program ends, what was found until then is in the documents and on stderr.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1 LC_ALL=C.UTF-8
cd "$scratch" || exit 99

cat >ends.cu <<'END'
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <unistd.h>
#include <cuda_runtime.h>
__global__ void over(int *x, int n) { x[threadIdx.x + n] = 1; }
int main(int argc, char **argv)
{
	const char *how = argv[1];
	int *x;
	cudaMalloc(&x, 128);
	if (argc > 2)
		over<<<1, 32>>>(x, atoi(argv[2]));
	cudaDeviceSynchronize();
	if (!strcmp(how, "store")) *(volatile int *)8 = 1;
	if (!strcmp(how, "abort")) abort();
	if (!strcmp(how, "exit")) exit(3);
	if (!strcmp(how, "_exit")) _exit(3);
	if (!strcmp(how, "quick_exit")) quick_exit(3);
	if (!strcmp(how, "term")) raise(SIGTERM);
	if (!strcmp(how, "divide")) raise(SIGFPE);
	if (!strcmp(how, "kill")) raise(SIGKILL);
	return 0;
}
END
compiler=$(compilers | tail -n 1)
kinds() { sqlite3 :memory: "select json_extract(value, '\$.kind') from json_each(readfile('found.json'), '\$.findings')"; }
for how in store abort exit _exit quick_exit term divide kill; do
	rm -f found.json found.sarif
	"$WARPBOOK_BIN" run --compiler "$compiler" --json=found.json --sarif=found.sarif ends.cu -- $how 8 >/dev/null 2>err
	is "$how: the finding as JSON" "$(kinds)" out-of-bounds
	is "as SARIF" "$(sqlite3 :memory: "select json_array_length(readfile('found.sarif'), '\$.runs[0].results')")" 1
	like "and on stderr" "$(joined <err)" 'writes x\[32\]'
done 2>/dev/null
cat >waits.cu <<'END'
#include <csignal>
#include <cuda_runtime.h>
__global__ void waits(volatile int *flag, int *out)
{
	__shared__ int s[64];
	s[threadIdx.x] = threadIdx.x;
	out[threadIdx.x] = s[63 - threadIdx.x];
	while (!*flag)
		;
}
int main()
{
	int *flag, *out;
	cudaMallocHost(&flag, sizeof *flag);
	cudaMalloc(&out, 64 * sizeof *out);
	*flag = 0;
	waits<<<1, 64>>>(flag, out);
	for (int i = 0; i < 4; i++)
		cudaStreamQuery(0);
	raise(SIGKILL);
}
END
rm -f found.json
"$WARPBOOK_BIN" run --compiler "$compiler" --json=found.json waits.cu >/dev/null 2>err
is "a kernel that waits for the host has told its race" "$(kinds)" data-race-shared
like "on stderr, too" "$(joined <err)" 's\[32\] is written on line 6'
rm -f found.json
"$WARPBOOK_BIN" run --compiler "$compiler" --json=found.json ends.cu -- kill >/dev/null 2>err
is "without a finding there is a document, too" "$(kinds; ls found.json)" found.json
"$WARPBOOK_BIN" run --compiler "$compiler" --json ends.cu -- store 8 >/dev/null 2>err
is "on stderr there is one document" "$(grep -c '"findings"' err)" 1
tap_done
