#!/bin/bash
# profile.sh - why a program is slow: each program here must get the sentence of its first line, `// Expect: KIND LINE`, before
# all others; the same program compiled with -DFIXED, or run with FIXED=1, must get none, except that there is nothing to gain.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export WARPBOOK_COMPILER=clang NO_COLOR=1 LC_ALL=C.UTF-8
w=$WARPBOOK_BIN

# "KIND LINE" of each sentence of the document.
advice() { sqlite3 :memory: "select json_extract(value, '\$.kind') || ' ' || ifnull(json_extract(value, '\$.line'), 0) from json_each(readfile('$1'), '\$.advice')"; }
for program in "$TESTS_DIR"/profile/*.cu; do
	name=$(basename "$program" .cu)
	expect=$(sed -n '1s,^// Expect: ,,p' "$program")
	$w profile "$program" --json >"$scratch/slow.json" 2>"$scratch/err" || cat "$scratch/err" >&2
	is "$name: why it is slow" "$(advice "$scratch/slow.json" | head -n 1)" "$expect"
	$w profile "$program" -DFIXED --json >"$scratch/fixed.json" 2>"$scratch/err" || cat "$scratch/err" >&2
	is "and nothing is said of the right one" "$(advice "$scratch/fixed.json" | grep -v '^at-limit')" ""
done

if $w doctor python 2>/dev/null | grep -q 'with Numba'; then
	for program in "$TESTS_DIR"/profile/*.py; do
		name=$(basename "$program" .py)
		$w profile "$program" --json >"$scratch/slow.json" 2>"$scratch/err" || cat "$scratch/err" >&2
		expect=$(sed -n '1s,^# Expect: ,,p' "$program")
		is "$name in Python: why it is slow" "$(advice "$scratch/slow.json" | head -n 1)" "$expect"
		FIXED=1 $w profile "$program" --json >"$scratch/fixed.json" 2>"$scratch/err" || cat "$scratch/err" >&2
		is "and nothing is said of the right one in Python" "$(advice "$scratch/fixed.json" | grep -v '^at-limit')" ""
	done
fi

like "where values are swapped, the remedy is not to combine them" \
	"$($w profile "$TESTS_DIR/profile/stack_of_all.cu" 2>"$scratch/err" | joined)" 'else let one thread act for its warp'

# ---- forms ---------------------------------------------------------------------------------
program=$TESTS_DIR/profile/blocks_of_one.cu
$w profile "$program" >"$scratch/text" 2>"$scratch/err"
like "as text: the program's output comes first" "$(head -n 1 "$scratch/text")" '^0$'
like "the shape of the launch" "$(joined <"$scratch/text")" 'line 22: 65536 blocks of 1 thread: 132 of 132 multiprocessors'
like "and the sentence with its remedy" "$(joined <"$scratch/text")" \
	'1. blocks_of_one.cu:22, scale: each block has 1 thread.*next: launch blocks of 128'
is "in 80 columns" "$(grep -c '.\{81\}' "$scratch/text")" 0
$w profile "$program" --html="$scratch/page.html" >/dev/null 2>"$scratch/err"
like "with a page, the text is on stderr" "$(cat "$scratch/err")" 'each block has 1 thread'
like "as a page: the sentence" "$(cat "$scratch/page.html")" 'each block has 1 thread'
like "the lines" "$(cat "$scratch/page.html")" 'x\[i\] = x\[i\] \* 2.0f'
like "the timeline" "$(cat "$scratch/page.html")" '<svg'
unlike "and nothing from elsewhere" "$(cat "$scratch/page.html")" '(src|href)='
is "a page has its ending" "$($w profile "$program" --html=page 2>"$scratch/err"; echo $?)" 2
is "what is for exercises alone is refused" "$($w profile "$program" --csv 2>"$scratch/err"; echo $?)" 2
is "a word that is neither" "$($w profile quux 2>"$scratch/err"; echo $?)" 2
like "is told what would work" "$(joined <"$scratch/err")" 'warpbook list'

# ---- measured times ------------------------------------------------------------------------
# What measures on a GPU is linked with a program for the virtual machine: its events have modelled times.
measured=$TESTS_DIR/../src/cudart/include/warpbook_measured.cu
wraps=$(sed -n '/^#define MEASURED/,/[^\\]$/p' "$TESTS_DIR/../src/cmd/inspect/profile.c" |
	grep -o -e '--wrap=[a-zA-Z_]*' | paste -sd,)
many=$TESTS_DIR/profile/waits_for_each_launch.cu
export WARPBOOK_MEASURED=$scratch/measured
$w run "$many" "$measured" -Xlinker "$wraps" >"$scratch/out" 2>"$scratch/err"
like "what measures a program writes its device" "$(head -n 1 "$WARPBOOK_MEASURED")" '^gpu warpbook vm'
is "and each kernel's launches, their time, and the shortest" \
	"$(awk '$1 == "kernel" && $4 >= $5 && $5 > 0 { print ($3 > 1) }' "$WARPBOOK_MEASURED")" 1
launches=$(awk '$1 == "kernel" { print $3 }' "$WARPBOOK_MEASURED")
$w profile "$many" --json >"$scratch/json" 2>"$scratch/err"
is "the program has as many launches without it, and the document has both times" "$(sqlite3 :memory: "
	select json_extract(value, '\$.launches'), json_extract(value, '\$.measured.launches'),
		json_extract(value, '\$.measured.ns') > 0 from json_each(readfile('$scratch/json'), '\$.counters')")" \
	"$launches|$launches|1"
like "a profile shows what was measured beside what is modelled" "$($w profile "$many" 2>"$scratch/err" | joined)" \
	"measured on warpbook vm .*: .* for $launches launches, .* for the shortest"
rm "$WARPBOOK_MEASURED"
cat >"$scratch/fails.cu" <<'END'
__global__ void k(int *p) { *p = 1; }
int main() { k<<<1, 1>>>(nullptr); return cudaDeviceSynchronize() == cudaSuccess; }
END
$w run "$scratch/fails.cu" "$measured" -Xlinker "$wraps" >"$scratch/out" 2>"$scratch/err"
ok "of a program whose only kernel fails there is nothing" test ! -e "$WARPBOOK_MEASURED"
printf 'gpu A\nkernel x 1 nan 0\n' >"$WARPBOOK_MEASURED"
unlike "a torn file is nothing that was measured" "$($w profile "$many" 2>"$scratch/err" | joined)" "measured on"
unset WARPBOOK_MEASURED
like "without a GPU the times are modelled only, and it is said why" \
	"$(LD_LIBRARY_PATH=$scratch $w profile "$program" --device gpu 2>&1 >/dev/null)" \
	'the times are modelled only: .*no GPU driver'
is "and a word that is no device is wrong usage" "$($w profile "$program" --device quux 2>"$scratch/err"; echo $?)" 2
cat >"$scratch/variable.cu" <<'END'
#include <cstdio>
__managed__ int left[64];
__global__ void step(int *x) { if (!threadIdx.x) x[0]--; }
int main()
{
	left[0] = 60;
	left[32] = 1;
	do {
		step<<<1, 32>>>(left);
		cudaDeviceSynchronize();
	} while (left[0]);
	printf("%d %d\n", left[0], left[32]);
	return 0;
}
END
$w profile "$scratch/variable.cu" >"$scratch/text" 2>"$scratch/err"
is "a managed variable that a kernel has used keeps its values" "$(head -n 1 "$scratch/text")" "0 1"
unlike "and to wait before the host reads it is not in vain" "$(joined <"$scratch/text")" 'host waits for'
like "a run says in a line that there is something" "$($w run "$TESTS_DIR/profile/launch_for_each_row.cu" 2>&1 >/dev/null)" \
	'warpbook profile.* says why and where$'
tap_done
