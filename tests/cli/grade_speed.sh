#!/bin/bash
# grade_speed.sh - `warpbook grade --speed`: right files are timed on a GPU in a second pass, with our own driver
# (tests/gpu/fake_cuda.c), which sets how long a kernel takes. If a machine fails, the points stay open and are never zero; kills;
# regrades; the pages.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
due base child grade bench attempt device worker store judge grader/ tests/gpu/fake_cuda
export NO_COLOR=1 WARPBOOK_COMPILER=clang TZ=UTC XDG_CACHE_HOME=$scratch/cache
unset WARPBOOK_WORKSPACE WARPBOOK_DEVICE
content=$TESTS_DIR/..
mutants=$TESTS_DIR/mutants/01_kernels/add
cd "$scratch" || exit 99
cc=$(command -v gcc || command -v cc || command -v clang)
if [ -z "$cc" ] || ! has_compiler clang || ! command -v sqlite3 >/dev/null || ! command -v jq >/dev/null; then
	skip "speed" "clang, a C compiler, sqlite3 or jq is not here"
	tap_done
fi

driver() { # name flags...: a folder with such a driver
	mkdir -p "$scratch/$1"
	"$cc" -shared -fPIC -o "$scratch/$1/libcuda.so.1" "${@:2}" "$TESTS_DIR/gpu/fake_cuda.c"
}
driver even
driver slow -DSLOW=142
driver none -DINIT=100
driver broken -DLAUNCH=999
driver noisy -DSLOW=120 -DSWING=6
driver bare -DNO_TIMES
driver later -DLATER=60
driver twins -DTWINS

# 01_kernels/add with a limit of its time; the points are 10: 8 for its cases, 2 for speed.
mkdir data
cp -r "$content/exercises" "$content/solutions" "$content/lessons" "$content/gpus" data/
sed -i 's/share_work = 4,/limits = { { "time", times = 1.2, why = "it only waits for memory" } },/' \
	data/exercises/01_kernels/add.lua
cat >a.lua <<'EOF'
return { name = "a", title = "First", exercises = { { "01_kernels/add", points = 10 }, { "06_host_memory/round_trip", points = 5 } }, seed = 7 }
EOF
for s in ann ben cyd; do # the driver knows its kernel by the variable
	mkdir -p sub/$s
	{
		printf '__device__ int spoil = 1;\n__global__ void add(float *out, const float *a, const float *b, int n)\n{\n'
		printf '\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tif (i < n) out[i] = a[i] + b[i];\n}\n// %s\n' $s
	} >sub/$s/add.cu
done
mkdir -p sub/dan sub/eve
cp "$mutants/wrong_nan.cu" sub/dan/add.cu
cp "$content/solutions/06_host_memory/round_trip.cu" sub/ann/

grade() { # driver class options...
	mkdir -p "$2"
	LD_LIBRARY_PATH=$scratch/$1 WARPBOOK_DATA=$scratch/data "$WARPBOOK_BIN" grade sub -a a.lua --class "$2" "${@:3}"
}
sql() { sqlite3 "$1/.warpbook/warpbook.db" "$2"; }
points() { sql "$1" "select group_concat(student || ' ' || state || ' ' || coalesce(points, '?'), ', ') from (select * from grade_view where exercise like '%add' order by student)"; }

# ---- times ----------------------------------------------------------------------------------
grade slow slow --speed gpu --json >said.json 2>noted
is "what passed is timed" "$? $(jq -c '[.timed_on, .checked, .timed, .times_kept, .not_timed]' said.json)" '0 ["gpu",5,3,0,0]'
is "and only the points for speed take it" "$(points slow)" \
	"ann graded 8.0, ben graded 8.0, cyd graded 8.0, dan graded 0.0, eve missing 0.0"
is "the row has both results" "$(jq -c '.students[0].exercises[0] | [.verdict, .cases_passed == .cases, .timed.verdict, .timed.device, (.timed.speedup * 100 | round), .timed.limits, .timed.limits_kept]' said.json)" \
	'["passed",true,"too-slow","Imaginary GPU A",70,1,0]'
