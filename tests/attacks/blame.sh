#!/bin/bash
# blame.sh - files that try to make somebody else responsible: the machine, warpbook, or no one. A verdict on such a file is the
# learner's (exit status 1), and its honest twin passes. All run as a user without privileges.
. "${TESTS_DIR:?}/tap/tap.sh" || exit 99
due base child cudart worker bench attempt toolchain script catalog judge grader/ tests/attacks/
: "${scratch:?}" "${WARPBOOK_BIN:?}" # what follows changes the owner of files below it
export NO_COLOR=1
chmod 755 "$scratch"
mkdir -p "$scratch/home" "$scratch/work"
become 64125
[ "$(id -u)" != 0 ] || chown 64125:64125 "$scratch/home" "$scratch/work"
compilers=clang
"$WARPBOOK_BIN" doctor --plain 2>/dev/null | grep -q 'nvcc [0-9]' && compilers="clang nvcc"
user() {
	(cd "$scratch/work" && ulimit -u 400 -c 0 &&
		exec "${as_user[@]}" env HOME="$scratch/home" XDG_CACHE_HOME="$scratch/home/cache" \
		TMPDIR="$scratch/home" nice "$@") </dev/null
}
field() { sqlite3 :memory: "select json_extract(readfile('$scratch/doc'), '\$.$1')" 2>/dev/null; }
# judge EXERCISE: the verdict and the exit status on the file in $scratch/work/it.cu, by the compiler
judge() {
	user "$WARPBOOK_BIN" check --json --no-record --as "$1" --compiler "$compiler" it.cu >"$scratch/doc" 2>"$scratch/err"
	local status=$?
	echo "$(field verdict) $status"
}
plain() { user "$WARPBOOK_BIN" check --plain --no-record --as "$1" --compiler "$compiler" it.cu 2>&1; }
# kernel BEFORE BODY: a kernel of the exercise add
kernel() {
	printf '%s\n__global__ void add(float *out, const float *a, const float *b, int n)\n{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n%s\n}\n' \
		"$1" "$2" >"$scratch/work/it.cu"
}
right='    if (i < n) out[i] = a[i] + b[i];'
wrong='    out[i + 1000000] = a[i];'
# program BEFORE FIRST: round_trip, with FIRST at its start
program() {
	{ printf '%s\n' "$1"
		awk -v first="$2" '{ print } /^void round_trip/ { host = 1 } host && /^\{/ { print "    " first; host = 0 }' \
			"$TESTS_DIR/../solutions/06_host_memory/round_trip.cu"; } >"$scratch/work/it.cu"
}

for compiler in $compilers; do
	# ---- words that a machine's trouble would have -----------------------------------------------------
	n=0
	while IFS= read -r line; do
		n=$((n + 1))
		kernel "$line" "$right"
		like "$compiler: words of a machine's trouble, $n" "$(judge add)" '^(compile-error|passed) [01]$'
		program "$line" ""
		like "and in a program" "$(judge round_trip)" '^(compile-error|passed) [01]$'
	done <<-'END'
		#error unable to create target
		#error No space left on device
		#error Cannot allocate memory
		#pragma message("a\nerror: No space left on device")
		static_assert(sizeof(int) == 3, "a\nerror: unable to create target\nerror: No space left on device");
		[[deprecated("x\nclang: error: unable to execute command: Resource temporarily unavailable")]] int f(); int g() { return f(); }
		#include "No space left on device"
	END

	# ---- the same words from the assembler, which has no line of the file -------------------------------------
	n=0
	while IFS= read -r words; do
		n=$((n + 1))
		program "asm(\".error \\\"$words\\\"\");" ""
		is "$compiler: words that the assembler prints, $n" "$(judge round_trip)" 'compile-error 1'
		program "asm(\".include \\\"$words\\\"\");" ""
		is "and as a file's name" "$(judge round_trip)" 'compile-error 1'
		program "asm(\".print \\\"$words\\\"\\n.error \\\"\\\"\");" ""
		is "and before an error without words" "$(judge round_trip)" 'compile-error 1'
		kernel '' "    asm(\".error \\\"$words\\\";\");
