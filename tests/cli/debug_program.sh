#!/bin/bash
# debug_program.sh - `warpbook debug` outside exercises: launches of programs, and kernels in files with arguments.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export WARPBOOK_WORKSPACE="$scratch/none" WARPBOOK_COMPILER=clang NO_COLOR=1 LC_ALL=C.UTF-8
w=$WARPBOOK_BIN
status() { timeout 120 "$@" >"$scratch/out" 2>"$scratch/err" </dev/null; echo $?; }
# The words before -- are the command's, each after it is one of the debugger's commands.
debug() { local args=(); while [ "$1" != -- ]; do args+=("$1"); shift; done; shift
	local do=(); for c in "$@"; do do+=(--do "$c"); done; status "$w" debug --plain "${args[@]}" "${do[@]}"; }
seen() { grep -cE -- "$1" "$scratch/out"; }

cat >"$scratch/prog.cu" <<'K'
#include <cstdio>
#include <cstdlib>
__constant__ float scale[4];
__device__ int counted;
struct list { float *x; int n; };
__global__ void fill(float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = (float)i;
}
__global__ void add(float *out, const list *lists, const float *pinned, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float s = scale[1];
	if (i < n)
		out[i] = lists[0].x[i] * s + pinned[i];
	if (i == 0)
		counted += 1;
}
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 100, all;
	float *x, *out, *pinned, s[4] = { 1, 2, 3, 4 };
	list *lists, one;
	cudaMalloc(&x, n * sizeof *x);
	cudaMalloc(&lists, sizeof *lists);
	cudaMalloc(&out, n * sizeof *out);
	cudaMallocHost(&pinned, n * sizeof *pinned);
	for (int i = 0; i < n; i++)
		pinned[i] = 1000;
	one = { x, n };
	cudaMemcpy(lists, &one, sizeof one, cudaMemcpyHostToDevice);
	cudaMemcpyToSymbol(scale, s, sizeof s);
	fill<<<(n + 63) / 64, 64>>>(x, n);
	for (int k = 0; k < 2; k++)
		add<<<(n + 63) / 64, 64>>>(out, lists, pinned, n);
	cudaMemcpyFromSymbol(&all, counted, sizeof all);
	printf("%d\n", all);
	cudaFree(x); cudaFree(lists); cudaFree(out); cudaFreeHost(pinned);
	return 0;
}
K
is "a program: its first launch" "$(debug "$scratch/prog.cu" -- where)" 0
like "of how many, and where it comes from" "$(cat "$scratch/out")" \
	'^prog.cu, launch 1 of 3, from line 35: kernel fill, grid \(2,1,1\), blocks of \(64,1,1\)'
like "in the build that is not optimised" "$(cat "$scratch/out")" 'the one that .run. runs comes to the same'
is "the program's own arguments" "$(debug "$scratch/prog.cu" 30 -- where; seen 'kernel fill, grid \(1,1,1\)')" "0
1"
is "another launch" "$(debug "$scratch/prog.cu" --launch 2 -- 'thread 5' 'until 17' 'print i' 'print s' 'print pinned[5]' \
	'print out[5]' 'who out[5]' next 'print out[5]' back 'print out[5]')" 0
is "has its variables" "$(seen '^i = 5$') $(seen '^s = 2$')" "1 1"
is "its pinned memory" "$(seen '^pinned\[5\] = 1000$')" 1
is "and through a pointer in memory what an earlier kernel wrote" "$(seen '^out\[5\] = 1010$')" 1
is "forward and back" "$(seen '^out\[5\] = unwritten$')" 2
like "and knows which thread writes" "$(cat "$scratch/out")" \
	'^next it is written by thread \(5,0,0\) of block \(0,0,0\) in line 17'
is "who wrote before the launch" "$(debug "$scratch/prog.cu" --launch 3 -- 'who out[7]' 'who scale[1]' 'who counted[0]' \
	'print counted[0]' 'who lists[0]')" 0
