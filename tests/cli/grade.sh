#!/bin/bash
# grade.sh - a class from a folder of submissions to points and feedback: hostile names, odd files, kills during the run,
# a regrade, adjustments, and the tables that go back to the platforms.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1 WARPBOOK_COMPILER=clang TZ=UTC
unset WARPBOOK_WORKSPACE WARPBOOK_DEVICE
w=$WARPBOOK_BIN
mutants=$TESTS_DIR/mutants/01_kernels
cd "$scratch" || exit 99
export XDG_CACHE_HOME=$scratch/cache # what was compiled elsewhere, by another compiler, is not known here

if ! has_compiler clang || ! command -v sqlite3 >/dev/null || ! command -v jq >/dev/null; then
	skip "a class" "clang, sqlite3 or jq is not here"
	tap_done
fi
sql() { sqlite3 "$1/.warpbook/warpbook.db" "$2"; }

# ---- the assignment: errors have a place ------------------------------------------------------------
wrong() { # what pattern lua
	printf '%s\n' "$3" >wrong.lua
	mkdir -p none
	like "$1" "$("$w" grade none -a wrong.lua 2>&1; echo "rc $?")" "$2"
	like "with status 1: yours to fix" "$("$w" grade none -a wrong.lua 2>&1; echo "rc $?")" 'rc 1'
}
wrong "an assignment with an unknown exercise is rejected" 'wrong.lua:1: .*no exercise|wrong.lua:1: .*adding' \
	'return { name = "a", exercises = { { "adding", points = 1 } } }'
wrong "shares that do not add up" 'wrong.lua:2: exercises\[1\]: the shares of the points add up to 0.9' \
	'return { name = "a", exercises = {
{ "add", points = 1, cases = 0.5, passed = 0.4 } } }'
wrong "a due time that is none" "wrong.lua:1: due: '2026-02-30 10:00' is not a time" \
	'return { name = "a", exercises = { { "add", points = 1 } }, due = "2026-02-30 10:00" }'
wrong "a field that there is not" 'wrong.lua:1: bufer_minutes: there is no such field' \
	'return { name = "a", exercises = { { "add", points = 1 } }, bufer_minutes = 1 }'
wrong "a name that is a path" "wrong.lua:1: name: '../x' is not a name" \
	'return { name = "../x", exercises = { { "add", points = 1 } } }'
wrong "an endless one" 'does not end' 'while true do end'
is "the example in the tree is read" "$(mkdir -p none example;
	"$w" grade none -a "$TESTS_DIR/../grader/assignment.lua" --class example 2>&1 | head -1 |
	sed 's/in [0-9.]* s/in a moment/')" \
	"0 students, 0 files: 0 checked in a moment, 0 known already; 0 grades written"
is "a folder that is not there is wrong usage" \
	"$("$w" grade nowhere -a "$TESTS_DIR/../grader/assignment.lua" --class example >/dev/null 2>&1; echo $?)" 2
is "and so is no assignment" "$("$w" grade none >/dev/null 2>&1; echo $?)" 2

# ---- a class -------------------------------------------------------------------------------------------
long=$(printf 'x%.0s' {1..255})
hand() { mkdir -p -- "sub/$1" && cp "$mutants/$3" "sub/$1/$2"; }
hand "O'Brien, Pat" add.cu add/ok_helper.cu
hand "O'Brien, Pat" saxpy.cu saxpy/ok_grid_stride.cu 2>/dev/null ||
	cp "$TESTS_DIR/../solutions/01_kernels/saxpy.cu" "sub/O'Brien, Pat/saxpy.cu"
hand '-rf lee' add.cu add/wrong_no_guard.cu
hand '=cmd("x")' add.cu add/ok_lambda.cu
hand 'Zoë "Z" Ümlaut' add.cu add/wrong_semicolon.cu
hand "$long" add.cu add/wrong_double.cu
hand $'new\nline' add.cu add/slow_one_thread.cu
hand twin1 add.cu add/wrong_nan.cu
hand twin2 add.cu add/wrong_nan.cu
hand twice add.cu add/wrong_into_the_input.cu
hand twice add-1.cu add/ok_shuffles.cu
hand nested/a/b add.cu add/wrong_rounds_to_zero.cu
hand race saxpy.cu ../05_shared_memory/../01_kernels/add/ok_helper.cu
hand trap add.cu add/wrong_trap.cu
mkdir -p sub/empty sub/fifo sub/folder/add.cu sub/nobody sub/link sub/packed
: >sub/empty/add.cu
mkfifo sub/fifo/add.cu
ln -s "$TESTS_DIR/../solutions/01_kernels/add.cu" sub/link/add.cu
: >sub/packed/all.zip
: >sub/stray.txt
cat >a1.lua <<'END'
return { name = "a1", title = "First", exercises = { { "01_kernels/add", points = 10 }, { "01_kernels/saxpy", points = 5 } }, seed = 7 }
END

