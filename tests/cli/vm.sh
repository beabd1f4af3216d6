#!/bin/bash
# vm.sh - `warpbook vm`: runs with arguments of all kinds, counters, lint, print, tables; and the
# messages about every possible mistake on its command line.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export WARPBOOK_COMPILER=clang NO_COLOR=1
w=$WARPBOOK_BIN
cd "$scratch" || exit 99

json() { # document sqlite-path
	printf '%s' "$1" >"$scratch/doc"
	sqlite3 :memory: "select json_extract(readfile('$scratch/doc'), '$2')"
}
status() { "$@" >"$scratch/out" 2>"$scratch/err"; echo $?; }
said() { cat "$scratch/out" "$scratch/err"; }
run() { "$w" vm run "$@"; }
# told WHAT STATUS PATTERN command...: how it ends, and what it says.
told() {
	local what=$1 want=$2 pattern=$3; shift 3
	is "$what" "$(status "$@")" "$want"
	like "and says so" "$(said | tr '\n' ' ' | tr -s ' ')" "$pattern"
}

cat >scale.cu <<'EOF'
#include <stdio.h>
struct pair { float a, b; };
__global__ void scale(float *out, const float *in, float by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * by;
}
EOF
cat >two.cu <<'EOF'
#include <stdio.h>
struct pair { float a, b; };
template <typename T> __global__ void fill(T *out, T value) { out[threadIdx.x] = value; }
template __global__ void fill<int>(int *, int);
template __global__ void fill<double>(double *, double);
__global__ void sum(float *out, pair p) { *out = p.a + p.b; printf("sum %d\n", (int)threadIdx.x); }
__global__ void spin(int *flag) { while (*(volatile int *)flag == 0) ; }
__global__ void race(int *out) { __shared__ int s[64]; s[threadIdx.x] = 1; out[threadIdx.x] = s[63 - threadIdx.x]; }
EOF
cat >hand.ptx <<'EOF'
.version 7.0
.target sm_70
.address_size 64
.visible .entry double_it(.param .u64 data, .param .u32 n)
{
	.reg .b32 %r<4>;
	.reg .b64 %rd<4>;
	.reg .pred %p<2>;
	mov.u32 %r1, %tid.x;
	ld.param.u32 %r2, [n];
	setp.ge.u32 %p1, %r1, %r2;
	@%p1 bra DONE;
	ld.param.u64 %rd1, [data];
	mul.wide.u32 %rd2, %r1, 4;
	add.s64 %rd3, %rd1, %rd2;
	ld.global.u32 %r3, [%rd3];
	shl.b32 %r3, %r3, 1;
	st.global.u32 [%rd3], %r3;
DONE:
	ret;
}
EOF

# ---- arguments ------------------------------------------------------------------------------
is "a clean run ends with 0" "$(status run scale.cu --grid 2 --block 32 --arg '[50]' --arg '[50]:iota' --arg 0.5 --arg 50 \
	--out out)" 0
like "and shows the buffer" "$(said)" ' 48: +24 +24\.5$'
is "names in any order, with types from the signature too" \
	"$(status run scale.cu --block 4 --arg n=4 --arg by=f32:2 --arg 'in=f32[]:1,2,3,4' --arg 'out=f32[4]' --out out)" 0
like "and a list of values" "$(said)" '^ +0: +2 4 6 8$'
run scale.cu --block 4 --arg '[4]' --arg '[4]:7' --arg 1 --arg 4 --out out=out.bin >/dev/null
is "--out NAME=FILE writes the bytes" "$(od -An -f out.bin | tr -s ' ')" " 7 7 7 7"
like "@FILE reads them" "$(run scale.cu --block 4 --arg '[4]' --arg '[]:@out.bin' --arg 3 --arg 4 --out out)" '0: +21 21 21 21'
like "same: passes a buffer twice" "$(run scale.cu --block 2 --arg 'out=[2]:5' --arg same:out --arg 3 --arg 2 --out out)" \
	'0: +15 15'
is "random data comes from the seed" "$(run scale.cu --block 8 --seed 3 --arg '[8]' --arg '[8]:random' \
	--arg 1 --arg 8 --out out)" \
	"$(run scale.cu --block 8 --seed 3 --arg '[8]' --arg '[8]:random' --arg 1 --arg 8 --out out)"
