#!/bin/bash
# commands.sh - the learner's day from the command line: every command, plain and JSON, with the exit codes
# that --help documents.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export WARPBOOK_WORKSPACE="$scratch/book" WARPBOOK_COMPILER=clang NO_COLOR=1
w=$WARPBOOK_BIN

json() { # document sqlite-path
	printf '%s' "$1" >"$scratch/doc"
	sqlite3 :memory: "select json_extract(readfile('$scratch/doc'), '$2')"
}
status() { "$@" >"$scratch/out" 2>"$scratch/err"; echo $?; }

# ---- help ------------------------------------------------------------------------
like "help lists the commands" "$($w help)" '^  check '
like "help check is check --help" "$($w help check)" '^usage: warpbook check'
for c in open init list lesson show check watch hint solution reset progress vm doctor; do
	like "$c --help shows usage, and the exit codes" "$($w $c --help | tr '\n' ' ')" "^usage: warpbook $c.*exit status: 0"
done
is "an unknown command is wrong usage" "$(status $w chekc)" 2
is "an unknown option is wrong usage" "$(status $w list --frob)" 2
is "a word too many is wrong usage" "$(status $w list this)" 2
is "a number that is none is wrong usage" "$(status $w check add --seed twelve)" 2
like "the version is printed" "$($w --version)" '^warpbook [0-9]'

# ---- before there is a workspace --------------------------------------------------------
is "progress without a workspace is for the learner to fix" "$(status $w progress)" 1
like "and says how" "$(cat "$scratch/err")" 'warpbook init'
is "list works without a workspace" "$(status $w list)" 0

# ---- init ---------------------------------------------------------------------------------
is "init makes the workspace" "$(status $w init "$scratch/book")" 0
ok "with the stubs" test -f "$scratch/book/exercises/01_kernels/add.cu"
like "init --json lists each file" "$($w init "$scratch/book" --json)" '"action": "unchanged"'
echo '// mine' >>"$scratch/book/exercises/01_kernels/add.cu"
$w init "$scratch/book" >/dev/null
like "a second init keeps edited files" "$(tail -n 1 "$scratch/book/exercises/01_kernels/add.cu")" mine

# ---- list, show, lesson ---------------------------------------------------------------------
like "list names exercises by lesson" "$($w list)" 'new .*add '
is "list --json has ids" "$(json "$($w list --json)" '$.exercises[0].id')" 00_welcome/hello_threads
like "show gives the task and the file" "$($w show add)" "$scratch/book/exercises/01_kernels/add.cu"
is "show --json names the kernel" "$(json "$($w show add --json)" '$.kernel')" add
is "progress has its page before the first try" "$(status $w progress --html)" 0
is "an unknown exercise is wrong usage" "$(status $w show ad)" 2
like "and the nearest name is suggested" "$(cat "$scratch/err")" "add"
for words in 'check nosuch' 'check nosuch.cu' 'hint nosuch' 'solution nosuch' 'watch nosuch' 'reset nosuch' 'lesson 99' \
	'run nosuch.cu' 'cc nosuch.cu'; do
	is "$words is wrong usage" "$(status $w $words)" 2
done
like "lesson lists the lessons" "$($w lesson)" '00_welcome'
like "lesson 1 prints its steps" "$($w lesson 1)" '-- 1 of '
is "no line of it is longer than a terminal" "$($w lesson 8 --plain | LC_ALL=C.UTF-8 grep -c '.\{81\}')" 0
$w lesson --json >"$scratch/lessons"
lessons() { sqlite3 :memory: "select $1 from json_each(readfile('$scratch/lessons'), '\$.lessons') $2"; }
is "lesson --json tells how long each takes to read: 200 words a minute" \
	"$(lessons 'count(*)' "where value ->> 'reading_minutes' = (value ->> 'words' + 199) / 200 and value ->> 'words' > 500")" "$(lessons 'count(*)')"
is "none takes more than 30 minutes" "$(lessons "value ->> 'id'" "where value ->> 'reading_minutes' > 30")" ""
is "and what its exercises take" "$(lessons 'count(*)' "where value ->> 'exercise_minutes' < 5 and value ->> 'id' < '90'")" 0
like "lesson lists both" "$($w lesson)" '01_kernels  *read +[0-9]+ min, work +[0-9]+ min  Kernels'
is "in 80 columns" "$($w lesson | grep -c '.\{81\}')" 0
is "lesson --json has the steps" "$(json "$($w lesson 1 --json)" '$.steps[0].step')" 1

