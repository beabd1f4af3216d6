#!/bin/bash
# levels.sh - every attack and its honest twin, on machines with a whole sandbox, without namespaces, without Landlock, without
# seccomp, and without either of these two; without.c rejects the calls to simulate such a machine. The judge's part holds
# everywhere. On a machine with less of a sandbox host programs can reach more: doctor says so, and --untrusted does not run
# them. Ends with a table.
#
#	make -C build attacks                 all levels, both compilers for the judge's part
#	LEVELS="full none" COMPILERS=clang make -C build attacks
. "${TESTS_DIR:?}/tap/tap.sh" || exit 99
: "${scratch:?}" "${WARPBOOK_BIN:?}" "${BUILD_DIR:?}" # what follows changes the owner of files below it
export NO_COLOR=1
uid=$((62000 + $$ % 2000)) # nobody else's, also where two of these run
if [ "$(id -u)" != 0 ]; then # without a sandbox, kill(-1) would end your session
	skip "attacks by level" "only root can become somebody who owns nothing"
	tap_done
	exit
fi
chmod 755 "$scratch"
home=$scratch/home work=$scratch/work
mkdir -p "$home" "$work"
cp "$TESTS_DIR"/attacks/*.cu "$TESTS_DIR"/attacks/*.h "$work"
printf '#define PREY "%s"\n#define CACHE "%s"\n' "$home/prey" "$home/cache/warpbook" >"$work/prey.h"
solutions=$(cd "$TESTS_DIR/../solutions" && pwd)
compilers=clang
"$WARPBOOK_BIN" doctor --plain 2>/dev/null | grep -q 'nvcc [0-9]' && compilers="clang nvcc"
compilers=${COMPILERS:-$compilers}

user() {
	(cd "$work" && ulimit -u 400 -c 0 && exec setpriv --reuid $uid --regid $uid --clear-groups -- env HOME="$home" \
		XDG_CACHE_HOME="$home/cache" TMPDIR="$home" SECRET=of-the-parent "$@")
}
field() { sqlite3 :memory: "select json_extract(readfile('$scratch/doc'), '\$.$1')" 2>/dev/null; }
# Where a layer of the sandbox is missing, a program may stop its judge for good. Elsewhere the check ends by itself, on a busy machine late.
judge() { # exercise file [options]
	as=$1 file=$2; shift 2
	user timeout -s KILL $patience "${without[@]}" "$WARPBOOK_BIN" check --json --no-record --as "$as" \
		--compiler "$compiler" "$@" "$file" \
		</dev/null >"$scratch/doc" 2>"$scratch/err"
	field verdict
}

# ---- the judge's part: NAME EXERCISE, the attack, its honest twin, each as statements ---------------
mkdir -p "$work/j"
row() { # name exercise; the attack's text on standard input, its twin's after a line of dashes
	awk -v to="$work/j/$1" '/^----$/ { twin = 1; next } { print > (to (twin ? ".twin" : "") ".cu") }'
	echo "$1 $2" >>"$work/rows"
}
add() { printf '%s\n__global__ void add(float *out, const float *a, const float *b, int n)\n{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    %s\n}\n' "${2:-}" "$1"; }
right='if (i < n) out[i] = a[i] + b[i];'
pair() { { add "$2" "${4:-}"; echo ----; add "$3" "${4:-}"; } | row "$1" add; }
pair unwritten '' "$right"
pair last_unwritten 'if (i < n - 1) out[i] = a[i] + b[i];' "$right"
pair zeros 'if (i < n) out[i] = 0;' "$right"
pair constants 'if (i < n) out[i] = 1;' "$right"
pair nan 'if (i < n) out[i] = a[i] + b[i] + __int_as_float(0x7fc00000);' "$right"
pair infinity 'if (i < n) out[i] = __int_as_float(0x7f800000);' "$right"
pair rounded 'if (i < n) out[i] = rintf((a[i] + b[i]) * 64) / 64;' "$right"
pair inputs_written "$right if (i < n) ((float *)a)[i] = 0;" "$right"
pair inputs_restored 'float x = a[0]; if (i < n) { ((float *)a)[i] = 0; out[i] = a[i] + b[i]; ((float *)a)[i] = x; }' "$right"
pair neighbours "$right if (i < n) out[i + n] = 1;" "$right"
pair reads_behind "$right if (i < n && a[i + n] == 77) out[i] = 1;" "$right"
pair few_sizes "$right if (i < n && n > 257 && n < 60000) out[i] = 0;" "$right"
pair first_call "$right if (i == 0 && ++calls > 1) out[0] = 7;" "$right if (i == 0) ++calls;" '__device__ int calls;'
pair race_second_call "if (i < n && calls && threadIdx.x == 0) out[n - 1] = a[n - 1] + b[n - 1]; __syncthreads(); if (i == n - 1) ++calls; $right" \
	"if (i == n - 1) ++calls; $right" '__device__ int calls;'
counted='unsigned launch = atomicAdd(&calls, 1u) / (gridDim.x * blockDim.x);' # no race: each thread counts itself
pair race_second_call_measured "$counted if (launch == 1 && n > 10000 && n < 60000 && i == 0) out[n - 1] = 0; $right" \
	"$counted if (launch == 1 && i == 0) atomicOr(&calls, 0u); $right" \
	'__device__ unsigned calls;'
pair race_third_call "$counted if (launch == 2 && n > 300 && i == 0) out[n - 1] = 0; $right" \
	"$counted if (launch == 2 && i == 0) atomicOr(&calls, 0u); $right" '__device__ unsigned calls;'
pair third_call "$counted if (launch == 2) { if (i < n) out[i] = 0; return; } $right" \
	"$counted if (launch == 2) { $right return; } $right" '__device__ unsigned calls;'
pair poison "if (i < n && out[i] == out[i]) { out[i] = 0; return; } $right" "$right if (i < n && out[i] != out[i]) out[i] = 0;"
pair discarded "$right __syncthreads(); if (i % 32 == 0 && i + 32 <= n) asm volatile(\"discard.global.L2 [%0], 128;\" :: \"l\"(out + i) : \"memory\");" \
	"if (i % 32 == 0 && i + 32 <= n) asm volatile(\"discard.global.L2 [%0], 128;\" :: \"l\"(out + i) : \"memory\"); __syncthreads(); $right"
pair asm_nonsense "$right asm volatile(\"nonsense;\");" "$right asm volatile(\"{ .reg .b32 q; mov.b32 q, 1; }\");"
pair local_memory "$right asm volatile(\"{ .local .b8 big[99999999]; }\");" "$right asm volatile(\"{ .local .b8 big[999]; }\");"
# The first block of the heap is where it is at the counted launch, and no later launch of the same heap gets it.
block='long long d = i == 0 && n > 10000 ? (long long)malloc(16) - (long long)out : 0;'
pair race_first_heap "$block if (d == 589824) out[n - 1] = 0; $right" "$block if (d > 0) free((char *)out + d); $right" \
	'#include <stdlib.h>'
pair endless "$right for (volatile int k = 0; i < n; k++) ;" "$right for (volatile int k = 0; k < 3; k++) ;"
pair trap "$right __trap();" "$right"
pair output_flood 'for (;;) printf("{\"verdict\": \"passed\"}\n");' \
	"$right if (i == 0) printf(\"{\\\"verdict\\\": \\\"wrong-answer\\\"}\\n\");" '#include <stdio.h>'
pair second_entry 'asm volatile("ret;\n}\n.visible .entry add2(.param .u64 p)\n{\nret;");' "$right asm volatile(\"membar.gl;\");"
pair null_pointer "$right if (i == 0) *(volatile int *)0 = 1;" "$right if (i < n && !out) out[i] = 1;"
pair shared_unset '__shared__ float s[256]; if (i < n) out[i] = a[i] + b[i] + 0 * s[threadIdx.x];' \
	'__shared__ float s[256]; s[threadIdx.x] = 0; if (i < n) out[i] = a[i] + b[i] + 0 * s[threadIdx.x];'
pair reference_included "$right" "$right" # the attack is made below
printf '#include "%s/01_kernels/add.cu"\n' "$solutions" >"$work/j/reference_included.cu"
pair reference_linked "$right" "$right"
ln -sf "$solutions/01_kernels/add.cu" "$work/j/reference_linked.cu"
pair endless_include "$right" "$right" '#include <stddef.h>'
sed -i '1s,.*,#include "/dev/zero",' "$work/j/endless_include.cu"
pair foreign_file "$right" "$right" '#include <math.h>'
sed -i '1s,.*,#include "/etc/passwd",' "$work/j/foreign_file.cu"
matmul() { awk -v add="$1" '/^ *float sum = 0;/ { print add } { print }' "$solutions/10_matmul/matmul_tiled.cu"; }
{ matmul 'if (n == 160 && k == 192 && blockIdx.x == 0) c[row * n + 32 + tx] = 0;'; echo ----
	matmul 'if (n == 160 && k == 192 && blockIdx.x == 0) c[row * n + tx] = 0;'; } | row race_in_the_measured_case matmul_tiled
host() { awk -v add="$1" '/^void round_trip/ { print "static int calls;" } { print } /^\{/ && ++n == 2 { print "    " add }' \
	"$solutions/06_host_memory/round_trip.cu"; }
{ host 'if (++calls > 1) return;'; echo ----; host '++calls;'; } | row host_first_call round_trip
{ echo '#include <stdlib.h>'; host 'exit(0);'; echo ----; host 'if (!x) __builtin_trap();'; } | row host_exits round_trip
{ host ''; echo ----; host ''; } | row host_reference_included round_trip
printf '#include "%s/06_host_memory/round_trip.cu"\n' "$solutions" >"$work/j/host_reference_included.cu"
{ host 'for (int i = 0; i < n; i++) y[i] = x[i] * x[i]; return;'; echo ----; host ''; } | row host_on_the_cpu round_trip

chown -hR $uid:$uid "$home" "$work"
table=$(printf '%-12s %-9s %7s %7s %7s %8s %7s' level compiler attacks caught through rejected honest)
ok_not() { tap_report 1 "$1"; echo "# $2"; }
# One level: the judge's part with each compiler, then the host programs of this folder.
level() {
	local tried=0 caught=0 twins=0 passed=0 got whole=
	case $1 in full | no-spaces) whole=yes ;; esac
	patience=3600
	for compiler in $compilers; do
		tried=0 caught=0 twins=0 passed=0
		while read -r name exercise; do
			got=$(judge "$exercise" "j/$name.cu") tried=$((tried + 1))
			case $got in
			'' | passed | machine-failed | our-bug | interrupted | exercise-broken)
				ok_not "$1, $compiler: $name is caught" "$got: $(field message)" ;;
			*) caught=$((caught + 1)) ;;
			esac
			got=$(judge "$exercise" "j/$name.twin.cu") twins=$((twins + 1))
			if [ "$got" = passed ]; then passed=$((passed + 1));
				else ok_not "$1, $compiler: the twin of $name" "$got: $(field message)"; fi
		done <"$work/rows"
		is "$1, $compiler: all $tried attacks on the judge are caught" $caught $tried
		is "$1, $compiler: all $twins honest twins pass" $passed $twins
		table=$table$'\n'$(printf '%-12s %-9s %7d %7d %7d %8s %7s' "$1" "$compiler" $tried $caught $((tried - caught)) \
			- "$passed/$twins")
	done
	compiler=clang tried=0 caught=0 twins=0 passed=0
	local through='' rejected=0 want
	for file in $(cd "$work" && ls ./*.cu); do
		file=${file#./}
		echo precious >"$home/prey"; chown $uid "$home/prey"
		case $whole$file in honest_* | yes*) patience=3600 ;; *) patience=120 ;; esac
		got=$(judge round_trip "$file")
		case $file in
		honest_*)
			twins=$((twins + 1))
			# honest_descriptors looks whether the sandbox is there, too.
			if [ "$got" = passed ] && { [ ! "$whole" ] || ! grep -q THROUGH "$scratch/doc"; }; then
				passed=$((passed + 1))
			else
				ok_not "$1: ${file%.cu}" "$got: $(field message)"
			fi ;;
		*)
			tried=$((tried + 1))
			want=$(sed -n 's,^// Expect: ,,p' "$work/$file" | head -n 1)
			if ! grep -q THROUGH "$scratch/doc" && [ "$(cat "$home/prey" 2>/dev/null)" = precious ] && case $want in
				"not passed") [ "$got" != passed ] ;; *) [ "$got" = "$want" ] ;; esac; then
				caught=$((caught + 1))
			else
				through="$through ${file%.cu}"
			fi
			for pid in $(pgrep -u $uid); do kill -KILL "$pid" 2>/dev/null; done # what got through
			[ "$whole" ] || { [ "$(judge round_trip "$file" --untrusted)" = machine-failed ] &&
				rejected=$((rejected + 1)); } ;;
		esac
	done
	if [ "$whole" ]; then
		is "$1: all $tried host programs are held" "$caught$through" $tried
		rejected=-
	else
		is "$1: --untrusted runs none of them" $rejected $tried
	fi
	is "$1: all $twins honest host programs pass" $passed $twins
	is "$1: nothing is left behind" "$(pgrep -u $uid | wc -l)" 0
	table=$table$'\n'$(printf '%-12s %-9s %7d %7d %7d %8s %7s' "$1" host $tried $caught $((tried - caught)) $rejected \
		"$passed/$twins")
	[ -z "$through" ] || table=$table$'\n'"             open there:$through"
}
for level in ${LEVELS:-full no-spaces no-landlock no-seccomp none}; do
	case $level in
	full) without=() ;;
	no-spaces) without=("$BUILD_DIR/tests/attacks/without" namespaces) ;;
	no-landlock) without=("$BUILD_DIR/tests/attacks/without" landlock) ;;
	no-seccomp) without=("$BUILD_DIR/tests/attacks/without" seccomp) ;;
	*) without=("$BUILD_DIR/tests/attacks/without" both) ;;
	esac
	level "$level"
done
echo "$table" | sed 's/^/# /'
tap_done
