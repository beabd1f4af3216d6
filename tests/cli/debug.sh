#!/bin/bash
# debug.sh - `warpbook debug`: kernels stepped through by scripts of commands, forward and back.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export WARPBOOK_WORKSPACE="$scratch/none" WARPBOOK_COMPILER=clang NO_COLOR=1 LC_ALL=C.UTF-8
w=$WARPBOOK_BIN
solutions=$TESTS_DIR/../solutions mutants=$TESTS_DIR/mutants
status() { timeout 120 "$@" >"$scratch/out" 2>"$scratch/err" </dev/null; echo $?; }
# The commands, one an argument; the file comes first, then its options up to --.
debug() { local args=(); while [ "$1" != -- ]; do args+=("$1"); shift; done; shift
	local do=(); for c in "$@"; do do+=(--do "$c"); done; status "$w" debug --plain "${args[@]}" "${do[@]}"; }
last() { tail -n "${1:-1}" "$scratch/out"; }
# The field of the n-th answer (0 is the greeting) of a run with --json.
field() { sed -n "$(($1 + 1))p" "$scratch/out" >"$scratch/answer";
	sqlite3 :memory: "select json_extract(readfile('$scratch/answer'), '$2')"; }

# ---- lines, forward and back ---------------------------------------------------------------------
cat >"$scratch/add.cu" <<'K'
__device__ float sum(float x, float y)
{
	float z = x + y;
	return z;
}

__global__ void add(float *out, const float *a, const float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float part[2] = { 0, 0 };
	if (i < n) {
		for (int j = 0; j < 2; j++)
			part[j] = j == 0 ? a[i] : b[i];
		out[i] = sum(part[0], part[1]);
	}
}
K
is "a right kernel" "$(debug "$scratch/add.cu" --json -- 'until 14' step 'step' 'print x' 'finish' next back back 'print z' \
	reverse-next)" 0
is "stands at the line that it was sent to" "$(field 1 '$.stop.line') $(field 1 '$.stop.source')" \
	"14 out[i] = sum(part[0], part[1]);"
is "step goes into the function" "$(field 2 '$.stop.function')" sum
is "and to its next line" "$(field 3 '$.stop.line')" 3
like "whose variables have their names" "$(field 4 '$.text')" '^x = -?[0-9.]+'
is "finish comes back from it" "$(field 5 '$.stop.line') $(field 5 '$.stop.function')" "14 add"
is "next goes on" "$(field 6 '$.stop.line')" 15
is "back goes to the line before" "$(field 7 '$.stop.line')" 14
is "and into the function again, from behind" "$(field 8 '$.stop.line') $(field 8 '$.stop.function')" "4 sum"
like "where its variables are as they were" "$(field 9 '$.text')" '^z = -?[0-9.]+'
is "the build for stepping has its lines in order" \
	"$(debug "$scratch/add.cu" --json -- step step step step step step step; for n in 1 2 3 4 5 6 7;
	do field $n '$.stop.line'; done | tr '\n' ' ')" \
	"0
9 10 11 12 13 12 13 "
is "locals of all kinds" "$(debug "$scratch/add.cu" -- 'thread 5' 'until 14' 'info locals';
	grep -cE '^(i = 5|part = \{-?[0-9.]+, -?[0-9.]+\}|n = [0-9]+|out = \{unwritten, \.\.\.\}, [0-9]+ elements)$' \
	"$scratch/out")" "0
4"
is "an index of a local array can be computed" \
	"$(debug "$scratch/add.cu" -- 'thread 5' 'until 14' 'print part[i - 4] == b[i]'; last)" "0
part[i - 4] == b[i] = 1"
is "steps by the PTX instruction" "$(debug "$scratch/add.cu" --json -- 'goto 20' stepi backi; field 0 '$.stop.step';
	field 1 '$.stop.step'; field 2 '$.stop.step'; field 3 '$.stop.step')" "0
0
20
21
20"
is "an empty line of a script does nothing" "$(printf 'goto 5\n\n\n# a remark\nwhere\n' | "$w" debug --plain "$scratch/add.cu" |
	tail -n 3 | head -n 1 | cut -d' ' -f1-3)" "step 5 of"
printf 'goto 5\nquit\nfly\n' >"$scratch/commands"
is "commands from a file, up to quit" "$(status "$w" debug "$scratch/add.cu" --commands "$scratch/commands")" 0
like "with the lines around the place" "$(cat "$scratch/out")" '^>  +8  \{'
unlike "there is no prompt in a pipe" "$(cat "$scratch/out")" '\(debug\)'
is "with --build checked the optimised build is stepped through" \
	"$(debug "$scratch/add.cu" --build checked -- 'info locals' 'info registers'; grep -c '^n = ' "$scratch/out")" "0