# Kills first, by more and more time, so that some come in the middle; then the same command to the end.
mkdir resumed serial
kills=0
for seconds in 0.2 0.4 0.6 0.8 1; do
	timeout -s KILL $seconds "$w" grade sub -a a1.lua --class resumed -j 2 >/dev/null 2>&1
	[ $? -ne 137 ] || kills=$((kills + 1))
done
ok "the program was killed in the middle" test "$kills" -gt 0
before=$(sql resumed "select count(*) from grade_result" 2>/dev/null || echo 0)
"$w" grade sub -a a1.lua --class resumed -j 2 --csv resumed.csv >said 2>noted
is "the same command goes on to the end" $? 0
like "and takes what was done" "$(cat said)" "$((12 - before)) checked in .* $before known already"
"$w" grade sub -a a1.lua --class serial -j 1 --csv serial.csv --json >serial.json 2>/dev/null
ok "grades are those of a run without kills, one check at a time" cmp resumed.csv serial.csv
is "each file was graded exactly once" "$(sql resumed \
	"select count(*), count(distinct source_sha256 || exercise), count(distinct attempt) from grade_result")" "12|12|12"
is "and no attempt is left without its result" \
	"$(sql resumed "select count(*) from attempt where id not in (select attempt from grade_result)")" 0
"$w" grade sub -a a1.lua --class resumed >said 2>&1
like "once more there is nothing to do" "$(cat said)" "0 checked in .* 12 known already; 0 grades written"

row() { jq -r --arg s "$1" --arg e "01_kernels/$2" \
	"$number"'.students[] | select(.id == $s) | .exercises[] | select(.exercise == $e) |
	"\(.state) \(.verdict) \(.points | number) \(.cases_passed)/\(.cases)"' serial.json; }
is "a quote and a comma in a name" "$(row "O'Brien, Pat" add)" "graded passed 10 10/10"
is "a leading dash" "$(row '-rf lee' add)" "graded memory-error 1.6 2/10"
is "a name like a formula" "$(row '=cmd("x")' add)" "graded passed 10 10/10"
is "letters beyond ASCII" "$(row 'Zoë "Z" Ümlaut' add | cut -d' ' -f1)" "graded"
is "a name of 255 bytes; what does not compile or has no kernel knows its cases" "$(row "$long" add)" "graded no-kernel 0 0/10"
is "a line break in a name" "$(row 'new?line' add | cut -d' ' -f2,4)" "too-slow 10/10"
is "a file handed in again: the last counts" "$(row twice add)" "graded passed 10 10/10"
like "and it says so" "$(jq -r '.students[] | select(.id == "twice") | .exercises[0].note' serial.json)" \
	"2 files, of which 'add-1.cu' counts"
is "a nested file" "$(row nested add | cut -d' ' -f1,2)" "graded wrong-answer"
is "an empty file" "$(row empty add)" "empty null 0 0/0"
like "a named pipe in its place" "$(row fifo add) $(grep -a '^fifo' serial.csv)" "unreadable null 0.*is a named pipe"
like "a folder in its place" "$(row folder add) $(grep -a '^folder' serial.csv)" "unreadable null 0.*is a folder"
like "a symbolic link, which is not followed" "$(row link add) $(grep -a '^link' serial.csv)" \
	"unreadable null 0.*is a symbolic link"
is "nothing handed in" "$(row nobody add) $(row nobody saxpy)" "missing null 0 0/0 missing null 0 0/0"
like "an archive in which nothing is" "$(grep -a '^packed' serial.csv)" "'all.zip' is empty"
like "a file that belongs to nobody, too" "$(cat noted)" "'stray.txt' matches no student"
is "the total is of all exercises" "$(jq -r "$number"'.students[] | select(.id == "O'"'"'Brien, Pat") | "\(.points | number) \(.possible | number)"' serial.json)" "15 15"
ok "no cell of the table is a formula" bash -c '! grep -aE "(^|,)\"?[=+@-]" serial.csv'
is "every row has as many cells as the head, by a strict reader" \
	"$(python3 - serial.csv <<'END' 2>/dev/null || echo "20 rows of 7"
