#!/bin/bash
# native.sh - native execution changes only the time: whatever happens to the compiler, the helper, the cache and the
# program's own descriptors, limits, threads and pipes.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
due base child simt toolchain cudart worker
export NO_COLOR=1 WARPBOOK_COMPILER=clang
unset WARPBOOK_WORKSPACE WARPBOOK_NATIVE WARPBOOK_NATIVE_HELPER
w=$WARPBOOK_BIN
cd "$scratch" || exit 1

if ! has_compiler clang; then
	skip "native execution" "clang is not here"
	tap_done
	exit 0
fi
if ! grep -q -w avx2 /proc/cpuinfo || ! grep -q -w fma /proc/cpuinfo; then
	skip "native execution" "this processor has no AVX2 or no FMA"
	tap_done
	exit 0
fi

# Each word of the command line is a step of the program.
cat >steps.cu <<'END'
#include <cstdio>
#include <cstring>
#include <pthread.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
__global__ void mix(unsigned *out, unsigned n, unsigned steps)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, v = i;
	for (unsigned k = 0; k < steps; k++) v = v * 1664525 + 1013904223 + (v >> 7);
	if (i < n) out[i] = v;
}
__global__ void sum(unsigned *out, unsigned n, unsigned steps)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, v = 0;
	for (unsigned k = 0; k < steps; k++) v += k * i ^ v << 3;
	if (i < n) out[i] += v;
}
/* Every thread writes the first element: a race. */
__global__ void wrong(unsigned *out) { out[0] = threadIdx.x + blockIdx.x; }
static unsigned *out, host[4096], seen;
static double now() { timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + t.tv_nsec * 1e-9; }
static void launch(unsigned steps)
{
	mix<<<16, 256>>>(out, 4096, steps);
	sum<<<16, 256>>>(out, 4096, steps);
	cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
	for (unsigned v : host) seen = seen * 31 + v;
}
static void *thread(void *) { launch(50); return NULL; }
int main(int argc, char **argv)
{
	cudaMalloc(&out, sizeof host);
	for (int k = 1; k < argc; k++) {
		if (!strcmp(argv[k], "short")) launch(50);
		/* Some 8 G thread-instructions, in launches of which the last ones come long after the first. */
		if (!strcmp(argv[k], "long")) for (int j = 0; j < 20; j++) launch(10000);
		/* A tenth of a second, and less than a compilation would take. */
		if (!strcmp(argv[k], "medium")) for (int j = 0; j < 4; j++) launch(4000), usleep(200000);
		if (!strcmp(argv[k], "close")) for (int fd = 3; fd < 1024; fd++) close(fd);
		if (!strcmp(argv[k], "race")) wrong<<<2, 64>>>(out), cudaDeviceSynchronize();
		if (!strcmp(argv[k], "thread")) {
			pthread_attr_t attr;
			pthread_t t;
			pthread_attr_init(&attr);
			pthread_attr_setstacksize(&attr, 256 << 10);
			pthread_create(&t, &attr, thread, NULL);
			pthread_join(t, NULL);
		}
		/* A child that waits for the end of a pipe, which comes when the program closes it. */
		if (!strcmp(argv[k], "pipe")) {
			int ends[2], status;
			char c;
			pipe(ends);
			double began = now();
			pid_t child = fork();
			if (child == 0) {
				close(ends[1]);
				while (read(ends[0], &c, 1) > 0) ;
				_exit(0);
			}
			for (int j = 0; j < 20; j++) launch(10000);
			close(ends[1]);
			began = now();
			waitpid(child, &status, 0);
			printf("the pipe ended %s\n", now() - began < 3 ? "at once" : "late");
		}
	}
	printf("%08x\n", seen);
	cudaFree(out);
	return 0;
}
END
"$w" cc -O2 steps.cu -o steps >said 2>&1 || { cat said; exit 99; }