$right"
		is "and in a kernel" "$(judge add)" 'compile-error 1'
	done <<-'END'
		cannot write: No space left on device
		Resource temporarily unavailable
		fork failed
		unable to create target
		no such instruction
	END

	# ---- names that are not the file's -------------------------------------------------------------------
	# Most versions of clang write the name into a comment of their PTX as it is: a newline in it makes the rest PTX of the file's own.
	for name in 'a\nb' 'x.cu\npassed: all cases are right\n' '\n/*' '\033[2Jx' '/usr/include/stdio.h' 'kernel.ptx' ''; do
		wants='^passed 0$' and='^memory-error 1$'
		case $compiler$name in clang*'\n'*) wants='^(compile-error 1|passed 0)$' and='^(compile-error|memory-error) 1$' \
			;; esac
		kernel "#line 1 \"$name\"" "$right"
		like "$compiler: #line '$name' is a name like any other, or the file's mistake" "$(judge add)" "$wants"
		kernel "#line 1 \"$name\"" "$wrong"
		like "and so is an error under it" "$(judge add)" "$and"
		unlike "the name stays on its line" "$(plain add | tr '\033' E)" '^passed|E\['
		kernel "#line 1 \"$name\"" "    nothing;"
		like "and so is a mistake" "$(judge add)" '^compile-error 1$'
		program "#line 1 \"$name\"
int f() { nothing; }" ""
		like "and one in a program" "$(judge round_trip)" '^(compile-error|foreign-source) 1$'
	done
	if [ $compiler = clang ]; then
		headers=$(user "$WARPBOOK_BIN" cc --dry-run --compiler clang it.cu 2>/dev/null | tr ' ' '\n' |
			grep -m 1 device_headers)
		[ -n "$headers" ] || headers=$(cd "$TESTS_DIR/../src/toolchain/device_headers" && pwd)
		kernel "#line 1 \"$headers/cuda_runtime.h\"" "    nothing;"
		is "a #line that names a header of ours does not make it ours" "$(judge add)" 'compile-error 1'
		program "#line 1 \"$headers/cuda_runtime.h\"" "nothing;"
		is "nor in a program" "$(judge round_trip)" 'compile-error 1'
	fi

	# ---- variables ------------------------------------------------------------------------------------------
	kernel '__device__ char big[300 << 20];' "    if (i == 0) big[n] = 1;
$right"
	is "$compiler: 300 MiB of variables are the file's" "$(judge add)" 'compile-error 1'
	like "named, with the limit" "$(field message)" "'big' has 314572800 bytes.* 256 MiB"
	like "and its line" "$(plain add)" '^ *1 \| __device__ char big'
	kernel 'namespace own { __device__ char big[200 << 20]; } __device__ char more[100 << 20];' \
		"    if (i == 0) own::big[n] = more[n] = 1;
$right"
	is "so are two that are too large together" "$(judge add)" 'compile-error 1'
	kernel '__device__ char big[20 << 20];' "    if (i == 0) big[n] = 1;
$right"
	is "20 MiB pass" "$(judge add)" 'passed 0'

	while IFS= read -r line; do
		program "$line" 'big[n] = 1;'
		is "$compiler: static variables of the host that no program can have ($line)" "$(judge round_trip)" \
			'compile-error 1'
		like "named, with the limit" "$(field diagnostics[0].text)" 'all of a program together may have 2 GiB'
		is "and their line" "$(field diagnostics[0].line)" 1
	done <<-'END'
		static char big[3ull << 30];
		static char big[100ull << 30];
		static thread_local char big[3ull << 30];
		char a[1ull << 30], b[1ull << 30]; char c[1ull << 30], *x = a, *y = b, *z = c; static char big[1ull << 30], *w = big;
		namespace own { char big[5ull << 30], *w = big; } using own::big;
	END
	for size in 1048576 4294967296 4294967312 107374182400; do
		kernel '' "    volatile char t[${size}ull]; t[n] = i; if (i < n) out[i] = t[n];"
		like "$compiler: local arrays of $size bytes are the file's" "$(judge add)" \
			'^(compile-error|bad-launch|memory-error) 1$'
	done

	# ---- macros that grow: ended by their text or their time, within a few seconds ------------------------------
	grow() { # grow WHAT TIMES: $M, which has WHAT ten times to the power of TIMES
		printf '#define M0 %s\n' "$1"
		for ((i = 1, j = 0; i <= $2; i++, j++)); do echo "#define M$i M$j M$j M$j M$j M$j M$j M$j M$j M$j M$j"; done
	}
	kernel "$(grow 'n++;' 6)" "    if (n < 0) { M6 }
$right"
	is "$compiler: statements that macros make are the file's mistake" "$(judge add)" 'compile-error 1'
	like "named as such" "$(field diagnostics[0].text)" 'macros of this file grow to more text'
	kernel "# 1 \"/usr/include/stdio.h\" 1 3
$(grow 'n++;' 6)" "    if (n < 0) { M6 }
$right"
	is "also under the name of a header of the system" "$(judge add)" 'compile-error 1'
	program "$(grow '' 9)" 'M9'
	is "so are macros that become nothing, in time" "$(judge round_trip)" 'compile-error 1'
	like "in a program, too" "$(field diagnostics[0].text)" 'macros of this file grow to more text'
	kernel "$(grow '+ 1' 4)" "    if (n < 0) n = 0 M4;
