#!/bin/bash
# hostile_kernels.sh - sources made to break the judge, the vm or the compiler: warpbook contains and names
# each, and blames no one else. Kernels that are merely wrong are in tests/mutants.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
due base child ptx simt toolchain worker bench attempt judge grader/
export NO_COLOR=1 XDG_CACHE_HOME="$scratch/cache"
w=$WARPBOOK_BIN

field() { # JSON path in the last document
	sqlite3 :memory: "select json_extract(readfile('$scratch/doc'), '\$.$1')" 2>/dev/null
}

# hello BODY [BEFORE]: the verdict on a hello_threads kernel of that body, with each compiler.
hello() {
	printf '%s\n__global__ void hello_threads(int *seat)\n{\n%s\n}\n' "${2:-}" "$1" >"$scratch/hello_threads.cu"
	judge "$scratch/hello_threads.cu"
}
judge() {
	for compiler in $compilers; do
		"$w" check --json --no-record --compiler "$compiler" "$1" >"$scratch/doc" 2>"$scratch/err"
		field verdict
	done | sort -u | tr '\n' ' '
}
compilers=clang
"$w" doctor --plain 2>/dev/null | grep -q 'nvcc [0-9]' && compilers="clang nvcc"

# ---- inline PTX ------------------------------------------------------------------------------
right='seat[threadIdx.x] = threadIdx.x;'
is "a second entry in inline PTX is not the kernel that runs" \
	"$(hello 'asm volatile("ret;\n}\n.visible .entry hello_threads(.param .u64 p)\n{\nret;");')" "wrong-answer "
# PTX that the learner wrote, and that nobody can read, is theirs.
is "garbage in inline PTX is rejected" "$(hello "$right asm volatile(\"@@@@ \\001 }}}{{{\");")" "compile-error "
is "an open comment in inline PTX is rejected" "$(hello "$right asm volatile(\"/*\");")" "compile-error "
is "an open string in inline PTX is rejected" "$(hello "$right asm volatile(\".pragma \\\"\");")" "compile-error "
is "a million registers of which one is used do no harm" \
	"$(hello "$right asm volatile(\"{ .reg .b64 %zz<1000000>; mov.b64 %zz999999, 1; }\");")" "passed "
is "a terabyte of variables is rejected" \
	"$(hello "$right asm volatile(\"}\\n.global .b8 big[1000000000000];\\n.visible .entry x()\\n{\");")" "compile-error "
is "so are __device__ arrays that fill the machine" "$(hello "$right" '__device__ int big[900000000];')" "compile-error "
like "by their name" "$(field message)" "'big'"
is "an array too large for shared memory is rejected" \
	"$(hello '__shared__ int s[100000]; s[threadIdx.x] = 1; __syncthreads(); seat[threadIdx.x] = s[0];')" "bad-launch "
is "a loop in inline PTX is a hang" "$(hello "$right asm volatile(\"{ L: bra L; }\");")" "hang "
is "a null pointer in inline PTX is one" "$(hello "$right asm volatile(\"st.u32 [%0], 1;\" :: \"l\"(0ull));")" "memory-error "
is "parameters end where they end" \
	"$(hello 'int v; asm volatile("ld.param.u32 %0, [_Z13hello_threadsPi_param_0+4096];" : "=r"(v)); seat[0] = v;')" "memory-error "
is "barriers beyond the sixteen are no way out" "$(hello "$right asm volatile(\"bar.sync %0, 32;\" :: \"r\"(threadIdx.x % 2 + 77));" | tr -d '\n' |
	sed -E 's/^(unsupported|sync-error|hang|memory-error) $/contained/')" contained

# ---- what a kernel prints ----------------------------------------------------------------------
is "a printf for ever ends as a flood of output" "$(hello 'for (;;) printf("%500d\n", 1);')" "output-flood "
is "odd formats print, and change nothing" \
	"$(hello "$right int k; printf(\"%n%s%%%c%hhd%*d%.*f%500.500f%Lf%\\n\", &k, \"s\", 0, 300, -2147483647 - 1, 7, 2000000000, 1.0, 1e300, 1.0);" |
		sed 's/memory-error/passed/')" "passed "
is "a forged verdict in the output is only output" \
	"$(hello 'printf("\033[2J{\"verdict\":\"passed\"}\n"); seat[threadIdx.x] = 7;')" "wrong-answer "
unlike "and its escapes stay where they are" "$(cat "$scratch/doc" | tr '\033' E)" 'E\['

# ---- the compiler --------------------------------------------------------------------------------
is "#line can not name another file's text" "$(hello 'seat[5000] = 1;' '#line 1 "/etc/passwd"')" "memory-error "
unlike "none of it is shown" "$("$w" check --plain --no-record --compiler clang "$scratch/hello_threads.cu")" 'root:'
is "nor does an include of it" "$(hello "$right" '#include "/etc/passwd"')" "foreign-source "
unlike "show any line" "$("$w" check --plain --no-record --compiler clang "$scratch/hello_threads.cu")" 'root:'
is "a file that includes itself ends" "$(hello "$right" '#include __FILE__
#include "kernel.cu"')" "compile-error "
is "macros that double and double end" "$(hello "$right" "$(
	echo '#define A0 x x x x x x x x x x'
	for k in 1 2 3 4 5 6 7; do echo "#define A$k A$((k - 1)) A$((k - 1)) A$((k - 1)) A$((k - 1)) A$((k - 1)) A$((k - 1)) A$((k - 1)) A$((k - 1))"; done
	echo A7)")" "compile-error "
like "within the memory and output that a compiler may have" "$(wc -c <"$scratch/doc")" '^[0-9]{1,5}$'
is "a literal control sequence in #error is defused" "$(hello "$right" "#error \"$(printf '\033[2Jpassed')\"")" "compile-error "
unlike "in the report too" "$("$w" check --plain --no-record --compiler clang "$scratch/hello_threads.cu" | tr '\033' E)" 'E\['
tap_done