# ---- check ------------------------------------------------------------------------------------
is "the stub is for the learner to fix" "$(status $w check add --plain)" 1
cp "$TESTS_DIR/../solutions/01_kernels/add.cu" "$scratch/book/exercises/01_kernels/add.cu"
is "the solution passes" "$(status $w check add --plain)" 0
is "a fast solution" "$(status $w solution --fast --anyway transform; grep -c '^__global__ void transform' "$scratch/out")" "0
1"
is "of an exercise that has none: status" "$(status $w solution --fast --anyway add)" 2
like "is reported" "$(cat "$scratch/err")" 'no fast version'
unlike "plain output holds no escape sequence" "$(cat "$scratch/out")" "$(printf '\033')"
doc=$($w check add --json --seed 7)
is "--json names the verdict" "$(json "$doc" '$.verdict')" passed
is "and the modelled time's GPU" "$(json "$doc" '$.speed.modelled_on')" "an H200"
is "and what bounds the kernel there" "$(json "$doc" '$.speed.modelled_limit')" "latency of loads"
is "--seed is used and reported" "$(json "$doc" '$.seed')" 7
cp "$TESTS_DIR/../solutions/01_kernels/add.cu" "$scratch/add.cu"
like "the replay of a workspace's file uses its name" "$($w check add --plain --seed 7)" \
	'^replay: warpbook check 01_kernels/add --seed 7$'
is "a file elsewhere is checked by its name" "$(status $w check "$scratch/add.cu" --seed 7)" 0
like "and replayed by its path" "$(cat "$scratch/out")" "^replay: warpbook check $scratch/add.cu --seed 7\$"

is "an unknown device is wrong usage" "$(status $w check add --device xpu)" 2
if has_gpu; then
	skip "without a GPU the virtual machine's verdict stands" "there is a GPU here"
else
	is "without a GPU the virtual machine's verdict stands" "$(status $w check add --no-record --device gpu)" 0
	like "and the way out is named" "$(cat "$scratch/out")" 'device vm'
fi

# ---- the record -------------------------------------------------------------------------------------
db=$scratch/book/.warpbook/warpbook.db
is "attempts are in the database, for sqlite3 to read" \
	"$(sqlite3 "$db" "select count(*) from attempt_view where exercise = '01_kernels/add' and verdict = 'passed'")" 4
is "with the SHA-256 of the file that was judged" \
	"$(sqlite3 "$db" "select source_sha256 from attempt_view order by attempt desc limit 1")" \
	"$(sha256sum <"$scratch/add.cu" | cut -d' ' -f1)"
like "progress counts them" "$($w progress)" '^01_kernels .* 1 of'
is "progress --json too" "$(json "$($w progress --json)" '$.lessons[1].passed')" 1
like "progress as Markdown" "$($w progress --markdown)" \
	'^\| 01_kernels/add \| passed \| [0-9]+ \| [0-9]+ \| ([0-9]+ min)? \| 20[0-9-]+ \|$'
like "progress as an HTML page" "$($w progress --html)" '^<tr><td>01_kernels/add</td><td>passed</td>'
is "one document at a time" "$(status $w progress --html --markdown)" 2
like "list shows it passed" "$($w list)" 'passed  add '
like "list cuts a long title with a sign" "$($w list)" 'global_index .*\.\.\. 15 min'
cp "$db" "$scratch/kept.db"
head -c 9000 /dev/zero | tr '\0' 'x' >"$db"
"$w" check add --seed 3 >"$scratch/out" 2>&1
is "check reports a damaged database once" "$(grep -c 'is not an SQLite file' "$scratch/out")" 1
cp "$scratch/kept.db" "$db"

# ---- hint, solution, reset ----------------------------------------------------------------------------
like "the first hint" "$($w hint saxpy)" '^hint 1 of 3'
like "then the second" "$($w hint saxpy)" '^hint 2 of 3'
like "a hint by number" "$($w hint saxpy --number 1)" '^hint 1 of 3'
is "a fourth hint is wrong usage" "$(status $w hint saxpy --number 4)" 2
is "hints are recorded" "$(json "$($w progress --json)" '$.exercises[1].hints')" 2
is "no solution before a pass" "$(status $w solution saxpy)" 1
is "unless anyway" "$(status $w solution saxpy --anyway)" 0
is "after a pass it is shown" "$(status $w solution add)" 0
like "reset keeps a backup" "$($w reset add)" 'add\.cu\.'
ok "and brings the stub back" cmp -s "$scratch/book/exercises/01_kernels/add.cu" "$TESTS_DIR/../exercises/01_kernels/add.cu"

# ---- doctor -----------------------------------------------------------------------------------------------
is "doctor is content with this machine" "$(status $w doctor)" 0
like "doctor names the compiler" "$(cat "$scratch/out")" 'compiler .*clang'
is "doctor --json" "$(json "$($w doctor --json)" '$.well')" 1

# ---- the workbook needs a terminal --------------------------------------------------------------------------
is "without a terminal the workbook says so" "$($w </dev/null >"$scratch/out" 2>"$scratch/err"; echo $?)" 1
like "and points at the commands" "$(cat "$scratch/err")" 'warpbook help'
tap_done