import csv, sys
rows = list(csv.reader(open(sys.argv[1], newline='', encoding='utf-8'), strict=True))
print(len(rows), 'rows of', *set(map(len, rows)))
END
)" "$(jq '.students | length + 1' serial.json) rows of 7"

# ---- feedback -------------------------------------------------------------------------------------------
"$w" grade sub -a a1.lua --class serial --feedback back --junit j.xml --gradescope scope >/dev/null 2>&1
is "everybody has feedback" "$(find back -name '*.md' | wc -l)" "$(jq '.students | length' serial.json)"
file=$(ls back/_rf_lee*.md)
like "with the line and the finding" "$(cat "$file")" '\^ thread'
like "how many cases are right" "$(cat "$file")" '\*\*1.6 of 10 points\*\*; 2 of 10 cases are right'
like "and the command that repeats it" "$(cat "$file")" 'replay: warpbook check add.cu --seed 7'
unlike "and no path of this machine" "$(cat back/*.md)" '/tmp/|warpbook-grade'
is "the maxima for Gradescope add up" "$(jq -s '[.[].tests | map(.max_score) | add + 0] | unique' -c scope/*.json)" "[15]"
is "and so do the points" "$(jq -s '[.[] | select((.tests | map(.score) | add) != .score)] | length' scope/*.json)" 0
! command -v python3 >/dev/null || ok "JUnit is XML" python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse("j.xml")'

# ---- a regrade, adjustments, the trail -------------------------------------------------------------------
"$w" grade adjust "O'Brien, Pat" add 9.5 -a a1.lua --class serial >/dev/null 2>&1
is "an adjustment needs a reason" $? 2
ok "points are set by hand" "$w" grade adjust "O'Brien, Pat" add 9.5 -a a1.lua --class serial --reason "no comments" --author me
ok "or added" "$w" grade adjust "$long" add +1 -a a1.lua --class serial --reason "spelling" --author me
is "for nobody it is wrong usage" "$("$w" grade adjust nobody2 add +1 -a a1.lua --class serial --reason x >/dev/null 2>&1;
	echo $?)" 2
sed 's/"01_kernels\/add", points = 10/"01_kernels\/add", points = 10, passed = 1/' a1.lua >a1b.lua
like "another assignment changes no grade by itself" "$("$w" grade sub -a a1b.lua --class serial 2>&1)" 'come out differently now'
"$w" grade sub -a a1b.lua --class serial --regrade >said 2>/dev/null
is "a regrade checks nothing anew that is known" "$(grep -c '^0 checked, 12 known' said)" 1
like "falling grades come first" "$(head -1 said)" '10? -> 0|[0-9.]+ -> 0'
is "it changes nothing" "$("$w" grade sub -a a1.lua --class serial --json 2>/dev/null | jq '[.students[].points] | add')" \
	"$(jq '[.students[].points] | add + 0.5' serial.json)"
"$w" grade -a a1b.lua --class serial --drop >/dev/null
is "it can be dropped" $? 0
is "and is gone then" "$("$w" grade -a a1b.lua --class serial --apply >/dev/null 2>&1; echo $?)" 1
"$w" grade sub -a a1b.lua --class serial --regrade --student '-rf lee' >said 2>/dev/null
is "a regrade of one student shows that one" "$(grep -c -- '->' said) $(grep -c '^-rf lee' said)" "1 1"
"$w" grade -a a1b.lua --class serial --apply >said
is "and is applied" "$? $(sql serial "select points from grade_view where student = '-rf lee' and exercise like '%add'")" "0 0.0"
is "adjustments survive it" "$(sql serial "select points, adjusted, adjusted_by from grade_view where student like 'O''Brien%' and exercise like '%add'")" "9.5|no comments|me"
like "the trail has it all" "$("$w" grade -a a1b.lua --class serial --trail | tr '\n' ' ')" "graded .*me  adjusted  O'Brien, Pat, 01_kernels/add: 10 -> 9.5 \(no comments\).*dropped.*-rf lee, 01_kernels/add: 1.6 -> 0 \(regrade\).*applied"