1"

# ---- breakpoints, elements, who wrote them ---------------------------------------------------------
is "a breakpoint with a condition" "$(debug "$scratch/add.cu" --json -- 'break 14 if threadIdx.x == 37 && blockIdx.x == 0' \
	continue 'print i' continue reverse-continue)" 0
is "stops for its thread" "$(field 2 '$.stop.thread') $(field 2 '$.stop.warp') $(field 2 '$.stop.lane') $(field \
	2 '$.stop.reason')" "[37,0,0] 1 5 breakpoint"
is "and for no other" "$(field 4 '$.stop.at_end')" 1
is "reverse-continue comes back to it" "$(field 5 '$.stop.thread') $(field 5 '$.stop.line')" "[37,0,0] 14"
is "an element before and after" "$(debug "$scratch/add.cu" -- 'print out[3]' 'watch out[3]' continue \
	'print out[3] == a[3] + b[3]' 'who out[3]' reverse-continue 'print out[3]' 'info breakpoints')" 0
is "is unwritten" "$(grep -c '^out\[3\] = unwritten' "$scratch/out")" 2
like "is written" "$(cat "$scratch/out")" '^watchpoint 1, out\[3\]: unwritten -> -?[0-9.]+$'
like "by a thread" "$(cat "$scratch/out")" '^written by thread \(3,0,0\) of block \(0,0,0\) in line 14, step [0-9]+$'
like "and holds the sum" "$(cat "$scratch/out")" '^out\[3\] == a\[3\] \+ b\[3\] = 1$'
like "who tells the same" "$(cat "$scratch/out")" \
	'^out\[3\] = -?[0-9.]+, written by thread \(3,0,0\) of block \(0,0,0\) in line 14'
is "a thread in another block" "$(debug "$scratch/add.cu" --json -- 'block 1' 'print blockIdx.x * 10 + threadIdx.x' 'warp 1' \
	'lane 2' 'block 0')" 0
is "is followed" "$(field 1 '$.stop.block') $(field 2 '$.text' | head -n 1)" "[1,0,0] blockIdx.x * 10 + threadIdx.x = 10"
is "warp and lane" "$(field 4 '$.stop.thread')" "[34,0,0]"
is "and a block that has ended, by going back" "$(field 5 '$.stop.block') $(field 5 '$.stop.step')" "[0,0,0] 0"

# ---- variables that have no value yet, however narrow ---------------------------------------------------
cat >"$scratch/narrow.cu" <<'K'
__global__ void narrow(int *out, int n)
{
	char letter;
	bool odd;
	short step;
	int i = threadIdx.x;
	if (i < n) {
		letter = 'Z';
		step = 0x5a5a;
		odd = i & 1;
		out[i] = letter + odd + step;
	}
}

int main()
{
	int *out;
	cudaMalloc(&out, 128);
	narrow<<<1, 32>>>(out, 32);
	return cudaDeviceSynchronize();
}
K
is "narrow variables before their assignment" \
	"$(debug "$scratch/narrow.cu" -- 'thread 1' 'until 8' 'info locals';
	grep -cE '^(letter|odd|step) = not set yet$' "$scratch/out")" "0
3"
is "and after it, with the very bytes that unwritten memory has" \
	"$(debug "$scratch/narrow.cu" -- 'thread 1' 'until 11' 'info locals';
	grep -cE "^(letter = 90|step = 23130|odd = true)$" "$scratch/out")" "0
3"

# ---- shared memory, barriers -------------------------------------------------------------------------
is "shared memory by name" "$(debug "$solutions/05_shared_memory/reverse_block.cu" -- 'print tile[5]' barrier \
	'print tile[5] == x[5]' 'print tile[200]' 'info warps' next 'print tile[200] == x[200]' 'info shared')" 0
is "is unwritten at first" "$(grep -c '^tile\[5\] = unwritten$' "$scratch/out")" 1
is "at the barrier the warp has written its part" "$(grep -c '^tile\[5\] == x\[5\] = 1$' "$scratch/out")" 1
is "and the others have not" "$(grep -c '^tile\[200\] = unwritten$' "$scratch/out")" 1
like "info warps tells where they are" "$(cat "$scratch/out")" '^ warp 7 lanes 0-31: line [0-9]+, ready$'
is "behind it all is written" "$(grep -c '^tile\[200\] == x\[200\] = 1$' "$scratch/out")" 1
like "with the type of the source" "$(cat "$scratch/out")" '^tile\[256\]  shared float$'