is "an earlier launch" "$(seen '^out\[7\] = 1014, written before the launch by kernel add in line 37$')" 1
like "a copy" "$(cat "$scratch/out")" '^scale\[1\] = .*, written before the launch by cudaMemcpyToSymbol in line 34$'
is "variables of the device keep what the launch before left" "$(seen '^counted\[0\] = 0x00000001')" 2
is "a launch that there is not: status" "$(debug "$scratch/prog.cu" --launch 9 -- where)" 2
like "is reported" "$(cat "$scratch/err")" "does not come to launch 9"
is "the optimised build" "$(debug "$scratch/prog.cu" --build checked --launch 2 -- 'info locals' 'print n'; seen '^n = 100$')" "0
2"
is "the build for stepping does not take the place of the other in the cache" \
	"$(status "$w" run "$scratch/prog.cu"; cat "$scratch/out")" "0
2"

sed 's/if (i < n)/if (i <= n)/' "$scratch/prog.cu" >"$scratch/wrong.cu"
is "a program that goes wrong" "$(debug "$scratch/wrong.cu" --json -- finding)" 0
like "begins with the launch that does" "$(head -n 1 "$scratch/out")" 'launch 1 of [0-9]+'
like "whose finding it goes to" "$(tail -n 1 "$scratch/out")" '"reason":"finding".*"line":10'
printf 'int main() { return 0; }\n' >"$scratch/none.cu"
is "a program without a launch: status" "$(debug "$scratch/none.cu" -- where)" 2
like "is reported" "$(cat "$scratch/err")" "'none.cu' launches no kernel"
printf '#include <cstdio>\nint main() { fprintf(stderr, "usage: prog N\\n"); return 2; }\n' >"$scratch/usage.cu"
is "a program that wants arguments: status" "$(debug "$scratch/usage.cu" -- where)" 2
like "has its own words told" "$(cat "$scratch/err")" "it said: usage: prog N"
printf 'int main() { return nothing; }\n' >"$scratch/bad.cu"
is "a program that does not compile: status" "$(debug "$scratch/bad.cu" -- where)" 1
like "has the compiler's message" "$(cat "$scratch/err" "$scratch/out")" 'nothing'
cat >"$scratch/texture.cu" <<'K'
__global__ void count(cudaTextureObject_t t, float *x) { x[0] = tex1Dfetch<float>(t, 0); }
int main()
{
	float *x;
	cudaTextureObject_t t;
	cudaResourceDesc from = {};
	cudaTextureDesc how = {};
	cudaMalloc(&x, 400);
	cudaMemset(x, 0, 400);
	from.resType = cudaResourceTypeLinear;
	from.res.linear.devPtr = x;
	from.res.linear.desc = cudaCreateChannelDesc<float>();
	from.res.linear.sizeInBytes = 400;
	cudaCreateTextureObject(&t, &from, &how, nullptr);
	count<<<1, 1>>>(t, x);
	return cudaDeviceSynchronize();
}
K
is "a launch that cannot be repeated: status" "$(debug "$scratch/texture.cu" -- where)" 5
like "is reported, with the cause" "$(cat "$scratch/err")" 'cannot step through launch 1: textures and surfaces cannot be saved'

# ---- a kernel with arguments --------------------------------------------------------------------
cat >"$scratch/twice.ptx" <<'K'
.version 6.3
.target sm_70
.address_size 64
.visible .entry twice(.param .u64 out, .param .u32 n)
{
	.reg .pred %p;
	.reg .b32 %r<6>;
	.reg .b64 %d<4>;
	ld.param.u64 %d1, [out];
	ld.param.u32 %r1, [n];
	mov.u32 %r2, %tid.x;
	setp.ge.u32 %p, %r2, %r1;
	@%p ret;
	mul.lo.u32 %r3, %r2, 2;
	mul.wide.u32 %d2, %r2, 4;
	add.u64 %d3, %d1, %d2;
	st.global.u32 [%d3], %r3;
	ret;
}
K
is "a PTX file" "$(debug "$scratch/twice.ptx" --block 32 --arg 'out=i32[20]' --arg n=20 -- 'thread 3' 'until 17' 'print %r3' \
	'print out[3]' step 'print out[3]' back 'print out[3]' 'print n')" 0