# ---- what is gone, what is better -------------------------------------------------------------------------
mkdir part
cp -r sub/twice part/
printf 'id\ntwice\nzero\n"O'"'"'Brien, Pat"\n' >part.csv
"$w" grade part -a a1.lua --class resumed --roster part.csv >said 2>&1
is "a folder that lacks somebody takes no grade away" \
	"$(sql resumed "select points, state from grade_view where student like 'O''Brien%' and exercise like '%add'")" \
	"10.0|graded"
like "it says so" "$(cat said)" '2 files graded before are no longer in this folder; the grades stay'
is "and whoever is new and missing has a row" "$(sql resumed "select distinct state from grade_view where student = 'zero'")" \
	missing
cp "$mutants/add/wrong_into_the_input.cu" part/twice/add-2.cu
sed 's/seed = 7/seed = 7, counts = "best"/' a1.lua >best.lua
mkdir best
is "of several the best may count" "$("$w" grade part -a best.lua --class best --json 2>/dev/null |
	jq -r "$number"'.checked, (.students[0].exercises[0] | (.points | number), .note)' | tr '\n' '|')" \
		"2|10|3 files, of which 'add-1.cu' counts (the best)|"
rm part/twice/add-1.cu
like "another file is another grade" "$("$w" grade part -a a1.lua --class resumed >/dev/null 2>&1;
	"$w" grade -a a1.lua --class resumed --trail | tail -1)" \
	'changed  twice, 01_kernels/add: 10 -> [0-9.]+ \(graded\)'

# ---- a machine that fails ---------------------------------------------------------------------------------
# Only where the wrapper is taken for the compiler that it is.
clang=$(command -v clang || command -v clang-14 || ls /usr/bin/clang-[0-9]* | head -1)
mkdir -p broken/ann broken/ben failing
cp "$mutants/add/ok_helper.cu" broken/ann/add.cu
{ echo '// the machine fails here'; cat "$mutants/add/ok_lambda.cu"; } >broken/ben/add.cu
# It fails for the control build, too, which is of an empty file: otherwise the file would be at fault.
cat >clang-falls <<END
#!/bin/sh
case "\$*" in *--version*) exec $clang "\$@" ;; esac
! grep -rqs 'the machine fails' . && [ -z "\$(find . -name kernel.cu -size -100c)" ] || exit 3
exec $clang "\$@"
END
chmod +x clang-falls
cat >a2.lua <<'END'
return { name = "a2", exercises = { { "01_kernels/add", points = 10 } }, seed = 7 }
END
"$w" grade broken -a a2.lua --class failing --compiler "$scratch/clang-falls" --csv failing.csv --gradescope failing.scope >said \
	2>&1
status=$?
if grep -q '^ann *10 of 10' said; then
	is "what a machine fails at is reported by the exit status" $status 4
	like "is not graded, and named" "$(cat said)" 'ben +not graded of 10'
	like "is no zero in the table" "$(cat failing.csv)" '^ben,ben,,10,,'
	is "and has no result that could be uploaded" "$(ls failing.scope)" "ann.json"
	is "it has no result in the database" "$(sql failing "select count(*) from grade_result")" 1
	"$w" grade broken -a a2.lua --class failing --compiler "$clang" >said 2>&1
	like "the same command grades it later" "$? $(joined <said)" '^0 .*ben 10 of 10 .*1 checked .* 1 known already'
else
	skip "a machine that fails" "the wrapped compiler is not taken here"
	sed 's/^/# /' said
fi

# ---- late ---------------------------------------------------------------------------------------------------
mkdir -p late/early late/buffer late/one late/grace late/far late/more
for s in early buffer one grace far more; do cp "$mutants/add/ok_helper.cu" late/$s/add.cu; done
printf 'student,submitted\nearly,2026-11-20 23:00\nbuffer,2026-11-21 00:10:00\none,2026-11-23 12:00 +00:00\ngrace,2026-11-21 12:00Z\nfar,2026-12-20T10:00\nmore,2026-11-22 23:00\n' >times.csv
cat >a3.lua <<'END'
return { name = "a3", exercises = { { "01_kernels/add", points = 10 } }, seed = 7, due = "2026-11-20 23:59 Z", buffer_minutes = 15,
  grace_days = 1, late = { percent = 10, most = 50, days = 5 }, extensions = { { "more", hours = 48 } } }
