#!/bin/bash
# grade_points.sh - points: each case counts, even after a finding in another one; lateness, grace days, extensions, the file that
# counts; the seed that students see after the deadline. The expected values are computed by hand, next to each row.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1 WARPBOOK_COMPILER=clang TZ=UTC
unset WARPBOOK_WORKSPACE WARPBOOK_DEVICE
w=$WARPBOOK_BIN
cd "$scratch" || exit 99

if ! has_compiler clang || ! command -v sqlite3 >/dev/null || ! command -v jq >/dev/null; then
	skip "points" "clang, sqlite3 or jq is not here"
	tap_done
fi

# ---- partial credit: nine cases, of which each program gets so many right -----------------------------------------------
program() { # student, what to do beside saxpy
	mkdir -p "cases/$1"
	cat >"cases/$1/saxpy.cu" <<-EOF
	__device__ int launches;
	__global__ void saxpy(float *y, const float *x, float a, int n)
	{
		__shared__ float s;
		int i = blockIdx.x * blockDim.x + threadIdx.x;
		$2
		if (i < n)
			y[i] = a * x[i] + y[i];
	}
	EOF
}
program right ''
program bounds 'if (n == 2 && i == 0) y[n] = 1;'                      # case 2
program first 'if (n == 1 && i == 0) y[n] = 1;'                       # case 1: the other eight still count
program race 'if (n == 257) { s = i; y[0] += 0 * s; }'                # case 6, whose output is right: half of it counts
program input 'if (n == 3 && i == 0) ((float *)x)[0] = 2;'            # case 3
program three 'if (n >= 255 && n <= 257 && i == 0) y[-1] = 1;'        # cases 4, 5 and 6
program trap 'if (n == 255) __trap();'                                # case 4
program hang 'if (n == 256 && i == 0) for (volatile int k = 0; k < 1; ) ;' # case 5
program state 'if (n == 2 && i == 0) { launches = 1; y[n] = 1; } if (n != 2 && launches) a = 7;' \
	# case 2: what it leaves is gone in the next
program wrong 'a += 1;'                                               # none, but 10 cases are known
program broken 'this does not compile;'
mkdir -p cases/nokernel
echo '__global__ void other() {}' >cases/nokernel/saxpy.cu
cat >points.lua <<'END'
return { name = "points", exercises = { { "01_kernels/saxpy", points = 10, cases = 1 } }, seed = 7 }
END
mkdir c1
"$w" grade cases -a points.lua --class c1 --json >points.json 2>noted
is "points by cases, also after a finding" \
	"$(jq -r "$number"'.students[] | .id as $i | .exercises[0] | "\($i) \(.points | number) \(.cases_passed)/\(.cases) \(.verdict)"' points.json)" \
	"bounds 9 9/10 memory-error
broken 0 0/10 compile-error
first 9 9/10 memory-error
hang 9 9/10 hang
input 9 9/10 input-changed
nokernel 0 0/10 no-kernel
race 9.5 9/10 data-race
right 10 10/10 passed
state 9 9/10 memory-error
three 7 7/10 memory-error
trap 9 9/10 kernel-stopped
wrong 0 0/10 wrong-answer"

# ---- lateness, by hand -------------------------------------------------------------------------------------------------------
# 20 points; due 20 November 12:00, a buffer of 30 min, 2 grace days over the course, 15 % a day, at most 40 %, nothing after 4 days
# beyond grace.
good=$TESTS_DIR/mutants/01_kernels/add/ok_helper.cu
cat >late1.lua <<'END'
return { name = "late1", exercises = { { "01_kernels/add", points = 20 } }, seed = 7, due = "2026-11-20 12:00 Z", buffer_minutes = 30,
  grace_days = 2, late = { percent = 15, most = 40, days = 4 }, extensions = { { "extended", hours = 24 }, { "both", hours = 24 } } }