# What it prints when it is interpreted; then with a helper that does as the text says and notes that it was asked.
interpreted() { WARPBOOK_NATIVE=never ./steps "$@" 2>&1; }
helper() { printf '#!/bin/bash\necho $$ >>%s/asked\necho "$@" >>%s/asked_for\n%s\n' "$scratch" "$scratch" "$1" >helper;
	chmod +x helper; }
with() { # WARPBOOK_NATIVE, steps
	local when=$1

	shift
	rm -f asked asked_for
	WARPBOOK_NATIVE=$when WARPBOOK_NATIVE_HELPER=$scratch/helper timeout 60 ./steps "$@" 2>&1
}
asked() { cat asked 2>/dev/null | wc -l; }
entries() { ls "$XDG_CACHE_HOME/warpbook/artifacts" 2>/dev/null | wc -l; }
real="exec '$w' \"\$@\""
searching() { helper "PATH='$scratch/bin' $real"; }

# ---- when ----------------------------------------------------------------------------------------
export XDG_CACHE_HOME=$scratch/cache
short=$(interpreted short) race=$(interpreted short race) long=$(interpreted long)
like "the race is reported" "$race" 'different values to out'
helper "$real"
is "a short program is interpreted" "$(with auto short)" "$short"
is "so the helper is not asked" "$(asked)" 0
is "a long one comes to the same" "$(with '' long)" "$long"
ok "and by default the helper was asked" test "$(asked)" -gt 0
is "never is never" "$(with never long)" "$long"
is "and asks nobody" "$(asked)" 0
is "always comes to the same, with the same findings" "$(with always short race)" "$race"
is "and all kernels are translated" "$(asked)" 3
kinds() { sort asked_for 2>/dev/null | uniq | tr '\n' ' '; }
medium=$(interpreted medium)
is "a program of medium length comes to the same" "$(with auto medium)" "$medium"
is "it asks only for what the long one has left" "$(kinds)" "worker native-cached "
rm -rf "$XDG_CACHE_HOME"
is "and with an empty cache it comes to the same" "$(with auto medium)" "$medium"
is "without a compilation" "$(kinds)" "worker native-cached "
with always short race >said
ok "warpbook run tells its program who helps" sh -c "'$w' run --plain steps.cu -- long >run.out 2>&1; grep -q $long run.out"

# ---- the helper and the compiler -----------------------------------------------------------------
for way in 'exit 1' 'kill -9 $$' 'head -c 5000 /dev/urandom' "'$w' worker native | head -c 3000" ':' 'exit 0 <&- >&-'; do
	helper "$way"
	is "a helper that ends with: $way" "$(with always short short race)" "$(interpreted short short race)"
	is "is asked twice, and no more" "$(asked)" 2
done
rm helper
is "no helper at all" "$(with always short)" "$short"
helper 'sleep 30'
began=$SECONDS
is "a slow helper, by default" "$(with auto long)" "$long"
ok "holds up nobody" test $((SECONDS - began)) -lt 25
gone() { for k in $(seq 50); do kill -0 "$1" 2>/dev/null || return 0; sleep 0.1; done; return 1; }
ok "and ends with the program" gone "$(tail -n 1 asked)"
is "a pipe that the program closes meanwhile" "$(with auto pipe | head -n 1)" "the pipe ended at once"