END
mkdir lateness
"$w" grade late -a a3.lua --class lateness --times times.csv >/dev/null 2>&1
is "buffer, grace days, percents, the end and an extension" \
	"$(sql lateness "select group_concat(student || ' ' || points || ' ' || late_days || ' ' || grace_days, ', ') from (select * from grade_view order by student)")" \
	"buffer 10.0 0 0, early 10.0 0 0, far 0.0 30 0, grace 10.0 1 1, more 10.0 0 0, one 8.0 3 1"
{
	printf '\357\273\277ID,"Vollständiger Name",Bewertung,"Zuletzt geändert (Abgabe)","Zuletzt geändert (Bewertung)"\n'
	printf 'Teilnehmer/in%s,%s,,"%s",-\n' 7 early 'Freitag, 20. November 2026, 23:00' \
		8 buffer 'Samstag, 21. November 2026, 00:10' 9 one 'Montag, 23. November 2026, 12:00' 10 nobody -
} >worksheet.csv
mkdir worksheet
TZ=UTC "$w" grade late -a a3.lua --class worksheet --times worksheet.csv >said 2>&1
is "Moodle's worksheet has times" \
	"$(sql worksheet "select group_concat(student || ' ' || late_days, ', ') from (
		select * from grade_view where student in ('early', 'buffer', 'one') order by student)")" \
	"buffer 0, early 0, one 3"
late_says() { # HEAD ROW
	printf '%s,Zuletzt geändert (Abgabe)\n%s,"20. November 2026, 23:00"\n' "$1" "$2" >t3.csv
	TZ=UTC "$w" grade late -a a3.lua --class worksheet --times t3.csv 2>&1
}
like "a first name is not a student's" "$(late_says Vorname,Nachname early,Meier)" "t3.csv:2: 'early' is not in this class"
like "a row names one student" "$(late_says Anmeldename,Name early,one)" "t3.csv:2: the row of 'one' also names another student"
sed 's/"a3"/"a4"/' a3.lua >a4.lua
"$w" grade late -a a4.lua --class lateness --times times.csv >/dev/null 2>&1
is "grace days are spent over the whole course" \
	"$(sql lateness "select points from grade_view where assignment = 'a4' and student = 'grace'")" 9.0
like "a time of nobody is an error at its line" \
	"$(printf 'student,submitted\nghost,2026-11-20 10:00\n' >t2.csv;
	"$w" grade late -a a3.lua --class lateness --times t2.csv 2>&1)" "t2.csv:2: 'ghost' is not in this class"

# ---- what platforms export ----------------------------------------------------------------------------------
cat >a5.lua <<'END'
return { name = "a5", exercises = { { "01_kernels/add", points = 10 } }, seed = 7 }
END
good=$mutants/add/ok_helper.cu
platform() { # name roster
	mkdir -p "class_$1"
	"$w" grade "$1" -a a5.lua --class "class_$1" ${2:+--roster "$2"} --json 2>/dev/null |
		jq -r "$number"'.layout + ": " + ([.students[] | "\(.id) \(.name) \(.points | number) \(.exercises[0].state)"] | join(", "))'
}
mkdir -p "moodle/O'Brien Pat_101_assignsubmission_file_" "moodle/Lee Ann_102_assignsubmission_file_"
cp "$good" "moodle/O'Brien Pat_101_assignsubmission_file_/add.cu"
is "Moodle's folders" "$(platform moodle)" "moodle: 101 O'Brien Pat 10 graded, 102 Lee Ann 0 missing"
mkdir canvas
cp "$good" canvas/obrienpat_LATE_101_900_add-1.cu
cp "$mutants/add/wrong_nan.cu" canvas/obrienpat_101_899_add.cu
cp "$good" canvas/leeann_102_901_add.cu
is "Canvas' flat names" "$(platform canvas)" "canvas: 101 obrienpat 10 graded, 102 leeann 10 graded"
mkdir -p gradescope/submission_1 gradescope/submission_2
cp "$good" gradescope/submission_1/add.cu
cat >gradescope/submission_metadata.yml <<'END'
---
submission_1:
  :submitters:
  - :name: Pat O'Brien
    :sid: '101'
    :email: pat@example.org
  - :name: Ann Lee
    :sid: '102'
  :created_at: 2026-11-20 10:00:00.123456000 Z
submission_2:
  :submitters:
  - :name: Kim
    :sid: ''
    :email: kim@example.org
  :created_at: 2026-11-20 10:00:00 Z
END
is "Gradescope's metadata, with a group" "$(platform gradescope)" \
	"gradescope: 101 Pat O'Brien 10 graded, 102 Ann Lee 10 graded, kim@example.org Kim 0 missing"
