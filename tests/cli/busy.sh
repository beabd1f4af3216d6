#!/bin/bash
# busy.sh - eight checks at once, on busy processors, give the same verdicts as one by one.
#
# It tries right, wrong, slow and endless programs, kernels and host programs, and host programs that sleep, or poll
# for something that never comes. No line here checks how long anything took.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
due base child worker bench attempt simt cudart
export NO_COLOR=1 WARPBOOK_COMPILER=clang
unset WARPBOOK_WORKSPACE
solutions=$TESTS_DIR/../solutions
cd "$scratch" || exit 99

if ! has_compiler clang; then
	skip "verdicts on a busy machine" "clang is not here"
	tap_done
fi

kernel() { # name, statements
	printf '__global__ void add(float *out, const float *a, const float *b, int n)\n{\n' >"add.$1.cu"
	printf '\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n%s\n}\n' "$2" >>"add.$1.cu"
}
host() { # name, statements at the function's beginning
	awk -v add="$2" '/^#include/ && !n { print; print "#include <unistd.h>"; next } { print }
		/^\{/ && ++n == 2 { print "    " add }' "$solutions/06_host_memory/round_trip.cu" >"round_trip.$1.cu"
}
kernel right '	if (i < n) out[i] = a[i] + b[i];'
kernel wrong '	if (i < n) out[i] = a[i] - b[i];'
kernel slow '	for (volatile int k = 0; k < 300 && i < n; k = k + 1) out[i] = a[i] + b[i];'
kernel endless '	while (n > 0) ((volatile float *)out)[i % n] = a[i % n];'
host right ''
host wrong 'static float ones[1 << 20]; for (int i = 0; i < n; i++) ones[i] = 1; x = ones;'
host slow 'volatile long work = 0; while (work < 300000000) work = work + 1;'
host endless 'for (volatile int i = 0; ; i = i + 1) ;'
host sleeps 'for (;;) pause();'
host looks 'for (;;) usleep(1000);'
files=$(ls ./*.cu)

# Its verdict, the first finding with its line, and the exit status, in a file of the round: judge ROUND FILE
cat >judge <<-'END'
	name=$(basename "$2" .cu)
	"$WARPBOOK_BIN" check --json --no-record --seed 7 --as "${name%.*}" "$2" >"$1/$name.doc" 2>/dev/null
	status=$?
	sqlite3 -separator ' ' :memory: "select json_extract(d, '$.verdict'), json_extract(d, '$.findings[0].kind'),
		json_extract(d, '$.findings[0].line'), $status from (select readfile('$1/$name.doc') as d)" >"$1/$name" 2>&1
END
mkdir quiet busy
for f in $files; do bash judge quiet "$f"; done
hogs=()
for _ in 1 2 3 4; do
	(while :; do :; done) &
	hogs+=($!)
done
printf '%s\n' $files | xargs -P 8 -n 1 bash judge busy
kill "${hogs[@]}"
wait "${hogs[@]}" 2>/dev/null

verdict() { cut -d ' ' -f 1 "quiet/$1"; }
for name in add.right round_trip.right round_trip.slow; do
	is "$name passes" "$(verdict $name)" passed
done
is "add.slow is right, and too slow" "$(verdict add.slow)" too-slow
is "add.wrong is wrong" "$(verdict add.wrong)" wrong-answer
like "round_trip.wrong is wrong" "$(verdict round_trip.wrong)" wrong-answer
for name in add.endless round_trip.endless round_trip.sleeps round_trip.looks; do
	like "$name hangs, with its line" "$(cat quiet/$name)" '^hang [a-z-]* [1-9][0-9]* 1$'
done
for f in $files; do
	name=$(basename "$f" .cu)
	is "$name: the same eight at a time on a busy machine" "$(cat "busy/$name")" "$(cat "quiet/$name")"
done
tap_done