# ---- findings and wrong elements ----------------------------------------------------------------------
is "a kernel without its guard" "$(debug "$mutants/01_kernels/add/wrong_no_guard.cu" --as add --json -- finding continue)" 0
like "greets with the finding" "$(field 0 '$.text')" 'reads a\[1\]; a has 1 element'
is "and goes to its thread and line" "$(field 1 '$.stop.thread') $(field 1 '$.stop.line') $(field 1 '$.stop.reason')" \
	"[1,0,0] 6 finding"
is "what the same missing guard lets through is no other one" "$(field 2 '$.stop.reason')" end
is "a kernel without its barrier" "$(debug "$mutants/05_shared_memory/reverse_block/wrong_no_barrier.cu" --as reverse_block \
	--json -- finding start diff 'print threadIdx.x')" 0
is "has its race at a step" "$(field 1 '$.stop.reason')" finding
is "diff goes to the first wrong element" "$(field 3 '$.stop.reason') $(field 3 '$.stop.line')" "difference 12"
like "and says what it should be" "$(field 3 '$.text')" '^x\[[0-9]+\] becomes .* in this step, and stays so; the reference has '
is "elements in a race" "$(debug "$mutants/05_shared_memory/reverse_block/wrong_no_barrier.cu" --as reverse_block -- finding \
	'print tile[0]' 'info shared')" 0
like "are marked" "$(cat "$scratch/out")" '^tile\[0\] = .*  ! in a race, at step [0-9]+$'
like "in a list as well" "$(cat "$scratch/out")" '^    -?[0-9.]+! '
unlike "and no others" "$(debug "$solutions/05_shared_memory/reverse_block.cu" -- barrier next 'print tile[0]' 'info shared';
	cat "$scratch/out")" '!'
cat >"$scratch/copied.cu" <<'K'
__global__ void add(float *out, const float *a, const float *b, int n)
{
	__shared__ float t[4];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (threadIdx.x == 0)
		asm volatile("{ .reg .u64 s; .reg .u32 t; cvta.to.shared.u64 s, %0; cvt.u32.u64 t, s; cp.async.ca.shared.global [t], [%1], 4; }" :: "l"(t), "l"(a + i));
	if (threadIdx.x == 0)
		asm volatile("cp.async.wait_all;" ::: "memory");
	__syncthreads();
	if (i < n)
		out[i] = a[i] + b[i] + (t[0] - t[0]);
}
K
is "what the hardware copies by itself" "$(debug "$scratch/copied.cu" --as add -- 'until 11' 'who t[0]')" 0
like "has its thread and line" "$(last)" '^t\[0\] = .*, written by thread \(0,0,0\) of block \(0,0,0\) in line 6'
is "a kernel that leaves elements out" "$(printf '__global__ void add(float *out, const float *a, const float *b, int n)\n{\n\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tif (i + 1 < n)\n\t\tout[i] = a[i] + b[i];\n}\n' >"$scratch/short.cu"; debug "$scratch/short.cu" --as add -- diff)" 0
like "is reported so" "$(cat "$scratch/out")" \
	'^out\[0\] is never written; the reference has .* 1 element is wrong in all, 1 of them never written$'
printf '__global__ void add(float *out, const float *a, const float *b, int n)\n{\n\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\twhile (i == 3)\n\t\tout[i] = a[i];\n}\n' >"$scratch/loop.cu"
is "a kernel that does not end" "$(debug "$scratch/loop.cu" --as add --json -- continue 'info lanes' back 'goto 100' )" 0
is "can be stopped in its loop" "$(field 1 '$.stop.reason') $(field 1 '$.stop.thread')" "finding [3,0,0]"
like "the other lanes wait behind it" "$(field 2 '$.text')" 'lanes 0-2 4-31: line 6, ready'
is "and it goes back to any step" "$(field 4 '$.stop.step')" 100

# ---- what cannot be done -------------------------------------------------------------------------------
rejected() { local want=$1; shift; is "'$*' is not possible: status" "$(debug "$scratch/add.cu" -- "$@")" 2;
	like "and says why" "$(cat "$scratch/err")" "$want"; }