END
sed 's/"late1"/"late2"/; s/2026-11-20/2026-12-04/' late1.lua >late2.lua
#      handed in          points, days late, of grace
table1='early    2026-11-19 10:00   20 0 0
exact    2026-11-20 12:00   20 0 0
buffer   2026-11-20 12:30   20 0 0
minute   2026-11-20 12:31   20 1 1
two      2026-11-22 12:00   20 2 2
three    2026-11-23 12:00   17 3 2
four     2026-11-23 12:01   14 4 2
capped   2026-11-25 11:00   12 5 2
closed   2026-11-26 12:01   0 7 0
extended 2026-11-21 12:20   20 0 0
both     2026-11-22 13:00   20 2 2'
# Of the second assignment: whoever has spent grace days in the first has fewer.
table2='early    2026-12-05 12:00   20 1 1
exact    2026-12-07 12:00   17 3 2
minute   2026-12-06 12:00   17 2 1
two      2026-12-05 12:00   17 1 0
three    2026-12-06 12:00   14 2 0
capped   2026-12-07 11:00   12 3 0
extended 2026-12-05 12:00   20 0 0
both     2026-12-05 12:31   17 1 0'
mkdir course
for n in 1 2; do
	table=table$n
	echo student,submitted >"times$n.csv"
	while read -r student day time points late grace; do
		mkdir -p "late$n/$student"
		cp "$good" "late$n/$student/add.cu"
		echo "$student,$day ${time}Z" >>"times$n.csv"
	done <<<"${!table}"
	"$w" grade "late$n" -a "late$n.lua" --class course --times "times$n.csv" >/dev/null 2>&1
	is "assignment $n: points, days late, grace days" \
		"$(sqlite3 course/.warpbook/warpbook.db "select student || ' ' || cast(points as int) || ' ' || late_days || ' ' || grace_days from grade_view where assignment = 'late$n' order by student")" \
		"$(while read -r student day time points late grace; do echo "$student $points $late $grace";
			done <<<"${!table}" | LC_ALL=C sort)"
done
"$w" grade late2 -a late2.lua --class course --times times2.csv --regrade >regraded 2>&1
like "a regrade spends no grace day twice" "$(tail -n 1 regraded)" ' 0 grades would change'

# ---- which file counts ---------------------------------------------------------------------------------------------------------
wrong=$TESTS_DIR/mutants/01_kernels/add/wrong_nan.cu
for s in ann ben cyd; do
	mkdir -p several/$s
	cp "$wrong" several/$s/add.cu
	cp "$good" several/$s/add-1.cu
	cp "$wrong" several/$s/add-2.cu
done
cat >several.csv <<'END'
student,file,submitted
ann,add.cu,2026-11-19 10:00Z
ann,add-1.cu,2026-11-20 11:00Z
ann,add-2.cu,2026-11-20 13:00Z
ben,add.cu,2026-11-19 10:00Z
ben,add-1.cu,2026-11-21 13:00Z
ben,add-2.cu,2026-11-21 14:00Z
cyd,add.cu,2026-11-21 10:00Z
cyd,add-1.cu,2026-11-22 10:00Z
cyd,add-2.cu,2026-11-22 11:00Z
END
policy() {
	rm -rf "by_$1"
	mkdir "by_$1"
	echo "return { name = 's', exercises = { { '01_kernels/add', points = 10, cases = 1 } }, seed = 7, due = '2026-11-20 12:00 Z', late = { percent = 10 }, counts = '$1' }" >s.lua
	"$w" grade several -a s.lua --class "by_$1" --times several.csv >/dev/null 2>&1
	sqlite3 "by_$1/.warpbook/warpbook.db" "select student || ' ' || points || ' ' || late_days || ' ' || replace(source_path, 'several/' || student || '/', '') from grade_view order by student" | tr '\n' ','
}
like "the last" "$(policy last)" '^ann [0-9.]+ 1 add-2.cu,ben [0-9.]+ 2 add-2.cu,cyd [0-9.]+ 2 add-2.cu,$'
like "the best, after what lateness takes" "$(policy best)" '^ann 10.0 0 add-1.cu,ben 8.0 2 add-1.cu,cyd 8.0 2 add-1.cu,$'
like "the last in time, and the last where none is" "$(policy last-in-time)" \
	'^ann 10.0 0 add-1.cu,ben [0-9.]+ 0 add.cu,cyd [0-9.]+ 2 add-2.cu,$'

# ---- the class's seed ----------------------------------------------------------------------------------------------------------
mkdir hidden
for due in 2020-01-01 2120-01-01; do
	echo "return { name = 'h$due', exercises = { { 'add', points = 1 } }, due = '$due 12:00 Z' }" >h.lua
	"$w" grade several -a h.lua --class hidden --feedback "f$due" --junit "f$due.xml" --gradescope "g$due" >/dev/null 2>&1
done
is "after the deadline the seed is reported" "$(grep -lE 'replay: warpbook check add.cu --seed [0-9]+' f2020-01-01/ann.* \
	g2020-01-01/ann.json f2020-01-01.xml | wc -l)" 4
is "before it is not" "$(grep -rlE -e '--seed [0-9]' f2120-01-01 f2120-01-01.xml g2120-01-01)" ""
like "but when" "$(cat f2120-01-01/ann.md)" 'you will see the seed after the deadline'
tap_done