like "a template by its signature" "$(run two.cu --kernel 'void fill<double>(double*, double)' --block 3 --arg '[3]' --arg 2.5 \
	--out out)" '2\.5 2\.5 2\.5'
like "a struct as several numbers" "$(run two.cu --kernel sum --arg '[1]' --arg f32:1.5,2 --out out)" '0: +3\.5$'
like "and its output" "$(said; run two.cu --kernel sum --arg '[1]' --arg hex:0000003f0000003f)" '^sum 0$'
is "PTX written by hand" "$(status run hand.ptx --block 4 --arg 'data=i32[]:1,-2,3' --arg 3 --out data)" 0
like "is run by its sizes" "$(said)" '0: +2 -4 +6$'

# ---- findings ----------------------------------------------------------------------------------
for n in 0xe 0XE; do
	is "$n is an integer, where a parameter has a size alone" \
		"$(run hand.ptx --json --block 20 --arg 'data=i32[20]:1' --arg "$n" --out data |
		grep -c '^ *2,\{0,1\}$')" 14
done
told "an overrun is found" 1 '7 \| out\[i\] = in\[i\] \* by; .*reads in\[40\]; in has' \
	run scale.cu --block 64 --arg '[64]' --arg '[40]:iota' --arg 1 --arg 64
told "an input never written is found" 1 'in\[0\].*nothing has written|never written|not initiali|uninitiali' \
	run scale.cu --block 1 --arg '[1]' --arg '[1]' --arg 1 --arg 1
is "unless the check is off" "$(status run scale.cu --check=none --block 1 --arg '[1]' --arg '[1]' --arg 1 --arg 1)" 0
is "or looks for something else" "$(status run scale.cu --check race,sync --block 1 --arg '[1]' --arg '[1]' --arg 1 --arg 1)" 0
told "a race is found" 1 's\[32\] is written on line 8 by thread' run two.cu --kernel race --block 64 --arg '[64]'
told "a hang ends at the budget" 1 'it does not end' run two.cu --kernel spin --budget 10000 --arg '[1]:0'
cat >endless.ptx <<'EOF'
.version 7.0
.target sm_70
.address_size 64
.visible .entry endless(.param .u64 data)
{
	.reg .b32 %r<2>;
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [data];
	ld.global.u32 %r1, [%rd1+4];
L:
	add.u32 %r1, %r1, 1;
	bra L;
}
EOF
for threads in 1 4; do
	told "--seconds ends it too, on $threads threads" 1 'stopped after [0-9.]+ s' \
		run endless.ptx --seconds 1 --budget 99999999999999 --check none -j $threads --grid 200 --block 32 \
			--arg 'data=i32[2]:0'
done
# Ends it by ^C once it has computed for a fifth of a second.
interrupted() {
	"$@" &
	until [ "$(cut -d ' ' -f 14 /proc/$!/stat 2>/dev/null || echo 99)" -ge 20 ]; do sleep 0.05; done
	kill -INT $!
	wait $!
}
told "^C ends it, and reports what was found until then" 130 'stopped after.* reads data\[1\].*still runs on line 12' \
	interrupted "$w" vm run endless.ptx --budget 99999999999999 --arg 'data=i32[2]'
is "a kernel does the same on four threads" "$(run scale.cu --check none -j 4 --grid 300 --block 64 --counters \
	--arg '[20000]' --arg '[20000]:random' --arg 3 --arg 19000 --out out)" \
		"$(run scale.cu --check none --grid 300 --block 64 --counters \
	--arg '[20000]' --arg '[20000]:random' --arg 3 --arg 19000 --out out)"
told "findings in PTX written by hand name its lines" 1 '16 \| ld.global.u32 .* reads data\[2\]' \
	run hand.ptx --block 4 --arg 'data=i32[2]:0' --arg 4
doc=$(run scale.cu --json --counters --block 33 --arg '[33]' --arg '[32]:1' --arg 1 --arg 33 --out out)
is "--json: the end" "$(json "$doc" '$.end')" fault
is "the findings" "$(json "$doc" '$.findings[0].kind')" out-of-bounds
is "the buffers" "$(json "$doc" '$.buffers.out.values[31]')" 1.0
is "the counters, in total" "$(json "$doc" '$.counters.flops')" 33
like "by line" "$(json "$doc" '$.lines')" '"flops":33.*"line":7'