is "a program of the host is not timed, nor a wrong one" \
	"$(jq -c '[.students[0].exercises[1].timed, .students[3].exercises[0].timed]' said.json)" '[null,null]'
is "grade_view has the time" "$(sql slow "select student, timed_attempt = attempt, round(speedup, 2) from grade_view where timed_attempt is not null order by 1")" "$(printf 'ann|0|0.7\nben|0|0.7\ncyd|0|0.7')"
grade even even --speed gpu:0 --json >said.json 2>/dev/null
is "as fast as the reference keeps all of them" "$? $(points even)" \
	"0 ann graded 10.0, ben graded 10.0, cyd graded 10.0, dan graded 0.0, eve missing 0.0"
grade none even --speed gpu >said 2>noted
is "times that are there need no GPU" "$? $(grep -c '^speed on gpu: 0 timed in .* 3 known already$' said)" "0 1"

# ---- several GPUs ------------------------------------------------------------------------------
# The GPUs that took times, by the first byte of their UUIDs.
turns() { ls "$XDG_CACHE_HOME/warpbook/turns" | sed -n 's/^GPU-\(..\).*/\1/p' | tr '\n' ' '; }
rm -rf "$XDG_CACHE_HOME/warpbook/turns"
grade even alone --speed gpu >/dev/null 2>&1
is "of two GPUs of different kinds one takes all times" "$(turns)" "a0 "
grade twins twins --speed gpu --json >said.json 2>/dev/null
is "two of one kind share them" "$? $(turns)" "0 a0 a1 "
is "the points are the same" "$(points twins)" "$(points alone)"
is "and the results do not tell which of them it was" "$(sql twins "select min(device), max(device) from grade_result")" "gpu|vm"
rm -rf "$XDG_CACHE_HOME/warpbook/turns"
grade twins named --speed gpu:1 >/dev/null 2>&1
is "one that is named is alone" "$(turns) $(points named)" "a1  $(points alone)"

# ---- the pages --------------------------------------------------------------------------------
grade slow slow --feedback fb --report report.html --csv a.csv >said 2>noted
is "without --speed the times count on" "$? $(grep -c '^speed on gpu: 0 timed in .* 3 known already$' said)" "0 1"
like "the table says how fast" "$(cat said)" '01_kernels/add: 8, passed, 0\.70 times as fast as the reference, too-slow on Imaginary GPU A'
like "so does a student's page" "$(cat fb/ann.md)" 'Speed, measured on Imaginary GPU A: 0\.70 times as fast as the reference solution \(0\.70 to 0\.70\); with n = 16384, the kernel takes 355 microseconds.*; 0 of 1 limits of speed kept'
like "also in HTML" "$(cat fb/ann.html)" 'limits of speed kept: 0 of 1</th><td class="number">0</td><td>of 2'
like "the page of the class has a table" "$(cat report.html)" '<td>01_kernels/add</td><td class="number">3</td><td class="number">0.70</td><td class="number">0.70</td><td class="number">0.70</td><td>Imaginary GPU A</td>'
like "and so has the instructor's page" "$(WARPBOOK_DATA=$scratch/data "$WARPBOOK_BIN" class -a a.lua --class slow --student ann \
	--exercise add 2>&1)" \
	'0 of 2: limits of speed kept \(0 of 1\)'

# ---- a machine that fails ---------------------------------------------------------------------
for trouble in "none:there is no|no CUDA|driver" "broken:machine|GPU" "noisy:too-noisy: .*too noisy to tell" "bare:GPU driver"; do
	d=${trouble%%:*}
	grade "$d" "open_$d" --speed gpu --json --feedback "fb_$d" --csv "$d.csv" --gradescope "gs_$d" >said.json 2>noted
	is "$d: the status says so" "$? $(jq -c '[.timed, .not_timed]' said.json)" '4 [0,3]'
	is "and there is no zero" "$(points "open_$d")" \
		"ann not-timed ?, ben not-timed ?, cyd not-timed ?, dan graded 0.0, eve missing 0.0"
	like "but a reason" "$(jq -r '.students[0].exercises[0].note' said.json)" "not timed: .*(${trouble#*:})"
	is "no total, no result for a platform" "$(grep '^ann' "$d.csv" | cut -d, -f3) $(ls gs_$d)" \
		" $(printf 'dan.json\neve.json')"
	like "the student reads what is known" "$(cat "fb_$d/ann.md")" \
		'8 of 10 points so far\*\*: the speed of your program is not measured yet'