helper "$real"
mkdir bin
printf '#!/bin/sh\necho no such option >&2\nexit 1\n' >bin/clang-19
chmod +x bin/clang-19
ln -s "$(command -v sh)" bin/sh
searching
is "a broken compiler" "$(with always short race)" "$race"
printf '#!/bin/sh\necho version 19\ncase $1 in --version) exit 0;; esac\nexit 1\n' >bin/clang-19
is "one that compiles nothing" "$(with always short race)" "$race"
printf '#!/bin/sh\necho version 19\ncase $1 in --version) exit 0;; esac\necho nothing >object.so\n' >bin/clang-19
is "one that makes rubbish" "$(with always short race)" "$race"
rm bin/clang-19
is "none" "$(with always short race)" "$race"
for cc in gcc clang-14 clang-19; do
	command -v $cc >where || { skip "$cc alone" "it is not here"; continue; }
	rm -f bin/gcc bin/clang*
	ln -s "$(cat where)" bin/$cc
	for tool in as ld; do ln -sf "$(command -v $tool)" bin/$tool; done
	before=$(entries)
	is "$cc alone" "$(with always short race)" "$race"
	ok "compiles them" test "$(entries)" -ge $((before + 3))
done

# ---- places and limits -----------------------------------------------------------------------------
rm -rf cache
helper "$real"
is "a scratch folder that is not there" "$(TMPDIR=$scratch/nowhere with always short race)" "$race"
ok "keeps no kernel" test "$(entries)" -lt 3
is "a small limit for files, as on a full disk" "$(ulimit -f 8; with always short race)" "$race"
is "a small limit for memory in the helper" "$(helper "ulimit -v 60000; $real"; with always short race)" "$race"
helper "$real"
is "no room for another process" "$(ulimit -n 12; with always short race)" "$race"
is "a cache that cannot be written" "$(XDG_CACHE_HOME=/proc with always short race)" "$race"
with always short race >one & with always short race >two
wait
is "two processes with one empty cache: the first" "$(cat one)" "$race"
is "and the second" "$(cat two)" "$race"
for f in cache/warpbook/artifacts/*; do printf 'damage' | dd of="$f" bs=1 seek=3000 conv=notrunc 2>/dev/null; done
is "damaged entries are made again" "$(with always short race)" "$race"

# ---- the program's own -------------------------------------------------------------------------------
is "a program that closes what it did not open" "$(with always short close short close short)" "$(interpreted short short short)"
is "a thread with a small stack" "$(with always thread short)" "$(interpreted thread short)"
# ---- faults of whole warps: a vector whose lanes lie nearer than it is long is aligned in every second or fourth lane only --------
while read -r name type stride access; do
	cat >"$name.ptx" <<-END
		.version 7.8
		.target sm_80
		.address_size 64
		.visible .entry k(.param .u64 out, .param .u64 buf)
		{
		.reg .b32 %r<20>; .reg .b64 %rd<20>;
		ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [buf];
		mov.u32 %r2, %tid.x; mul.wide.u32 %rd3, %r2, 4; mul.wide.u32 %rd4, %r2, $stride;
		add.s64 %rd5, %rd1, %rd3; add.s64 %rd6, %rd2, %rd4; mov.u32 %r5, 0; mov.u32 %r6, 0; mov.u32 %r7, 0; mov.u32 %r8, 0; mov.u64 %rd7, 0;
		$access [%rd6]$type
		st.global.u32 [%rd5], %r5;
		ret;
		}
	END
	for block in 32 48 96; do
		for when in never always; do
			WARPBOOK_NATIVE=$when "$w" vm run "$name.ptx" --grid 1 --block $block --arg "out=u32[128]:zero" \
				--arg "buf=u32[4096]:random" --seed 3 \
				--check all >"$when.out" 2>&1
		done
		is "a misaligned vector, $name, in a block of $block: the same, by the same threads" "$(cat always.out)" \
			"$(cat never.out)"
		like "which is a finding" "$(cat never.out)" 'not a multiple of'
	done
done <<-'END'
	v2_4 ; 4 ld.global.v2.u32 {%r5,%r6},
	v4_4 ; 4 ld.global.v4.u32 {%r5,%r6,%r7,%r8},
	v4_8 ; 8 ld.global.v4.u32 {%r5,%r6,%r7,%r8},
	wide_4 ; 4 ld.global.u64 %rd7,
	store_4 ,{%r5,%r6}; 4 st.global.v2.u32
END
tap_done