# ---- counters ----------------------------------------------------------------------------
table=$(run scale.cu --counters --grid 4 --block 64 --arg '[256]' --arg '[256]:1' --arg 1 --arg 256)
like "--counters: totals" "$table" '^ +64  global_sectors$'
like "and each line with its text" "$table" '^ +7 .* 100% +16 +64 .* out\[i\] = in\[i\] \* by;'
is "in 80 columns" "$(printf '%s\n' "$table" | awk 'length > 80')" ""
told "--trace is the debugger's" 2 "'vm run' has no --trace: .warpbook debug FILE --do 'trace 100'. prints" run hand.ptx \
	--trace=0/1 --block 2

# ---- lint ---------------------------------------------------------------------------------------------
is "lint of a good file ends with 0" "$(status "$w" vm lint scale.cu)" 0
like "and lists parameters with name and type" "$(said)" 'out: float\*, in: float const\*, by: float, n: int'
sed 's/add.s64 %rd3/add.s63 %rd3/; s/%r3, 1;/%r9, 1;/; s/setp.ge.u32 %p1/setp.ge.u32 %r1/' hand.ptx >bad.ptx
is "lint of a bad one with 1" "$(status "$w" vm lint bad.ptx)" 1
is "each error by its line" "$(said | grep -oE '^ +[0-9]+ \|' | tr -d ' |' | tr '\n' ' ')" "15 17 11 "
like "with a caret at the quoted word" "$(said | sed -n '/^ *17/{n;p}')" '^     \|                  \^ error: .%r9.'
sed 's/@%p1 bra/@%p1 bar.sync 0; @%p1 bra/' hand.ptx >odd.ptx
told "a warning is no error" 0 'warning: a barrier under a guard' "$w" vm lint odd.ptx
is "lint --json" "$(json "$("$w" vm lint --json bad.ptx)" '$.remarks[1].line')" 17
sed 's/shl.b32 %r3, %r3, 1/mma.sync.nothing %r3, %r3/' hand.ptx >new.ptx
told "an unsupported instruction is named" 1 'mma.sync.nothing' "$w" vm lint new.ptx