is "its lines are the text's own" "$(seen '^>   17  .*st.global.u32')" 2
is "forward and back" "$(seen '^%r3 = 6$') $(seen '^out\[3\] = unwritten$') $(seen '^out\[3\] = 6$') $(seen '^n = 20$')" "1 2 1 1"
is "a finding in it" "$(debug "$scratch/twice.ptx" --block 32 --arg 'out=i32[10]' --arg n=20 -- finding 'print threadIdx.x';
	seen '^threadIdx.x = 10$')" "0
1"
printf '__global__ void half(float *out, const float *x)\n{\n\tout[threadIdx.x] = x[threadIdx.x] / 2;\n}\n' >"$scratch/half.cu"
is "a .cu file without main" "$(debug "$scratch/half.cu" --block 4 --arg '[4]' --arg '[4]:8,6,4,2' -- end 'print out[2]';
	seen '^out\[2\] = 2$')" "0
1"
is "trace prints each instruction of the thread" \
	"$(debug "$scratch/twice.ptx" --block 2 --arg 'out=i32[2]' --arg n=2 -- 'thread 1' 'trace 100')" 0
is "with its line, the lanes and the result" "$(sed -n '/^block/,/^ *18/p' "$scratch/out" | sed 6d)" \
"block (0,0,0) warp 0, values of thread (1,0,0)
    9 00000003 ld.param.u64 %d1, [out];             %d1 = 0x10000000000
   10 00000003 ld.param.u32 %r1, [n];               %r1 = 2
   11 00000003 mov.u32 %r2, %tid.x;                 %r2 = 1
   12 00000003 setp.ge.u32 %p, %r2, %r1;            %p = false
   15 00000003 mul.wide.u32 %d2, %r2, 4;            %d2 = 4
   16 00000003 add.u64 %d3, %d1, %d2;               %d3 = 0x10000000004
   17 00000003 st.global.u32 [%d3], %r3;            [0x10000000004] = 2
   18 00000003 ret;"
is "to so many instructions" "$(debug "$scratch/twice.ptx" --block 2 --arg 'out=i32[2]' --arg n=2 -- 'trace 3';
	seen ' 00000003 ')" "0
3"
is "a thread that takes no part has no steps" \
	"$(debug "$scratch/twice.ptx" --block 4 --arg 'out=i32[2]' --arg n=2 -- 'thread 3' 'trace 100';
	seen '0000000. st.global')" "0
0"
is "all: of every warp, a warp at a time" "$(debug "$scratch/twice.ptx" --block 40 --arg 'out=i32[40]' --arg n=40 \
	-- 'trace all 12'; seen '^block .*first active thread$') $(seen ' ffffffff ') $(seen ' 000000ff ')" "0
2 9 3"
is "a .cu file's trace has its lines, also as JSON" \
	"$(debug "$scratch/half.cu" --json --block 4 --arg '[4]' --arg '[4]:8,6,4,2' -- 'trace all 100';
	seen '"text": *"block .* 3 0000000f (mul|div)')" "0
1"
is "a trace of a thread that is not there" "$(debug "$scratch/twice.ptx" --block 4 --arg 'out=i32[2]' --arg n=2 -- 'thread 5' \
	'trace 1')" 2
is "without its arguments: status" "$(debug "$scratch/twice.ptx" -- where)" 1
like "says what is missing" "$(cat "$scratch/err")" 'arg'

# ---- ^C ------------------------------------------------------------------------------------------
cat >"$scratch/long.cu" <<'K'
__global__ void spin(int *x, int n)
{
	int s = 0;
	for (int i = 0; i < n; i++)
		s += x[i & 1];
	x[2] = s;
}
K
mkfifo "$scratch/in"
timeout 120 "$w" debug --plain "$scratch/long.cu" --arg 'i32[3]:1,2,3' --arg 80000000 <"$scratch/in" >"$scratch/out" \
	2>"$scratch/err" &
exec 5>"$scratch/in"
until grep -q '^step 0 of' "$scratch/out"; do sleep 0.1; done
echo "break 5 if threadIdx.x == 99" >&5
echo "continue" >&5
sleep 0.3
kill -INT "$(pgrep -n -P $!)"
echo "next" >&5
exec 5>&-
wait $!
like "^C ends a long search" "$(cat "$scratch/err")" 'interrupted: it stands where it stood before .continue.'
like "after which the debugger goes on" "$(cat "$scratch/out")" '^step [1-9][0-9]? of'
tap_done