rejected "has no line 99" 'break 99'
rejected "out has no element 9999: it has" 'print out[9999]'
rejected "'nothing' is no array, parameter or variable" 'print nothing'
rejected "there are out, a, b, n" 'who nothing[2]'
rejected "there is no command 'fly'" fly
rejected "begins several commands" re
rejected "an index is missing" 'watch out'
rejected "there is no block \(77,0,0\): the grid is" 'block 77'
rejected "there is no thread \(300,0,0\)" 'thread 300'
rejected "there is no lane" 'lane 32'
rejected "does not come to a barrier" barrier
rejected "a value is missing in '1 \+'" 'print 1 +'
rejected "is not what the command takes" 'break x'
rejected "there is no .info heap" 'info heap'
rejected "the vm finds nothing in this case" finding
rejected "no element is wrong" diff
rejected "the launch has ended" continue continue
rejected "in no function that it called" finish
is "a breakpoint in an empty line is at the next" \
	"$(debug "$scratch/add.cu" -- 'break 6'; grep -c 'breakpoint 1 at line 8\|breakpoint 1 at line 7' "$scratch/out")" "0
1"
is "a launch of a host exercise" "$(debug "$solutions/06_host_memory/keep_on_device.cu" --case 1 --launch 3 -- 'break 23' \
	continue 'who from[0]'; grep -o 'launch 3, from line 36\|before the launch by kernel smooth' "$scratch/out")" "0
launch 3, from line 36
before the launch by kernel smooth"
is "in a case that does not exist: status" "$(debug "$solutions/06_host_memory/round_trip.cu" --case 99 -- where)" 2
is "a case that launches nothing: status" "$(debug "$solutions/13_measuring/cpu_or_gpu.cu" --case 1 -- where)" 2
like "names others" "$(cat "$scratch/err")" 'case N chooses another'
mkdir -p "$scratch/with header"
{ echo '#include "mine.h"'; cat "$solutions/06_host_memory/round_trip.cu"; } >"$scratch/with header/round_trip.cu"
echo '#define MINE 1' >"$scratch/with header/mine.h"
is "a host exercise with a header beside it" "$(debug "$scratch/with header/round_trip.cu" -- end)" 0
echo 'broken' >>"$scratch/with header/round_trip.cu"
is "one that does not compile: status" "$(debug "$scratch/with header/round_trip.cu" -- end)" 1
like "is named with its line" "$(cat "$scratch/err")" 'round_trip.cu:[0-9]+'
is "a case that does not exist: status" "$(status "$w" debug "$scratch/add.cu" --case 99)" 2
like "lists those that do" "$(cat "$scratch/err")" 'the cases are 1: n = '
is "a case by its name" "$(debug "$scratch/add.cu" --case 'n = 1' -- where; head -n 1 "$scratch/out" | cut -d: -f1)" "0
add.cu, n = 1"
is "another build: status" "$(status "$w" debug "$scratch/add.cu" --build fast)" 2
printf '__global__ void add(float *out)\n{\n\tout[0] = y;\n}\n' >"$scratch/bad.cu"
is "a file that does not compile: status" "$(status "$w" debug "$scratch/bad.cu" --as add)" 1
like "is reported" "$(cat "$scratch/err")" "does not compile"
is "an index outside of a local array" "$(debug "$scratch/add.cu" -- 'until 14' 'print part[2]')" 2
like "is reported, too" "$(cat "$scratch/err")" "an index outside of the array"