# ---- print -----------------------------------------------------------------------------------------------
good=0 bad=
for f in "$TESTS_DIR"/ptx/*.ptx "$TESTS_DIR"/bugs/*.ptx; do
	"$w" vm print "$f" >once.ptx 2>/dev/null || continue
	good=$((good + 1))
	"$w" vm print once.ptx >twice.ptx 2>&1 && cmp -s once.ptx twice.ptx || bad="$bad $f"
done
is "what print prints, it prints again" "$bad" ""
ok "of all files that parse" test $good -ge 20

# ---- tables -----------------------------------------------------------------------------------------------
like "ops NAME: its forms" "$("$w" vm ops lop3)" '^lop3\.b32 d, a, b, c, i$'
told "an unknown opcode: the nearest" 1 "did you mean 'popc'" "$w" vm ops popcc
is "ops --json" "$(json "$("$w" vm ops --json clz)" '$.ops[0].name')" clz
like "checks" "$("$w" vm checks)" '^out-of-bounds +error '
is "calls that are missing, and no others" "$("$w" vm calls --missing | grep -oE '^[^A-Z0-9] +cuda' | tr -d ' ' | sort -u)" -cuda
like "counters" "$("$w" vm counters)" '^global_sectors '

# ---- what can be wrong -------------------------------------------------------------------------------------
told "a missing file" 1 'No such file' run none.cu
told "a folder" 1 'is a folder' run "$scratch"
mkfifo pipe.ptx
told "a named pipe" 1 'is a named pipe' timeout 10 "$w" vm run pipe.ptx
cp hand.ptx shut.ptx; chmod 000 shut.ptx
[ "$(id -u)" -eq 0 ] && mortal='setpriv --bounding-set=-dac_override,-dac_read_search' || mortal=
told "an unreadable file" 1 'Permission denied' $mortal "$w" vm lint shut.ptx
echo '__global__ void four(float4 *v) { v[threadIdx.x] = make_float4(1, 2, 3, 4); }' >four.cu
is "[N] for a float4 pointer is N of them" "$(status run four.cu --block 8 --arg 'v=[8]')" 0
told "and findings count them so" 1 'writes[ |]*v\[8\]; v has 8 elements' run four.cu --block 9 --arg 'v=[8]'
told "an argument too many is named" 2 "'vm run' takes FILE; '2' is one argument too many" "$w" vm run scale.cu --grid 3 2
: >empty.ptx
told "an empty file" 1 'this is not PTX' run empty.ptx
head -c 300 /dev/urandom >noise.ptx
is "noise" "$(status run noise.ptx)" 1
{ cat hand.ptx; printf '// '; head -c 2000000 /dev/zero | tr '\0' x; echo; } >long.ptx
is "a line of 2 MB is only long" "$(status run long.ptx --arg 'data=i32[1]:1' --arg 1)" 0
{ head -c 2000000 /dev/zero | tr '\0' x; cat hand.ptx; } >word.ptx
told "a word of 2 MB" 1 'expected a directive' "$w" vm lint word.ptx
told "broken PTX" 1 'bad.ptx:15: ' run bad.ptx
echo '__global__ void k() { x; }' >wrong.cu
told "CUDA that does not compile" 1 'does not compile .* x; .*undeclared' run wrong.cu
told "more than one kernel" 1 'choose with --kernel: ' run two.cu
told "an unknown kernel: the nearest" 1 "did you mean 'scale'" run scale.cu --kernel scael
told "too few arguments" 1 'takes 4 arguments, 1 is given.*out, in, by, n' run scale.cu --arg '[4]'
told "a number for a buffer" 1 'it takes a buffer' run scale.cu --arg 5 --arg '[1]' --arg 1 --arg 1
told "a buffer for a number" 1 'it takes a number' run scale.cu --arg '[1]' --arg '[1]' --arg '[1]' --arg 1
told "another type of elements" 1 'takes elements of f32' run scale.cu --arg 'i32[1]' --arg '[1]' --arg 1 --arg 1
told "another type of number" 1 'the kernel takes f32' run scale.cu --arg '[1]' --arg '[1]' --arg i32:1 --arg 1
told "no number" 1 "'1x' is not a valid i32" run scale.cu --arg '[1]' --arg '[1]' --arg 1 --arg 1x
told "a number that does not fit" 1 "'3000000000' is not a valid i32" run scale.cu --arg '[1]' --arg '[1]' \
	--arg 1 --arg 3000000000
told "an unknown parameter" 1 "no parameter 'im'.*mean 'in'" run scale.cu --arg '[1]' --arg 'im=[1]' --arg 1 --arg 1
told "a parameter twice" 1 'given twice' run scale.cu --arg 'in=[1]' --arg 'in=[1]' --arg 1 --arg 1
told "an unknown buffer to show" 1 "no buffer has that name.*mean 'out'" run scale.cu --arg '[1]' --arg '[1]:1' \
	--arg 1 --arg 1 --out outt
told "more memory than there is" 1 'more than the device' run scale.cu --arg '[900000000000]' --arg '[1]' --arg 1 --arg 1
told "an unlimited count" 1 'not a number of elements' run scale.cu --arg '[99999999999999999999999]' --arg '[1]' --arg 1 --arg 1
told "a buffer's file that is missing" 1 'none.bin' run scale.cu --arg '[1]' --arg '[]:@none.bin' --arg 1 --arg 1
told "a grid too large" 1 'the launch is rejected.*gridDim.y is 70000' run scale.cu --grid 1,70000 --arg '[1]' --arg '[1]' \
	--arg 1 --arg 1
told "a block too large" 1 '2048' run scale.cu --block 2048 --arg '[1]' --arg '[1]' --arg 1 --arg 1
told "too much shared memory" 1 'shared memory' run scale.cu --shared 300000 --arg '[1]' --arg '[1]' --arg 1 --arg 1
for bad in '--grid 0x4' '--block 1,2,3,4' '--block ,' '--check=most' '--device tpu' '--seed x' '--frob'; do
	is "$bad is wrong usage" "$(status run scale.cu $bad)" 2
done
is "no command is wrong usage" "$(status "$w" vm)" 2
is "an unknown one too" "$(status "$w" vm rum)" 2
is "help is none" "$(status "$w" vm help)" 0
for c in run lint print ops checks counters; do
	like "vm $c --help shows usage" "$("$w" vm $c --help)" "^usage: warpbook vm $c"
done
if ! has_gpu; then
	is "without a GPU --device gpu is the machine's" "$(status run hand.ptx --device gpu --arg 'i32[1]' --arg 1)" 4
	is "and auto is the vm" "$(json "$(run hand.ptx --json --device auto --arg 'i32[1]:1' --arg 1)" '$.device')" vm
fi
tap_done