$right"
	is "ten thousand terms pass" "$(judge add)" 'passed 0'
	kernel '#include "/dev/zero"' "$right"
	like "a device is no header" "$(judge add)" '^(foreign-source|bad-source) 1$'
	kernel '#define ZERO "/dev/zero"
#include ZERO' "$right"
	is "nor by another name" "$(judge add)" 'foreign-source 1'

	# ---- a few lines that take a compiler minutes: ended within 15 seconds of a processor, at their line ------------
	templates='template <int d, long k> struct T { T<d - 1, 2 * k> a; T<d - 1, 2 * k + 1> b; };
template <long k> struct T<0, k> { char c; };'
	kernel "$templates" "    int more = 0;
    n += sizeof(T<26, 1>) * 0;
    n += more;
$right"
	is "$compiler: templates that double are the file's mistake" "$(judge add)" 'compile-error 1'
	like "named as such" "$(cat "$scratch/doc")" 'templates that name themselves twice'
	is "with the line that uses them" \
		"$(sqlite3 :memory: "select count(*) from json_each(readfile('$scratch/doc'), '\$.diagnostics')
		where json_extract(value, '\$.text') like 'the compiler%' and json_extract(value, '\$.line') = 7")" 1
	kernel "$templates" "    n += sizeof(T<8, 1>) * 0;
$right"
	is "and a thousand of them pass" "$(judge add)" 'passed 0'
	if [ $compiler = clang ]; then
		program "$templates" 'n += sizeof(T<26, 1>) * 0;'
		is "in a program, too" "$(judge round_trip)" 'compile-error 1'
		like "with the line" "$(sed -n "$(field diagnostics[0].line)p" "$scratch/work/it.cu")" 'n [+]= sizeof'
		kernel '#if __INCLUDE_LEVEL__ < 40
#include "it.cu"
#include "it.cu"
#endif
#if __INCLUDE_LEVEL__ == 0' "$right"
		echo '#endif' >>"$scratch/work/it.cu"
		is "a file that includes itself twice is at fault" "$(judge add)" 'compile-error 1'
		like "which is said" "$(field diagnostics[0].text)" 'grow to more text than'
		is "with the line" "$(field diagnostics[0].line)" 2
	fi

	# ---- numbers of lines, and functions that are not there -----------------------------------------------------
	for number in 2147483640 2147483647 2147483648 99999999999; do
		kernel "#line $number" "$right"
		like "$compiler: #line $number is a line, or the file's mistake" "$(judge add)" '^(passed 0|compile-error 1)$'
		kernel "#line $number" "$wrong"
		like "and so is an error under it" "$(judge add)" '^(memory-error|compile-error) 1$'
	done
	kernel 'extern "C" __device__ int f1() { return 1; } extern "C" __device__ int f2() __attribute__((alias("f1")));' \
		'    if (i < n) out[i] = a[i] + b[i] + f2() * 0;'
	like "$compiler: an alias, which nvcc drops, is the file's" "$(judge add)" '^(passed 0|bad-launch 1)$'
	kernel '__device__ float mine(float);' '    if (i < n) out[i] = mine(a[i]);'
	is "and so is a function without a body" "$(judge add)" 'bad-launch 1'

	# ---- asm statements of any size ------------------------------------------------------------------------------
	kernel '' "    asm(\"{ .reg .u32 r<900000>; .reg .u64 d<90000>; .reg .pred p<9000>; }\");
$right"
	is "$compiler: registers without use cost nothing" "$(judge add)" 'passed 0'
	# A compiler's time grows with the square of a statement's length.
	statements() {
		printf "$1" {1..132000} | awk '{ printf "%s", $0 } NR % 1000 == 0 { print "" }' |
			sed 's/.*/    asm volatile("&");/'
	}
	kernel '' "    asm volatile(\".reg .u32 r<132001>;\");
$(statements 'mov.u32 r%d, 1;\n')
$right"
	is "more registers than a warp can have are the file's" "$(judge add)" 'bad-launch 1'
	like "named, with its size" "$(cat "$scratch/doc")" 'needs more than 16 MiB of registers'
	kernel '' "    asm volatile(\".reg .u32 r;\");
$(statements 'mov.u32 r, %d;\n')
$right"
	is "so are more constants" "$(judge add)" 'bad-launch 1'
	kernel '' "$(statements 'L%d:\n')
