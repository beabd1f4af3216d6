#!/bin/bash
# run.sh - `warpbook run`: builds a program from its sources and runs it to its end as the program itself
# would run; for nvcc, and the oldest and the newest clang, and without nvcc in PATH.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1 XDG_CACHE_HOME="$scratch/cache"
unset WARPBOOK_COMPILER WARPBOOK_CHECK WARPBOOK_JSON WARPBOOK_DEVICES
w=$WARPBOOK_BIN
programs=$TESTS_DIR/toolchain/programs
mkdir "$scratch/work"
cd "$scratch/work" || exit 99

clangs=$(for v in $(seq 14 39); do command -v "clang-$v" >/dev/null && echo "clang-$v"; done)
compilers=$(compilers_due toolchain cudart)

status() { "$@" >"$scratch/out" 2>"$scratch/err" </dev/null; echo $?; }
run() { status "$w" run --compiler "$c" "$@"; }
out() { cat "$scratch/out"; }
err() { cat "$scratch/err"; }
# Without the line that a profile has something to say.
found() { grep -v -e "says why and where$" -e "^$" "$scratch/err"; }
kinds() { sed -n 's/^ *"kind": "\(.*\)",$/\1/p' found.json | sort | tr '\n' ' '; }

cat >self.cu <<'END'
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <csignal>
__global__ void twice(int *x) { *x *= 2; }
int main(int argc, char **argv)
{
	int *x, line = 0;
	if (argc > 1 && !strcmp(argv[1], "signal"))
		raise(SIGTERM);
	if (argc > 1 && !strcmp(argv[1], "cat"))
		while ((line = getchar()) != EOF)
			putchar(line);
	cudaMallocManaged(&x, sizeof *x);
	*x = 21;
	twice<<<1, 1>>>(x);
	cudaDeviceSynchronize();
	for (int i = 1; i < argc; i++)
		printf("[%s]", argv[i]);
	printf("%d\n", *x);
	cudaFree(x);
	return argc > 1 ? atoi(argv[1]) : 0;
}
END
sed 's/\*x \*= 2/x[1] = 2/' self.cu >over.cu
cat >pinned.cu <<'END'
#include <cuda_runtime.h>
int main()
{
	float *a, *b, *d;
	cudaStream_t s;
	cudaMallocHost(&a, 4000); cudaHostAlloc(&b, 4000, cudaHostAllocDefault);
	cudaMalloc(&d, 4000);
	cudaStreamCreate(&s);
	for (int i = 0; i < 1000; i++) a[i] = b[i] = 1;
	cudaMemcpyAsync(d, a, 4000, cudaMemcpyHostToDevice, s);
	a[0] = 2;
	cudaStreamSynchronize(s);
	cudaFreeHost(a); cudaFreeHost(b); cudaFree(d); cudaStreamDestroy(s);
}
END
cat >endless.cu <<'END'
#include <cstdlib>
#include <unistd.h>
__global__ void counts(volatile unsigned *n)
{
	unsigned unwritten = n[1];
	while (n[0] != 1)
		n[0] = n[0] + 2;
	n[2] = 3 * unwritten;
}
int main(int argc, char **argv)
{
	unsigned *n;
	cudaMalloc(&n, 64);
	cudaMemset(n, 0, 4);
	if (argc > 1)
		cudaMemset(n, 0, 65);
	if (argc > 1 && *argv[1] == 'a')
		abort();
	if (argc > 1)
		sleep(60);
	counts<<<1, 1>>>(n);
	cudaDeviceSynchronize();
}
END
cat >warmup.cu <<'END'
__global__ void twice(float *d, const float *s) { d[threadIdx.x] = 2 * s[threadIdx.x]; }
int main()
{
	float *s, *d;
	cudaMalloc(&s, 32 * sizeof *s);
	cudaMalloc(&d, 32 * sizeof *d);
	twice<<<1, 32>>>(d, s);
	for (int i = 0; i < 2; i++)
		twice<<<1, 32>>>(d, s);
	cudaDeviceSynchronize();
	cudaFree(s);
	cudaFree(d);
}
END
cat >many.cu <<'END'
__global__ void many(int *x) { x[blockIdx.x % 1024 * 64 + threadIdx.x] = 1; }
int main(int argc, char **)
{
	int *x;
	if (argc > 1)
		return 0;
	cudaMalloc(&x, 1024 * 64 * sizeof *x);
	many<<<1 << 30, 64>>>(x);
	cudaDeviceSynchronize();
}
END
touch -d '1 hour ago' ./*

for c in $compilers; do
	for p in "$programs"/*.cu; do
		name=$(basename "$p" .cu)
		is "$c: $name ends with 0" "$(run "$p"; found)" 0
		ok "$c: and prints what it should" diff "$programs/$name.expected" "$scratch/out"
	done
	is "$c: the exit status is the program's" "$(run self.cu -- 7 --json 'a b')" 7
	is "$c: and so are its arguments" "$(out)" "[7][--json][a b]42"
	is "$c: and standard input" "$(echo hello | "$w" run --compiler "$c" self.cu -- cat)" "$(printf 'hello\n[cat]42')"
	"$w" run --compiler "$c" self.cu -- signal 2>/dev/null
	is "$c: and signals" $? 143
	run endless.cu -- abort >/dev/null
	timeout -s INT 4 "$w" run --compiler "$c" --json=found.json endless.cu 2>"$scratch/err"
	is "$c: an interrupt in a kernel: what was found until then" \
	   "$(err | tr -d '|\n' | tr -s ' ' | grep -o 'still runs on line 6\|n\[1\], which nothing has' | sort | tr '\n' '|')" \
	   'n[1], which nothing has|still runs on line 6|'
	unlike "$c: and no claim that its first block never ends" "$(err)" 'does not end'
	is "$c: and a whole document" "$(kinds)" 'hang uninitialised-read '
	run many.cu -- built >/dev/null
	WARPBOOK_VM_THREADS=2 timeout -s INT 5 "$w" run --compiler "$c" --json=found.json many.cu 2>"$scratch/err"
	like "$c: a kernel of many short blocks is not called endless" "$(kinds) $(err)" \
	     '^ warpbook: kernel `many` is stopped: [1-9][0-9]{2,} of [0-9]+ blocks done; launched at .*many.cu:8$'
	for how in abort sleep; do
		rm -f found.json
		timeout 4 "$w" run --compiler "$c" --json=found.json endless.cu -- $how 2>"$scratch/err"
		is "$c: the same at the host's $how, by a signal" "$? $(kinds)" \
		   "$([ $how = abort ] && echo 134 || echo 124) copy-bounds "
	done
	before=$(date +%s%N); run self.cu >/dev/null; after=$(date +%s%N)
	ok "$c: an unchanged program starts at once (it took $(((after - before) / 1000000)) ms)" test $((after - before)) \
		-lt 700000000
	run --json=found.json warmup.cu >/dev/null
	is "$c: an array that nothing fills is one mistake, a warm-up or not" "$(kinds)" 'uninitialised-read '
	is "$c: a finding leaves the exit status" "$(run over.cu)" 0
	like "$c: and names the line" "$(err)" ' 5 \|'
	is "$c: without checks nothing but faults is reported" "$(run --check none self.cu; err)" 0
	run over.cu --json="$scratch/found.json" >/dev/null
	like "$c: the findings as JSON" "$(cat "$scratch/found.json")" '"line": 5'
	run pinned.cu >/dev/null
	like "$c: the host writes what is being copied" "$(err)" '11 \|'
	unlike "$c: and of two pinned arrays from one line the other is not named" "$(err)" 'of b while'
done

# ---- what makes it build anew ------------------------------------------------------------------
c=$(echo "$compilers" | tail -n 1)
printf '#include "n.h"\n#include <cstdio>\nint main() { printf("%%d %%d\\n", N, M); }\n' >inc.cu
echo '#define N 1' >n.h
touch -d '1 hour ago' n.h inc.cu
is "a program with a header" "$(run -DM=1 inc.cu; out)" "$(printf '0\n1 1')"
built=$(ls -i "$XDG_CACHE_HOME"/warpbook/programs | sort | md5sum)
run -DM=1 inc.cu >/dev/null
is "is built once" "$(ls -i "$XDG_CACHE_HOME"/warpbook/programs | sort | md5sum)" "$built"
cp "$w" "$scratch/changed"
touch "$scratch/changed"
is "also by a warpbook whose engine changed" "$("$scratch/changed" run --compiler "$c" -DM=1 inc.cu)" "1 1"
is "which does not build it again" "$(ls -i "$XDG_CACHE_HOME"/warpbook/programs | sort | md5sum)" "$built"
echo '#define N 2' >n.h
is "anew when its header changes" "$(run -DM=1 inc.cu; out)" "$(printf '0\n2 1')"
is "anew with other options" "$(run -DM=3 inc.cu; out)" "$(printf '0\n2 3')"
for f in "$XDG_CACHE_HOME"/warpbook/programs/*; do case $f in *.*) ;; *) : >"$f" ;; esac; done
is "again if the cache is damaged" "$(run -DM=3 inc.cu; out)" "$(printf '0\n2 3')"
printf 'int main() { return 3 }\n' >inc.cu
is "an error after that is reported" "$(run -DM=3 inc.cu)" 1
like "with its line" "$(err)" "^inc.cu:1: error"

# ---- a budget of instructions -----------------------------------------------------------------------
cat >long.cu <<'END'
#include <cstdio>
__global__ void long_loop(unsigned *out, unsigned n)
{
	unsigned x = 1;
	for (unsigned i = 0; i < n; i++)
		x = x * 1664525u + 1013904223u;
	*out = x;
}
int main()
{
	unsigned *d;
	cudaMalloc(&d, sizeof *d);
	long_loop<<<1, 1>>>(d, 100000);
	cudaError_t e = cudaDeviceSynchronize();
	printf("%s\n", cudaGetErrorName(e));
	cudaFree(d);
	return e != cudaSuccess;
}
END
is "WARPBOOK_INSTRUCTIONS ends a kernel that needs more" "$(WARPBOOK_INSTRUCTIONS=1000 run --json=found.json long.cu; out)" \
	"$(printf '1\ncudaErrorLaunchTimeout')"
is "as a kernel that hangs" "$(kinds)" "hang "
like "and is named as what to raise" "$(err | tr -s ' \n' ' ' | sed 's/ | //g')" "after 1000 instructions.*WARPBOOK_INSTRUCTIONS"
is "a kernel within it is left alone" "$(WARPBOOK_INSTRUCTIONS=100000000 run long.cu; out; err | grep -c " error")" \
	"$(printf "0\ncudaSuccess\n0")"

# ---- without --------------------------------------------------------------------------------------
mkdir bin
for tool in $(echo "$clangs" | tail -n 1) ld as nm gcc g++ addr2line sh; do
	[ -x "$(command -v "$tool")" ] && ln -s "$(command -v "$tool")" bin/
done
if [ -n "$clangs" ]; then
	is "without nvcc in PATH clang does it" "$(PATH=$PWD/bin CUDA_HOME=/nonexistent status "$w" run self.cu; err)" 0
	is "and the program runs" "$(out)" 42
fi
cat >counted.cu <<'END'
__global__ void mark(int *x) { x[threadIdx.x] = 1; }
int main()
{
	int *x;
	cudaMalloc(&x, 128);
	for (int i = 0; i < 3; i++)
		mark<<<1, 32>>>(x);
	cudaDeviceSynchronize();
	return cudaFree(x);
}
END
is "--counters changes no exit status" "$(run --counters counted.cu)" 0
like "and names each kernel with its launches" "$(err)" '^mark: 3 launches, .* us, limited by '
like "and the shape of the launches" "$(err)" '^  line 7: 3 launches of 1 block of 32 threads: 1 of 132 multiprocessors'
like "and gives each line its share" "$(err)" '^    1 +100% +[0-9]+ +100% +3 +4.0 .*__global__'
run --counters --json=counted.json counted.cu >/dev/null
is "--json has the same" "$(tr -d ' \n' <counted.json | grep -o '"kernel":"mark(int\*)","launches":3')" \
	'"kernel":"mark(int*)","launches":3'
unlike "--json prints no table" "$(err)" '^mark'
is "a kernel without main()" "$(printf '__global__ void k(int *x) { *x = 1; }\n' >k.cu; run k.cu)" 1
like "is for other commands" "$(err)" 'warpbook vm run'
cat >slow.cu <<'END'
__global__ void slow(long *x, long n)
{
	long sum = 0;
	for (long i = 0; blockIdx.x < 2 ? i < 9 : i < n; i += n > 0)
		sum += i ^ sum >> 3;
	x[blockIdx.x] = sum;
}
int main()
{
	long *x;
	cudaMalloc(&x, 4 * sizeof *x);
	slow<<<4, 1>>>(x, 1L << 60);
	return cudaDeviceSynchronize() != cudaErrorLaunchTimeout;
}
END
WARPBOOK_SECONDS=4 WARPBOOK_VM_THREADS=1 WARPBOOK_PROGRESS=1 run slow.cu >/dev/null
like "a slow kernel says how far it is" "$(err | tr '\r' '\n')" '^slow: 2 of 4 blocks done in 3 s'
like "and, with a limit, which one it met" "$(err | joined)" 'if it only needs longer than 4 seconds, set WARPBOOK_SECONDS'
if is_due cudart; then
	WARPBOOK_VM_THREADS=1 timeout -s INT 25 "$w" run --compiler "$c" slow.cu >/dev/null 2>"$scratch/err"
	like "outside a terminal a slow kernel is named after ten seconds" "$(err)" \
		'^warpbook: kernel `slow` has run for [0-9]+ s: 2 of 4 blocks done; launched at .*slow\.cu:12$'
fi
is "-c makes nothing to run" "$(run -c self.cu)" 2
is "nor does a word that is not a file" "$(run self.cu 12)" 2
like "whose place is named" "$(err)" 'follow --'
is "a cache that may not be written is the machine's" "$(XDG_CACHE_HOME=/proc/none run self.cu)" 4
if ! has_gpu; then
	is "without a GPU --device gpu is the machine's" "$(run --device gpu self.cu)" 4
	is "and auto is the virtual machine" "$(run --device auto self.cu; out)" "$(printf '0\n42')"
fi
tap_done