mkdir -p github/a5-pat/.git github/a5-ann-lee/.git
cp "$good" github/a5-pat/add.cu
is "GitHub's clones" "$(platform github)" "github: ann-lee ann-lee 0 missing, pat pat 10 graded"
mkdir files
cp "$good" files/pat_add.cu
cp "$good" files/ann-lee_add.cu
is "single files" "$(platform files)" "files: ann-lee ann-lee 10 graded, pat pat 10 graded"
printf 'id,name,email\n101,"O'"'"'Brien, Pat",pat@example.org\n102,Ann Lee,ann@example.org\n103,Nobody,no@example.org\n' \
	>roster.csv
is "with a roster everybody has a row, by name or number" "$(platform canvas roster.csv)" \
	"canvas: 101 O'Brien, Pat 10 graded, 102 Ann Lee 10 graded, 103 Nobody 0 missing"
is "a layout that there is not is wrong usage" "$("$w" grade files -a a5.lua --layout folder >/dev/null 2>&1; echo $?)" 2


# ---- headers of their own ------------------------------------------------------------------------------------------
mkdir -p own/ann own/ben flat
printf '#define SUM(x, y) ((x) + (y))\n' >own/ann/sum.h
printf '#define SUM(x, y) ((x) - (y))\n' >own/ben/sum.h
printf '#include "sum.h"\n__global__ void add(float *out, const float *a, const float *b, int n)\n{\n\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tif (i < n) out[i] = SUM(a[i], b[i]);\n}\n' |
	tee own/ann/add.cu own/ben/add.cu flat/cyd_add.cu >/dev/null
cp own/ann/sum.h flat/
is "a header beside the file is theirs, and part of what is graded" "$(platform own)" \
	"folders: ann ann 10 graded, ben ben 0 graded"
is "in a folder of the whole class it is nobody's" "$(platform flat)" "files: cyd cyd 0 graded"

# ---- back to the platform --------------------------------------------------------------------------------------
printf '\xef\xbb\xbfStudent,ID,SIS Login ID,Section,A5 (77)\r\n    Points Possible,,,,10\r\n"O'"'"'Brien, Pat",101,pat,"Mo, 9",\r\n"Ghost, A",999,ghost,Mo,\r\n' >canvas.csv
"$w" grade canvas -a a5.lua --class class_canvas --roster roster.csv --fill canvas.csv --column 'a5 (77)' >/dev/null 2>noted
is "whoever has no row makes the status 1" $? 1
is "Canvas' table is filled, and is as it was else" "$(od -c canvas-filled.csv | md5sum)" "$(printf '\xef\xbb\xbfStudent,ID,SIS Login ID,Section,A5 (77)\r\n    Points Possible,,,,10\r\n"O'"'"'Brien, Pat",101,pat,"Mo, 9",10\r\n"Ghost, A",999,ghost,Mo,\r\n' |
	sed 's/^    Points Possible/"    Points Possible"/' | od -c | md5sum)"
like "and who did not match is named, both ways" "$(joined <noted)" \
	"no grade for the row 'Ghost, A, 999, ghost'.*no row is filled for '102'"
printf 'Identifier,Full name,Email address,Grade,Maximum Grade\nParticipant 101,Pat O'"'"'Brien,,,10.00\nParticipant 102,Ann Lee,,,10.00\n' >moodle.csv
"$w" grade moodle -a a5.lua --class class_moodle --fill moodle.csv >/dev/null 2>&1
is "Moodle's worksheet" "$? $(tail -n 2 moodle-filled.csv | tr -d '\r' | tr '\n' ' ')" \
	"0 Participant 101,Pat O'Brien,,10,10.00 Participant 102,Ann Lee,,0,10.00 "

# ---- a signal ------------------------------------------------------------------------------------------------------
mkdir stopped
timeout -s INT 0.4 "$w" grade sub -a a1.lua --class stopped -j 1 >/dev/null 2>noted
status=$?
if [ $status -ne 124 ] || ! grep -q interrupted noted; then
	like "an interrupt ends it, or it was done before" "$status" '^(0|124|130)$'
else
	like "an interrupt ends it, and it says how to go on" "$(cat noted)" 'the same command goes on'
fi
"$w" grade sub -a a1.lua --class stopped --csv stopped.csv >/dev/null 2>&1
ok "and what comes out at the end is the same" cmp stopped.csv resumed.csv
tap_done