done
grade none open_none >said 2>noted
is "later commands do not forget it" "$? $(grep -c '3 not timed: the points for speed are open. --speed takes these times' \
	said)" "4 1"
like "the instructor's page shows what is known" \
	"$(WARPBOOK_DATA=$scratch/data "$WARPBOOK_BIN" class -a a.lua --class open_none 2>&1)" 'ann +~8 +5 +~13'
grade even open_none --speed gpu >said 2>noted
is "the same command on a better day gives the points" "$? $(points open_none)" \
	"0 ann graded 10.0, ben graded 10.0, cyd graded 10.0, dan graded 0.0, eve missing 0.0"
is "and nothing was checked again" "$(sql open_none \
	"select count(*), count(distinct source_sha256 || device) from grade_result")" "8|8"
grade later later --speed gpu --json >said.json 2>noted
is "what is wrong on the GPU loses the points for speed, not those for its cases" \
	"$? $(points later) $(jq -r '.students[0].exercises[0].timed.verdict' said.json)" \
	"0 ann graded 8.0, ben graded 8.0, cyd graded 8.0, dan graded 0.0, eve missing 0.0 wrong-answer"

# ---- kills --------------------------------------------------------------------------------------
kills=0
for seconds in 0.5 1 1.5 2 2.5 3 3.5 4; do
	mkdir -p killed
	LD_LIBRARY_PATH=$scratch/slow WARPBOOK_DATA=$scratch/data timeout -s KILL $seconds "$WARPBOOK_BIN" grade sub -a a.lua \
		--class killed -j 1 --speed gpu >/dev/null 2>&1
	[ $? -ne 137 ] || kills=$((kills + 1))
done
ok "the program was killed ($kills times)" test $kills -gt 0
grade slow killed --speed gpu >said 2>&1
is "the same command comes to the same end" "$? $(points killed)" "0 $(points slow)"
is "each file is checked once and timed once" "$(sql killed "select device, count(*), count(distinct source_sha256 || exercise) from grade_result group by 1 order by 1")" "$(printf 'gpu|3|3\nvm|5|5')"
is "and no attempt is left without its result" \
	"$(sql killed "select count(*) from attempt where id not in (select attempt from grade_result)")" 0

# ---- first without times, then with them --------------------------------------------------------
grade slow first >/dev/null 2>&1
before=$(points first)
like "without it all points are there" "$before" "ann graded 10.0"
grade slow first --speed gpu >said 2>noted
is "a grade that is there does not fall by itself" "$? $(points first)" "0 $before"
like "which is said" "$(cat said)" '3 grades would come out differently now, because warpbook, the assignment or what is known of the speed changed; --regrade shows them'
grade slow first --speed gpu --regrade >said 2>/dev/null
like "a regrade shows it" "$(cat said)" 'ann, 01_kernels/add: 10 -> 8 \(passed\)'
WARPBOOK_DATA=$scratch/data "$WARPBOOK_BIN" grade -a a.lua --class first --apply >/dev/null 2>&1
is "and applies it" "$(points first)" "$(points slow)"
grade none first2 >/dev/null 2>&1
grade even first2 --speed gpu >said 2>noted
is "a time that changes no points is added" "$? $(sql first2 "select count(speedup) from grade_view") $(sql first2 \
	"select count(*) from grade_event where action = 'changed'")" "0 3 0"
grade none first --speed none --regrade >said 2>/dev/null
like "speed can be taken out again" "$(cat said)" 'ann, 01_kernels/add: 8 -> 10 \(passed\)'

# ---- wrong usage ----------------------------------------------------------------------------------
for words in "--speed vm" "--speed auto" "--speed gpux" "--speed gpu --device gpu" "--speed gpu --slurm plain"; do
	# shellcheck disable=SC2086
	grade even wrong $words >/dev/null 2>said
	is "wrong usage: $words" "$? $(wc -l <said)" "2 2"
done
tap_done