# ---- Python ------------------------------------------------------------------------------------------------
add=$TESTS_DIR/../solutions/01_kernels/add.py
if "$w" check --no-record --as 01_kernels/add "$add" >/dev/null 2>&1; then
	is "a kernel in Python is stepped through" "$(debug "$add" -- 'goto 3' 'thread 37' 'until 13' 'info locals')" 0
	like "its instructions have the names of Python, not the words of Numba's arrays" "$(cat "$scratch/out")" \
		'^   ptx  ld\.param\.u(32|64) %[a-z0-9]+, \[(n|[ab]\.(data|size)|out\.(data|size))\];$'
	is "and never their numbers" "$(grep -c '_param_' "$scratch/out")" 0
	like "arrays are shown with their first elements" "$(cat "$scratch/out")" \
		'^a = \{-?[0-9.]+, -?[0-9.]+, -?[0-9.]+, -?[0-9.]+, \.\.\.\}, 257 elements$'
	like "and with the thread's own" "$(cat "$scratch/out")" '^out\[37\] = unwritten$'
	like "its own variables have their names" "$(cat "$scratch/out")" '^i = 37$'
	like "and its numbers" "$(cat "$scratch/out")" '^n = 257$'
	is "the build of the check is stepped through, too" \
		"$(debug "$add" --build checked -- 'goto 3' 'thread 37' 'until 13' 'info locals')" 0
	like "its instructions have these names" "$(cat "$scratch/out")" \
		'^   ptx  ld\.param\.u(32|64) %[a-z0-9]+, \[(n|[ab]\.data|out\.data)\];$'
	is "and no numbers of parameters" "$(grep -c '_param_' "$scratch/out")" 0
	is "and no variable has a name" "$(grep -c '^i = ' "$scratch/out")" 0
	cat >"$scratch/saxpy.py" <<-'END'
	from numba import cuda


	@cuda.jit(device=True)
	def clamp(v, low, high):
	    r = v
	    if r < low:
	        r = low
	    if r > high:
	        r = high
	    return r


	@cuda.jit
	def saxpy(y, x, a, n):
	    i = cuda.grid(1)
	    total = 0.0
	    for k in range(3):
	        total += k * 0.5
	    inside = i < n
	    if inside:
	        left = clamp(i - 1, 0, 100)
	        y[i] = a * x[i] + y[i]
	        n = n - left
	        i += 1
	END
	is "its variables: status" "$(debug "$scratch/saxpy.py" --as 01_kernels/saxpy -- next next 'thread 137' 'until 22' \
		'info locals' step next next next 'info locals' 'until 25' 'info locals' next)" 0
	names=$(grep -E '^([aiknrv]|left|total|inside|low|high) = ' "$scratch/out" | paste -sd, | sed 's/ //g; s/,a=[^,]*//g')
	is "a sum, a truth, a loop's index; those of a function; a parameter that is assigned to" "$names" \
		"left=0,inside=true,k=2,total=1.5,i=137,n=257,r=136,high=100,low=0,v=136,left=100,inside=true,k=2,total=1.5,i=137,n=157"
	is "the first step is into the learner's function" "$(grep -m1 '^>' "$scratch/out")" ">   15  def saxpy(y, x, a, n):"
	is "which has no other name" "$(grep '^in ' "$scratch/out" | sort -u)" "in clamp()"
	cat >"$scratch/scale.py" <<-'END'
	from numba import cuda


	@cuda.jit
	def scale(x, a, n):
	    i = cuda.grid(1)
	    both = 2
	    if i < n:
	        both = (a, a)
	        x[i] *= both[0]
	END
	is "a kernel that Numba compiles only with optimisation: status" \
		"$(debug "$scratch/scale.py" --as 01_kernels/scale -- 'until 8' 'info locals')" 0
	like "it is stepped through, and the reason is reported" "$(cat "$scratch/out")" \
		"Numba does not compile the kernel without optimisation"
else
	skip "a kernel in Python is stepped through" "Numba is not here"
fi

# nvcc makes the number of a bool with the line after it: its value is known before.
cat >"$scratch/add.cu" <<'END'
__global__ void add(float *out, const float *a, const float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	bool done = false;
	while (!done) {
		bool last = i >= 0;
		done = last;
	}
	if (i < n)
		out[i] = a[i] + b[i];
}
END
if "$w" debug "$scratch/add.cu" --compiler nvcc --do where >/dev/null 2>&1; then
	"$w" debug "$scratch/add.cu" --compiler nvcc --do 'until 7' --do 'info locals' --do 'until 10' --do 'info locals' \
		>"$scratch/out" 2>&1
	like "a bool has its value in the line after it" "$(cat "$scratch/out")" '^last = true'
	like "pointers are shown with their elements" "$(cat "$scratch/out")" \
		'^a = \{-?[0-9.]+(, -?[0-9.]+){0,3}(, \.\.\.)?\}, [0-9]+ element'
else
	skip "a bool has its value in the line after it" "no nvcc"
	skip "pointers are shown with their elements" "no nvcc"
fi

# A kernel in a file without main has its variables as well.
cat >"$scratch/steps.cu" <<'END'
__global__ void steps(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int twice = 2 * i;
	if (i < n)
		out[i] = twice;
}
END
is "a kernel launched by hand stops where a variable has a value" \
	"$("$w" debug "$scratch/steps.cu" --grid 2 --block 32 --arg 'out=[40]' --arg n=40 --do 'break 6 if twice == 66' \
		--do continue \
		--do 'print i' 2>&1 | tail -n 1)" "i = 33"
is "the optimised build has registers alone" \
	"$(status "$w" debug "$scratch/steps.cu" --build checked --grid 2 --block 32 --arg 'out=[40]' --arg n=40 --do 'until 6' \
		--do 'print twice')" 2

tap_done