$right"
	like "and labels are no one's trouble but the file's" "$(judge add)" '^(passed 0|compile-error 1)$'

	# ---- the compiler's own crash ------------------------------------------------------------------------------
	if [ $compiler = clang ]; then
		for how in crash llvm_fatal_error llvm_unreachable assert parser_crash; do
			kernel "#pragma clang __debug $how" "$right"
			like "clang's crash ($how) is told" "$(judge add)" '^(compile-error 1|passed 0)$'
			program "#pragma clang __debug $how" ""
			like "and in a program" "$(judge round_trip)" '^(compile-error 1|passed 0)$'
		done
	fi

	# ---- floods ----------------------------------------------------------------------------------------------------
	kernel '#include <cstdio>' '    for (;;) printf("a flood of words %d\n", i);'
	is "$compiler: a kernel that prints for ever" "$(judge add)" 'output-flood 1'
	like "is told so" "$(field findings[0].message)" 'the grid has called it millions of times'
	kernel '#include <cstdio>' "    for (int k = 0; k < 40; k++) printf(\"%d\\n\", k);
$right"
	like "and one that prints much is right" "$(judge add)" '^(passed 0|too-slow 1)$'
	program '#include <cstdio>' 'for (;;) puts("a flood of words");'
	is "$compiler: a program that prints for ever" "$(judge round_trip)" 'output-flood 1'
	like "is told so" "$(field message)" 'the program prints more than 64 MiB'
	# In long lines: what each call of write() costs depends on the machine's load.
	flood=$(printf '%0.sa flood of words ' {1..10}) more=$(printf '%0.sand more ' {1..9})
	program '#include <cstdio>' "for (int k = 0; k < 60000; k++) { puts(\"$flood\"); fputs(\"$more\", stderr); }"
	is "and 15 MB are none" "$(judge round_trip)" 'passed 0'

	# ---- endings ---------------------------------------------------------------------------------------------------
	for signal in SIGTERM SIGHUP SIGINT SIGQUIT SIGSTOP SIGKILL SIGXCPU SIGSYS; do
		program '#include <signal.h>
#include <unistd.h>' "signal($signal, SIG_DFL); kill(getpid(), $signal);"
		like "$compiler: a program that sends itself $signal is to blame, or goes on" "$(judge round_trip)" \
			'^(host-crash|hang|tampered) 1$|^passed 0$'
	done
done

# ---- a program that stops itself: no filter sees which signal a timer sends --------------------------------
compiler=clang
stops='#include <signal.h>
#include <time.h>
#include <unistd.h>
static void stops(int signal) { timer_t t; struct sigevent e = {}; struct itimerspec s = { { 0, 1000000 }, { 0, 1000000 } };
    e.sigev_notify = SIGEV_SIGNAL; e.sigev_signo = signal; timer_create(CLOCK_MONOTONIC, &e, &t); timer_settime(t, 0, &s, 0); }'
for signal in SIGSTOP SIGTSTP SIGTTIN; do
	program "$stops" "signal($signal, SIG_DFL); stops($signal); for (;;) pause();"
	is "a program that a timer of its own stops ($signal) is to blame" "$(judge round_trip)" 'hang 1'
done
program "$stops" 'stops(SIGTERM); signal(SIGTERM, SIG_DFL); for (;;) pause();'
is "and one that it ends" "$(judge round_trip)" 'host-crash 1'

# ---- Python ----------------------------------------------------------------------------------------------------
if "$WARPBOOK_BIN" doctor --plain 2>/dev/null | grep -q 'python .*with Numba'; then
	python() {
		printf '%s\nfrom numba import cuda\n\n\n@cuda.jit\ndef add(out, a, b, n):\n    i = cuda.grid(1)\n    if i < n:\n        out[i] = a[i] + b[i]\n' \
			"$1" >"$scratch/work/it.py"
		user "$WARPBOOK_BIN" check --json --no-record --as add it.py >"$scratch/doc" 2>"$scratch/err"
		local status=$?
		echo "$(field verdict) $status"
	}
	is "an import that prints for ever is at fault" "$(python 'while True: print("a flood of words")')" 'compile-error 1'
	like "and told so" "$(field diagnostics[0].text)" 'the file prints more than 64 MiB while it is imported'
	is "so is one that does it on standard error" "$(python 'import os
while True: os.write(2, b"a flood of words" * 1000)')" 'compile-error 1'
	is "and one with the words of a Python that does not start" "$(python 'import os
os.write(2, b"cannot run \x27python3\x27: No such file or directory\n")
os._exit(127)')" 'compile-error 1'
	is "10 MB are no flood" "$(python 'print("a flood of words" * 600000)')" 'passed 0'
fi
tap_done
